"""Empty caches: what a server finds at its first start, and after every upgrade."""

import asyncio
import os
from pathlib import Path

CHILD = """
import os, sys, time
sys.path[:] = eval(sys.argv[1])
from pathlib import Path
from tablier.search import preparation

def wait(_):
    os.write(os.open({alive!r}, os.O_RDWR), b"!")
    while not Path({gate!r}).exists():
        time.sleep(0.02)

preparation.STAGES = {{"gate": wait, **preparation.STAGES}}
preparation.main(*sys.argv[2:])
"""


class Cold:
    """Caches in a folder of their own, and a gate: nothing is compiled before it is open."""

    def __init__(self, folder: Path):
        folder.mkdir()
        self._gate, self._alive = folder / "gate", folder / "alive"
        os.mkfifo(self._alive)
        child = CHILD.format(gate=str(self._gate), alive=str(self._alive))
        self.code = f"from tablier.search import preparation; preparation.CHILD = {child!r};"
        self.environment = {
            **os.environ,
            "NUMBA_CACHE_DIR": str(folder / "numba"),
            "XDG_CACHE_HOME": str(folder / "cache"),
        }

    def open(self) -> None:
        """From now on, compile what is wanted."""
        self._gate.touch()

    async def compiler(self) -> asyncio.StreamReader:
        """Says a letter when the process that compiles is at the gate, and ends when it does."""
        reader = asyncio.StreamReader()
        pipe = os.fdopen(os.open(self._alive, os.O_RDONLY | os.O_NONBLOCK))
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
        return reader
