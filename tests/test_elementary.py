"""Elementary functions: right, and the same bits compiled as in plain Python."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from tablier import elementary
from tablier.portable import plain

pytestmark = pytest.mark.one_game

RANGES = {"exp": (-700, 700), "log": (1e-300, 1e5), "tanh": (-25, 25)}
PLAIN = plain(elementary)


@pytest.mark.parametrize("name", RANGES)
def test_functions_are_those_of_mathematics_to_the_last_bits(name: str) -> None:
    ours, theirs = getattr(elementary, name), getattr(math, name)
    spread = np.random.default_rng(1).uniform(*RANGES[name], 500)
    near = np.random.default_rng(2).uniform(0.001, 2, 500)
    for number in map(float, (*spread, *near)):
        assert abs(ours(number) - theirs(number)) <= 2 * math.ulp(theirs(number))


@pytest.mark.parametrize("name", RANGES)
def test_plain_python_gets_the_same_bits(name: str) -> None:
    ours: Callable[[float], float] = getattr(elementary, name)
    for number in map(float, np.random.default_rng(3).uniform(*RANGES[name], 200)):
        assert getattr(PLAIN, name)(number).hex() == ours(number).hex()


def test_powers_are_right_to_fourteen_digits() -> None:
    bases = np.random.default_rng(4).uniform(0.01, 100, 200)
    exponents = np.random.default_rng(5).uniform(-5, 5, 200)
    for base, exponent in zip(bases, exponents, strict=True):
        assert elementary.power(base, exponent) == pytest.approx(base**exponent, rel=1e-14)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (elementary.exp(0.0), 1),
        (elementary.exp(1000.0), math.inf),
        (elementary.exp(-1000.0), 0),
        (elementary.log(1.0), 0),
        (elementary.log(0.0), -math.inf),
        (elementary.power(7.0, 0.0), 1),
        (elementary.power(0.0, 0.5), 0),
        (elementary.tanh(0.0), 0),
        (elementary.tanh(-100.0), -1),
    ],
)
def test_ends_are_exact(found: float, expected: float) -> None:
    assert found == expected
