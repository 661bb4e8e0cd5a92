"""Attrition, section 11: only what marched is checked."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.procedure import Ask, Procedure, roll
from engine.great_game.board import TABLES, Column, GreatGame
from engine.great_game.choices import Spread
from engine.great_game.counters import (
    OFFICERS,
    SKOBELEV,
    Force,
    force,
    minus,
    total,
)
from engine.great_game.defaults import state_first
from engine.great_game.facts import Checked, Formed
from engine.great_game.geography import place_name
from engine.great_game.stands import decide, lost

MARCH, DESERT = "march", "desert"


def desert_check(board: GreatGame) -> Procedure[None]:  # 11.1
    """At each yellow line, before combat."""
    column = board.column
    if column is not None and column.sp:
        gone = yield from check(board, column.side, column.place, column.sp, DESERT)
        yield Formed(replace(column, sp=minus(column.sp, gone)))


def march_check(board: GreatGame) -> Procedure[None]:  # 11, 11.1
    """At the end of a march, retreat included."""
    column = board.column
    if column is not None and (sp := marched_sp(column)):
        gone = yield from check(board, column.side, column.place, sp, MARCH)
        yield Formed(replace(column, sp=minus(column.sp, gone)))


def marched_sp(column: Column) -> Force:  # 11
    """Those that moved; SP picked up where the march ends did not."""
    return minus(column.sp, column.joined)


def check(
    board: GreatGame, side: str, place: str, sp: Force, kind: str
) -> Procedure[Force]:  # 11.1, 11.2
    modifier = TABLES["attrition"][kind] + skobelev(board, kind)
    dice = yield from roll(TABLES["dice"]["attrition"], 6, "11.1")
    safe = sum(dice) + modifier
    yield Checked(place, kind, dice, modifier, safe, total(sp))
    gone = yield from chosen_losses(board, side, place, sp, total(sp) - safe, "11.2")
    if gone:
        yield lost(board, place, gone, "11.2")
    return gone


def skobelev(board: GreatGame, kind: str) -> int:  # 11.1
    column = board.column
    leads = column is not None and SKOBELEV in column.officers
    return OFFICERS[SKOBELEV].tactics if leads and kind == DESERT else 0


def chosen_losses(
    board: GreatGame, side: str, place: str, sp: Force, wanted: int, case: str
) -> Procedure[Force]:  # 12.3
    """Which SP go: the owner says, where it makes a difference."""
    if wanted <= 0:
        return ()
    if wanted >= total(sp) or len(sp) == 1:
        return force({share.key: min(share.n, wanted) for share in sp})
    options = Spread(wanted, lambda: {share.key: share.n for share in sp}, case)
    ask = Ask(side, "losses", options, case, place_name(place))
    chosen: Force = yield from decide(board, ask, state_first)
    return chosen
