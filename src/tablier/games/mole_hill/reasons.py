"""Why a move of Mole Hill is good: points, room that is kept or taken, the way to a flower."""

from collections.abc import Iterator

from tablier.games.mole_hill.notation import NAMES, NUMBERS
from tablier.games.mole_hill.rules import (
    CENTRE,
    GARDEN,
    HILLS,
    LIGHT_HILLS,
    RED_FLOWERS,
    WHITE_FLOWERS,
    may_jump,
    mole_moves,
    score,
    steps,
    within_reach,
)
from tablier.portable import has, members
from tablier.position import Position
from tablier.reasons import Choice, counted
from tablier.texts import Sentence

SOON = 5  # moves of both: so far ahead a flower is worth a word
NEAR = 2  # steps of the mole
FLOWERS = RED_FLOWERS | WHITE_FLOWERS
THEMES = {
    "trap": ("traps", "traps_one", "traps_none"),
    "narrow": ("takes", "takes_one", "narrows", "narrows_one"),
    "flower_cut": ("flower_cut", "flower_farther"),
    "flower": ("red_flower", "white_flower"),
    "centre": ("centre",),
    "room": ("roomiest", "near_roomiest"),
}
"""What a puzzle can be about, by the keys of reasons for a move of its solution."""


def reasons(choice: Choice) -> Iterator[Sentence]:
    """What speaks for the move, the weightiest first."""
    is_mole = mole_moves(choice.before.state)
    return of_mole(choice) if is_mole else of_gardener(choice)


def same_round(one: Position, other: Position) -> bool:
    """Is a round under way in both, and the same one?"""
    return not other.is_over and bool(other.state.second == one.state.second)


def room(position: Position) -> int:
    """How many squares the mole could still get to if no rod were added."""
    return len(members(within_reach(position.state)))


def moves_to(position: Position) -> dict[int, int]:
    """How many moves the mole is from each square that it can get to, if no rod were added."""
    state = position.state
    found: dict[int, int] = {}
    free = GARDEN & ~state.visited
    ahead = state.reach & free
    for n in range(1, HILLS - int(state.hills) + 1):
        for square in members(ahead):
            found.setdefault(square, n)
        ahead = free if has(ahead, CENTRE) else steps(state, ahead) & free
    return found


def near_room(position: Position) -> int:
    """How many free squares the mole could get to in two moves."""
    return sum(n <= NEAR for n in moves_to(position).values())


# The gardener


def of_gardener(choice: Choice) -> Iterator[Sentence]:
    """A rod takes room from the mole, or traps it."""
    if not same_round(choice.before, choice.after):
        points = int(score(choice.before.state))
        yield counted("traps", points) if points else Sentence("traps_none")
        return
    taken = room(choice.before) - room(choice.after)
    if taken > 0:
        yield counted("takes", taken)
    steps_before, steps_left = (len(members(each.state.reach)) for each in both(choice))
    near_before, near_left = map(near_room, both(choice))
    if steps_left < steps_before:
        yield counted("leaves", steps_left)
    elif not taken and near_left < near_before:
        yield counted("narrows", near_before - near_left)
    yield from flowers_kept(choice)


def both(choice: Choice) -> tuple[Position, Position]:
    """The positions before and after."""
    return choice.before, choice.after


def flowers_kept(choice: Choice) -> Iterator[Sentence]:
    """A flower that is farther from the mole than before, the nearest one."""
    before, after = map(moves_to, both(choice))
    flowers = [square for square in members(FLOWERS) if square in before]
    farther = [each for each in flowers if after.get(each, len(before)) > before[each]]
    if farther:
        square = min(farther, key=before.__getitem__)
        key = "flower_farther" if square in after else "flower_cut"
        yield Sentence(key, values={"square": NAMES[square]})


# The mole


def of_mole(choice: Choice) -> Iterator[Sentence]:
    """A square has points, or room around it."""
    square = NUMBERS[choice.token]
    if has(RED_FLOWERS, square):
        yield Sentence("red_flower")
    elif has(WHITE_FLOWERS, square):
        yield Sentence("white_flower")
    if choice.before.state.hills >= LIGHT_HILLS:
        yield Sentence("dark_hill")
    if same_round(choice.before, choice.after):
        yield from ahead(choice)


def ahead(choice: Choice) -> Iterator[Sentence]:
    """What the mole has before it."""
    if may_jump(choice.after.state):
        yield Sentence("centre")
    goal = next(filter(None, map(flower_at, expected(choice))), None)
    if goal is not None:
        yield Sentence("heads_for", values={"square": goal})
    others = [choice.before.after(action) for action in choice.before.legal_actions]
    others = [each for each in others if same_round(choice.before, each)]
    own, rooms = room(choice.after), [*map(room, others)]
    if own == max(rooms) > min(rooms):
        yield Sentence("roomiest", values={"n": own})
        return
    own, rooms = near_room(choice.after), [*map(near_room, others)]
    if own == max(rooms) > min(rooms):
        yield Sentence("near_roomiest", values={"n": own})


def expected(choice: Choice) -> Iterator[str]:
    """Where the line leads the mole in the same round."""
    position = choice.after
    for token in choice.line[:SOON]:
        if token not in position.legal_moves or not same_round(choice.before, position):
            return
        if mole_moves(position.state):
            yield token
        position = position.play(token)


def flower_at(token: str) -> str | None:
    """The square, if there is a flower on it."""
    return token if has(FLOWERS, NUMBERS[token]) else None
