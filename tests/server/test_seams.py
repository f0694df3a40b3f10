"""Tables, views and the protocol run where no library of a server is installed."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.one_game

ROOT = Path(__file__).parents[2]
PROGRAM = """
import asyncio, sys

for library in sys.argv[1:]:
    sys.modules[library] = None  # importing it fails

import tablier.play.catalogue
from tablier.play.connections import Connections
from tablier.play.connection import Connection
from tablier.play.shared_frames import SharedFrames
from tablier.play.settings import Settings
from tablier.play.registry import TableRegistry

class Nothing:
    open = prioritise = lambda *_, **__: None

async def refuse():
    settings = Settings("")
    registry = TableRegistry(settings, Nothing(), Nothing())
    asked = tablier.play.wire.protocol.NewTable("mole-hill", [])
    try:
        await registry.make(asked)
    except tablier.Refusal as refusal:
        print(refusal.said.key)

asyncio.run(refuse())
"""


def test_they_are_imported_without_the_libraries_of_a_server() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = contracts["tool"]["importlinter"]["contracts"]
    contract = next(each for each in contracts if each["name"] == "Play needs no server")
    libraries = set(contract["forbidden_modules"]) - {"platformdirs"}  # the library itself needs it
    words = [sys.executable, "-c", PROGRAM, *sorted(libraries)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout, done.returncode) == ("seat_count\n", 0), done.stderr
