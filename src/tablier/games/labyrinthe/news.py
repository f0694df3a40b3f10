"""What happens by itself in Le Jeu du Labyrinthe: moves and turns that are skipped, and the end."""

from typing import Any

from tablier.countdown import turn_limit_near
from tablier.games.labyrinthe.rules import NEITHER, NOWHERE, PAWN, PAWN_FIRST, WON, only_a_pawn
from tablier.position import fields
from tablier.texts import Sentence, Several, Who


def news(before: Any, after: Any) -> Sentence | None:
    """§2.4, §2.5, §2.8 A turn that was missed, or half of one that was skipped."""
    was, now = fields(before), fields(after)
    missed = now.turns - was.turns - 1
    if missed > 0:
        seats = dict.fromkeys((was.turn + i) % was.players for i in range(1, missed + 1))
        return Sentence("turns_missed", "2.5", {"players": Several(tuple(seats))})
    if missed < 0 or now.over == WON or only_a_pawn(before):
        return None
    player, is_ordered = {"player": Who(was.turn)}, was.order == PAWN_FIRST
    has_slid = was.pawns.tolist() != now.pawns.tolist()
    was_put = was.doubled != NOWHERE
    if has_slid and was.done in ((PAWN,) if was_put else (NEITHER,)):
        return Sentence("no_block_left", "2.8" if is_ordered else "2.4", player)
    if not has_slid and was.done == NEITHER and not is_ordered:
        return Sentence("no_pawn_left", "2.4", player)
    return None


def warning(state: Any) -> Sentence | None:
    """§5.3 The turn limit."""
    now = fields(state)
    return turn_limit_near(now.turns, now.turn_limit, "5.3")
