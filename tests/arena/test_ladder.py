"""Ladders: who meets whom, in which order, and the ratings that come of it."""

from itertools import pairwise

import pytest

from tablier import game
from tablier.arena.ladder import Ladder, rungs_of_levels
from tablier.arena.match import Played

MOLE_HILL = game("mole-hill")
LADDER = Ladder(rungs_of_levels(1, 3))
NAMES = ["random", "level:1", "level:2", "level:3"]


def names(ladder: Ladder) -> list[tuple[str, str]]:
    return [(str(first), str(second)) for first, second in ladder.couples()]


def test_everybody_meets_the_next_and_the_one_after() -> None:
    assert names(LADDER) == [
        ("level:1", "random"),
        ("level:2", "random"),
        ("level:2", "level:1"),
        ("level:3", "level:1"),
        ("level:3", "level:2"),
    ]


def test_a_single_level_meets_the_random_player() -> None:
    assert names(Ladder(rungs_of_levels(4, 4))) == [("level:4", "random")]


def test_with_a_reach_of_one_only_neighbours_meet() -> None:
    lonely = Ladder(rungs_of_levels(8, 10, with_random=False), reach=1)
    assert names(lonely) == [("level:9", "level:8"), ("level:10", "level:9")]


def test_all_couples_play_their_first_pair_first() -> None:
    bouts = list(LADDER.bouts(MOLE_HILL, games=4, seed=7, opening=2))
    assert len(bouts) == 20
    assert [bout.entrants for bout in bouts[:10:2]] == LADDER.couples()
    assert [bout.entrants for bout in bouts[1:10:2]] == LADDER.couples()
    assert {bout.seed for bout in bouts[:10]} == {7}
    assert {bout.seed for bout in bouts[10:]} == {8}


def climbed(games: int, n: int) -> Ladder:
    """A ladder of `games` games for each couple, of which n are over; the stronger one wins."""
    ladder = Ladder(LADDER.entrants)
    bouts = list(ladder.bouts(MOLE_HILL, games, seed=0, opening=0))
    for bout in bouts[:n]:
        ladder.add(Played(bout, (), (-1.0, 1.0) if bout.swapped else (1.0, -1.0)))
    return ladder


def test_who_wins_stands_higher() -> None:
    rungs = climbed(games=10, n=50).rungs()
    assert [rung.name for rung in rungs] == NAMES
    values = [rung.rating.value for rung in rungs]
    assert values[0] == 0
    assert sorted(values) == values
    assert len(set(values)) == 4
    assert [rung.games for rung in rungs] == [20, 30, 30, 20]
    steps = [rung.step for rung in rungs]
    assert steps[0] is None
    above = [step.value for step in steps if step]
    assert above == pytest.approx([b - a for a, b in pairwise(values)])


def test_a_ladder_that_was_left_has_the_rungs_that_were_reached() -> None:
    assert [rung.name for rung in climbed(games=10, n=0).rungs()] == NAMES[:1]
    assert [rung.name for rung in climbed(games=10, n=1).rungs()] == NAMES[:1]
    assert [rung.name for rung in climbed(games=10, n=2).rungs()] == NAMES[:2]
    assert [rung.name for rung in climbed(games=10, n=11).rungs()] == NAMES
