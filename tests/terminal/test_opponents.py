"""Against the computer, line by line: its seats, its moves, hints, and what a record remembers."""

from pathlib import Path

import pytest
from tests.terminal.conftest import Run

from tablier import Record, game
from tablier.terminal.session.opponents import PEOPLE, Opponents, opponents_in


def test_the_computer_answers_and_says_what_it_played(run: Run, kept: Path) -> None:
    said = run("play", "mole-hill", "--level", "1", "--plain", lines=("e4", "quit"))
    record = Record.read(kept.read_text())
    assert said.code == 0
    assert record.tokens[0] == "e4"
    assert len(record.tokens) == 2
    assert f"The computer plays {record.tokens[1]}." in said.out
    assert record.tags == {"Player2": "level:1"}


def test_the_computer_begins_if_one_takes_the_second_seat(run: Run, kept: Path) -> None:
    run("play", "mole-hill", "--level", "1", "--seat", "2", lines=("a1|a2", "quit"))
    tokens = Record.read(kept.read_text()).tokens
    assert tokens[1] == "a1|a2"
    assert len(tokens) == 3


def test_undo_leads_back_to_ones_own_turn_and_redo_forth(run: Run) -> None:
    lines = ("e4", "undo", "position", "redo", "undo", "undo", "quit")
    said = run("play", "mole-hill", "--level", "1", lines=lines)
    assert "> position\n- - m 1 -\n" in said.out
    assert said.out.count("The computer plays") == 2
    assert "There is no move to undo." in said.out


def test_a_resumed_game_remembers_the_computer(run: Run, kept: Path) -> None:
    run("play", "mole-hill", "--level", "2", lines=("e4", "quit"))
    before = Record.read(kept.read_text())
    moves = before.end.legal_moves
    run("play", "mole-hill", "--resume", lines=(moves[0], "quit"))
    after = Record.read(kept.read_text())
    assert len(after.tokens) == len(before.tokens) + 2
    assert after.tags == before.tags == {"Player2": "level:2"}


def test_a_hint_names_a_legal_move(run: Run) -> None:
    said = run("play", "mole-hill", "--position", "c4,b3,a2,b2,b1 c4|c5 m 2 9", lines=("hint",))
    token = said.out.split("Suggested move: ")[1].split(",")[0]
    assert token in game("mole-hill").position("c4,b3,a2,b2,b1 c4|c5 m 2 9").legal_moves


def test_no_hint_after_the_end(run: Run) -> None:
    place = ("--position", "c4,b3,a2,b2,b1 c4|c5 m 2 9")
    said = run("play", "mole-hill", *place, lines=("a1", "hint", "quit"))
    assert "The game is over; there is no move to choose." in said.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--level", "11"), "There is no level 11; the levels are 1 to 10."),
        (("--level", "0"), "There is no level 0; the levels are 1 to 10."),
        (("--level", "x"), "--level takes a whole number, not ‘x’."),
        (("--seat", "1"), "--seat works only with --level."),
        (("--level", "1", "--seat", "3"), "--seat takes a whole number from 1 to 2, not ‘3’."),
    ],
)
def test_wishes_that_cannot_be_had(run: Run, words: tuple[str, ...], sentence: str) -> None:
    said = run("play", "mole-hill", *words)
    assert (said.code, said.err) == (2, f"{sentence}\n")


@pytest.mark.parametrize(
    ("names", "opponents"),
    [
        ({}, PEOPLE),
        ({"Player1": "Anna", "Player2": "level:7"}, Opponents(frozenset({1}), 7)),
        ({"Player1": "level:3", "Player2": "level:4"}, PEOPLE),
        ({"Player2": "level:99"}, PEOPLE),
    ],
)
def test_who_sat_there(names: dict[str, str], opponents: Opponents) -> None:
    assert opponents_in(Record(game("mole-hill").start(), tags=names)) == opponents
