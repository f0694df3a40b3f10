"""Overlays above the pieces: the trail of the last move, and arrows for moves.

The browser draws the same (TrailMark.svelte, Arrows.svelte) with the same styles.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import atan2, cos, dist, sin
from typing import TYPE_CHECKING

from msgspec import Struct

from tablier.shapes import Circle, Leg, Mark, Path, Point, Shape, polygon, polyline

if TYPE_CHECKING:
    from tablier.position import Position

RING = 0.45
HEAD, NECK, SPREAD = 0.4, 0.32, 0.5  # of an arrow: two lengths in squares, and half its angle
STEP = 0.05  # points closer together than this show no direction
FAINT, BOLD = 0.3, 0.6  # an arrow is at least so strong; this is added for the best one


class Overlay(Struct, frozen=True):
    """Shapes that are drawn as one group."""

    style: str
    shapes: Sequence[Shape]
    opacity: float = 1


def trail(before: "Position", token: str) -> Overlay:
    """The trail of a move: a line along its route, and rings where it ended or pieces changed."""
    drawing, action = before.game.drawing, before.game.actions[token]
    route = drawing.route(before.state, action)
    if route:
        places = list({leg.mark: leg.points[-1] for leg in route}.values())
    else:
        after = before.after(action)
        places = changed(drawing.marks(before.state), drawing.marks(after.state))
    rings = [Circle(x, y, RING, "end") for x, y in places]
    return Overlay("trail", [*map(_way, route), *rings])


def changed(before: Iterable[Mark], after: Iterable[Mark]) -> list[Point]:
    """Where pieces are new, moved or look different: for each spot, its lowest piece."""
    old, lowest, spots = set(before), dict[str, Point](), dict[str, None]()
    for mark in after:
        if mark.spot:
            lowest.setdefault(mark.spot, (mark.x, mark.y))
            if mark not in old:
                spots[mark.spot] = None
    return [lowest[spot] for spot in spots]


def _way(leg: Leg) -> Path:
    return Path(polyline(leg.points), "way below" if leg.below else "way")


def arrows(position: "Position", weights: Mapping[str, float]) -> list[Overlay]:
    """An arrow for each token, the best one first in `weights` and drawn above the others."""
    most = max([1e-9, *weights.values()])
    overlays = [
        Overlay(
            "arrow best" if rank == 0 else "arrow",
            _arrow(position, token),
            FAINT + BOLD * weight / most,
        )
        for rank, (token, weight) in enumerate(weights.items())
    ]
    return overlays[::-1]


def _arrow(position: "Position", token: str) -> list[Shape]:
    """An arrow along the route of a move; for a move without a route, the spots to click."""
    game, state = position.game, position.state
    action = game.actions[token]
    points = [point for leg in game.drawing.route(state, action) for point in leg.points]
    if len(points) > 1:
        neck, corners = tip(points)
        shaft = Path(polyline([*points[:-1], neck]), "shaft")
        return [shaft, Path(polygon(corners), "head")]
    spots = {spot.id: spot for spot in game.drawing.board(game.option_numbers).spots}
    path = game.path(state, action)
    return [Path(spots[spot].d, "place") for spot in path if spot in spots]


def tip(points: Sequence[Point]) -> tuple[Point, list[Point]]:
    """Where the shaft of an arrow along these points ends, and the corners of its head.

    >>> neck, corners = tip([(0, 0), (2, 0)])
    >>> neck
    (1.68, 0.0)
    """
    x, y = points[-1]
    before = next((each for each in reversed(points) if dist(each, (x, y)) > STEP), (x - 1, y))
    angle = atan2(y - before[1], x - before[0])

    def behind(far: float, turn: float = 0) -> Point:
        return x - far * cos(angle + turn), y - far * sin(angle + turn)

    return behind(NECK), [(x, y), behind(HEAD, SPREAD), behind(HEAD, -SPREAD)]
