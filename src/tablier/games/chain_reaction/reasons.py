"""Why a move of Chain Reaction is good: points now or later in the turn, towers, goals stopped."""

from collections.abc import Iterator
from typing import Any

from tablier.games.chain_reaction.notation import NAMES
from tablier.games.chain_reaction.rules import NOWHERE
from tablier.position import Position
from tablier.reasons import Choice, changed, counted
from tablier.texts import Sentence

MOST_LOOKS = 4000  # positions: what would take longer is not told
MOST_POINTS = 2  # that one turn can score


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
    if after.tower != NOWHERE and after.turn == choice.seat and not after.returning:
        key = "builds" if before.tower == NOWHERE else "keeps"
        yield Sentence(key, values={"square": NAMES[int(after.tower)]})


def goals_stopped(choice: Choice) -> Iterator[Sentence]:
    """The other side could score if this move did nothing, and cannot after this turn."""
    before, end = choice.before, choice.turn_end
    if before.state.tower != NOWHERE or before.state.returning:
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


def points_at_hand(position: Position) -> int | None:
    """The most points that the player to move can score in this turn; None if it takes too long."""
    seat, best = position.turn, 0
    seen, waiting = {position.data}, [position]
    while waiting and best < MOST_POINTS:
        if len(seen) > MOST_LOOKS:
            return None
        here = waiting.pop()
        for action in here.legal_actions:
            after = here.after(action)
            best = max(best, gained(here, after, seat))
            is_on = after.turn == seat and after.state.tower != NOWHERE
            if is_on and not after.state.returning and after.data not in seen:
                seen.add(after.data)
                waiting.append(after)
    return best
