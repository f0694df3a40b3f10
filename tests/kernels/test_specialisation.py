"""Kernels are compiled for a game once and kept; an edited rule never meets a stale kernel."""

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tablier.games.mole_hill import rules
from tablier.kernels import loops
from tablier.kernels.specialisation import specialise
from tablier.kernels.stand_ins import rules as stand_in

pytestmark = pytest.mark.one_game


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    specialise.cache_clear()
    return tmp_path / "tablier" / "kernels"


def test_a_kernel_is_written_once(cache: Path) -> None:
    first = specialise(loops, rules)
    specialise.cache_clear()
    second = specialise(loops, rules)
    assert first.__file__ == second.__file__
    assert [path.suffix for path in cache.iterdir() if path.is_file()] == [".py"]
    text = Path(str(first.__file__)).read_text()
    assert "from tablier.games.mole_hill.rules import legal, play" in text


def test_other_rules_make_another_kernel(cache: Path, tmp_path: Path) -> None:
    specialise(loops, rules)
    source = Path(str(rules.__file__)).read_text()
    edited = tmp_path / "edited_rules.py"
    edited.write_text(source + "\n# edited\n")
    twin = ModuleType(rules.__name__)
    twin.__file__ = str(edited)
    specialise(loops, twin)
    assert len(list(cache.glob("*.py"))) == 2


def test_the_stand_in_keeps_kernels_importable() -> None:
    states = np.zeros(2, stand_in.STATE)
    actions = np.zeros((2, 1), np.int32)
    assert loops.perft(states, actions, 1) == 0
    assert loops.playout(states[0], actions[0], 0) == 0


def test_a_playout_ends_the_game() -> None:
    states = np.zeros(1, rules.STATE)
    rules.start(states[0], np.zeros(1, np.int32), 0)
    start, actions, payoff = states.copy(), np.empty(rules.WIDTH, np.int32), np.empty(2)
    compiled = specialise(loops, rules)
    plies = compiled.playout(states[0], actions, 3)
    assert rules.outcome(states[0], payoff)
    assert 10 < plies <= 86
    again = start.copy()
    assert compiled.playouts(start, again, actions, 3, 1) == plies
    assert again.tobytes() == states.tobytes()
