"""Arrow keys on a board: the spot in each direction."""

from collections.abc import Iterable, Mapping, Sequence

from tablier.shapes import Spot

WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
STEEPEST = 1.8  # the largest offset aside per unit ahead: within 60° of the direction
FAR = float("inf")


def arrow(
    spots: Mapping[str, Spot], here: str, way: str, ahead: Sequence[str], *, jumps: bool
) -> str:
    """The spot that an arrow key leads to; it `jumps` over what cannot be chosen.

    Buttons, which have no place on the board, stand side by side below it.
    """
    choices = [spots[each] for each in ahead if each in spots]
    buttons = [each for each in ahead if each not in spots]
    if here not in spots:
        return _from_button(list(spots.values()), choices, buttons, here, way)
    start = spots[here]
    chosen = nearest(start, way, choices) if jumps else None
    beside = start.neighbours.get(way)
    below = buttons[0] if way == "down" and buttons else here
    return chosen or beside or nearest(start, way, choices) or below


def _from_button(
    spots: Sequence[Spot], choices: Sequence[Spot], buttons: Sequence[str], here: str, way: str
) -> str:
    """Where an arrow key leads from a button: to another one, or up to the lowest choice."""
    if way == "up":
        return max(choices or spots, key=lambda spot: spot.y).id
    return here if way == "down" else turn_over(buttons, here, WAYS[way][0])


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
