"""Bit sets and dice: the fast definitions against the slow ones, compiled and plain."""

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.core.registry import CPUDispatcher

from tablier import portable
from tablier.fingerprint import reached
from tablier.games.labyrinthe import blocks, rules

pytestmark = pytest.mark.one_game

BOTH = [portable, portable.plain(portable)]
sets = st.integers(0, 2**64 - 1)


@pytest.mark.parametrize("module", BOTH, ids=["compiled", "plain"])
@given(sets)
def test_count_and_lowest(module: object, bits: int) -> None:
    count, lowest = module.count, module.lowest  # type: ignore[attr-defined]
    assert count(np.uint64(bits)) == bits.bit_count()
    if bits:
        assert lowest(np.uint64(bits)) == (bits & -bits).bit_length() - 1


@pytest.mark.parametrize("module", BOTH, ids=["compiled", "plain"])
@given(sets, st.integers(0, 63))
def test_members(module: object, bits: int, square: int) -> None:
    has, bit = module.has, module.bit  # type: ignore[attr-defined]
    assert bool(has(np.uint64(bits), square)) == bool(bits >> square & 1)
    assert int(bit(square)) == 1 << square


@pytest.mark.parametrize("module", BOTH, ids=["compiled", "plain"])
@given(sets)
def test_a_set_is_written_in_order(module: object, bits: int) -> None:
    out = np.zeros(portable.BITS, np.int32)
    n = module.write_set(np.uint64(bits), 100, out)  # type: ignore[attr-defined]
    assert out[:n].tolist() == [100 + square for square in portable.members(bits)]


@pytest.mark.parametrize("module", BOTH, ids=["compiled", "plain"])
@given(sets, st.integers(0, 64))
def test_a_set_is_added_as_far_as_there_may_be(module: object, bits: int, most: int) -> None:
    out = np.zeros(portable.BITS + 2, np.int32)
    n = module.add_set(np.uint64(bits), 100, most, out, 2)  # type: ignore[attr-defined]
    assert out[2:n].tolist() == [100 + square for square in portable.members(bits)][:most]
    assert not out[:2].any()
    assert not out[n:].any()


def test_plain_rules_call_nothing_that_is_compiled() -> None:
    twin: Any = portable.plain(rules)  # they call those of another file
    called = reached(twin.legal, twin.play, twin.outcome)
    assert {each.__module__ for each in called} >= {rules.__name__, blocks.__name__}
    assert not any(isinstance(each, CPUDispatcher) for each in called)


@given(sets, st.integers(0, 10**6), st.integers(1, 10**5))
def test_dice_are_the_same_compiled_and_plain(seed: int, i: int, n: int) -> None:
    numbers = {int(module.draw(np.uint64(seed), i, n)) for module in BOTH}
    assert len(numbers) == 1
    assert 0 <= numbers.pop() < n


def test_dice_are_splitmix64() -> None:
    """The first numbers of seed 1234567 as its authors' C code prints them."""
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    high = [number >> 32 for number in expected]
    assert [int(portable.draw(np.uint64(1234567), i, 2**32)) for i in range(3)] == high


def test_dice_are_fair() -> None:
    thrown = np.bincount([portable.draw(np.uint64(9), i, 6) for i in range(60_000)], minlength=6)
    assert abs(thrown - 10_000).max() < 500  # five standard deviations are 456


@pytest.mark.parametrize("number", [-7, -1, 0, 1, 30])
def test_sign(number: int) -> None:
    assert portable.sign(number) == (number > 0) - (number < 0)


def test_rules_stay_plain_python_when_the_compiler_is_off() -> None:
    code = """if True:
        import types, warnings
        warnings.simplefilter("error")
        import tablier
        from tablier.games.mole_hill import rules
        assert isinstance(rules.play, types.FunctionType)
        print(tablier.game("mole-hill").start().play("e4").play("a1|a2").play("c7"))
        from numpy import uint64
        from tablier import portable
        for bits in (0, 1, 6, 1 << 63, (1 << 64) - 1):
            for name in ("count", "lowest"):
                quick = getattr(portable, name)
                slow = portable.PLAIN(quick.__wrapped__)
                assert quick(uint64(bits)) == slow(uint64(bits)), (name, bits)
            for square in (0, 5, 63):
                assert portable.has(uint64(bits), square) == bool(bits >> square & 1)
                assert portable.bit(square) == uint64(1 << square)
    """
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "e4,c7 a1|a2 g 1 -\n"


@pytest.mark.parametrize(("made", "releases"), [(portable.kernel, True), (portable.rule, False)])
def test_a_kernel_releases_the_gil_and_a_rule_keeps_it(made: Any, releases: bool) -> None:
    compiled = made(lambda number: number + 1)
    assert compiled(1) == 2
    assert compiled.targetoptions.get("nogil", False) == releases
