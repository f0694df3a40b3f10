"""Engines are small, built once, and kept as long as their sources stay the same."""

import gzip
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import numpy as np
import pytest

import tablier
from tablier.engines import build
from tablier.engines.compiler import NotPortable, without_imports
from tablier.engines.entries import FEATURES, searches_of
from tablier.game import Game

MOST_KILOBYTES = 25


@pytest.mark.parametrize("name", tablier.games())
def test_an_engine_is_small(name: str) -> None:
    for judge in searches_of(tablier.game(name)):
        packed = gzip.compress(build.built(tablier.game(name), judge).read_bytes(), 9)
        assert len(packed) <= MOST_KILOBYTES * 1000


def test_all_engines_go_into_the_wheel_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "older.wasm").touch()
    build.pack(tmp_path)
    games = map(tablier.game, tablier.games())
    expected = {build.file_name(each, judge) for each in games for judge in searches_of(each)}
    assert {path.name for path in tmp_path.iterdir()} == expected


@pytest.mark.one_game
def test_what_came_with_the_package_is_not_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = tablier.game("mole-hill")
    monkeypatch.setattr(build, "PACKAGED", tmp_path)
    monkeypatch.setattr(build, "cache_folder", lambda: tmp_path / "none")
    assert build.engine_of(chosen) is None
    path = tmp_path / build.file_name(chosen, FEATURES)
    path.touch()
    assert build.built(chosen) == path


@pytest.mark.one_game
def test_who_wants_the_same_engine_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen, builds = tablier.game("mole-hill"), list[str]()

    def build_slowly(chosen: Game, folder: Path) -> dict[str, Path]:
        path = folder / build.file_name(chosen, FEATURES)
        builds.append(path.name)
        waiting.wait()  # the other has asked, too
        path.touch()
        return {FEATURES: path}

    def engine_of(*of: Any) -> Path | None:
        asked.append(of)
        if len(asked) == 3:  # once each, and once more by the first
            waiting.set()
        return find(*of)

    asked, waiting, find = list[Any](), threading.Event(), build.engine_of
    monkeypatch.setattr(build, "PACKAGED", tmp_path / "none")
    monkeypatch.setattr(build, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(build, "build", build_slowly)
    monkeypatch.setattr(build, "engine_of", engine_of)
    with ThreadPoolExecutor(2) as pool:
        found = [*pool.map(lambda _: build.built(chosen), range(2))]
    assert len(set(found)) == len(builds) == 1


@pytest.mark.one_game
def test_a_build_removes_engines_of_the_game_that_nobody_has_used_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen, key = tablier.game("mole-hill"), "0" * build.KEY

    def build_at_once(chosen: Game, folder: Path) -> dict[str, Path]:
        made = folder / build.file_name(chosen, FEATURES)
        made.touch()
        return {FEATURES: made}

    def put(name: str, is_old: bool = True) -> str:
        (tmp_path / name).touch()
        if is_old:
            os.utime(tmp_path / name, (0, 0))
        return name

    monkeypatch.setattr(build, "PACKAGED", tmp_path / "none")
    monkeypatch.setattr(build, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(build, "build", build_at_once)
    put(f"mole-hill-net-{key}.wasm")
    put(f"mole-hill-{key}.wasm")  # as they were called at first
    kept = {put(f"mole-hill-two-net-{key}.wasm"), put("mole-hill-notes.txt")}
    kept.add(put(f"mole-hill-features-{key}.wasm", is_old=False))  # of a version beside this one
    own = build.built(chosen)
    os.utime(own, (0, 0))
    assert build.built(chosen) == own  # which counts as a use
    build.remove_unused(chosen)
    assert {path.name for path in tmp_path.iterdir()} == {*kept, own.name, "mole-hill.lock"}


@pytest.mark.one_game
def test_another_table_of_the_rules_makes_another_key(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = tablier.game("chain-reaction")
    before = build.key_of(chosen)
    assert build.key_of(chosen) == before
    rules = cast(ModuleType, chosen.rules)
    name = next(name for name, each in vars(rules).items() if isinstance(each, np.ndarray))
    monkeypatch.setattr(rules, name, vars(rules)[name] + 1)
    assert build.key_of(chosen) != before


@pytest.mark.one_game
def test_a_kernel_that_another_thread_is_loading_makes_no_other_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chosen = tablier.game("mole-hill")
    before, kernel = build.key_of(chosen), searches_of(chosen)[FEATURES].tree
    half = ModuleType(kernel.__name__)
    vars(half).update(__file__=kernel.__file__, TABLE=np.zeros(1))
    monkeypatch.setitem(sys.modules, kernel.__name__, half)
    assert build.key_of(chosen) == before


@pytest.mark.one_game
def test_functions_that_differ_between_machines_are_refused() -> None:
    with pytest.raises(NotPortable, match="tanh"):
        without_imports("declare double @tanh(double)")


@pytest.mark.one_game
@pytest.mark.parametrize("name", ["sqrt", "sqrtf", "floor"])
def test_functions_that_are_an_instruction_are_called_so(name: str) -> None:
    kind = "float" if name.endswith("tf") else "double"
    assert f"define internal {kind} @{name}(" in without_imports(f"declare {kind} @{name}({kind})")


@pytest.mark.one_game
def test_a_build_that_fails_says_why_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [])
    with pytest.raises(build.BuildFailed, match="mole-hill"):
        build.build(tablier.game("mole-hill"), tmp_path)
    assert [*tmp_path.iterdir()] == []


@pytest.mark.one_game
def test_a_build_ends_with_the_process_that_wants_it(tmp_path: Path) -> None:
    drafts = tmp_path / "drafts"
    drafts.mkdir()
    words = repr(sys.path), tablier.game("mole-hill").package, str(drafts), "0"
    done = subprocess.run(
        [sys.executable, "-c", build.CHILD, *words], stdin=subprocess.DEVNULL, check=False
    )
    assert done.returncode == 1
    assert not drafts.exists()
