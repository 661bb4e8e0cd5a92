"""Facts are enough: they rebuild the board, and masked ones rebuild what each side sees."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.core.match import Match
from tests.harness.matches import canon, follow, started


def check_fold(match: Match) -> None:
    """At every step, from facts in memory and from facts that were stored."""
    live = started(match)
    eyes = (*match.game.sides, None)
    boards = {side: match.game.empty_board() for side in eyes}
    whole = match.game.empty_board()
    for n in range(len(match.record) + 1):
        for fact in stored(match, live.facts[n]):
            fact.apply(whole)
            for side in eyes:
                seen = match.game.decode_facts(canon([fact.masked(side)]))[0]
                seen.apply(boards[side])
        check_boards(live, whole, boards, n)
        if n < len(match.record):
            follow(live, match.record[n])


def check_boards(live: Match, whole: Any, boards: dict[str | None, Any], step: int) -> None:
    played, game = live.driver.board, live.game
    assert whole == played, f"step {step}: facts make another board than play"
    assert game.decode_board(canon(played)) == played, f"step {step}: the board is not storable"
    assert plain(msgspec.to_builtins(played)), f"step {step}: a float or a set on the board"
    for side, board in boards.items():
        view = game.view(played, side)
        assert board == view, f"step {step}: {side} folds to something else than its view"
        assert game.view(view, side) == view, f"step {step}: the view of a view differs"


def stored(match: Match, facts: list[Any]) -> list[Any]:
    back = match.game.decode_facts(canon(facts))
    assert back == facts, "facts change when they are stored"
    assert plain(msgspec.to_builtins(facts)), "a float or a set in a fact"
    return back


def plain(value: Any) -> bool:
    """Nothing but text, whole numbers, truth, and lists and dicts of them."""
    if isinstance(value, dict):
        return all(isinstance(k, str) and plain(v) for k, v in value.items())
    if isinstance(value, list | tuple):
        return all(map(plain, value))
    return value is None or type(value) in (str, int, bool)
