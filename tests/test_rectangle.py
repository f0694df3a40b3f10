"""Boards of squares: as numbers for rules, as names and rows for people, as shapes and letters."""

from itertools import product

import pytest
from tests.games.contract_of_drawing import corners, holds

from tablier.frame import Cells, Frame
from tablier.portable import rule
from tablier.rectangle import DIAGONAL, OFF, ORTHOGONAL, Rectangle
from tablier.rows import read_rows, write_rows
from tablier.texts import LANGUAGES, Sentence, say

pytestmark = pytest.mark.one_game

LARGE = Rectangle(columns=11, rows=10)  # more squares than a number has bits
NEAR = LARGE.neighbours()


def test_squares_are_numbered_up_the_columns() -> None:
    assert LARGE.names[:2] == ("a1", "a2")
    assert LARGE.names[9:11] == ("a10", "b1")
    assert [LARGE.numbers[name] for name in LARGE.names] == list(range(110))
    assert all(LARGE.square(*LARGE.place(square)) == square for square in range(110))


def test_there_is_nothing_outside() -> None:
    outside = [(-1, 0), (0, -1), (11, 0), (0, 10)]
    assert [LARGE.square(*place) for place in outside] == [OFF] * 4


def test_columns_without_a_letter_are_refused() -> None:
    with pytest.raises(ValueError, match="27 do not fit"):
        Rectangle(27, 2)


def test_neighbours_are_one_step_away() -> None:
    near = LARGE.neighbours((*ORTHOGONAL, *DIAGONAL))
    for square, other in product(range(len(LARGE)), repeat=2):
        (column, row), (to_column, to_row) = LARGE.place(square), LARGE.place(other)
        steps = abs(to_column - column) + abs(to_row - row)
        apart = max(abs(to_column - column), abs(to_row - row))
        assert (other in near[square, :4]) == (steps == 1)
        assert (other in near[square, 4:]) == (apart == 1 and steps == 2)


@rule
def farthest(square: int, way: int) -> int:
    """The last square on that way."""
    while NEAR[square, way] != OFF:
        square = int(NEAR[square, way])
    return square


def test_compiled_rules_follow_neighbours_to_the_rim() -> None:
    ends = [LARGE.names[farthest(LARGE.numbers["d4"], way)] for way in range(4)]
    assert ends == ["d10", "k4", "d1", "a4"]


def test_rows_are_read_as_they_are_written() -> None:
    signs = "".join("wb."[(square * square) % 3] for square in range(len(LARGE)))
    text = write_rows(LARGE, signs)
    assert text.split("/")[0] == signs[9::10]
    assert read_rows(LARGE, text, "wb.", "4.2") == signs


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ab/ab", "The board has 3 rows with a slash between; here are 2 (§4.2)."),
        ("ab/a/ab", "Row 2 has 2 squares; here are 1 (§4.2)."),
        ("ab/ax/ab", "‘x’ on b2 is not one of a b (§4.2)."),
    ],
)
def test_wrong_rows_are_refused_with_a_sentence(text: str, words: str) -> None:
    said = read_rows(Rectangle(2, 3), text, "ab", "4.2")
    assert isinstance(said, Sentence)
    assert say(said) == words
    assert len({say(said, lang) for lang in LANGUAGES}) == len(LANGUAGES)


def test_a_click_on_a_square_means_it_alone() -> None:
    frame = Frame(Rectangle(4, 3), border=0.6)
    areas = {spot.id: corners(spot) for spot in frame.spots()}
    for spot in frame.spots():
        assert [name for name, area in areas.items() if holds(area, spot)] == [spot.id]
        assert (spot.x, spot.y) == frame.middle(frame.squares.numbers[spot.id])


def test_letters_lie_where_the_text_has_the_signs() -> None:
    cells = Cells(LARGE)
    signs = [chr(ord("A") + square % 26) for square in range(len(LARGE))]
    lines = cells.text(signs, "below").splitlines()
    letters = cells.letters(["#000 on #fff", "#fff on #000"], "#fff", "bold", {})
    assert len({len(line) for line in lines}) == 1
    for square, name in enumerate(LARGE.names):
        (place,) = letters.places[name]
        held = lines[place.line][place.column : place.column + place.width]
        assert held.strip() == signs[square]
    assert letters.places["a1"][0].style == letters.places["b2"][0].style == "#000 on #fff"
    assert lines[-2].split() == list("abcdefghijk")
