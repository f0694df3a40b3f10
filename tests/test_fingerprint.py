"""Compiled code never outlives what it was made of: files, constants, helpers elsewhere."""

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from tests.forked_process import Forked

from tablier import fingerprint as module
from tablier.fingerprint import fingerprint
from tablier.games.mole_hill import rules
from tablier.portable import kernel, plain, rule

pytestmark = pytest.mark.one_game

KNOWLEDGE = """
from pathlib import Path
import numpy as np
from numba import njit
import helpers
from tablier.portable import rule

TABLE = np.load(Path(__file__).with_name("table.npy"))

@njit(cache=True)
def first():
    return TABLE[0]

@rule
def evaluate(state, values):
    values[0] = first() + helpers.more()
"""
HELPERS = """
from tablier.portable import rule

@rule
def more():
    return {}
"""
KERNEL = """
from tablier.portable import rule
from tablier.kernels.stand_ins.features import evaluate

@rule
def judge(states, values):
    evaluate(states[0], values)
"""
RUN = """
import os, sys
import numpy as np

sys.path.insert(0, sys.argv[1])
os.environ["XDG_CACHE_HOME"] = sys.argv[1] + "/cache"
import judging, knowledge
from tablier.games.mole_hill import rules
from tablier.kernels.stand_ins import features
from tablier.kernels.specialisation import specialise

values = np.zeros(1)
kernel = specialise(judging, rules, (features, knowledge))
kernel.judge(np.zeros(1, rules.STATE), values)
print(values[0], *kernel.judge.stats.cache_hits.values())
"""


def judged(folder: Path) -> list[str]:
    """What a new process finds, and whether it found it on disk."""
    with Forked(RUN, str(folder)) as process:
        out, err = process.communicate()
    assert process.returncode == 0, err
    return out.split()


def test_what_was_read_from_files_is_never_stale(tmp_path: Path) -> None:
    """A user's knowledge reads an array from a file and calls a module of his own."""
    for name, source in (("knowledge", KNOWLEDGE), ("judging", KERNEL)):
        (tmp_path / f"{name}.py").write_text(source)
    (tmp_path / "helpers.py").write_text(HELPERS.format(10))
    np.save(tmp_path / "table.npy", np.array([1.0, 5.0]))
    assert judged(tmp_path) == ["11.0"]
    assert judged(tmp_path) == ["11.0", "1"]
    np.save(tmp_path / "table.npy", np.array([2.0, 5.0]))
    assert judged(tmp_path) == ["12.0"]
    (tmp_path / "helpers.py").write_text(HELPERS.format(30))
    assert judged(tmp_path) == ["32.0"]


def made(source: str, **others: object) -> ModuleType:
    """A module of that source."""
    twin = ModuleType("made")
    vars(twin).update(others)
    exec(source, vars(twin))
    return twin


def of(source: str, **others: object) -> str:
    found = fingerprint(made(source, **others).ask)
    assert found == fingerprint(made(source, **others).ask)
    return found


AROUND = "def around(n):\n def inner(): return n\n return inner\nask = around({})"


@pytest.mark.parametrize(
    ("source", "one", "other"),
    [
        ("N = {}\ndef ask(): return N", "1", "2"),
        ("N = {}\ndef ask(): return N", "1", "1.0"),
        ("N = {}\ndef ask(): return N", "(1, (2,))", "(1, (3,))"),
        ("N = {}\ndef ask(n=N): return n", "1", "2"),
        ("def more(): return {}\ndef ask(): return more()", "1", "2"),
        ("def ask(): return (lambda: {})()", "1", "2"),
        ("def ask(n): return n in {}", "{1, 2}", "{1, 3}"),
        (AROUND, "1", "2"),
    ],
)
def test_what_is_reached_makes_a_difference(source: str, one: str, other: str) -> None:
    assert of(source.format(one)) != of(source.format(other))


@pytest.mark.parametrize(
    "array", [np.array([1, 2]), np.array([[1], [3]]), np.array([1, 3], np.int32), np.int64(3)]
)
def test_arrays_make_a_difference(array: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> None:
    source = "def ask(): return TABLE"
    assert of(source, TABLE=array) != of(source, TABLE=np.array([1, 3]))
    assert of(source, TABLE=array) == of(source, TABLE=array.copy())


def test_what_is_not_reached_makes_none() -> None:
    assert of("N, M = 1, 1\ndef ask(): return N") == of("N, M = 1, 2\ndef ask(): return N  # so")


def test_modules_are_looked_into_as_far_as_they_are_used() -> None:
    source = "def ask(): return tables.inner.FIRST"
    tables = [ModuleType("tables") for _ in range(3)]
    for table, first, second in zip(tables, (1, 1, 2), (1, 2, 1), strict=True):
        inner = ModuleType("inner")
        vars(inner).update(FIRST=first, SECOND=second, inner=inner)
        vars(table).update(inner=inner)
    one, unused, used = (of(source, tables=table) for table in tables)
    assert one == unused != used


def test_functions_that_call_each_other_are_met_once() -> None:
    source = "def ask(n): return other(n - 1) if n else 0\ndef other(n): return ask(n)"
    assert of(source) != of(source.replace("else 0", "else 1"))
    assert len(module.reached(made(source).ask)) == 2


def test_a_rule_has_the_fingerprint_of_its_source() -> None:
    """Whether it is compiled or not: the game without the compiler reaches the same."""
    assert fingerprint(rules.play) == fingerprint(plain(rules).play)
    assert fingerprint(rules.play) != fingerprint(rules.legal)


def test_a_rule_and_a_kernel_of_one_source_are_cached_apart() -> None:
    def one_more(n: int) -> int:
        return n + 1

    first, second = (each(one_more)._cache.options for each in (rule, kernel))
    assert first != second
