"""Settings of a training: given, of the game, or the usual ones."""

import pytest

import tablier
from tablier.game import Game
from tablier.training.settings import Settings, settings_for

pytestmark = pytest.mark.one_game


def test_a_game_says_what_suits_it(four: Game) -> None:
    assert settings_for(four, workers=3) == Settings(workers=3)
    suited = settings_for(tablier.game("moguli"), workers=3)
    assert (suited.workers, suited.first, suited.full) == (3, 8, 1.0)
    assert suited.habits.full == 1.0
    assert settings_for(tablier.game("moguli"), first=2, full=0.5) == Settings(first=2, full=0.5)
