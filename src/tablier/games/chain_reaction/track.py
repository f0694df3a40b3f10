"""The track round the cloth of Chain Reaction, where a small disc of each colour counts its points.

It begins at the lower left corner and runs clockwise. Its holes are numbered from 0: the first is
for all scores below zero, then comes one for each number up to the target, and one for all above.
"""

from functools import cache

from tablier.games.chain_reaction.board import BOTTOM, LEFT, RIGHT, TOP, TRACK, inlay
from tablier.shapes import Circle, Label, Path, Point, Shape, box

START, END = TOP - 1, BOTTOM + 1  # of the cloth with its goal lines
CORNERS: tuple[Point, ...] = (LEFT, END), (LEFT, START), (RIGHT, START), (RIGHT, END)
WAYS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # along the sides, clockwise from the left one
LENGTHS = (END - START, RIGHT - LEFT) * 2
MIDDLE = TRACK / 2 + 0.02
LANES = MIDDLE - 0.14, MIDDLE + 0.14  # how far from the cloth the discs of White and Black run
RADIUS = 0.11
BEFORE = 0.3  # how far before its holes a number stands


def holes(target: int) -> int:
    """How many holes there are."""
    return target + 3


def hole(points: int, target: int) -> int:
    """The hole of a score."""
    return max(0, min(points + 1, target + 2))


@cache
def side_of(number: int, target: int) -> tuple[int, float]:
    """The side of the cloth that a hole lies at, and how far along it."""
    along = (number + 0.5) / holes(target) * sum(LENGTHS)
    side = 0
    while along > LENGTHS[side]:
        along -= LENGTHS[side]
        side += 1
    return side, along


@cache
def place(number: int, target: int, away: float, before: float = 0) -> Point:
    """Where a hole lies, at that distance from the cloth, or a point before it on the track."""
    side, along = side_of(number, target)
    (x, y), (right, down), along = CORNERS[side], WAYS[side], along - before
    return x + right * along + down * away, y + down * along - right * away


def corner(side: int, away: float) -> Point:
    """Where the track comes to a side."""
    (x, y), outward = CORNERS[side], ((-1, 1), (-1, -1), (1, -1), (1, 1))[side]
    return x + outward[0] * away, y + outward[1] * away


def slide(before: int, after: int, target: int, away: float) -> list[Point]:
    """The way from hole to hole, round corners too."""
    step = 1 if after > before else -1
    points = [place(before, target, away)]
    for number in range(before, after, step):
        side, following = (side_of(each, target)[0] for each in (number, number + step))
        points += [corner(max(side, following), away)] if side != following else []
        points.append(place(number + step, target, away))
    return points


def track(target: int) -> list[Shape]:
    """The ribbon with its holes and their numbers; the first and the last stand for all beyond."""
    outer, inner = (corner_box(away) for away in (TRACK, 0.05))
    names = {0: "−", target + 2: "+"}
    shapes: list[Shape] = [Path(outer + inner, "ribbon")]
    for number in range(holes(target)):
        shapes += [Circle(*place(number, target, lane), RADIUS + 0.02, "hole") for lane in LANES]
        style = "count aim" if number == target + 1 else "count"
        said = names.get(number, str(number - 1))
        shapes.append(Label(*place(number, target, MIDDLE, BEFORE), said, style))
    return shapes


def corner_box(away: float) -> str:
    """A rectangle round the cloth, at that distance."""
    return box(LEFT - away, START - away, RIGHT + away, END + away)


def counter(colour: str) -> list[Shape]:
    """The small disc of a colour."""
    return [Circle(0, 0, RADIUS, f"disc {colour}"), inlay(colour, 0.04, ".04")]
