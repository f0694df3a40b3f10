"""The ladders that come with the games are what `tablier ladder` wrote, and levels rise on them."""

import json
from importlib.resources import files

import pytest

import tablier
from tablier.search.levels import LEVELS, rating

GAMES = [tablier.game(name) for name in tablier.games()]
RATED = [game for game in GAMES if files(game.package).joinpath("ladder.json").is_file()]


@pytest.mark.parametrize("game", RATED, ids=lambda game: game.name)
def test_a_ladder_says_where_it_comes_from(game: tablier.Game) -> None:
    ladder = json.loads(files(game.package).joinpath("ladder.json").read_text("utf-8"))
    assert (ladder["game"], ladder["options"]) == (game.name, dict(game.options))
    assert ladder["date"] >= "2026-11-15"
    assert all(line.startswith(f"tablier ladder {game.name} ") for line in ladder["commands"])
    assert ladder["entrants"][0] == {**ladder["entrants"][0], "name": "random", "rating": 0.0}


@pytest.mark.parametrize("game", RATED, ids=lambda game: game.name)
def test_who_sees_more_is_rated_higher(game: tablier.Game) -> None:
    ratings = [rating(game, level) for level in range(1, len(LEVELS) + 1)]
    known = [found for found in ratings if found is not None]
    assert known == ratings
    assert known == sorted(known)
    assert known[0] < 1000 < known[-1] - known[0]
