"""Why a move of Chain Reaction is good: points now or later in the turn, towers, goals stopped."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from tablier.games.chain_reaction.notation import NAMES
from tablier.games.chain_reaction.rules import (
    ALL_GOALS,
    FAR,
    FIRST_FALL,
    FROM,
    MIDDLE_GOALS,
    MOST_SEGMENTS,
    NEAR,
    NO_PIECE,
    NOWHERE,
    OWN_GOAL,
    TO,
)
from tablier.position import Position
from tablier.reasons import Choice, changed, counted
from tablier.texts import Sentence

MOST_LOOKS = 4000  # positions: what would take longer is not told
MOST_POINTS = 2  # that one turn can score
_GOALS, _MIDDLE_GOALS = int(ALL_GOALS), int(MIDDLE_GOALS)
_OWN_GOAL = [int(each) for each in OWN_GOAL]
_STEPS = [(1 << start, end) for start, end in zip(FROM.tolist(), TO.tolist(), strict=True)]
_FALLS = [
    [(int(NEAR[fall]), int(FAR[fall])) for fall in range(first, end)]
    for first, end in pairwise(FIRST_FALL.tolist())
]
"""By the square of a tower: where its pieces land, as sets of one square."""
THEMES = {
    "two_points": ("scores",),
    "one_point": ("scores_one",),
    "stuck": ("stuck",),
    "stops_goal": ("stops_goal", "stops_goal_one", "takes_points", "takes_points_one"),
    "chain": ("keeps",),
}
"""What a puzzle can be about, by the keys of reasons for a move of its solution."""


def reasons(choice: Choice) -> Iterator[Sentence]:
    """What speaks for the move, the weightiest first."""
    now = gained(choice.before, choice.after, choice.seat)
    later = gained(choice.after, choice.turn_end, choice.seat)
    if now > 0:
        yield counted("scores", now)
    if later > 0:
        yield counted("will_score", later)
    lost = gained(choice.before, choice.after, 1 - choice.seat)
    if lost < 0:
        yield Sentence("stuck", values={"n": -lost})
    if not now:
        yield from tower(choice)
        yield from goals_stopped(choice)


def gained(before: Position, after: Position, seat: int) -> int:
    """By how much the score of a seat has changed."""
    return int(after.state.score[seat]) - int(before.state.score[seat])


def tower(choice: Choice) -> Iterator[Sentence]:
    """The turn goes on with a tower."""
    before, after = choice.before.state, choice.after.state
    goes_on = after.turn == choice.seat and after.returning == NO_PIECE
    if goes_on and after.tower != NOWHERE:
        key = "builds" if before.tower == NOWHERE else "keeps"
        yield Sentence(key, values={"square": NAMES[int(after.tower)]})


def goals_stopped(choice: Choice) -> Iterator[Sentence]:
    """The other side could score if this move did nothing, and cannot after this turn."""
    before, end = choice.before, choice.turn_end
    if before.state.tower != NOWHERE or before.state.returning != NO_PIECE:
        return
    if end.is_over or end.turn == choice.seat or end.state.tower != NOWHERE:
        return
    threat = points_at_hand(changed(before, pass_turn))
    left = points_at_hand(end)
    if threat and left is not None and left < threat:
        yield counted("stops_goal" if left == 0 else "takes_points", threat - left)


def pass_turn(state: Any) -> None:
    """Let the other side begin a turn, while no tower stands."""
    state.turns += 1
    state.turn = 1 - int(state.turn)
    state.segments = 0


class Tower(NamedTuple):
    """A tower of the player to move during a turn, in plain integers.

    The rules on records take fifty times as long in a browser; a test compares both.
    """

    own: int
    """The squares of the player's pieces, in a tower the one on top."""
    others: int
    square: int
    is_own_below: bool
    segments: int

    def falls(self, seat: int) -> Iterator[tuple[int, int]]:
        """§4.3 to §4.5 Where its pieces may land: the bottom one near, the top one far."""
        taken, is_last = self.own | self.others, self.segments == MOST_SEGMENTS - 1
        barred = _OWN_GOAL[seat] | (taken if is_last else 0)
        crowded = barred | taken
        if self.is_own_below:
            crowded = -1 if is_last else crowded | _GOALS
        for near, far in _FALLS[self.square]:
            if not (crowded if taken & near else barred) & far:
                yield near, far

    def after(self, near: int, far: int) -> "Tower | None":
        """§4.1, §2.4 The own tower that stands after this fall, with which the turn goes on."""
        own, others = self.own & ~(1 << self.square), self.others
        on, below = near & (own | others), near & own
        if self.is_own_below:
            own, others = own | near, others & ~near
        else:
            own, others = own & ~near, others | near
        if far & (own | others):
            on, below = far, far & own
            own, others = own | far, others & ~far
        own |= far
        if not on & own:
            return None
        return Tower(own, others, on.bit_length() - 1, bool(below), self.segments + 1)


def points_at_hand(position: Position) -> int | None:
    """The most points that the player to move can score in this turn, which begins without a tower.

    None if it takes too long.
    """
    best, seat = 0, position.turn
    waiting = [] if position.is_over or position.state.returning else first_towers(position)
    seen = set(waiting)
    while waiting and best < MOST_POINTS:
        if len(seen) > MOST_LOOKS:
            return None
        here = waiting.pop()
        for near, far in here.falls(seat):
            if far & _GOALS:
                best = max(best, 2 if far & _MIDDLE_GOALS else 1)
            elif far & (here.own | here.others) or near & (here.own | here.others):
                after = here.after(near, far)
                if after is not None and after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return best


def first_towers(position: Position) -> list[Tower]:
    """§3.2 The towers that a step of the player to move can build."""
    own, others = (int(position.state.tops[i]) for i in (position.turn, 1 - position.turn))
    found = set()
    for start, square in _STEPS:
        end = 1 << square
        if own & start and (own | others) & end:
            stays = own & ~start | end
            found.add(Tower(stays, others & ~end, square, bool(own & end), 1))
    return list(found)
