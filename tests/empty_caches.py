"""Empty caches: what a server finds at its first start, and after every upgrade.

Games have no nets there: those are half of what is compiled for a search, and nothing is about it.
"""

import asyncio
import os
from pathlib import Path

NO_NETS = """
from tablier.search import player, preparation
player.net_of = preparation.net_of = lambda game: None
"""
CHILD = """
import os, sys, time
sys.path[:] = eval(sys.argv[1])
from pathlib import Path
{no_nets}

def wait(game):
    os.write(os.open({alive!r}, os.O_RDWR), b"!")
    while not Path({gates!r}, game.name).exists():
        time.sleep(0.02)

preparation.STAGES = {{"gate": wait, **preparation.STAGES}}
preparation.main(*sys.argv[2:])
"""


class Cold:
    """Caches in a folder of their own, and gates: no game is compiled before its own is open."""

    def __init__(self, folder: Path):
        folder.mkdir()
        self._gates, self._alive = folder / "gates", folder / "alive"
        self._gates.mkdir()
        os.mkfifo(self._alive)
        child = CHILD.format(no_nets=NO_NETS, gates=str(self._gates), alive=str(self._alive))
        self.code = f"{NO_NETS}preparation.CHILD = {child!r}\n"
        self.environment = {
            **os.environ,
            "NUMBA_CACHE_DIR": str(folder / "numba"),
            "XDG_CACHE_HOME": str(folder / "cache"),
        }

    def open(self, game: str) -> None:
        """From now on, compile that game when it is wanted."""
        (self._gates / game).touch()

    async def compiler(self) -> asyncio.StreamReader:
        """Says a letter when the process that compiles is at the gate, and ends when it does."""
        reader = asyncio.StreamReader()
        pipe = os.fdopen(os.open(self._alive, os.O_RDONLY | os.O_NONBLOCK))
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
        return reader
