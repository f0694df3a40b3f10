"""Games in processes of their own: the same games in the same order, and an end when it is due."""

from multiprocessing import active_children

import pytest

from tablier import game
from tablier.arena.entrants import entrant
from tablier.arena.match import Bout, pairs
from tablier.arena.pool import played, prepare

pytestmark = pytest.mark.one_game

MOLE_HILL = game("mole-hill")
COUPLE = (entrant("uct:8"), entrant("random"))


def test_two_processes_play_what_one_plays() -> None:
    prepare(MOLE_HILL, COUPLE)
    bouts = list(pairs(MOLE_HILL, COUPLE, games=6, seed=1, opening=2))
    alone = list(played(bouts, workers=1))
    assert [each.bout for each in alone] == bouts
    assert list(played(bouts, workers=2)) == alone


def test_who_has_seen_enough_breaks_off_what_goes_on() -> None:
    """The second game would take hours."""
    random, slow = entrant("random"), entrant("seconds:3600")
    bouts = [Bout(MOLE_HILL, (random, random)), Bout(MOLE_HILL, (slow, slow))]
    stream = played(bouts, workers=2)
    assert next(stream).bout == bouts[0]
    stream.close()
    assert active_children() == []
