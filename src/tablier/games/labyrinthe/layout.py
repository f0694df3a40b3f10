"""The blocks of the board as in layout.txt: parsed, validated and named.

21 lines of 21 signs, the top line is row 21: `.` free, `o` camp, `#` centre, a capital letter for a
square of a block. Squares with the same letter that hang together by their sides are one block; the
blocks of a letter are numbered in reading order (top line first, then left to right) of their first
square, which is the block's anchor. Squares here are (column, row), both from 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from string import ascii_uppercase
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

SIZE = 21
MOST_BLOCKS = 64  # the rules have sets of blocks as bits
FREE, CAMP, MIDDLE = ".", "o", "#"
CENTRE = range(9, 12)  # columns j to l, rows 10 to 12
CAMP_LINES = (0, 1, SIZE - 2, SIZE - 1)  # columns and rows

Square = tuple[int, int]


class BadLayout(ValueError):
    """A text that is not a layout of the game."""


@dataclass(frozen=True)
class Block:
    """A block and the squares it lies on at the start, its anchor first."""

    name: str
    squares: tuple[Square, ...]


def load(checksum: int) -> tuple[Block, ...]:
    """The blocks of layout.txt, which must have this checksum.

    Another layout is another version of the rules: the checksum is in their source, so that their
    VERSION is not forgotten.
    """
    blocks = read(files(__package__).joinpath("layout.txt").read_text("utf-8"))
    found = crc32(repr(blocks).encode())
    for table in tables(blocks):
        found = crc32(table.tobytes(), found)
    if found != checksum:
        raise BadLayout(
            "layout.txt is not the layout that rules.py was written for: "
            f"raise its VERSION and give it the checksum {found:#010x}."
        )
    return blocks


def tables(
    blocks: Sequence[Block],
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint64]]:
    """The first places, the lengths and the shapes of blocks, by axis (rows, columns) and block.

    A shape is a row of lines and an empty one, each with bit k + 1 for its place k, and once more
    32 bits higher.
    """
    spans = [[[*zip(*block.squares, strict=True)][axis] for block in blocks] for axis in (0, 1)]
    places = [[min(span) for span in each] for each in spans]
    lengths = [[max(span) - min(span) + 1 for span in each] for each in spans]
    shapes = [[[0] * (max(map(max, lengths)) + 1) for _ in blocks] for _ in spans]
    for i, block in enumerate(blocks):
        for square in block.squares:
            column, row = square[0] - places[0][i], square[1] - places[1][i]
            shapes[0][i][row] |= (1 + 2**32) << (column + 1)
            shapes[1][i][column] |= (1 + 2**32) << (row + 1)
    return np.array(places, np.int32), np.array(lengths, np.int32), np.array(shapes, np.uint64)


def read(picture: str) -> tuple[Block, ...]:
    """Parse the blocks of a layout, by name: A1, A2, … B1, …; raises `BadLayout`."""
    signs = _signs(picture)
    _check_places(signs)
    blocks: list[Block] = []
    taken: set[Square] = set()
    for square, sign in signs.items():
        if sign in ascii_uppercase and square not in taken:
            number = 1 + sum(block.name[0] == sign for block in blocks)
            squares = _grown(signs, square)
            taken |= squares
            blocks.append(Block(f"{sign}{number}", tuple(sorted(squares, key=reading_order))))
    if not 1 <= len(blocks) <= MOST_BLOCKS:
        raise BadLayout(f"A layout has 1 to {MOST_BLOCKS} blocks, not {len(blocks)}.")
    return tuple(sorted(blocks, key=lambda block: block.name[0]))


def reading_order(square: Square) -> Square:
    """The key that sorts squares as a page is read: top row first, then left to right."""
    return -square[1], square[0]


def is_camp(square: Square) -> bool:
    """§1.3 Is it in one of the four corners where pawns start?"""
    return square[0] in CAMP_LINES and square[1] in CAMP_LINES


def square_name(square: Square) -> str:
    """The square as people write it."""
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


def _signs(picture: str) -> dict[Square, str]:
    """The sign of each square, in reading order."""
    lines = picture.splitlines()
    if len(lines) != SIZE:
        raise BadLayout(f"A layout has {SIZE} lines, not {len(lines)}.")
    for row, line in zip(reversed(range(SIZE)), lines, strict=True):
        if len(line) != SIZE:
            raise BadLayout(f"Row {row + 1} of the layout has {len(line)} signs, not {SIZE}.")
    return {
        (column, row): sign
        for row, line in zip(reversed(range(SIZE)), lines, strict=True)
        for column, sign in enumerate(line)
    }


def _check_places(signs: dict[Square, str]) -> None:
    """The centre and the camps are where the rules have them; all else is free or a block."""
    for square, sign in signs.items():
        column, row = square
        if sign not in FREE + CAMP + MIDDLE + ascii_uppercase:
            raise BadLayout(f"'{sign}' on {square_name(square)} is no sign of a layout.")
        if (sign == MIDDLE) != (column in CENTRE and row in CENTRE):
            raise BadLayout(f"The centre is j10 to l12; {square_name(square)} has '{sign}'.")
        if (sign == CAMP) != is_camp(square):
            raise BadLayout(f"The camps are 2 × 2 corners; {square_name(square)} has '{sign}'.")


def _grown(signs: dict[Square, str], square: Square) -> set[Square]:
    """The squares with the sign of this one that hang together with it by their sides."""
    squares, fresh = {square}, [square]
    while fresh:
        column, row = fresh.pop()
        for beside in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)):
            if signs.get(beside) == signs[square] and beside not in squares:
                squares.add(beside)
                fresh.append(beside)
    return squares
