"""Every puzzle that is shipped: read, won by its solution, and proven anew on all lines."""

import json
from importlib.resources import files
from types import ModuleType
from typing import Any, cast

import numpy as np
import pytest

import tablier
from tablier.kernels.specialise import specialise
from tablier.puzzle import Page, Puzzle, puzzle
from tablier.search import proof
from tablier.search.prover import Prover, exhausted
from tablier.texts import Refusal

pytestmark = pytest.mark.one_game

NAME = "chain-reaction"
GAMES = [name for name in tablier.games() if tablier.puzzles(name)]
MOST_MOVES = 40  # of a line; a puzzle is much shorter
MOST_SEEN = 20_000_000  # positions; the finder itself allows half of that


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_puzzles_from_easy_to_hard(name: str) -> None:
    known = tablier.puzzles(name)
    levels = [each.level for each in known]
    assert levels == sorted(levels)
    assert [each.number for each in known] == list(range(1, len(known) + 1))


def test_there_are_puzzles() -> None:
    assert NAME in GAMES


@pytest.mark.parametrize("name", GAMES)
def test_no_two_puzzles_are_alike(name: str) -> None:
    known = tablier.puzzles(name)
    assert len({each.id for each in known}) == len(known)
    assert len({str(each.position) for each in known}) == len(known)


@pytest.mark.parametrize("name", GAMES)
def test_the_file_says_when_and_how_it_was_made(name: str) -> None:
    made = json.loads(files(tablier.game(name).package).joinpath("puzzles.json").read_text("utf-8"))
    assert made["game"] == name
    assert made["version"] == tablier.game(name).rules.VERSION
    assert made["command"].startswith(f"tablier puzzles {name} --find ")
    assert made["date"] >= "2026-01-01"
    levels = files(tablier.game(name).package).joinpath("levels.json")
    if levels.is_file():  # their difficulties are those of the levels that there are
        assert made.get("rated", made["date"]) >= json.loads(levels.read_text("utf-8"))["date"]


@pytest.mark.parametrize("name", GAMES)
def test_puzzles_are_won_by_their_solutions_and_by_every_way_through_their_books(name: str) -> None:
    for each in tablier.puzzles(name):
        assert each.game.position(str(each.position)) == each.position
        assert len(each.position.legal_moves) >= 3
        assert 1 <= each.level <= 10
        assert each.moves >= 2
        end = each.position.play_all(each.solution()).outcome()
        assert end is not None
        assert end.payoffs[each.seat] == 1
        check_book(each)


def check_book(each: Puzzle) -> None:
    for key, page in each.book.items():
        for token in page.right:
            tried = each.try_(*key.split(), token)
            assert tried.verdict == ("right" if f"{key} {token}".strip() in each.book else "solved")
            if tried.verdict == "solved":
                end = tried.position.outcome()
                assert end is not None
                assert end.payoffs[each.seat] == 1
            else:
                assert tried.position.turn == each.seat


@pytest.mark.parametrize("name", GAMES)
def test_exactly_one_first_move_wins_and_the_books_are_true(name: str) -> None:
    """The second opinion: no memory, no guesses, every line until it is decided."""
    for each in tablier.puzzles(name):
        assert len(each.winning()) == 1
        prove_book(each)


def prove_book(each: Puzzle) -> None:
    left = MOST_SEEN
    for key, page in each.book.items():
        position = each.try_(*key.split()).position
        for token in position.legal_moves:
            wins, seen = exhausted(position.play(token), each.seat, MOST_MOVES, left)
            assert wins is (token in page.right), (key, token)
            left -= seen
    assert left > 0


@pytest.mark.parametrize("name", GAMES)
def test_a_wrong_move_is_answered_and_the_win_is_gone(name: str) -> None:
    for each in tablier.puzzles(name):
        for token in set(each.position.legal_moves) - set(each.winning()):
            tried = each.try_(token)
            assert tried.verdict == "wrong"
            assert exhausted(tried.position, each.seat, MOST_MOVES, MOST_SEEN)[0] is False
            end = tried.position.outcome()
            assert end is not None or tried.position.turn == each.seat


def test_an_illegal_move_is_refused_as_everywhere() -> None:
    first = tablier.puzzles(NAME)[0]
    with pytest.raises(tablier.IllegalMove):
        first.try_("nonsense")


def test_nothing_follows_a_wrong_move() -> None:
    first = tablier.puzzles(NAME)[0]
    wrong = next(move for move in first.position.legal_moves if move not in first.winning())
    with pytest.raises(Refusal, match="decided"):
        first.try_(wrong, wrong)


def test_a_number_that_there_is_not() -> None:
    with pytest.raises(Refusal, match="there is no number 99"):
        puzzle(NAME, 99)


def test_a_page_knows_the_line_of_each_move() -> None:
    page = Page({"a": ""}, {"x y": "b c", "z": "*"})
    assert [page.refutation(token) for token in "bcd"] == ["x y", "x y", "z"]


@pytest.mark.parametrize("name", GAMES)
def test_the_prover_and_all_lines_agree(name: str) -> None:
    """At the positions of the books; there the prover's answer is known to be within reach."""
    prover = Prover(tablier.game(name), effort=100_000)
    for each in tablier.puzzles(name)[:3]:
        for token in each.position.legal_moves[:20]:
            after = each.position.play(token)
            assert (
                prover.wins(after, each.seat)
                is exhausted(after, each.seat, MOST_MOVES, MOST_SEEN)[0]
            )


def test_a_prover_that_may_not_look_far_does_not_guess() -> None:
    start = tablier.game("mole-hill").start()
    assert Prover(start.game, effort=10).wins(start, 0) is None
    assert exhausted(start, 0, 3, 1000)[0] is None


@pytest.mark.parametrize("name", GAMES)
def test_no_two_questions_have_the_same_key(name: str) -> None:
    """What the prover remembers of a position and a seat is found under a hash of both."""
    game = tablier.game(name)
    kernel: Any = specialise(proof, cast(ModuleType, game.rules))
    questions = {
        (after.data, seat)
        for each in tablier.puzzles(name)
        for after in map(each.position.after, each.position.legal_actions)
        for seat in range(2)
    }
    keys = {kernel.hashed(np.frombuffer(data, np.uint64), seat) for data, seat in questions}
    assert len(keys) == len(questions) > 20
