"""What the search knows of Mole Hill: it is sound, fair to both sides, and sees the obvious."""

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.games.contract import random_game

import tablier
from tablier.games.mole_hill import features
from tablier.portable import plain
from tablier.position import Position

GAME = tablier.game("mole-hill")
COLUMNS, ROWS = "abcdefghi", "1234567"
FLIPPED = {
    "left and right": str.maketrans(COLUMNS, COLUMNS[::-1]),
    "up and down": str.maketrans(ROWS, ROWS[::-1]),
}
PLAIN = plain(features)

every_seed = pytest.mark.parametrize("seed", range(4))


def at(text: str) -> Position:
    return GAME.position(text)


def weights(position: Position, knowledge: object = features) -> NDArray[np.float32]:
    """The weights of the legal actions, in their order."""
    actions = np.zeros(GAME.rules.WIDTH, np.int32)
    n = len(position.legal_actions)
    actions[:n] = position.legal_actions
    out = np.zeros(GAME.rules.WIDTH, np.float32)
    knowledge.weigh(position.state, actions, n, out)  # type: ignore[attr-defined]
    return out[:n]


def weight(position: Position) -> dict[str, float]:
    """The weight of each legal move."""
    tokens = (GAME.notation.TOKENS[action] for action in position.legal_actions)
    return dict(zip(tokens, weights(position).tolist(), strict=True))


def liked_best(text: str) -> str:
    """The move of the largest weight."""
    found = weight(at(text))
    return max(found, key=found.__getitem__)


def hopes(position: Position, knowledge: object = features) -> tuple[float, float]:
    """What the two seats can hope for."""
    values = np.full(2, np.nan)
    knowledge.evaluate(position.state, values)  # type: ignore[attr-defined]
    return float(values[0]), float(values[1])


def on_the_way(seed: int) -> list[Position]:
    """The positions of a random game before its end."""
    return [position for position, _ in random_game(GAME.start(), seed)][:-1]


# Sound


@every_seed
def test_every_legal_move_has_a_positive_weight(seed: int) -> None:
    for position in on_the_way(seed):
        found = weights(position)
        assert np.isfinite(found).all()
        assert (found > 0).all()


@every_seed
def test_hopes_lie_between_loss_and_win_and_cancel_out(seed: int) -> None:
    for position in on_the_way(seed):
        first, second = hopes(position)
        assert -1 <= first <= 1
        assert first == -second


@every_seed
def test_weighing_leaves_the_position_as_it_was(seed: int) -> None:
    for position in on_the_way(seed):
        state = position.state
        actions = np.zeros(GAME.rules.WIDTH, np.int32)
        n = GAME.rules.legal(state, actions)
        features.weigh(state, actions, n, np.zeros(GAME.rules.WIDTH, np.float32))
        assert state.tobytes() == position.data


@every_seed
def test_plain_python_says_the_same(seed: int) -> None:
    for position in on_the_way(seed):
        np.testing.assert_allclose(weights(position, PLAIN), weights(position), rtol=1e-6)
        assert hopes(position, PLAIN) == pytest.approx(hopes(position))


# Fair


@pytest.mark.parametrize("way", FLIPPED)
@every_seed
def test_a_flipped_garden_is_seen_flipped(seed: int, way: str) -> None:
    for position in on_the_way(seed):
        mirrored = at(flip(str(position), way))
        assert hopes(mirrored) == hopes(position)
        found = {flip(token, way): each for token, each in weight(position).items()}
        assert found == weight(mirrored)


def flip(text: str, way: str) -> str:
    """A text, or a token, with its squares flipped, and its rods in order again."""
    visited, *rest = text.split(" ")
    if not rest:
        return "|".join(sorted(text.translate(FLIPPED[way]).split("|")))
    rods, mover, round_, first_score = rest
    flipped = sorted(flip(rod, way) for rod in rods.split(","))
    return " ".join(
        [visited.translate(FLIPPED[way]), ",".join(flipped), mover, round_, first_score]
    )


def test_the_start_favours_nobody() -> None:
    assert hopes(GAME.start()) == (0, 0)


# The obvious


@pytest.mark.parametrize(
    ("text", "rod"),
    [
        ("a1 a1|a2 g 1 -", "a1|b1"),
        ("c3 b3|c3,c2|c3,c3|c4 g 1 -", "c3|d3"),
        ("b1,a1 a1|a2 g 2 5", "a1|b1"),
    ],
)
def test_the_gardener_likes_best_to_shut_the_mole_in(text: str, rod: str) -> None:
    assert liked_best(text) == rod


def test_rods_far_from_the_mole_are_liked_least() -> None:
    found = weight(at("b2,b3 - g 1 -"))
    assert found["h5|i5"] == min(found.values())
    assert found["b3|b4"] > 5 * found["h5|i5"]


def test_where_the_mole_may_jump_all_rods_are_alike() -> None:
    assert len(set(weight(at("d4,e4 - g 1 -")).values())) == 1


def test_the_mole_likes_the_open_garden_better_than_a_dead_end() -> None:
    pocket = "b1 a1|a2,b1|b2,c1|c2 m 1 -"  # a1 is a dead end, c1 leads on
    found = weight(at(pocket))
    assert found["c1"] > 2 * found["a1"]


def test_the_mole_likes_flowers() -> None:
    found = weight(at("d1 - m 1 -"))
    assert found["e1"] > found["c1"]
    found = weight(at("b4 - m 1 -"))
    assert found["a4"] > found["a3"] == found["a5"]


def test_a_mole_that_is_ahead_in_the_second_round_has_won() -> None:
    assert hopes(at("a4,b5 - g 2 1")) == (-1, 1)


def test_the_mole_hopes_for_more_with_more_room() -> None:
    pocket = "a5|a6,b5|b6,b6|c6,b7|c7"
    assert hopes(at("d4,c4 - g 1 -"))[0] > hopes(at(f"a7,b7 {pocket} g 1 -"))[0]


def test_the_second_mole_hopes_for_less_the_more_it_has_to_beat() -> None:
    hoped = [hopes(at(f"d4,c4 - g 2 {first_score}"))[1] for first_score in (4, 10, 16, 22)]
    assert hoped == sorted(hoped, reverse=True)
    assert len(set(hoped)) == 4
