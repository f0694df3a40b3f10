"""Levels: a game has its own or those of all; its ladder is measured, and levels rise on it."""

import json
from collections.abc import Sequence
from importlib.resources import files

import pytest

import tablier
from tablier import nets
from tablier.arena.ratings import Result, steps
from tablier.arena.score import Estimate
from tablier.game import all_options
from tablier.search import levels
from tablier.search.levels import (
    LEVELS,
    SWING,
    FoundLevels,
    Level,
    between,
    form,
    levels_of,
    on_the_day,
    rating,
)

GAMES = [tablier.game(name) for name in tablier.games()]
RATED = [game for game in GAMES if files(game.package).joinpath("ladder.json").is_file()]
OWN = {game.name: own for game in GAMES if (own := levels._own(game.package))}
MOLE_HILL = tablier.game("mole-hill")
PLAIN = tablier.game("mole-hill", centre_start="plain")
LEAST, MOST = 100, 300  # Elo from a level to the next
FEW_GAMES = 20  # of a level with the one below
FEW = tuple(Level(n) for n in range(2, 12))


@pytest.mark.parametrize("game", RATED, ids=lambda game: game.name)
def test_a_ladder_says_where_it_comes_from(game: tablier.Game) -> None:
    ladder = json.loads(files(game.package).joinpath("ladder.json").read_text("utf-8"))
    assert ladder["game"] == game.name
    assert all_options(game.package, ladder["options"]) == game.options
    assert ladder["date"] >= "2026-11-15"
    assert all(line.startswith(f"tablier ladder {game.name} ") for line in ladder["commands"])
    assert ladder["entrants"][0] == {**ladder["entrants"][0], "name": "random", "rating": 0.0}


@pytest.mark.parametrize("game", RATED, ids=lambda game: game.name)
def test_who_sees_more_is_rated_higher(game: tablier.Game) -> None:
    ratings = [rating(game, level) for level in range(1, len(LEVELS) + 1)]
    known = [found for found in ratings if found is not None]
    assert known == ratings
    assert known == sorted(known)
    assert known[-1] - known[0] > 1000


@pytest.mark.parametrize("game", RATED, ids=lambda game: game.name)
def test_levels_are_100_to_300_apart(game: tablier.Game) -> None:
    ladder = json.loads(files(game.package).joinpath("ladder.json").read_text("utf-8"))
    results = [Result(**each) for each in ladder["results"]]
    names = [f"level:{level}" for level in range(1, len(LEVELS) + 1)]
    games = {(each.first, each.second): each.games for each in results}
    known = {
        i: (step, games[names[i - 1], names[i - 2]])
        for i, step in enumerate(steps(results, names), 2)
    }
    assert {i: step for i, step in known.items() if not is_apart(*step)} == {}


def is_apart(step: Estimate, games: int) -> bool:
    """Is it 100 to 300 by its estimate, or, after a few games, by its interval?"""
    if games < FEW_GAMES:
        return step.low <= MOST and step.high >= LEAST
    return LEAST <= round(step.value) <= MOST


def rises(chosen: Sequence[Level]) -> bool:
    """Does no level look at less, see less at first sight, or choose more softly than the last?"""
    ordered = [(each.simulations, each.insight, -each.softness) for each in chosen]
    return all(list(column) == sorted(column) for column in zip(*ordered, strict=True))


def test_levels_see_more_and_more_and_only_the_last_has_a_time() -> None:
    for chosen in (LEVELS, *(own.levels for own in OWN.values())):
        assert len(set(chosen)) == len(LEVELS)
        assert rises(chosen)
        assert chosen[-1] == LEVELS[-1]
        assert {each.seconds for each in chosen[:-1]} == {None}


@pytest.mark.parametrize(
    "game", [game for game in GAMES if game.name in OWN], ids=lambda game: game.name
)
def test_levels_of_a_game_say_where_they_come_from(game: tablier.Game) -> None:
    own = OWN[game.name]
    assert own.game == game.name
    assert all_options(game.package, own.options) == game.options
    assert own.command.startswith(f"tablier levels {game.name} ")


def own_levels(monkeypatch: pytest.MonkeyPatch, has_net: bool) -> None:
    """Give Mole Hill levels of its own, found with a net or without; its net knows the defaults."""
    found = FoundLevels("mole-hill", {}, has_net, "2026-11-16", "tablier levels mole-hill", FEW)
    monkeypatch.setattr(levels, "_own", lambda _: found)
    monkeypatch.setattr(nets, "net_of", lambda game: "net" if game == MOLE_HILL else None)


def test_levels_found_with_a_net_are_for_players_with_one(monkeypatch: pytest.MonkeyPatch) -> None:
    own_levels(monkeypatch, has_net=True)
    assert (levels_of(MOLE_HILL), levels_of(PLAIN)) == (FEW, LEVELS)
    assert tablier.player(MOLE_HILL, level=3).simulations == FEW[2].simulations
    assert tablier.player(PLAIN, level=3).simulations == LEVELS[2].simulations


def test_levels_found_without_a_net_are_for_players_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own_levels(monkeypatch, has_net=False)
    assert (levels_of(MOLE_HILL), levels_of(PLAIN)) == (LEVELS, FEW)


def test_a_game_without_levels_of_its_own_has_those_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "_own", lambda _: None)
    assert levels_of(MOLE_HILL) == LEVELS


def test_no_rating_is_told_for_options_that_nobody_measured() -> None:
    assert rating(MOLE_HILL, 3) is not None
    assert rating(PLAIN, 3) is None


def test_days_are_good_and_bad_alike_and_the_seed_0_has_a_usual_one() -> None:
    forms = sorted(form(seed) for seed in range(1000))
    assert form(0) == 0
    assert all(abs(forms[i] - (-1 + i / 500)) < 0.01 for i in range(1000))
    assert form(2**64 + 5) == form(5)


def test_on_a_bad_day_a_level_plays_as_the_one_below_and_on_a_good_one_as_the_one_above() -> None:
    a_level = 1 / SWING
    for level in range(2, len(LEVELS) - 1):
        days = [on_the_day(LEVELS, level, part * a_level) for part in (-1, -0.5, 0, 0.5, 1)]
        assert days[::2] == list(LEVELS[level - 2 : level + 1])
        assert rises(days)


def test_the_first_has_no_worse_days_the_last_but_one_no_better_and_the_last_is_itself() -> None:
    bad, usual, good = days = (-1 / SWING, 0, 1 / SWING)
    assert on_the_day(LEVELS, 1, bad) == on_the_day(LEVELS, 1, usual) == LEVELS[0]
    assert on_the_day(LEVELS, 9, good) == on_the_day(LEVELS, 9, usual) == LEVELS[8]
    assert (on_the_day(LEVELS, 1, good), on_the_day(LEVELS, 9, bad)) == (LEVELS[1], LEVELS[7])
    assert {on_the_day(LEVELS, 10, day) for day in days} == {LEVELS[9]}


def test_a_player_has_the_form_of_its_seed() -> None:
    good = max(range(100), key=form)
    usual, better = (tablier.player(PLAIN, level=4, seed=seed) for seed in (0, good))
    assert usual.simulations == levels_of(PLAIN)[3].simulations
    assert (better.simulations or 0) > (usual.simulations or 0)


def test_halfway_between_two_levels() -> None:
    half = between(Level(100, insight=0.4, softness=0.8), Level(400, softness=0.2), 0.5)
    assert half == Level(200, insight=0.7, softness=0.5)
    assert between(Level(1_000), Level(2_000), 0.3).simulations == 1_200
