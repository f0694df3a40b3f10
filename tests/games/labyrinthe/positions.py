"""Positions that the tests of Le Jeu du Labyrinthe begin from."""

from collections.abc import Mapping

import pytest
from tests.games.labyrinthe import naive

import tablier
from tablier import IllegalMove, Position

CAMPS = ("a1,a2,b1,b2", "a20,a21,b20,b21", "t20,t21,u20,u21", "t1,t2,u1,u2")
OPPOSITE = f"{CAMPS[0]}/{CAMPS[2]}"
ALL_FOUR = "/".join(CAMPS)
HOME = CAMPS[2]
LAYOUT = {name: naive.name_of(squares[0]) for name, squares in naive.SHAPES.items()}

CLAMP = (
    "p15,o5,q16,u8,q20,r7,t18,r15,t10,l5,u21,k3,o18,s10,m9,q21,o13,n9,t13,l15,s5,p10,q3,o17,q14,s2,"
    "p4,j8,m6,m14,u16,b12 l4,l6,p16,u10/k7,u11,u17,u18 1 {done} - {barred} {moved} 10"
)
"""Only C4 can move, and the pawn on l4; C4:n1 shuts in everything."""
FORTRESS = (
    "e14,n18,i19,p4,t21,m11,j9,r10,p16,n17,r17,n8,o13,r9,o21,q3,m14,s18,r13,k21,h21,r14,t9,p7,s3,k9,"
    "k18,t17,q6,l17,u5,o19 g19,h7,o1,t13/r18,s15,u20,u21 1 - - - - {turns}"
)
"""No block can move, nor any pawn of player 2."""


CAMP_SHUT = {"H2": "a7", "B4": "b3", "D4": "k3"}
"""Where blocks lie so that no pawn can leave the camp of player 1 before H2 or B4 has moved."""


def clamp(done: str = "-", barred: str = "-", moved: str = "-") -> str:
    return CLAMP.format(done=done, barred=barred, moved=moved)


def walled(turns: int = 13) -> str:
    """Player 2 is to move and has no pawn that can; of all blocks only C2 can move, one square."""
    shut = tablier.game("labyrinthe").position(clamp(done="p"))
    board, _, _ = str(shut.play_all(["C4:e1", "C4:e1", "l4-k4"])).rpartition(" ")
    return f"{board} {turns}"


def text(
    pawns: str = OPPOSITE,
    rest: str = "1 - - - - 12",
    blocks: Mapping[str, str] | None = None,
) -> str:
    """A position text: some blocks elsewhere than in the layout, these pawns, the other fields."""
    return f"{','.join({**LAYOUT, **(blocks or {})}.values())} {pawns} {rest}"


def at(
    pawns: str = OPPOSITE,
    rest: str = "1 - - - - 12",
    blocks: Mapping[str, str] | None = None,
    **options: str | int,
) -> Position:
    return tablier.game("labyrinthe", **options).position(text(pawns, rest, blocks))


def fields(position: Position) -> list[str]:
    """All fields but the blocks: pawns, mover, done, doubled, barred, moved, turns."""
    return str(position).split(" ")[1:]


def slides(position: Position, square: str) -> set[str]:
    """Where the pawn on a square can go."""
    return {token.split("-")[1] for token in position.legal_moves if token.startswith(f"{square}-")}


def ways(position: Position, block: str) -> set[str]:
    """How a block can be moved: directions and distances."""
    return {token.split(":")[1] for token in position.legal_moves if token.startswith(f"{block}:")}


def refusal(position: Position, token: str) -> tuple[str, str]:
    """The key and the clause of the sentence by which a token is refused."""
    with pytest.raises(IllegalMove) as refused:
        position.play(token)
    return refused.value.said.key, refused.value.clause


def payoffs(position: Position) -> tuple[float, ...] | None:
    outcome = position.outcome()
    return None if outcome is None else outcome.payoffs


def status(position: Position) -> str:
    """The key of what there is to do."""
    return position.game.notation.status(position.state).key
