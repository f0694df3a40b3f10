"""Le Jeu du Labyrinthe, clause by clause: how it ends, and how it is written down."""

import pytest
from tests.games.labyrinthe import naive
from tests.games.labyrinthe.positions import (
    CAMPS,
    HOME,
    LAYOUT,
    OPPOSITE,
    at,
    fields,
    payoffs,
    refusal,
    ways,
)

import tablier

# 5 The end


def test_three_pawns_in_the_centre_win_at_once() -> None:
    """§5.1 Two are not enough, and the fourth is not needed."""
    position = at("a1,j13,k11,k12/j11,t21,u20,u21")
    won = position.play("j13-j12")
    assert payoffs(won) == (1, -1)
    assert won.legal_moves == ()
    assert payoffs(position.play("a1-a3")) is None


def test_the_winner_does_not_finish_his_turn() -> None:
    """§5.2 No block after the pawn; the position stays as it is."""
    position = at("a1,j13,k11,k12/j11,t21,u20,u21")
    assert fields(position.play("j13-j12"))[1:] == ["1", "p", "-", "-", "-", "12"]
    after_block = position.play_all(["A1:w2", "j13-j12"])
    assert fields(after_block)[1:] == ["1", "b", "-", "-", "A1", "12"]
    assert payoffs(after_block) == (1, -1)


def test_a_winning_pawn_need_not_put_the_one_it_displaced() -> None:
    """§5.2 Two pawns stay on the square."""
    won = at("a1,j13,k11,k12/j11,t21,u20,u21").play("j13-j11")
    assert fields(won)[1:] == ["1", "p", "j11", "-", "-", "12"]
    assert (payoffs(won), won.legal_moves) == ((1, -1), ())
    own = at(f"a1,j11,j13,k12/{HOME}").play("j13-j11")
    assert (fields(own)[0], payoffs(own)) == (f"a1,j11,j11,k12/{HOME}", (1, -1))


@pytest.mark.parametrize(
    ("pawns", "expected", "key"),
    [
        (f"a1,a2,b1,k11/{HOME}", (1, -1), "leads"),
        ("a1,a2,b1,k11/j10,l12,t20,t21", (-1, 1), "leads"),
        ("a1,a2,b1,k11/j10,t20,t21,u20", (0, 0), "draw"),
        (OPPOSITE, (0, 0), "draw"),
    ],
)
def test_at_the_limit_most_pawns_in_the_centre_win(
    pawns: str, expected: tuple[float, ...], key: str
) -> None:
    """§5.3 Looked at when the turn ends, not before."""
    position = at(pawns, "2 p - - - 29", turn_limit=30)
    assert payoffs(position) is None
    after = position.play("A2:e1")
    assert fields(after)[1:] == ["1", "-", "-", "A2", "-", "30"]
    outcome = after.outcome()
    assert outcome is not None
    assert (outcome.payoffs, outcome.reason) == (expected, key)


def test_a_win_in_the_last_turn_comes_before_the_limit() -> None:
    """§5.3 Player 1 has fewer pawns inside until his last slide."""
    position = at("a1,j13,k11,k12/j11,l10,u20,u21", "1 b - - A1 29", {"A1": "l19"}, turn_limit=30)
    won = position.play("j13-j12")
    assert (payoffs(won), fields(won)[-1]) == ((1, -1), "29")


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_the_limit_counts_the_turns_of_all_players(limit: int) -> None:
    """§5.3 `turn_limit` turns, whoever plays them."""
    position = tablier.game("labyrinthe", turn_limit=limit).start()
    halves = 0
    while position.outcome() is None:
        position = position.play(position.legal_moves[-1 if halves % 2 else 0])
        halves += 1
    assert halves == 2 * limit


FOUR_LEADS = {
    1: ("j10", "a20", "t20", "t1"),
    2: ("j10", "k11", "t20", "t1"),
    3: ("j10", "k11", "l12", "t1"),
    4: ("j10", "k11", "l12", "l10"),
}


@pytest.mark.parametrize("leaders", FOUR_LEADS)
def test_leaders_share_the_pot(leaders: int) -> None:
    """§7.1 Each puts in 1/3; the pot is shared by the leaders; with all of them it is a draw."""
    home = [camp.split(",")[1:] for camp in CAMPS]
    pawns = "/".join(
        ",".join(sorted([first, *rest], key=naive.square_of))
        for first, rest in zip(FOUR_LEADS[leaders], home, strict=True)
    )
    after = at(pawns, "4 p - - - 19", players=4, turn_limit=20).play("A2:e1")
    share = (4 - leaders) / (3 * leaders)
    assert payoffs(after) == tuple(share if i < leaders else -1 / 3 for i in range(4))
    assert sum(payoffs(after) or ()) == pytest.approx(0)


def test_a_winner_of_four_takes_the_pot() -> None:
    """§7.1 1 for the winner, −1/3 for each of the others, whatever they have inside."""
    pawns = "a1,a2,b1,b2/a20,j13,k11,k12/j10,l10,u20,u21/t1,t2,u1,u2"
    won = at(pawns, "2 - - - - 9", players=4).play("j13-j12")
    assert payoffs(won) == (-1 / 3, 1, -1 / 3, -1 / 3)


# 6 Notation


def test_a_slide_is_written_with_both_squares() -> None:
    """§6.1 The square it leaves, the square it comes to."""
    start = tablier.game("labyrinthe").start()
    assert fields(start.play("b2-b6"))[0] == f"a1,a2,b1,b6/{HOME}"
    assert refusal(start, "b2b6") == ("no_token", "6.1")
    assert refusal(start, "B2-B6") == ("no_square", "1.1")


def test_a_displaced_pawn_is_written_with_its_new_square() -> None:
    """§6.2 `>` and the square."""
    pending = at("a1,a2,b1,j13/j11,t21,u20,u21").play("j13-j11")
    assert fields(pending.play(">k12"))[0] == "a1,a2,b1,j11/k12,t21,u20,u21"
    assert refusal(pending, ">k13x") == ("no_square", "1.1")


@pytest.mark.parametrize("way", ["n1", "e1", "s1", "w2"])
def test_a_block_is_written_with_direction_and_distance(way: str) -> None:
    """§6.3 Name, colon, n, e, s or w, how far."""
    right, up = naive.STEPS[way[0]]
    after = at().play(f"A1:{way}")
    column, row = naive.square_of("n19")
    far = int(way[1:])
    assert str(after).split(",")[0] == naive.name_of((column + far * right, row + far * up))


def test_blocks_are_known_by_their_names() -> None:
    """§6.3 Nothing else names one."""
    start = tablier.game("labyrinthe").start()
    assert refusal(start, "A5:e1") == ("no_block", "6.3")
    assert refusal(start, "a1:e1") == ("no_block", "6.3")
    assert refusal(start, "A1:x1") == ("no_token", "6.1")
    assert refusal(start, "A1:e01") == ("no_token", "6.1")


def test_a_position_has_eight_fields() -> None:
    """§6.4 Blocks, pawns, mover, first half, doubled square, block before, block now, turns."""
    position = tablier.game("labyrinthe").start().play_all(["b2-b4", "A1:w2", "F1:n2"])
    moved = {**LAYOUT, "A1": "l19", "F1": "i19"}
    assert str(position) == f"{','.join(moved.values())} a1,a2,b1,b4/{HOME} 2 b - A1 F1 1"


def test_blocks_may_lie_anywhere_they_fit() -> None:
    """§6.4 A position is not bound to the layout."""
    assert "e1" in ways(at(blocks={"H3": "i6"}), "H3")


def test_a_doubled_square_is_listed_for_both_pawns() -> None:
    """§6.5 Once for each owner, or twice for one."""
    pending = at("a1,a2,b1,j13/j11,t21,u20,u21").play("j13-j11")
    assert fields(pending)[0] == "a1,a2,b1,j11/j11,t21,u20,u21"
    own = at(f"a1,a2,j11,j13/{HOME}").play("j13-j11")
    assert fields(own)[0] == f"a1,a2,j11,j11/{HOME}"


def test_a_win_freezes_the_position() -> None:
    """§6.5 The winner stays to move, his turn is not counted, the first half is written."""
    won = at("a1,j13,k11,k12/j11,t21,u20,u21", "1 - - G1 - 12").play("j13-j11")
    assert fields(won) == ["a1,j11,k11,k12/j11,t21,u20,u21", "1", "p", "j11", "G1", "-", "12"]
    assert won.turn == 0
