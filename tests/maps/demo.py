"""A hand-made corner of Central Asia with every kind of piece on it."""

from engine.maps.pieces import Arrow, Badge, Counter, Ghost, Mark, Panel, Pieces, Side
from engine.maps.points import Line, Place, PointMap
from engine.maps.points_scene import LabelStyle, PointStyle, points_scene
from engine.maps.scene import Lettering, Patch, Scene

PLACES = (
    Place("tehran", "Tehran", 110, 500, ("Teheran",), "persia", "town"),
    Place("khorasan", "Khorasan", 330, 470, ("Meshed",), "persia", "town"),
    Place("krasnovodsk", "Krasnovodsk", 215, 235, (), "turcomans", "town"),
    Place("geok-tepe", "Geok Tepe", 320, 335, ("Goktepe",), "turcomans", "fortress"),
    Place("merv", "Merv", 465, 350, (), "turcomans", "fortress"),
    Place("khiva", "Khiva", 430, 190, (), "khiva", "fortress"),
    Place("bokhara", "Bokhara", 600, 265, ("Bukhara",), "bokhara", "fortress"),
    Place("samarkand", "Samarkand", 735, 225, (), "bokhara", "fortress"),
    Place("herat", "Herat", 480, 510, (), "herat", "fortress"),
    Place("kandahar", "Kandahar", 620, 610, (), "afghanistan", "town"),
    Place("ghazni", "Ghazni", 735, 520, (), "afghanistan", "fortress"),
    Place("kabul", "Kabul", 780, 405, ("Cabul",), "afghanistan", "town"),
    Place("guryev", "Guryev", 190, 95, (), "russia", "town"),
)
LINES = (
    Line("tehran", "khorasan"),
    Line("khorasan", "herat"),
    Line("khorasan", "geok-tepe"),
    Line("khorasan", "merv"),
    Line("herat", "merv"),
    Line("herat", "kandahar"),
    Line("kandahar", "ghazni"),
    Line("ghazni", "kabul"),
    Line("bokhara", "samarkand"),
    Line("kabul", "samarkand", "land", ((815, 320), (790, 270))),
    Line("krasnovodsk", "geok-tepe", "desert"),
    Line("krasnovodsk", "khiva", "desert"),
    Line("geok-tepe", "merv", "desert"),
    Line("geok-tepe", "khiva", "desert"),
    Line("merv", "bokhara", "desert"),
    Line("khiva", "bokhara", "desert"),
    Line("krasnovodsk", "tehran", "water", ((100, 330),)),
    Line("guryev", "krasnovodsk", "water", ((120, 170),)),
)
MAP = PointMap(PLACES, LINES)
CASPIAN = (
    (30, 60), (110, 40), (165, 110), (150, 180), (190, 215),
    (180, 270), (170, 350), (185, 420), (110, 440), (50, 400), (30, 250),
)  # fmt: skip
KARA_KUM = ((265, 250), (360, 230), (520, 235), (560, 300), (480, 325), (360, 315), (285, 300))
BASE = (
    Patch("tint", ((0, 420), (200, 440), (420, 400), (420, 660), (0, 660)), "pink"),
    Patch("tint", ((520, 480), (700, 340), (900, 340), (900, 660), (540, 660)), "brown"),
    Patch("desert", KARA_KUM),
    Patch("sea", CASPIAN),
    Patch("sea", ((390, 40), (450, 30), (480, 80), (450, 130), (395, 105))),
    Patch("river", ((430, 130), (460, 190), (560, 300), (680, 340), (760, 345)), closed=False),
    Patch("peaks", ((600, 450), (640, 430), (680, 410), (655, 455), (700, 385)), closed=False),
    Patch("peaks", ((235, 400), (270, 408), (205, 392)), closed=False),
    Patch("border", ((200, 440), (300, 400), (405, 400), (425, 560)), closed=False),
)
LETTERING = (
    Lettering("CASPIAN SEA", (105, 260), "water", -78),
    Lettering("PERSIA", (200, 590)),
    Lettering("AFGHANISTAN", (745, 625)),
    Lettering("Kara Kum", (470, 290), "sands"),
)
SIDES = (
    Side("british", "British", "#b4473f"),
    Side("russian", "Russian", "#4f6f4a", border="dashed"),
    Side("persian", "Persian", "#dba6a6", "#2b2622", "dotted", "Pe"),
    Side("afghan", "Afghan", "#c9a27a", "#2b2622", "dotted", "Af"),
    Side("rebel", "Rebels", "#3a3632", "#f3d36b", "double"),
)
STYLE = PointStyle(
    shapes={"fortress": "star"},
    colours={
        "persia": "pink", "turcomans": "white", "khiva": "orange", "bokhara": "purple",
        "herat": "grey", "afghanistan": "brown", "russia": "green",
    },
    owners={"persia": "Persia", "afghanistan": "Afghanistan"},
    labels={"krasnovodsk": LabelStyle((20, 13), "start"), "kabul": LabelStyle((18, 5), "start")},
    capitals=("tehran", "kabul"),
)  # fmt: skip
FIGURES = {
    "geok-tepe": "10", "merv": "4", "khiva": "10", "bokhara": "12", "samarkand": "6",
    "herat": "15", "ghazni": "10",
}  # fmt: skip
COUNTERS = (
    Counter("simonich", "russian", "Simonich", "tehran", symbol="leader", text="1/1"),
    Counter("vitkevich", "russian", "Vitkevich", "tehran", symbol="leader", text="0/2"),
    Counter("stoddart", "british", "Stoddart", "tehran", symbol="leader", text="1/1"),
    Counter("persians", "persian", "Persian army", "khorasan", symbol="infantry", text="20"),
    Counter("lancers", "persian", "Persian horse", "khorasan", symbol="cavalry", text="3-6"),
    Counter("pottinger", "british", "Pottinger", "herat", symbol="leader", text="3/1", order=1),
    Counter("brigade", "british", "Bengal Brigade", "kandahar", symbol="infantry", text="4-3"),
    Counter("horse", "british", "Skinner's Horse", "kandahar", symbol="cavalry", text="3-6"),
    Counter("guns", "british", "Siege guns", "kandahar", None, "artillery", "6-2", ("moved",)),
    Counter("afghans", "afghan", "Afghan army", "kabul", symbol="infantry", text="10"),
    Counter("akbar", "rebel", "Akbar", "ghazni", symbol="irregular", text="2/0"),
    Counter("fleet", "russian", "Caspian flotilla", "", (105, 130), "ship", "2"),
    Counter("tent", "russian", "Camp", "krasnovodsk", symbol="camp"),
    Counter("wagons", "russian", "Supply", "krasnovodsk", symbol="supply", text="1", order=-1),
    Counter("redoubt", "russian", "Redoubt", "guryev", symbol="fort", text="(4)"),
    *(
        Counter(f"column-{n}", "russian", f"Column {n}", "khiva", symbol="infantry", text="4-4")
        for n in range(1, 7)
    ),
)
PIECES = Pieces(
    counters=COUNTERS,
    badges=(
        Badge("herat", "round", "Damage 12", "12"),
        Badge("khiva", "flag", "Russian control", side="russian"),
        Badge("kabul", "triangle", "Discontent 2", "2", colour="yellow"),
    ),
    marks=(
        Mark("chosen", unit="persians"),
        Mark("unit", unit="pottinger"),
        Mark("place", "merv"),
        Mark("place", "geok-tepe"),
        Mark("from", "khorasan"),
        Mark("to", "herat"),
    ),
    arrows=(
        Arrow(("khorasan", "herat"), "attack"),
        Arrow(("bokhara", "samarkand"), "move"),
        Arrow(("ghazni", "kandahar"), "retreat"),
    ),
    ghosts=(
        Ghost(Counter("emir", "rebel", "Emir", "bokhara", symbol="leader", text="1/1")),
        Ghost(Counter("sepoys", "british", "Sepoys", "ghazni", symbol="infantry", text="3"), True),
    ),
    panels=(
        Panel("card", (560, 40), 250, "Emissary", ("Persia by Simonich: 3 + 3 = 6",), "1", "card"),
    ),
)


def scene(pieces: Pieces = PIECES) -> Scene:
    return points_scene(
        MAP,
        title="The road to Herat",
        description="Central Asia in 1838: Persians march on Herat.",
        style=STYLE,
        pieces=pieces,
        sides=SIDES,
        base=BASE,
        lettering=LETTERING,
        figures=FIGURES,
        size=(900, 660),
    )
