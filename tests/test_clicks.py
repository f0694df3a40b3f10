"""Click paths, walked: steps, new beginnings, steps back, and why not."""

import random

import pytest

from tablier import game
from tablier.clicks import Clicks, clicks_of, why_not
from tablier.games import games

CHAIN = game("chain-reaction").start()


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


def test_a_click_on_another_beginning_begins_anew() -> None:
    assert clicks_of(CHAIN).add("c3").add("e3").made == ("e3",)


def test_the_same_click_twice_takes_it_back() -> None:
    assert clicks_of(CHAIN).add("c3").add("c3").made == ()


def test_what_all_moves_have_in_common_is_given() -> None:
    clicks = Clicks({("hand", "a1"): "@a1", ("hand", "a2"): "@a2"})
    assert clicks.given == ("hand",)
    assert Clicks({("a", "b"): "ab"}).given == ("a",)
    assert Clicks({}).given == ()


def test_what_is_given_is_not_taken_back() -> None:
    clicks = Clicks({("hand", "a1"): "@a1", ("hand", "a2"): "@a2"}, ("hand",))
    assert clicks.back().made == ("hand",)


def test_clicks_that_lead_nowhere_are_explained() -> None:
    clicks = clicks_of(CHAIN).add("c3").add("g8")
    assert clicks.leads_nowhere
    assert why_not(CHAIN, ("c3", "c8")).said.key == "no_such_clicks"
    assert why_not(CHAIN, ("c8", "c7")).clause
    assert why_not(CHAIN, ("c3", "c4")).said.key == "is_legal"
