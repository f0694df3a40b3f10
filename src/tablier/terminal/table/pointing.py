"""Where the arrow keys lead on a board."""

from collections.abc import Iterable, Mapping, Sequence

from tablier.shapes import Spot

WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
STEEPEST = 1.8  # how far aside a spot may lie for each step ahead: within 60° of the way
FAR = float("inf")


def arrow(
    spots: Mapping[str, Spot], here: str, way: str, ahead: Iterable[str], *, jumps: bool
) -> str:
    """The spot that an arrow key leads to; it `jumps` over what cannot be chosen."""
    start, choices = spots[here], [spots[each] for each in ahead]
    chosen = nearest(start, way, choices) if jumps else None
    beside = start.neighbours.get(way)
    return chosen or beside or nearest(start, way, choices) or here


def nearest(start: Spot, way: str, choices: Iterable[Spot]) -> str | None:
    """The nearest of the choices in that direction."""
    best = min(choices, key=lambda spot: _cost(start, spot, way), default=None)
    return best.id if best and _cost(start, best, way) < FAR else None


def _cost(start: Spot, spot: Spot, way: str) -> float:
    right, down = WAYS[way]
    x, y = spot.x - start.x, spot.y - start.y
    along, aside = x * right + y * down, abs(x * down) + abs(y * right)
    return along + 2 * aside if along > 0.05 and aside <= along * STEEPEST else FAR


def turn_over(ahead: Sequence[str], here: str, by: int) -> str:
    """The next or the previous choice, in their order."""
    if not ahead:
        return here
    at = ahead.index(here) if here in ahead else -1 if by > 0 else 0
    return ahead[(at + by) % len(ahead)]
