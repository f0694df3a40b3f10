"""The shapes of the pieces and the flowers, each around its own (0, 0)."""

from math import cos, radians, sin

from tablier.shapes import Circle, Label, Path, Shape, number

MOUND = (
    "M-.36 .26C-.37 .19-.33 .16-.31 .1C-.29 .01-.25-.02-.2-.07C-.16-.13-.09-.12-.03-.15"
    "C.03-.18 .1-.14 .15-.1C.22-.07 .23-.01 .27 .04C.31 .09 .33 .15 .36 .2"
    "C.38 .27 .34 .31 .26 .31C.12 .34-.14 .34-.26 .32C-.33 .32-.36 .3-.36 .26Z"
)
CONTOUR = "M-.27 .22C-.25 .12-.22 .04-.15-.01C-.08-.08 .05-.09 .12-.04C.19 .01 .24 .11 .27 .21"
HILL_SHADOW = "M-.4 .3C-.4 .2 .42 .2 .43 .3C.44 .38-.4 .39-.4 .3Z"
SUNNY_SIDE = (
    "M-.32 .2C-.3 .13-.28 .1-.25 .05C-.22-.01-.17-.02-.13-.07C-.1-.1-.05-.1 0-.11"
    "C-.07-.05-.1-.03-.13 .02C-.16 .07-.19 .09-.22 .14C-.25 .18-.27 .21-.32 .2Z"
)
CRUMBS = "M.38 .3h0M.395 .225h0M-.395 .25h0M-.37 .32h0M.06 .36h0"
GRAINS = {
    "light": "M-.06 .05h0M.1 .06h0M.02 .15h0M.17 .18h0M-.12 .21h0M.22 .26h0M0-.05h0M-.22 .25h0",
    "dark": "M-.11 .1h0M.13 .09h0M-.02 .2h0M.17 .22h0M-.16 .23h0",
}


def hill(kind: str) -> list[Shape]:
    """A mound of earth, light or dark; a dark one has a second contour."""
    contour = [Path(CONTOUR, "contour")] if kind == "dark" else []
    return [
        Path(HILL_SHADOW, "shadow"),
        Path(CRUMBS, f"crumbs {kind}"),
        Path(MOUND, f"hill {kind}"),
        Path(SUNNY_SIDE, f"sunny {kind}"),
        Path(GRAINS[kind], f"grains {kind}"),
        *contour,
    ]


LONG, THICK = 0.43, 0.075  # half the length and half the thickness of a rod


def rod(upright: bool) -> list[Shape]:
    """A round piece of wood; the light comes from the top left however it lies."""
    if upright:
        shaft, shine = _capsule(THICK, LONG), f"M-.03 {number(0.08 - LONG)}V{number(LONG - 0.1)}"
        grain = "M.02-.2V.05M.035 .14V.28"
    else:
        shaft, shine = _capsule(LONG, THICK), f"M{number(0.08 - LONG)}-.03H{number(LONG - 0.1)}"
        grain = "M-.2 .02H.05M.14 .035H.28"
    shadow = _capsule(*((THICK, LONG) if upright else (LONG, THICK)), 0.035, 0.045)
    return [Path(shadow, "shadow"), Path(shaft, "rod"), Path(shine, "shine"), Path(grain, "grain")]


def _capsule(half_width: float, half_height: float, x: float = 0, y: float = 0) -> str:
    """A rectangle around (x, y) with round ends."""
    return rounded(x - half_width, y - half_height, x + half_width, y + half_height, THICK)


def rounded(left: float, top: float, right: float, bottom: float, radius: float) -> str:
    """A rectangle with round corners."""
    across, down = number(right - left - 2 * radius), number(bottom - top - 2 * radius)
    turn, r = f"a{number(radius)} {number(radius)} 0 0 1", number(radius)
    return (
        f"M{number(left + radius)} {number(top)}h{across}{turn} {r} {r}v{down}{turn}-{r} {r}"
        f"h-{across}{turn}-{r}-{r}v-{down}{turn} {r}-{r}Z"
    )


HOLE = "M-.23-.02C-.23-.1 .23-.1 .23-.02C.23 .06-.23 .06-.23-.02Z"
BODY = (
    "M-.2-.01C-.23-.16-.19-.27-.12-.33C-.05-.39 .05-.39 .12-.33"
    "C.19-.27 .23-.16 .2-.01C.13 .05-.13 .05-.2-.01Z"
)
SNOUT = (
    "M-.13-.12C-.14-.18-.07-.25 0-.25C.07-.25 .14-.18 .13-.12"
    "C.12-.07 .06-.05 0-.05C-.06-.05-.12-.07-.13-.12Z"
)
MOUTH = "M0-.14V-.1M-.04-.09C-.03-.07 0-.08 0-.1C0-.08 .03-.07 .04-.09"
WHISKERS = "M-.1-.13L-.25-.17M-.1-.11L-.25-.1M.1-.13L.25-.17M.1-.11L.25-.1"
LEFT_PAW = "M-.12 .01C-.12-.06-.18-.09-.23-.06C-.28-.03-.28 .03-.26 .06C-.22 .08-.14 .08-.12 .01Z"
RIGHT_PAW = "M.12 .01C.12-.06 .18-.09 .23-.06C.28-.03 .28 .03 .26 .06C.22 .08 .14 .08 .12 .01Z"
CLAWS = "M-.25 .05V.09M-.205 .06V.105M-.16 .05V.09M.25 .05V.09M.205 .06V.105M.16 .05V.09"


def mole() -> list[Shape]:
    """The mole that peeps out of its hill, with a label in front for the hills it has left."""
    return [
        Path(HOLE, "hole"),
        Path(BODY, "fur"),
        Path(WHISKERS, "whiskers"),
        Path(SNOUT, "snout"),
        Path(MOUTH, "mouth"),
        Circle(0, -0.185, 0.05, "nose"),
        Circle(-0.016, -0.2, 0.014, "glint"),
        Circle(-0.095, -0.26, 0.024, "eye"),
        Circle(0.095, -0.26, 0.024, "eye"),
        Circle(-0.103, -0.268, 0.008, "glint"),
        Circle(0.087, -0.268, 0.008, "glint"),
        Path(CLAWS, "claws"),
        Path(LEFT_PAW, "paw"),
        Path(RIGHT_PAW, "paw"),
        Path(rounded(-0.17, 0.13, 0.17, 0.36, 0.05), "plate"),
        Label(0, 0.247, "", "hills-left"),
    ]


PAW = (
    "M.225 .335C.21 .3 .24 .275 .27 .275C.3 .275 .33 .3 .315 .335C.3 .35 .24 .35 .225 .335Z"
    "M.165 .255h0M.23 .19h0M.31 .19h0M.375 .255h0"
)


def footprint() -> list[Shape]:
    """A lighter square with the print of a paw, for where the mole can still get to."""
    return [Path(rounded(-0.45, -0.45, 0.45, 0.45, 0.12), "within"), Path(PAW, "print")]


def red_flower(x: float, y: float) -> list[Shape]:
    """Two rings of broad petals, for two points."""
    return [
        Path(leaves(x, y, 0.42), "leaf"),
        Path(petals(x, y, 5, 0.34, 0.17), "petal red"),
        Path(petals(x, y, 5, 0.2, 0.11, first=36), "petal red inner"),
        Circle(x, y, 0.055, "heart red"),
    ]


def white_flower(x: float, y: float) -> list[Shape]:
    """One ring of narrow petals, for one point."""
    return [
        Path(leaves(x, y, 0.36), "leaf"),
        Path(petals(x, y, 11, 0.3, 0.062), "petal white"),
        Circle(x, y, 0.095, "heart white"),
    ]


def petals(
    x: float, y: float, n: int, length: float, half_width: float, *, first: float = 0
) -> str:
    """A ring of petals around a point; the first one points up, rotated by `first` degrees."""
    angles = (first + 360 * i / n for i in range(n))
    return "".join(_petal(x, y, angle, length, half_width) for angle in angles)


def _petal(x: float, y: float, angle: float, length: float, half_width: float) -> str:
    """One petal, in the words of a path: up along `length`, bulging to both sides near its end."""
    outline = (
        (half_width * 0.4, 0.3),
        (half_width * 1.5, 0.75),
        (half_width * 0.55, 0.97),
        (half_width * 0.2, 1.02),
        (-half_width * 0.2, 1.02),
        (-half_width * 0.55, 0.97),
        (-half_width * 1.5, 0.75),
        (-half_width * 0.4, 0.3),
    )
    turn = radians(angle)
    points = [
        f"{number(x + aside * cos(turn) + along * length * sin(turn))}"
        f" {number(y + aside * sin(turn) - along * length * cos(turn))}"
        for aside, along in outline
    ]
    start = f"{number(x)} {number(y)}"
    right, tip, left = points[0:3], points[3:6], points[6:8]
    return f"M{start}C{' '.join(right)}C{' '.join(tip)}C{' '.join(left)} {start}Z"


def leaves(x: float, y: float, length: float) -> str:
    """Two leaves that stick out below a flower."""
    return "".join(_petal(x, y, angle, length, 0.07) for angle in (125, 235))
