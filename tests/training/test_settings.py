"""Settings of a training: given, of the game, or the usual ones."""

import random

import pytest

import tablier
from tablier.game import Game
from tablier.kernels.stand_ins import inputs as stand_in
from tablier.nets.kernels import inputs_of, setting_of
from tablier.training.selfplay import drawn_options
from tablier.training.settings import Settings, settings_for

pytestmark = pytest.mark.one_game


def test_a_game_says_what_suits_it(four: Game) -> None:
    assert settings_for(four, workers=3) == Settings(workers=3)
    suited = settings_for(tablier.game("moguli"), workers=3)
    assert (suited.workers, suited.first, suited.full) == (3, 8, 1.0)
    assert suited.selfplay.full == 1.0
    assert settings_for(tablier.game("moguli"), first=2, full=0.5) == Settings(first=2, full=0.5)


@pytest.mark.parametrize("name", ["VARIED", "VALUE_MIX", "TRAINING"])
def test_what_inputs_leave_out_is_as_in_the_stand_in(
    four: Game, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(stand_in, name, {"players": (2, 4)})
    assert setting_of(four, name) == {"players": (2, 4)}
    monkeypatch.setattr(inputs_of(four), name, {"other": (1,)}, raising=False)
    assert setting_of(four, name) == {"other": (1,)}


def test_options_of_self_play_are_drawn_from_those_that_a_game_has() -> None:
    for name in tablier.games():
        game, dice = tablier.game(name), random.Random(name)
        drawn = [drawn_options(game, dice) for _ in range(400)]
        for option, values in setting_of(game, "VARIED").items():
            assert {options[option] for options in drawn} == {*values, game.options[option]}
        assert drawn.count(dict(game.options)) > 200
