"""What there was of Moguli before the option `obligation`, and before version 2 of its rules."""

import hashlib
from importlib.resources import files
from pathlib import Path

import pytest
from tests.games.moguli.setting import TUNNEL, board, game

from tablier import BadRecord, Record
from tablier.game import all_options, options_text
from tablier.nets import net_of
from tablier.puzzle import puzzle
from tablier.search.levels import rating
from tablier.terminal.commands.ladder import read_ladder
from tablier.texts import Refusal
from tablier.training.folder import State, open_folder

THIRD = game(obligation="third_home")
USUAL = "compulsory=off new_start_row=off cylinder=off standstill=20 turn_limit=400"
PUZZLES = 220
SIX_TURNS = """[Game "moguli"]
[RulesVersion "1"]
[Options "compulsory=off new_start_row=off cylinder=off turn_limit=400"]
[Setup "{setup}"]

pass pass 0-1
"""
"""A game of version 1: whoever could move passed, and the sixth turn in a row ended it."""


def test_records_name_the_standstill_and_the_obligation_only_if_it_is_another() -> None:
    record = Record(game().start(3), ("pass",), seed=3)
    assert f'[Options "{USUAL}"]' in str(record)
    assert Record.read(str(record)) == record
    assert options_text(THIRD) == USUAL.replace("turn", "obligation=third_home turn")
    assert Record.read(str(Record(THIRD.start(3)))).game == THIRD


def test_records_of_version_1_end_after_six_turns_without_a_move() -> None:
    """§7.5 Whatever the reason, as they did."""
    setup = board(TUNNEL, "a2", "b2 c1", still=4)
    record = Record.read(SIX_TURNS.format(setup=setup))
    assert record.game == game(standstill=6)
    outcome = record.end.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.payoffs) == ("still_wins", (-1, 1))
    again = str(record)
    assert '[RulesVersion "2"]' in again
    assert "standstill=6" in again
    assert Record.read(again) == record


def test_a_record_that_the_compulsory_move_forbids_is_refused_with_a_sentence() -> None:
    """§2.3 Version 1 let a due pawn move be rotated away."""
    setup = board(TUNNEL, "a2 b2", compulsory=True)
    text = SIX_TURNS.replace("compulsory=off", "compulsory=on").replace("pass pass 0-1", "b2+1 *")
    with pytest.raises(BadRecord, match=r"After b2\+1 no pawn could move") as refused:
        Record.read(text.format(setup=setup))
    assert (refused.value.line, refused.value.token) == (6, "b2+1")


def test_versions_that_never_were_are_refused() -> None:
    for version in ("0", "3", "01", "one"):
        text = SIX_TURNS.replace('"1"', f'"{version}"').format(setup=board({}))
        with pytest.raises(BadRecord, match=f"version {version} of the rules; this is version 2"):
            Record.read(text)


def test_puzzles_have_the_ids_that_they_had() -> None:
    """Links and solved marks know them."""
    ids = [puzzle("moguli", number).id for number in range(1, PUZZLES + 1)]
    assert ids[:2] == ["799d9f55", "477c8280"]
    assert hashlib.sha256(" ".join(ids).encode()).hexdigest().startswith("6ea0d5e328fc6455")


def test_the_net_plays_games_with_every_option() -> None:
    assert net_of(game()) is not None
    assert net_of(THIRD) is not None
    assert net_of(game(standstill=6)) is not None
    assert net_of(game(standstill=21)) is None


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
    begun = State("moguli", 2, older, 0, 200)
    open_folder(tmp_path / "t", game(), begun, resume=False)
    usual, third = (State("moguli", 2, dict(each.options), 0, 200) for each in (game(), THIRD))
    assert open_folder(tmp_path / "t", game(), usual, resume=True)[1] == begun
    with pytest.raises(Refusal):
        open_folder(tmp_path / "t", THIRD, third, resume=True)
