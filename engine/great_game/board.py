"""The board: where play stands, who stands where, and which state leans to whom."""

from __future__ import annotations

from msgspec import Struct, field

from engine.core.board import Board, masked_board
from engine.core.tables import load
from engine.great_game.counters import BRITISH, OFFICERS, RUSSIAN, Force, only, total
from engine.great_game.geography import HERE, SPACES, STATE_OF, STATES

TABLES = load(HERE / "tables.toml")
CARDS = load(HERE / "cards.toml")["card"]
DECK, BOTTOM, REMOVED = "deck", "bottom", "removed"


class Column(Struct, frozen=True):
    """A stack on the march; its SP and officers are among those of its space."""

    side: str
    kind: str  # camp, rebels, or the neutral state whose SP march
    place: str
    came_from: str
    sp: Force = ()
    officers: tuple[str, ...] = ()
    joined: Force = ()  # of its SP, those picked up here, which have not moved yet


class Effect(Struct, frozen=True):
    """A card text in force."""

    side: str
    until: int  # the last round, counted from the beginning


class Liberation(Struct, frozen=True):
    side: str
    until: int  # the round by whose end the liberator must have left the capital


class GreatGame(Board, kw_only=True):
    scenario: str = ""
    players: tuple[str, ...] = ()
    states: tuple[str, ...] = ()  # those in play
    decades: tuple[int, ...] = ()
    decade: int = 0
    round: int = 0
    count: int = 0  # rounds since the beginning
    phase: str = "deal"
    sp: dict[str, Force] = field(default_factory=dict)
    fortress: dict[str, int] = field(default_factory=dict)  # SP that still stand
    officers: dict[str, str] = field(default_factory=dict)  # officer -> space
    fallen: tuple[str, ...] = ()
    proxy: dict[str, str] = field(default_factory=dict)  # state -> its IP
    conquered: dict[str, str] = field(default_factory=dict)  # state -> conqueror, with discontent
    invaders: dict[str, str] = field(default_factory=dict)  # state -> the camp that invades it
    liberations: dict[str, Liberation] = field(default_factory=dict)
    ascent: dict[str, tuple[str, ...]] = field(default_factory=dict)
    effects: dict[str, Effect] = field(default_factory=dict)
    risings: int = 0  # how often Afghanistan has risen
    order: tuple[str, ...] = ()  # sides in order of initiative
    active: str = ""
    card: str = ""  # what the active side plays, a key of CARDS
    use: str = ""  # action or reinforcement, once declared
    points: int = 0  # of the card's value, still to be used
    marched: bool = False
    text_used: bool = False
    rising: str = ""  # the state whose rebels use the points
    column: Column | None = None
    moved: dict[str, Force] = field(default_factory=dict)  # SP whose march is over
    rested: tuple[str, ...] = ()  # officers whose march is over
    flashman: str = ""  # the side for which he fights in its next combat


def enemy(side: str) -> str:
    return RUSSIAN if side == BRITISH else BRITISH


def hand(side: str) -> str:
    return f"hand:{side}"


def panel(side: str, kind: str) -> str:
    """Where the cards of a side lie: current, reaction, played, ascent."""
    return f"{kind}:{side}"


def sp_at(board: GreatGame, place: str) -> Force:
    return board.sp.get(place, ())


def fortress_at(board: GreatGame, place: str) -> int:  # 2.4
    return board.fortress.get(place, 0)


def officers_at(board: GreatGame, place: str) -> tuple[str, ...]:
    return tuple(name for name in OFFICERS if board.officers.get(name) == place)


def own_officers(board: GreatGame, side: str) -> tuple[str, ...]:
    """The IP's officers on the map."""
    return tuple(o.key for o in OFFICERS.values() if o.nation == side and o.key in board.officers)


def spaces_in_play(board: GreatGame) -> tuple[str, ...]:  # 13
    return tuple(space for space in SPACES if STATE_OF[space] in board.states)


def on_map(board: GreatGame, nation: str) -> int:
    return sum(total(only(some, (nation,))) for some in board.sp.values())


def in_state(board: GreatGame, state: str, nations: tuple[str, ...]) -> int:
    return sum(total(only(sp_at(board, space), nations)) for space in STATES[state].spaces)


def is_player(board: GreatGame, side: str) -> bool:
    return side in board.players


BOTH = "both"  # an effect that holds for either side


def in_force(board: GreatGame, effect: str, side: str) -> bool:
    found = board.effects.get(effect)
    return found is not None and found.side in (side, BOTH)


def is_opening(board: GreatGame, side: str) -> bool:
    """Whether this side's card lies open and has not yet been put to a use."""
    return board.active == side and bool(board.card) and not board.use


def seen(board: GreatGame, side: str | None) -> GreatGame:
    return masked_board(board, side)
