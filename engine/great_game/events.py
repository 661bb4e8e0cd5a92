"""What can happen: the sequence of play, cards and politics. Facts only assign."""

from __future__ import annotations

from engine.core.procedure import Fact
from engine.great_game.board import Effect, GreatGame, Liberation


class Started(Fact, frozen=True):
    scenario: str
    players: tuple[str, ...]
    states: tuple[str, ...]
    decades: tuple[int, ...]
    switches: tuple[str, ...]

    def apply(self, board: GreatGame) -> None:
        board.scenario, board.players, board.states = self.scenario, self.players, self.states
        board.decades, board.decade = self.decades, self.decades[0]
        board.switches = self.switches


class Phase(Fact, frozen=True):
    phase: str

    def apply(self, board: GreatGame) -> None:
        board.phase = self.phase


class DecadeBegan(Fact, frozen=True):
    decade: int

    def apply(self, board: GreatGame) -> None:
        board.decade, board.round = self.decade, 0


class RoundBegan(Fact, frozen=True):
    round: int
    count: int

    def apply(self, board: GreatGame) -> None:
        board.round, board.count, board.order = self.round, self.count, ()


class Initiative(Fact, frozen=True):
    order: tuple[str, ...]
    die: int  # 0 where the values decide

    def apply(self, board: GreatGame) -> None:
        board.order = self.order


class TurnBegan(Fact, frozen=True):
    """A side implements its card."""

    side: str
    card: str
    points: int

    def apply(self, board: GreatGame) -> None:
        board.active, board.card, board.points = self.side, self.card, self.points
        board.use, board.marched, board.text_used, board.rising = "", False, False, ""
        board.column, board.moved, board.rested = None, {}, ()


class Used(Fact, frozen=True):
    side: str
    card: str
    use: str  # action or reinforcement

    def apply(self, board: GreatGame) -> None:
        board.use = self.use


class TextPlayed(Fact, frozen=True):
    side: str
    card: str
    on: str = ""
    by: str = ""
    role: str = ""

    def apply(self, board: GreatGame) -> None:
        board.text_used = True


class Pointed(Fact, frozen=True):
    """What is left of the card's value, and the state whose rebels alone may use it."""

    points: int
    rising: str = ""

    def apply(self, board: GreatGame) -> None:
        board.points, board.rising = self.points, self.rising


class Cancelled(Fact, frozen=True):
    """A reaction took text and value from a card."""

    card: str

    def apply(self, board: GreatGame) -> None:
        board.text_used, board.points = True, 0


class Reacted(Fact, frozen=True):
    side: str
    card: str
    by: str = ""
    about: str = ""


class EmissaryRolled(Fact, frozen=True):
    side: str
    state: str
    officer: str
    die: int
    modifiers: tuple[tuple[str, int], ...]
    final: int
    success: bool


class SpyRolled(Fact, frozen=True):
    side: str
    officer: str
    die: int
    diplomacy: int
    success: bool


class InformantRolled(Fact, frozen=True):
    officer: str
    die: int


class Affiliated(Fact, frozen=True):
    """A state became a proxy, or neutral."""

    state: str
    side: str  # empty: neutral

    def apply(self, board: GreatGame) -> None:
        board.proxy.pop(self.state, None)
        if self.side:
            board.proxy[self.state] = self.side


class Invaded(Fact, frozen=True):
    state: str
    side: str

    def apply(self, board: GreatGame) -> None:
        board.invaders[self.state] = self.side


class Lapsed(Fact, frozen=True):
    state: str

    def apply(self, board: GreatGame) -> None:
        board.invaders.pop(self.state, None)


class Conquered(Fact, frozen=True):
    state: str
    side: str
    case: str

    def apply(self, board: GreatGame) -> None:
        for markers in (board.proxy, board.invaders, board.liberations):
            markers.pop(self.state, None)
        board.conquered[self.state] = self.side


class Liberated(Fact, frozen=True):
    state: str
    by: str  # a side, or rebels
    case: str

    def apply(self, board: GreatGame) -> None:
        for markers in (board.conquered, board.invaders):
            markers.pop(self.state, None)


class Sojourned(Fact, frozen=True):
    """A liberator stands in the capital for a while; None: that is over."""

    state: str
    liberation: Liberation | None

    def apply(self, board: GreatGame) -> None:
        board.liberations.pop(self.state, None)
        if self.liberation is not None:
            board.liberations[self.state] = self.liberation


class RebellionRolled(Fact, frozen=True):
    side: str
    state: str
    die: int
    success: bool


class Rose(Fact, frozen=True):
    """So many rebels rise; `risings` counts those of Afghanistan."""

    state: str
    dice: tuple[int, ...]
    risings: int

    def apply(self, board: GreatGame) -> None:
        board.risings = self.risings


class Ascended(Fact, frozen=True):
    side: str
    cards: tuple[str, ...]

    def apply(self, board: GreatGame) -> None:
        board.ascent[self.side] = self.cards


class InForce(Fact, frozen=True):
    name: str
    effect: Effect

    def apply(self, board: GreatGame) -> None:
        board.effects[self.name] = self.effect


class Expired(Fact, frozen=True):
    names: tuple[str, ...]

    def apply(self, board: GreatGame) -> None:
        for name in self.names:
            board.effects.pop(name, None)


class FlashmanReady(Fact, frozen=True):
    side: str  # empty: he has had his fight

    def apply(self, board: GreatGame) -> None:
        board.flashman = self.side


class NonPlayerIgnored(Fact, frozen=True):
    side: str
    card: str
