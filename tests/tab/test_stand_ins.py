"""What stands in for NumPy in a browser: the same numbers, and nothing that it cannot do."""

import operator
import random
from typing import Any

import numpy as np
import pytest

from tablier.tab.stand_ins import numpy as ours

pytestmark = pytest.mark.one_game

BINARY = (
    *(operator.add, operator.sub, operator.mul, operator.and_, operator.or_, operator.xor),
    *(operator.floordiv, operator.mod),
)
SHIFTS = (operator.lshift, operator.rshift)
FIELDS = [
    ("sets", "u8", 3),
    ("turn", "i2"),
    ("trail", "u1", 5),
    ("slides", "u4", 2),
    ("last", "i2"),
    ("grid", "u8", (2, 3)),
]


def numbers(n: int) -> list[int]:
    dice = random.Random(5)
    return [dice.getrandbits(dice.choice((1, 8, 33, 63, 64))) for _ in range(n)]


@np.errstate(over="ignore")
def test_sets_of_64_bits_wrap_around() -> None:
    for a, b in zip(numbers(300), numbers(301)[1:], strict=True):
        pairs = [(each, b or 1) for each in BINARY] + [(each, b % 64) for each in SHIFTS]
        for combine, other in pairs:
            expected = int(combine(np.uint64(a), np.uint64(other)))
            for one, two in ((ours.uint64(a), ours.uint64(other)), (ours.uint64(a), other)):
                found = combine(one, two)
                assert (type(found), int(found)) == (ours.uint64, expected)
            reflected = combine(a, ours.uint64(other))
            assert (type(reflected), int(reflected)) == (ours.uint64, expected)
        assert int(~ours.uint64(a)) == int(~np.uint64(a))


@pytest.mark.parametrize("kind", ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32"])
def test_numbers_are_converted_to_their_range(kind: str) -> None:
    for number in numbers(50):
        assert getattr(ours, kind)(number) == int(np.uint64(number).astype(kind))


def filled(module: Any) -> Any:
    kind = module.dtype((type("Fields", (module.void,), {}), module.dtype(FIELDS, align=True)))
    states = module.zeros(1, kind)
    state, dice = states[0], random.Random(3)
    for i in range(3):
        state["sets"][i] = dice.getrandbits(64)
    for i in range(5):
        state["trail"][i] = dice.getrandbits(8)
    state["slides"][1] = dice.getrandbits(32)
    state["grid"][1, 2] = dice.getrandbits(64)
    return states


def test_records_lie_in_memory_as_those_of_numpy() -> None:
    theirs, own = filled(np), filled(ours)
    assert own.tobytes() == theirs.tobytes()
    assert (own.dtype.itemsize, own.dtype.names) == (theirs.dtype.itemsize, theirs.dtype.names)
    one, other = theirs[0].item(), own[0].item()
    assert [np.asarray(each).tolist() for each in one] == [
        each if isinstance(each, int) else each.tolist() for each in other
    ]
    copy = own[0].copy()
    copy["sets"][0] = 1
    assert own.tobytes() == theirs.tobytes()


def test_arrays_are_read_and_written_by_their_axes() -> None:
    nested = [[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]
    theirs, own = np.array(nested, np.int16), ours.array(nested, ours.int16)
    assert own.tolist() == theirs.tolist()
    assert own.tobytes() == theirs.tobytes()
    assert own[1, 2, 0] == theirs[1, 2, 0] == 11
    assert [each.tolist() for each in own] == nested
    own[1, 2, 0] = -3
    assert (own[1][2][0], own.tolist()[1][2][0]) == (-3, -3)
    assert own[0, 1][:1].tolist() == [3]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: ours.array([[1, 2], [3]]),
        lambda: ours.zeros(3, ours.int32)[3],
        lambda: ours.zeros((2, 2), ours.int32)[5],
        lambda: ours.zeros((2, 2), ours.int32)[:, 0],
        lambda: ours.zeros(3, ours.int32) + 1,
    ],
)
def test_what_it_cannot_do_is_refused(wrong: Any) -> None:
    with pytest.raises((IndexError, TypeError, ValueError)):
        wrong()
