"""The option `obligation` came later: what there was of other games before it is as it was."""

import hashlib
import random
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from tests.games.moguli.players import play_on, random_position
from tests.games.moguli.setting import game

from tablier import Record
from tablier.game import Value, all_options, options_text
from tablier.games.moguli.rules import STATE
from tablier.nets import net_of
from tablier.puzzle import puzzle
from tablier.search.levels import LEVELS, levels_of, rating
from tablier.terminal.commands.ladder import read_ladder
from tablier.texts import Refusal
from tablier.training.folder import State, open_folder

THIRD = game(obligation="third_home")
OLDER = "compulsory=off new_start_row=off cylinder=off turn_limit=400"
PUZZLES = 220
BEFORE = np.dtype(
    [
        *[(name, "u8") for name in ("north", "east", "plain")],
        ("pawns", "u8", 2),
        *[(name, "u8") for name in ("barred", "turned")],
        ("ends", "u8", 5),
        *[(name, "<i2") for name in ("turn", "moved", "bonus", "turnings", "still", "phase")],
        *[(name, "<i2") for name in ("played", "ended", "compulsory", "new_start_row")],
        *[(name, "<i2") for name in ("cylinder", "turn_limit")],
    ],
    align=True,
)
"""A state before there was the option."""


@pytest.mark.parametrize("options", [{}, {"cylinder": True}, {"compulsory": True}])
def test_states_have_the_bytes_that_they_had(options: dict[str, Value]) -> None:
    """What levels choose, and how a search grows, is drawn from them."""
    chosen, dice = game(**options), random.Random(3)
    assert STATE.itemsize == BEFORE.itemsize
    for position, _ in play_on(random_position(chosen, dice), dice, zeal=0.8):
        before = np.frombuffer(position.data, BEFORE)[0]
        for name in BEFORE.names or ():
            assert np.array_equal(before[name], position.state[name]), name


def test_records_of_other_games_name_the_options_that_there_were() -> None:
    """So older programs read them, and theirs are read."""
    record = Record(game().start(3), ("pass",), seed=3)
    assert f'[Options "{OLDER}"]' in str(record)
    assert Record.read(str(record)) == record
    assert options_text(THIRD) == OLDER.replace("turn", "obligation=third_home turn")
    assert Record.read(str(Record(THIRD.start(3)))).game == THIRD


def test_puzzles_have_the_ids_that_they_had() -> None:
    """Links and solved marks know them."""
    ids = [puzzle("moguli", number).id for number in range(1, PUZZLES + 1)]
    assert ids[:2] == ["799d9f55", "477c8280"]
    assert hashlib.sha256(" ".join(ids).encode()).hexdigest().startswith("6ea0d5e328fc6455")


def test_the_net_still_plays_other_games_and_leaves_these_alone() -> None:
    assert net_of(game()) is not None
    assert net_of(THIRD) is None
    assert levels_of(THIRD) == LEVELS != levels_of(game())


def test_the_measured_levels_are_those_of_other_games() -> None:
    assert rating(game(), 5) is not None
    assert rating(THIRD, 5) is None


def test_an_earlier_ladder_goes_on_in_the_usual_game_only() -> None:
    path = str(files(game().package).joinpath("ladder.json"))
    assert read_ladder(game(), path).results
    with pytest.raises(Refusal):
        read_ladder(THIRD, path)


def test_an_earlier_training_goes_on_in_the_usual_game_only(tmp_path: Path) -> None:
    older = {name: value for name, value in game().options.items() if name != "obligation"}
    assert all_options(game().package, older) == game().options
    begun = State("moguli", 1, older, 0, 200)
    open_folder(tmp_path / "t", game(), begun, resume=False)
    usual, third = (State("moguli", 1, dict(each.options), 0, 200) for each in (game(), THIRD))
    assert open_folder(tmp_path / "t", game(), usual, resume=True)[1] == begun
    with pytest.raises(Refusal):
        open_folder(tmp_path / "t", THIRD, third, resume=True)
