"""Click paths, walked: steps, new beginnings, steps back, and why not."""

import json
import random
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from tablier import game
from tablier.clicks import Clicks, clicks_of, why_not
from tablier.games import games

CHAIN = game("chain-reaction").start()
Case = dict[str, Any]
# The browser does the same: frontend/tests/clicks.test.ts reads the same cases.
CASES: list[Case] = json.loads((Path(__file__).parent / "cases/clicks.json").read_text("utf-8"))


@pytest.mark.parametrize("name", games())
def test_every_move_can_be_clicked(name: str) -> None:
    dice, position = random.Random(5), game(name).start(5)
    for _ in range(30):
        clicks = clicks_of(position)
        if not clicks.tokens:
            break
        path, token = dice.choice(list(clicks.tokens.items()))
        assert path[: len(clicks.made)] == clicks.made
        for spot in path[len(clicks.made) :]:
            assert spot in clicks.ahead
            clicks = clicks.add(spot)
        assert clicks.token == token
        position = position.play(token)


@pytest.mark.parametrize("case", CASES, ids=[case["what"] for case in CASES])
def test_clicks_become_moves(case: Case) -> None:
    clicks = Clicks({tuple(path): token for token, path in case["moves"].items()})
    clicks = reduce(Clicks.add, case["clicks"], replace(clicks, made=clicks.given))
    if "nowhere" in case:
        assert clicks.leads_nowhere
        assert list(clicks.made) == case["nowhere"]
    elif case["token"]:
        assert clicks.token == case["token"]
    else:
        assert (list(clicks.made), clicks.ahead, clicks.token) == (case["path"], case["next"], "")


def test_clicks_that_lead_nowhere_are_explained() -> None:
    clicks = clicks_of(CHAIN).add("c3").add("g8")
    assert clicks.leads_nowhere
    assert why_not(CHAIN, ("c3", "c8")).said.key == "no_such_clicks"
    assert why_not(CHAIN, ("c8", "c7")).clause
    assert why_not(CHAIN, ("c3", "c4")).said.key == "is_legal"
