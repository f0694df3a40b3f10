"""The layout of the blocks: the one of the game, and pictures that are none."""

from collections.abc import Iterable
from importlib.resources import files

import pytest
from tests.games.labyrinthe import naive

from tablier.games.labyrinthe import layout
from tablier.games.labyrinthe.blocks import BLOCKS
from tablier.games.labyrinthe.layout import BadLayout

PICTURE = files("tablier.games.labyrinthe").joinpath("layout.txt").read_text("utf-8")
LINES = PICTURE.splitlines()


def with_sign(square: str, sign: str) -> str:
    """The picture with another sign on one square."""
    column, row = naive.square_of(square)
    lines = list(LINES)
    line = lines[20 - row]
    lines[20 - row] = line[:column] + sign + line[column + 1 :]
    return "\n".join(lines)


def test_the_blocks_are_named_in_reading_order() -> None:
    """§1.4 By letter, then by the first square of each."""
    names = {
        block.name: [layout.square_name(square) for square in block.squares] for block in BLOCKS
    }
    assert names == {
        name: [naive.name_of(square) for square in squares]
        for name, squares in naive.SHAPES.items()
    }


def has_quarter_turns(blocks: Iterable[layout.Block]) -> bool:
    areas = {frozenset(block.squares) for block in blocks}
    last = layout.SIZE - 1
    return areas == {frozenset((row, last - column) for column, row in area) for area in areas}


def test_the_game_has_its_layout_with_quarter_turns() -> None:
    assert layout.read(PICTURE) == BLOCKS
    assert has_quarter_turns(BLOCKS)


def test_a_layout_need_not_be_symmetric_nor_have_32_blocks() -> None:
    """Any blocks will do; those of a letter are numbered anew."""
    fewer = layout.read(with_sign("n19", "."))
    assert not has_quarter_turns(fewer)
    assert fewer[0].squares == ((13, 17), (13, 16), (13, 15))
    split = layout.read(with_sign("n18", "."))
    assert [block.name for block in split][:5] == ["A1", "A2", "A3", "A4", "A5"]
    assert len(split) == 33


def test_a_block_hangs_together_by_sides() -> None:
    """Squares that meet at a corner are two blocks."""
    names = [block.name for block in layout.read(with_sign("o20", "A"))]
    assert names[:5] == ["A1", "A2", "A3", "A4", "A5"]


@pytest.mark.parametrize(
    ("picture", "complaint"),
    [
        ("", "A layout has 21 lines, not 0."),
        (PICTURE + "\n" + PICTURE, "A layout has 21 lines, not 43."),
        (
            PICTURE.replace("oo.......B", "oo......B", 1),
            "Row 21 of the layout has 20 signs, not 21.",
        ),
        (with_sign("c5", "a"), "'a' on c5 is no sign of a layout."),
        (with_sign("k11", "A"), "The centre is j10 to l12; k11 has 'A'."),
        (with_sign("k13", "#"), "The centre is j10 to l12; k13 has '#'."),
        (with_sign("a1", "."), "The camps are 2 × 2 corners; a1 has '.'."),
        (with_sign("c1", "o"), "The camps are 2 × 2 corners; c1 has 'o'."),
    ],
)
def test_a_picture_that_is_no_layout_is_refused(picture: str, complaint: str) -> None:
    with pytest.raises(BadLayout, match="^" + complaint.replace(".", r"\.") + "$"):
        layout.read(picture)


def test_a_layout_has_at_least_one_block_and_at_most_64() -> None:
    """The rules have sets of blocks in 64 bits."""
    bare = ["".join(sign if sign in ".o#" else "." for sign in line) for line in LINES]
    with pytest.raises(BadLayout, match=r"^A layout has 1 to 64 blocks, not 0\.$"):
        layout.read("\n".join(bare))
    dotted = [line.replace("..", "Z.") if n % 2 else line for n, line in enumerate(bare)]
    n = "".join(dotted).count("Z")
    with pytest.raises(BadLayout, match=rf"^A layout has 1 to 64 blocks, not {n}\.$"):
        layout.read("\n".join(dotted))


def test_rules_and_layout_belong_together() -> None:
    """A changed layout is found out, since compiled rules would not see it."""
    with pytest.raises(
        BadLayout, match=r"raise its VERSION and give it the checksum 0x[0-9a-f]{8}\.$"
    ):
        layout.load(checksum=1)
