"""How puzzles are found: positions near an end, books that answer every move, all levels."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

import tablier
from tablier.arena.match import Halted
from tablier.arena.pool import imap
from tablier.arena.puzzle_finder import (
    Source,
    confirmed,
    curtailed,
    hardest,
    own_moves,
    spread,
    write_book,
)
from tablier.position import Position
from tablier.puzzle import Page
from tablier.search.prover import Prover

pytestmark = pytest.mark.one_game

NAME = "chain-reaction"
SOURCES = [Source(tablier.game(NAME), seed, (2, 3), 2, 500, (2,)) for seed in range(3)]


def turns(position: Position) -> int:
    """The turns that are played, which its text tells last."""
    return int(str(position).split()[-1])


def some_game() -> list[Position]:
    dice, positions = random.Random(3), [tablier.game(NAME).start()]
    for _ in range(40):
        positions.append(positions[-1].play(dice.choice(positions[-1].legal_moves)))
    return positions


@pytest.mark.parametrize("left", [1, 2, 3])
def test_a_game_can_be_made_to_end_after_so_many_turns(left: int) -> None:
    position = next(each for each in some_game() if turns(each) == 7)
    ending = curtailed(position, left)
    assert ending is not None
    assert str(ending) == str(position)
    assert ending.game.options["turn_limit"] == 7 + left
    dice = random.Random(left)
    while ending.legal_moves:
        ending = ending.play(dice.choice(ending.legal_moves))
    assert turns(ending) == 7 + left


def test_in_the_middle_of_a_turn_no_limit_is_set() -> None:
    positions = some_game()
    middle = next(here for before, here in pairwise(positions) if turns(before) == turns(here) > 3)
    assert curtailed(middle, 2) is None


def test_the_number_of_processes_changes_nothing() -> None:
    alone = list(imap(hardest, SOURCES, 1))
    assert any(alone)
    assert all(each is None or 1 <= each.level <= 10 for each in alone)
    assert list(imap(hardest, SOURCES, 2)) == alone


def test_a_search_that_is_stopped_finds_nothing() -> None:
    with pytest.raises(Halted):
        hardest(SOURCES[0], lambda: True)


def test_what_is_found_is_from_all_levels_and_in_order() -> None:
    one = tablier.puzzles(NAME)[0]
    found = [replace(one, level=level, number=0) for level in (5, 1, 1, 1, 1, 8, 5)]
    some = spread(found, 4)
    assert [each.level for each in some] == [1, 5, 5, 8]
    assert [each.number for each in some] == [1, 2, 3, 4]


def test_a_book_is_written_anew_as_it_is() -> None:
    one = tablier.puzzles(NAME)[0]
    book = write_book(Prover(one.game), one.position)
    assert book is not None
    assert {key: set(page.right) for key, page in book.items()} == {
        key: set(page.right) for key, page in one.book.items()
    }
    assert own_moves(book) == one.moves


def test_a_position_that_several_moves_win_is_no_puzzle() -> None:
    """The mole has its 22nd hill to make, on one of five squares, and leads already."""
    trail = "a1,a2,a3,a4,a5,a6,a7,b7,b6,b5,b4,b3,b2,b1,c1,c2,c3,c4,c5,d4,e5"
    won = tablier.game("mole-hill").position(f"{trail} - m 2 0")
    prover = Prover(won.game)
    assert all(prover.wins(won.play(token), won.turn) for token in won.legal_moves)
    assert len(won.legal_moves) > 1
    assert write_book(prover, won) is None


def test_a_false_book_is_not_confirmed() -> None:
    one = tablier.puzzles(NAME)[0]
    prover = Prover(one.game)
    assert prover.wins(one.position, one.seat)
    book = write_book(prover, one.position)
    assert book is not None
    assert confirmed(replace(one, book=book), prover)
    wrong = next(move for move in one.position.legal_moves if move not in book[""].right)
    false = Page({**book[""].right, wrong: ""}, book[""].wrong)
    assert not confirmed(replace(one, book={**book, "": false}), prover)
