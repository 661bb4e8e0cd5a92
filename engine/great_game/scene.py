"""The picture of a view: the drawn base map, spaces and lines, and all that stands on them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.core.tables import load
from engine.great_game.board import GreatGame, fortress_at
from engine.great_game.control import NEUTRAL, controller
from engine.great_game.counters import NATIONS, OFFICERS
from engine.great_game.geography import (
    CAPITALS,
    FORTRESSES,
    HERE,
    MAP,
    ROWS,
    SPACES,
    STATE_OF,
    STATES,
    place_name,
)
from engine.great_game.panels import panels
from engine.maps.pieces import Badge, Counter, Pieces, Side
from engine.maps.points import Line, PointMap
from engine.maps.points_scene import LabelStyle, PointStyle, points_scene
from engine.maps.scene import Lettering, Patch, Route, Scene, Spot

BASE = load(HERE / "base.toml")
WORDS: dict[str, str] = dict(BASE["words"])
SIZE = ROWS["frame"]["size"][0], ROWS["frame"]["size"][1]
LOOKS = (
    Side("british", "British", "#b4473f", letters="Br"),
    Side("russian", "Russian", "#3f6b4c", border="dashed", letters="Ru"),
    Side("afghan", "Afghan", "#c9a27a", "#2b2622", "dotted", "Af"),
    Side("persian", "Persian", "#e3b3ad", "#2b2622", "dotted", "Pe"),
    Side("bokhara", "Bokhara", "#8d6f9b", border="dashdot", letters="Bo"),
    Side("rebels", "Rebels", "#3a3632", "#f3d36b", "double", "Re"),
    Side("new_rebels", "New Rebels", "#6b2f25", "#f3d36b", "double", "Nr"),
)
SAMPLE, LETTER = 70, 11  # lengths in the key: of a line, of a letter
TOP = 9  # SP lie on top of their officers


def points(listed: list[list[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((x, y) for x, y in listed)


BENDS = {(row["a"], row["b"]): points(row["via"]) for row in BASE["bend"]}
LABELS = {
    row["space"]: LabelStyle((row["at"][0], row["at"][1]), row["anchor"]) for row in BASE["label"]
}
PATCHES = tuple(
    Patch(
        row["style"],
        points(row["points"]),
        row.get("colour", ""),
        row.get("closed", True),
        row.get("curved", True),
    )
    for row in BASE["patch"]
)


def drawn(line: Line) -> Line:
    """The line with the bends of the drawing."""
    there = BENDS.get((line.a, line.b))
    back = BENDS.get((line.b, line.a))
    return replace(line, via=there or tuple(reversed(back or ())))


DRAWN = PointMap(MAP.places, tuple(drawn(line) for line in MAP.lines))


def lettering() -> Iterator[Lettering]:
    for row in BASE["lettering"]:
        yield Lettering(row["text"], (row["at"][0], row["at"][1]), row["style"], row["turn"])
    for row in BASE["sample"]:
        x, y = row["at"]
        middle = x + SAMPLE + 14 + len(row["words"]) * LETTER // 2
        yield Lettering(row["words"], (middle, y + 5), "key")


def samples() -> tuple[Route, ...]:
    """The key: one line of each kind."""
    rows = ((row["kind"], row["at"]) for row in BASE["sample"])
    return tuple(Route(kind, ((x, y), (x + SAMPLE, y))) for kind, (x, y) in rows)


LETTERING, SAMPLES = tuple(lettering()), samples()


def scene(view: GreatGame) -> Scene:
    made = points_scene(
        DRAWN,
        title=WORDS["title"],
        description=described(view),
        style=style(view),
        sides=LOOKS,
        pieces=Pieces((*stacks(view), *officers(view)), tuple(badges(view)), panels=panels(view)),
        base=PATCHES,
        lettering=LETTERING,
        figures={place: str(fortress_at(view, place)) for place in view.fortress},
        focusable=tuple(s for s in SPACES if STATE_OF[s] in view.states),
        size=SIZE,
    )
    spots = tuple(razed(view, spot) for spot in made.spots)
    return replace(made, routes=made.routes + SAMPLES, spots=spots)


def razed(view: GreatGame, spot: Spot) -> Spot:  # 2.4
    """A destroyed fortress is a round space."""
    stands = spot.key in view.fortress or STATE_OF[spot.key] not in view.states
    return spot if stands or spot.shape != "star" else replace(spot, shape="circle")


def style(view: GreatGame) -> PointStyle:
    """Spaces out of play have no colour."""
    playing = {k: row["colour"] for k, row in ROWS["states"].items() if k in view.states}
    return PointStyle(
        shapes={"fortress": "star"},
        colours=playing,
        owners={state.key: state.name for state in STATES.values()},
        labels=LABELS,
        capitals=CAPITALS,
    )


def described(view: GreatGame) -> str:
    """Where the armies stand, for those who cannot see the picture."""
    where = (
        f"{place_name(place)}: {', '.join(f'{s.n} {NATIONS[s.key]}' for s in some)}"
        for place, some in sorted(view.sp.items())
        if some
    )
    return "; ".join((f"{view.decade}, {view.round}", *where))


def stacks(view: GreatGame) -> Iterator[Counter]:
    for place in MAP.places:
        for share in view.sp.get(place.key, ()):
            name = f"{share.n} {NATIONS[share.key]} SP"
            key = f"{place.key}.{share.key}"
            text = str(share.n)
            yield Counter(key, share.key, name, place.key, None, "infantry", text, order=TOP)


def officers(view: GreatGame) -> Iterator[Counter]:
    for key, place in sorted(view.officers.items()):
        officer = OFFICERS[key]
        rating = f"{officer.tactics}/{officer.diplomacy}"
        yield Counter(key, officer.nation, officer.name, place, symbol="leader", text=rating)


def badges(view: GreatGame) -> Iterator[Badge]:
    for place in SPACES:
        side = controller(view, place)
        if side != NEUTRAL and STATE_OF[place] in view.states:
            yield Badge(place, "flag", WORDS["control"].format(side=NATIONS[side]), side=side)
        yield from damage(view, place)
        yield from unrest(view, place)


def damage(view: GreatGame, place: str) -> Iterator[Badge]:  # 2.4
    printed = FORTRESSES.get(place, 0) if STATE_OF[place] in view.states else 0
    lost = printed - fortress_at(view, place)
    if lost and place in view.fortress:
        yield Badge(place, "diamond", WORDS["damage"].format(lost=lost), str(lost))
    elif lost:
        yield Badge(place, "diamond", WORDS["destroyed"], "X")


def unrest(view: GreatGame, place: str) -> Iterator[Badge]:  # 7.5, 8
    state = STATE_OF[place]
    if state in view.conquered:
        yield Badge(place, "triangle", WORDS["discontent"], "!")
    if place == STATES[state].capital and (side := view.invaders.get(state)):
        yield Badge(place, "round", WORDS["invaded"].format(side=NATIONS[side]), "i", side)
