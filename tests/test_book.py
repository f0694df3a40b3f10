"""Opening books: symmetric positions count as one, and files are small and read back."""

import random

import pytest

from tablier import Position, game, games
from tablier.book import LARGEST_FILE, PLIES, Book, key, symmetric


def played(start: Position, dice: random.Random, n: int) -> tuple[str, ...]:
    position = start
    for _ in range(n):
        if position.legal_moves:
            position = position.play(dice.choice(position.legal_moves))
    return position.moves


@pytest.mark.parametrize("name", games())
def test_a_game_seen_from_any_side_is_the_same_game(name: str) -> None:
    chosen = game(name)
    start, dice = chosen.start(), random.Random(3)
    tokens = played(start, dice, 4)
    payoffs = (1.0, *((-1.0 / (chosen.players - 1),) * (chosen.players - 1)))
    for way in chosen.symmetries:
        book = Book(name)
        book.add(start, tokens, payoffs)
        names = chosen.notation.TOKENS
        turned = [names[int(way.actions[chosen.actions[token]])] for token in tokens]
        seats = [payoffs[list(way.seats).index(seat)] for seat in range(chosen.players)]
        book.add(way.position(start), turned, seats)
        position = start
        for token in tokens:
            (move,) = book.moves(position)
            assert (move.games, move.share(0)) == (2, 1.0)
            after = {symmetric(position.play(each)).position for each in (token, move.token)}
            assert len(after) == 1
            position = position.play(token)


@pytest.mark.one_game
def test_all_sides_of_a_book_are_told() -> None:
    start = game("mole-hill").start()
    book = Book("mole-hill")
    book.add(start, ("a1", "a1|b1", "a2"), (1.0, -1.0))
    told = dict(book.images())
    assert [move.token for move in told[start]] == ["a1"]
    for corner, rod in (("a1", "a1|b1"), ("i1", "h1|i1"), ("a7", "a7|b7"), ("i7", "h7|i7")):
        assert [move.token for move in told[start.play(corner)]] == [rod]
    assert len(told) == 1 + 4 + 4
    assert len({key(position) for position in told}) == len(told)


@pytest.mark.one_game
def test_only_the_opening_of_a_game_is_counted() -> None:
    start = game("mole-hill").start()
    tokens = played(start, random.Random(2), PLIES + 1)
    book = Book("mole-hill")
    book.add(start, tokens, (0.0, 0.0))
    assert len(list(book.moves(start.play_all(tokens[: PLIES - 1])))) == 1
    assert book.moves(start.play_all(tokens[:PLIES])) == []


@pytest.mark.one_game
def test_a_file_has_what_was_played_most_and_is_read_back() -> None:
    start, dice = game("mole-hill").start(), random.Random(1)
    book = Book("mole-hill", source="a test")
    for _ in range(12):
        book.add(start, played(start, dice, 6), (0.0, 0.0))
    data = book.write(least=1)
    assert Book.read(data).write(least=1) == data
    again = Book.read(data)
    assert (again.games, again.moves(start)) == (12, book.moves(start))
    small = book.write(largest=600, least=1)
    assert len(small) <= 600
    most = book.moves(start)[0]
    assert Book.read(small).moves(start)[0] == most
    both = again.merged(again)
    assert (both.games, both.moves(start)[0].games) == (24, 2 * most.games)


@pytest.mark.parametrize("name", games())
def test_the_book_of_a_game_is_small_and_legal(name: str) -> None:
    book = Book.of(name)  # every move is played as it is read
    assert len(book.write()) <= LARGEST_FILE
    moves = book.moves(game(name).start())
    assert bool(moves) == (book.games > 0)
    assert all(move.token in game(name).start().legal_moves for move in moves)
