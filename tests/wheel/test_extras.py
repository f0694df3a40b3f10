"""Who only wants the library installs nothing else, and is told what to install for more."""

import re
import signal
import subprocess
from importlib.metadata import Distribution
from pathlib import Path
from urllib.request import urlopen

import pytest
from tests.wheel.conftest import ROOT, Environment, Make, needed

import tablier
from tablier.engines.build import file_name
from tablier.engines.entries import searches_of
from tablier.nets.net import FILE

pytestmark = pytest.mark.one_game

README = (ROOT / "README.md").read_text("utf-8")
LIBRARY = """if True:
    import tablier
    from tablier.adapters.vector import VectorEnv
    from tablier.rulebook import rulebook

    game = tablier.game("mole-hill")
    token = tablier.player(game, level=1).choose(game.start())
    record = tablier.Record.read(str(tablier.Record(game.start(), (token,))))
    analysis = tablier.Player(game, simulations=20).analyse(record.end)
    drawn = tablier.show(analysis), tablier.show(record), tablier.replay(record)
    puzzle = tablier.puzzles("chain-reaction")[0]
    env = VectorEnv(game, boards=2)
    env.step(env.sample())
    assert all(picture.svg.startswith("<svg") for picture in drawn)
    print(puzzle.try_(puzzle.winning()[0]).verdict, rulebook(game.package).title, len(env))
"""
IMPORTS = """if True:
    import importlib, pkgutil, re, tablier

    for each in pkgutil.walk_packages(tablier.__path__, "tablier.", onerror=lambda _: None):
        try:
            importlib.import_module(each.name)
        except ModuleNotFoundError as missing:
            print(each.name, re.findall(r"tablier\\[(\\w+)\\]", str(missing)))
"""
WITH = {  # the modules that need more than the library, and what brings it
    "tablier.adapters": "research",
    "tablier.study.report": "study",
    "tablier.pictures.card": "pictures",
    "tablier.pictures.gif": "pictures",
    "tablier.pictures.png": "pictures",
    "tablier.search.onnx": "onnx",
    "tablier.search.parquet": "parquet",
    "tablier.server.store.valkey_hints": "valkey",
    "tablier.server": "server",
    "tablier.tab.site": "server",
    "tablier.terminal": "terminal",
    "tablier.training": "train",
}
RESEARCH = """if True:
    import gymnasium, pettingzoo, pyspiel
    import tablier.adapters.gymnasium, tablier.adapters.openspiel, tablier.adapters.pettingzoo

    print(gymnasium.make("tablier/mole-hill-v1").spec.name)
    print(gymnasium.make_vec("tablier/mole-hill-v1", num_envs=2).num_envs)
    print(pettingzoo.make("aec", "tablier/mole-hill-v1").possible_agents)
    print(pyspiel.load_game("python_tablier_mole_hill").num_players())
"""
PICTURE = """if True:
    import tablier

    tablier.show(tablier.game("moguli").start(), size=100).save("board.png")
"""


def test_the_library_needs_numpy_numba_and_two_small_packages(installed: Path) -> None:
    (ours,) = Distribution.discover(path=[str(installed)])
    names = {each.metadata["Name"].lower() for each in needed(ours, ())}
    assert names == {"llvmlite", "msgspec", "numba", "numpy", "platformdirs"}


def test_python_for_browsers_is_in_the_wheel(installed: Path) -> None:
    folder = installed / "tablier" / "tab" / "pyodide"
    assert {"pyodide.asm.wasm", "python_stdlib.zip"} <= {path.name for path in folder.iterdir()}
    assert [*folder.glob("msgspec-*.whl")]


def test_the_engines_of_all_games_are_in_the_wheel(installed: Path) -> None:
    """Under the names by which they are found, so that nobody builds them again."""
    found = {path.name for path in (installed / "tablier" / "engines" / "built").iterdir()}
    all_games = map(tablier.game, tablier.games())
    assert found == {file_name(each, judge) for each in all_games for judge in searches_of(each)}


def test_the_nets_of_the_games_are_in_the_wheel(installed: Path) -> None:
    here = {
        path.relative_to(ROOT / "src"): path for path in (ROOT / "src").rglob(f"games/*/{FILE}")
    }
    assert here
    assert all((installed / name).read_bytes() == path.read_bytes() for name, path in here.items())


def test_the_library_alone_does_all_that_needs_no_extra(environment: Make) -> None:
    alone = environment()
    found = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert found is not None
    shown = alone.run("-c", found[1])
    assert shown.stdout.splitlines() == re.findall(r"print\(.*\)  # (.*)", found[1]), shown.stderr
    used = alone.run("-c", LIBRARY)
    assert used.stdout == "right Mole Hill 2\n", used.stderr
    missing = alone.run("-c", IMPORTS)
    assert missing.stderr == ""
    lines = missing.stdout.splitlines()
    for folder, extra in WITH.items():
        assert [line for line in lines if line.startswith(folder)], folder
        lines = [line for line in lines if not (line.startswith(folder) and is_told(line, extra))]
    assert lines == []


def is_told(line: str, extra: str) -> bool:
    """Does the import say which extra it needs? Nobody imports the server and the terminal."""
    return extra in ("server", "terminal") or line.endswith(f"['{extra}']")


@pytest.mark.parametrize("extra", ["server", "study", "terminal"])  # the others are used below
def test_an_extra_brings_all_that_its_modules_import(extra: str, environment: Make) -> None:
    missing = environment(extra).run("-c", IMPORTS)
    assert missing.stderr == ""
    ours = tuple(folder for folder, brings in WITH.items() if brings == extra)
    lines = [line for line in missing.stdout.splitlines() if line.startswith(ours)]
    assert [line for line in lines if not is_told_another(line, extra)] == []


def is_told_another(line: str, extra: str) -> bool:
    """Is it a module that needs one more extra, and does its import say which?"""
    needs = WITH.get(line.partition(" ")[0], extra)
    return needs != extra and line.endswith(f"['{needs}']")


def test_the_command_of_the_library_alone_says_what_it_needs(environment: Make) -> None:
    there = environment()
    said = there.run(there.command, "games", "--lang", "de")
    assert said.returncode == 2
    assert said.stdout == ""
    assert said.stderr.startswith("Pakete, die der Befehl tablier braucht, fehlen.")
    assert 'pip install "tablier[server]"' in said.stderr
    assert "Traceback" not in said.stderr


@pytest.mark.parametrize(
    ("there", "words", "needed"),
    [
        ("terminal", ("serve",), "server"),
        ("terminal", ("bot", "ada"), "server"),
        ("terminal", ("export", "site"), "server"),
        ("terminal", ("study", "moguli", "--out", "moguli"), "study"),
        ("terminal", ("train", "moguli"), "train"),
        ("study", ("study", "moguli", "--out", "moguli", "--ray", "auto"), "ray"),
        ("server", ("bot", "ada", "--database", "postgresql://nobody/none"), "postgresql"),
    ],
)
def test_a_command_says_which_extra_it_needs(
    there: str, words: tuple[str, ...], needed: str, environment: Make
) -> None:
    found = environment(there)
    said = found.run(found.command, *words)
    assert said.returncode == 2
    sentence = rf'The package \w+ is missing. Install it with: pip install "tablier\[{needed}\]"\n'
    assert re.fullmatch(sentence, said.stderr), said.stderr


def test_with_the_terminal_there_are_commands(environment: Make) -> None:
    there = environment("terminal")
    ruled = there.run(there.command, "rules", "mole-hill", "--clause", "4.2")
    assert ruled.returncode == 0, ruled.stderr
    assert "4.2" in ruled.stdout


def test_with_the_server_there_are_pages(environment: Make) -> None:
    there = environment("server")
    with serving(there) as server:
        assert server.stdout is not None
        address = re.search(r"http://\S+/", server.stdout.readline())
        assert address is not None
        with urlopen(address[0]) as page:
            assert b"<script" in page.read()
        server.send_signal(signal.SIGINT)
        assert server.wait() == 0


def serving(there: Environment) -> subprocess.Popen[str]:
    words = "serve", "--port", "0", "--database", str(there.folder / "tables.sqlite")
    command: list[str | Path] = [there.python, there.command, *words]
    return subprocess.Popen(command, env=there.variables(), stdout=subprocess.PIPE, text=True)


def test_with_research_there_are_environments(environment: Make) -> None:
    made = environment("research").run("-c", RESEARCH)
    assert made.stdout.splitlines() == ["mole-hill", "2", "['player_0', 'player_1']", "2"], (
        made.stderr
    )


def test_with_pictures_there_are_pixels(environment: Make) -> None:
    there = environment("pictures")
    drawn = there.run("-c", PICTURE)
    assert drawn.returncode == 0, drawn.stderr
    assert (there.folder / "board.png").read_bytes().startswith(b"\x89PNG")
