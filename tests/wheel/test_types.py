"""The installed wheel tells type checkers its types: they read programs of its users."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.wheel.conftest import ROOT, Environment, Make

import tablier

pytestmark = pytest.mark.one_game

HERE = Path(__file__).parent
PROGRAMS = ["library.py", "environments.py"]
MYPY = """
[mypy]
strict = True
[mypy-library]
disallow_any_expr = True
"""
OTHERS = ("arena", "engines", "server", "study", "tab", "terminal", "training")
"""Folders that export nothing: to read them takes long."""
PYRIGHT = {
    "typeCheckingMode": "strict",
    "enableTypeIgnoreComments": False,  # those are mypy's
    "reportUnnecessaryTypeIgnoreComment": True,
    "include": PROGRAMS,
}


@pytest.fixture
def user(environment: Make) -> Environment:
    """Somebody who has installed Tablier, with their programs."""
    made = environment("research")
    for name in PROGRAMS:
        shutil.copy(HERE / name, made.folder)
    return made


def checked(user: Environment, tool: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a type checker of ours over the programs of that user."""
    return subprocess.run(
        [sys.executable, "-m", tool, *words],
        cwd=user.folder,
        env=user.variables(),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_programs_run(user: Environment, program: str) -> None:
    done = user.run(program)
    assert done.stdout == "all as it says\n", done.stderr


def test_mypy_accepts_the_programs_and_finds_nothing_untyped(user: Environment) -> None:
    (user.folder / "mypy.ini").write_text(MYPY, "utf-8")
    kept = (
        f"--cache-dir={ROOT / '.mypy_cache' / 'wheel'}"  # of libraries: their types stay the same
    )
    done = checked(user, "mypy", kept, "--python-executable", str(user.python), *PROGRAMS)
    assert done.stdout == "Success: no issues found in 2 source files\n", done.stdout + done.stderr


def test_pyright_accepts_the_programs(user: Environment) -> None:
    (user.folder / "pyrightconfig.json").write_text(json.dumps(PYRIGHT), "utf-8")
    done = checked(user, "pyright", "--pythonpath", str(user.python))
    assert done.stdout == "0 errors, 0 warnings, 0 informations\n", done.stdout + done.stderr


def test_every_exported_name_has_a_known_type(user: Environment) -> None:
    leave_out(user, *OTHERS)
    done = checked(user, "pyright", "--verifytypes", "tablier", "--ignoreexternal", "--outputjson")
    found = json.loads(done.stdout)["typeCompleteness"]
    assert Path(found["packageRootDirectory"]).is_relative_to(user.folder)
    public = [each for each in found["symbols"] if each["isExported"] and is_public(each["name"])]
    assert len(public) > 200
    unknown = [each for each in public if not each["isTypeKnown"]]
    said = [(each["name"], why["message"]) for each in unknown for why in each["diagnostics"]]
    assert said == []
    assert unknown == []


def leave_out(user: Environment, *folders: str) -> None:
    """Take these folders of Tablier away."""
    linked = user.packages / "tablier"
    wheel = linked.resolve()
    linked.unlink()
    linked.mkdir()
    for each in wheel.iterdir():
        if each.name not in folders:
            (linked / each.name).symlink_to(each)


def is_public(name: str) -> bool:
    """Is it part of what `tablier` exports, or of an environment whose own library has types?"""
    homes = {getattr(tablier, each).__module__ for each in tablier.__all__ if each != "LANGUAGES"}
    environments = (f"tablier.adapters.{each}" for each in ("gymnasium", "single", "vector"))
    is_here = name.startswith(tuple(f"{home}." for home in (*homes, *environments)))
    return is_here and not re.match(r"tablier\.games\.\w+\.", name)  # a game is asked as a Game
