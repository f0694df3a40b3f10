"""What the search knows of Chain Reaction: weights of moves, and what a position is worth."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.games.chain_reaction.setting import BLACK, WHITE, at

import tablier
from tablier import Position
from tablier.games.chain_reaction import features, rules
from tablier.portable import plain
from tablier.position import _made

GAME = tablier.game("chain-reaction")
OTHER_COLOURS = str.maketrans("wbWBXY", "bwBWYX")
TWIN: Any = plain(features)


def weights(position: Position, knowledge: Any = features) -> dict[str, float]:
    """The weight of each legal move."""
    actions = np.array(position.legal_actions, np.int32)
    found = np.empty(rules.WIDTH, np.float32)
    knowledge.weigh(position.state, actions, len(actions), found)
    tokens = [GAME.notation.TOKENS[action] for action in actions]
    return dict(zip(tokens, found[: len(actions)].tolist(), strict=True))


def best(position: Position) -> set[str]:
    """The moves with the largest weight."""
    found = weights(position)
    return {token for token, weight in found.items() if weight == max(found.values())}


def values(position: Position, knowledge: Any = features) -> list[float]:
    found = np.empty(2)
    knowledge.evaluate(position.state, found)
    return [float(value) for value in found]


def hope(pieces: str, rest: str = "w 0 - 0 0 0") -> float:
    """What White can hope for."""
    return values(at(pieces, rest))[WHITE]


def positions(games: int, moves: int = 300) -> Iterator[Position]:
    """Positions of random games, in which goals are taken when there are any."""
    for seed in range(games):
        dice, position = random.Random(seed), GAME.start()
        for _ in range(moves):
            if not position.legal_moves:
                break
            yield position
            goals = [token for token in position.legal_moves if token[-1] in "09"]
            position = position.play(dice.choice(goals or position.legal_moves))


def seen_from_the_other_side(position: Position) -> Position:
    """The same for the other player: rows from last to first, colours and scores changed."""
    board, mover, segments, returning, white, black, turns = str(position).split()
    board = "/".join(reversed(board.translate(OTHER_COLOURS).split("/")))
    mover, returning = mover.translate(OTHER_COLOURS), returning.translate(OTHER_COLOURS)
    rest = f"{mover} {segments} {returning} {black} {white} {int(turns) + 1}"
    return GAME.position(f"{board} {rest}")


def in_a_mirror(position: Position) -> Position:
    """The columns from last to first."""
    board, rest = str(position).split(" ", 1)
    return GAME.position("/".join(row[::-1] for row in board.split("/")) + " " + rest)


def token_in_a_mirror(token: str) -> str:
    return token.translate(str.maketrans("abcdefg", "gfedcba"))


def token_from_the_other_side(token: str) -> str:
    return token.translate(str.maketrans("0123456789", "9876543210"))


def test_weights_are_positive_numbers() -> None:
    for position in positions(10):
        assert all(0 < weight < 1000 for weight in weights(position).values())


def test_what_one_can_hope_for_the_other_has_to_fear() -> None:
    for position in positions(10):
        white, black = values(position)
        assert -1 <= white <= 1
        assert white == -black


def test_both_players_know_the_same() -> None:
    for position in positions(5):
        turned = seen_from_the_other_side(position)
        assert values(turned) == pytest.approx(values(position)[::-1], abs=1e-9)
        expected = {token_from_the_other_side(t): w for t, w in weights(position).items()}
        assert weights(turned) == pytest.approx(expected)


def test_left_and_right_are_the_same() -> None:
    for position in positions(5):
        mirrored = in_a_mirror(position)
        assert values(mirrored) == pytest.approx(values(position), abs=1e-9)
        expected = {token_in_a_mirror(t): w for t, w in weights(position).items()}
        assert weights(mirrored) == pytest.approx(expected)


def test_plain_python_knows_the_same_as_compiled_code() -> None:
    for position in positions(2):
        assert values(position, TWIN) == pytest.approx(values(position), abs=1e-9)
        assert weights(position, TWIN) == pytest.approx(weights(position))


def goals_at_once(position: Position) -> int:
    """The most points that the next move scores."""
    goals = [token[-2] for token in position.legal_moves if token[-1] in "09"]
    return max((2 if column == "d" else 1 for column in goals), default=0)


def test_with_one_fall_left_the_points_at_hand_are_those_of_the_legal_falls() -> None:
    seen = set()
    for position in positions(60):
        state = position.state
        if state.tower != rules.NOWHERE and not state.returning:
            state.segments = rules.MOST_SEGMENTS - 1
            state.falls = rules.legal_falls(state)
            points = goals_at_once(_made(GAME, state.tobytes(), None))
            assert features.points_at_hand(state, int(state.turn)) == points
            seen.add(points)
    assert seen == {0, 1, 2}


def test_two_points_weigh_more_than_one() -> None:
    assert best(at("Xb7 ba8 wa1")) == {"b7*d9"}
    assert best(at("Yd2 wa1 bg8", "b 0 - 0 0 1")) == {"d2*d0"}


def test_one_point_weighs_more_than_none() -> None:
    assert best(at("Xc7 ba8 wa1")) == {"c7*a9", "c7*c9", "c7*e9"}


def test_climbing_before_the_goal_weighs_most() -> None:
    assert best(at("wd6 bd7 wa1 bg8")) == {"d6d7"}


def test_a_chain_that_ends_in_the_goal_is_seen_from_its_first_step() -> None:
    """d2 climbs onto d3, falls to d5, to d7, and into the goal."""
    assert best(at("wd2 bd3 bd5 bd7 wa1 wa2 ba8")) == {"d2d3"}


def test_a_chain_goes_on_with_an_own_bottom_piece_too() -> None:
    """The tower on b6 puts its bottom piece on b7: that tower falls to d9."""
    assert best(at("Wb6 bb7 bg8")) == {"b6*b8"}


def test_a_chain_too_long_for_the_turn_is_not_promising() -> None:
    pieces = "Xd3 bd5 bd7 ba8"
    assert best(at(pieces, "w 2 - 0 0 0")) == {"d3*d5"}
    assert weights(at(pieces, "w 2 - 0 0 0"))["d3*d5"] > weights(at(pieces, "w 3 - 0 0 0"))["d3*d5"]


def test_going_on_is_better_than_a_tower_for_the_opponent_and_that_than_none() -> None:
    """d3 falls onto f5 with its top piece, onto c4 with the opponent's, or onto nothing."""
    found = weights(at("Xd3 wf5 wc4 ba8"))
    assert found["d3*f5"] > found["d3*b5"] > found["d3*d5"] > found["d3*d1"]


def test_without_a_goal_in_sight_a_tower_weighs_more_than_a_plain_step() -> None:
    assert best(at("wd2 wc1 bg8")) == {"c1d2", "d2c1"}


def test_pieces_like_to_leave_the_row_from_which_the_opponent_launches() -> None:
    assert best(at("wd2 bg8")) == {"d2c3", "d2d3", "d2e3"}
    assert hope("wd3 bg8") > hope("wd1 bg8") > hope("wd2 bg8")


def test_points_at_hand_are_hope() -> None:
    """White climbs onto d7 for 2 points, onto a7 for 1, onto g7 not at all."""
    two, one, none = hope("wd6 bd7 bg8"), hope("wb6 ba7 bg8"), hope("wd6 bg7 ba8")
    assert two > one > none


def test_the_player_to_move_has_more_of_a_threat() -> None:
    threats = "wd6 bd7 bd3 wd2"
    assert hope(threats) > 0 > hope(threats, "b 0 - 0 0 1")


def test_a_lead_is_hope() -> None:
    assert hope("wd1 bd8", "w 0 - 3 1 40") > hope("wd1 bd8", "w 0 - 2 1 40") > 0
    assert values(at("wd1 bd8", "w 0 - 1 3 40"))[BLACK] > 0


def test_after_a_goal_the_opponent_is_the_one_to_move() -> None:
    """Black will launch from d2 once White has put his piece back."""
    assert hope("bd3 wd2 bd8", "w 0 w 2 0 0") < hope("ba3 wd2 bd8", "w 0 w 2 0 0")
