"""Calibration: where on the path of players the levels stand."""

import pytest

from tablier import Player, game
from tablier.arena import calibration
from tablier.arena.calibration import PATH, STEPS, WIDEST, entrant_of, levels_from, path_ladder
from tablier.search.levels import LEVELS, Level, between

pytestmark = pytest.mark.one_game


def rated(step: float) -> dict[str, float]:
    """Ratings of the players of the path, each so far above the last."""
    return {str(entrant_of(level)): 100 + i * step for i, level in enumerate(PATH)}


def test_an_entrant_plays_as_the_level_does() -> None:
    player = entrant_of(Level(40, insight=0.3, softness=0.2)).new_player(game("mole-hill"), 0)
    assert isinstance(player, Player)
    assert (player.simulations, player.way.insight, player.softness) == (40, 0.3, 0.2)


def test_the_path_begins_with_the_random_player_and_ends_with_the_best() -> None:
    names = [str(each) for each in path_ladder().entrants]
    assert (names[0], names[-1]) == ("random", "seconds:2.0")
    assert len(set(names)) == len(PATH) + 1


def test_levels_are_from_the_gentlest_player_to_the_best() -> None:
    found = levels_from(rated(step=sum(STEPS) * 100 / (len(PATH) - 1)))
    assert (found[0], found[-1], len(found)) == (PATH[0], PATH[-1], len(LEVELS))


def as_far_apart_as_levels(step: float) -> dict[str, float]:
    """Ratings of the path whose last players are as far apart as levels, times `step`."""
    below = [sum(STEPS[i:]) for i in range(len(LEVELS))]
    far = [below[0] + 1.0 * i for i in range(len(PATH) - len(LEVELS), 0, -1)]
    return {str(entrant_of(PATH[i])): -step * n for i, n in enumerate([*far, *below])}


def test_where_players_of_the_path_are_as_far_apart_as_levels_they_are_levels() -> None:
    assert levels_from(as_far_apart_as_levels(WIDEST)) == PATH[-len(LEVELS) :]


def test_where_the_best_is_too_far_above_the_gentlest_that_one_is_no_level() -> None:
    wide, narrow = (levels_from(as_far_apart_as_levels(n * WIDEST)) for n in (2.0, 1.0))
    assert wide[0].simulations > narrow[0].simulations
    assert wide[-1] == narrow[-1]


def test_where_the_path_ends_too_far_below_the_best_it_goes_on_for_a_bit() -> None:
    ratings = rated(step=100.0)
    ratings["seconds:2.0"] += 2 * WIDEST
    *_, found, best = levels_from(ratings)
    assert found == between(PATH[-3], PATH[-2], 2.0)
    assert PATH[-2].simulations < found.simulations < best.simulations


def test_a_player_that_is_rated_below_a_gentler_one_leads_nowhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(calibration, "PATH", PATH[:5])
    ratings = (0.0, 300.0, 200.0, 600.0, 900.0)
    found = levels_from({str(entrant_of(PATH[i])): ratings[i] for i in range(5)})
    assert [each.insight for each in found] == sorted(each.insight for each in found)
