"""Entrants: what their texts mean, and what is not one."""

import pickle

import pytest

from tablier import LANGUAGES, Player, Refusal, game
from tablier.arena.entrants import Entrant, RandomPlayer, entrant
from tablier.search.levels import levels_of
from tablier.search.tree import PLAIN

pytestmark = pytest.mark.one_game

MOLE_HILL = game("mole-hill")
TEXTS = (
    "random",
    "level:5",
    "simulations:2000",
    "seconds:0.5",
    "uct:2000",
    "simulations:2000,knowledge=off,exploration=2.0",
    "level:1,softness=0.0,patience=4",
    "level:10,cpu_time=on",
)


def seated(text: str, seed: int = 7) -> Player:
    player = entrant(text).new_player(MOLE_HILL, seed)
    assert isinstance(player, Player)
    return player


@pytest.mark.parametrize("text", TEXTS)
def test_an_entrant_writes_what_it_reads(text: str) -> None:
    assert str(entrant(text)) == text


@pytest.mark.parametrize("text", TEXTS)
def test_an_entrant_can_travel_to_another_process(text: str) -> None:
    assert pickle.loads(pickle.dumps(entrant(text))) == entrant(text)


def test_a_budget_is_that_of_its_text() -> None:
    assert (seated("simulations:2000").simulations, seated("simulations:2000").seed) == (2000, 7)
    assert seated("seconds:0.5").seconds == 0.5
    assert seated("seconds:1,cpu_time=on").cpu_time
    assert not seated("seconds:1,cpu_time=off").cpu_time
    assert seated("level:5", seed=0).simulations == levels_of(MOLE_HILL)[4].simulations
    assert seated("level:5", seed=0).softness == levels_of(MOLE_HILL)[4].softness


def test_uct_knows_nothing_of_the_game() -> None:
    uct = seated("uct:300")
    assert (uct.simulations, uct.knowledge, uct.plan) == (300, False, PLAIN)


def test_settings_change_what_they_name_and_nothing_else() -> None:
    player = seated("simulations:9,knowledge=off,exploration=2,horizon=30,softness=0.5")
    assert player.plan is not None
    assert (player.plan.exploration, player.plan.horizon) == (2.0, 30)
    assert (player.plan.urgency, player.plan.patience) == (PLAIN.urgency, PLAIN.patience)
    assert (player.softness, player.knowledge) == (0.5, False)


def test_dice_of_one_seed_fall_alike() -> None:
    start = MOLE_HILL.start()
    first, second, other = RandomPlayer(1), RandomPlayer(1), RandomPlayer(2)
    thrown = [first.choose(start) for _ in range(300)]
    assert [second.choose(start) for _ in range(300)] == thrown
    assert [other.choose(start) for _ in range(300)] != thrown


def test_dice_find_every_move() -> None:
    start, dice = MOLE_HILL.start(), RandomPlayer(0)
    assert {dice.choose(start) for _ in range(2000)} == set(start.legal_moves)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "‘’ is not a player; players are random, level:5,"),
        ("me", "‘me’ is not a player;"),
        ("level", "‘level’ is not a player;"),
        ("random:5", "‘random:5’ is not a player;"),
        ("random,softness=1", "‘random,softness=1’ is not a player;"),
        ("level:", "level takes a whole number from 1 to 10, not ‘’."),
        ("level:11", "level takes a whole number from 1 to 10, not ‘11’."),
        ("level:2.5", "level takes a whole number from 1 to 10, not ‘2.5’."),
        ("simulations:0", "simulations takes a whole number from 1 to 1000000000, not ‘0’."),
        ("uct:1e9", "uct takes a whole number from 1 to 1000000000, not ‘1e9’."),
        ("seconds:0", "seconds takes a number from 0.001 to 3600, not ‘0’."),
        ("seconds:nan", "seconds takes a number from 0.001 to 3600, not ‘nan’."),
        ("uct:9,x=1", "A player has no setting ‘x’; it has knowledge, softness, exploration,"),
        ("uct:9,", "A player has no setting ‘’; it has"),
        ("uct:9,knowledge=maybe", "knowledge cannot be ‘maybe’; it can be on, off."),
        ("uct:9,knowledge", "knowledge cannot be ‘’; it can be on, off."),
        ("uct:9,patience=1.5", "patience takes a whole number from 0 to 1000000000, not ‘1.5’."),
        ("uct:9,exploration=x", "exploration takes a number from -1000000000 to 1000000000, not"),
        ("uct:9,patience=1,patience=2", "patience can be given only once."),
    ],
)
def test_what_is_not_an_entrant_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        entrant(text)
    assert str(refused.value).startswith(sentence)
    assert len({refused.value.sentence(lang) for lang in LANGUAGES}) == len(LANGUAGES)


def test_entrants_are_values() -> None:
    assert entrant("level:5") == Entrant("level", 5)
    assert len({entrant("uct:9"), entrant("uct:9"), entrant("uct:8")}) == 2


@pytest.mark.parametrize(
    "text", ["seconds:1.0,net=off", "simulations:20,net=off", "level:5,net=off"]
)
def test_a_player_without_the_net_is_named_so(text: str) -> None:
    found = entrant(text)
    assert str(found) == text
    player = found.new_player(MOLE_HILL, 0)
    assert isinstance(player, Player)
    assert player.net_used is None
    usual = entrant(text.partition(",")[0]).new_player(MOLE_HILL, 0)
    assert isinstance(usual, Player)
    assert usual.net_used is not None
