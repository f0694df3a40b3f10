"""Empty caches: everything answers at once, and only the computer's first move waits."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.empty_caches import Cold
from tests.server.clients import HERE, LINK, Server, computer, free_port, serving, visiting
from websockets.exceptions import ConnectionClosed

from tablier import game, games
from tablier.kernels.compilation import NotCached
from tablier.play.connection import Connection
from tablier.play.connections import Connections
from tablier.play.settings import Settings
from tablier.play.shared_frames import SharedFrames
from tablier.search import preparation
from tablier.search.preparation import Preparation
from tablier.server.thinking.game_compiler import GameCompiler

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]
GAME = "mole-hill"  # is compiled fastest


def compiled(server: Server, part: str) -> bool:
    """Does the server say that this part of the game is compiled?"""
    line = f'tablier_compiled{{game="{GAME}",part="{part}"}} '
    metrics = server.get("/metrics").text.splitlines()
    return float(next(each for each in metrics if each.startswith(line)).rpartition(" ")[2]) == 1


async def test_everything_but_the_computer_answers_before_anything_is_compiled(
    tmp_path: Path,
) -> None:
    cold, database = Cold(tmp_path / "cold"), tmp_path / "tables.sqlite"
    with serving(database, cold=cold, warm=True) as server:
        for lang in ("en", "fr", "de"):
            assert len(server.get("/api/games", lang=lang).json()) == len(games())
        for path in (f"/api/games/{GAME}/rulebook", f"/api/puzzles/{GAME}"):
            assert server.get(path).status_code == 200
        assert server.post(f"/api/puzzles/{GAME}/1", {"tokens": []}).status_code == 200
        assert server.post(f"/api/games/{GAME}/position", {"tokens": ["e4"]}).status_code == 200
        together, alone = server.make(GAME, [HERE, HERE]), server.make(GAME, [HERE, computer()])
        async with (
            visiting(server, together["table"], *together["secrets"]) as people,
            visiting(server, alone["table"], *alone["secrets"]) as client,
        ):
            await people.play("e4")
            await people.play("a1|a2")
            await people.ask("preview", "previewed", ply=2, token="d4")
            await people.ask("try", "refused", ply=2, path=["a7"])
            await people.ask("look", "looked", ply=1)
            record = server.get(f"/api/tables/{together['table']}/record").text
            assert server.post("/api/records", {"record": record}).status_code == 201
            assert (await people.ask("hint", "preparing"))["seconds"] > 0
            await client.play("e4")
            thinking = await client.wait("thinking")
            assert (thinking["seat"], thinking["waiting"]) == (1, False)
            assert thinking["preparing"] > 0
            async with visiting(server, alone["table"]) as watcher:
                assert watcher.table["preparing"] > 0
            assert not compiled(server, "rules")

            cold.open(GAME)
            await people.wait("advice")
            await client.wait("moved")
            assert compiled(server, "rules")
            assert compiled(server, "search")
            assert client.heard[-2] == {
                "type": "thinking",
                "seat": 1,
                "waiting": False,
                "preparing": None,
            }
    with serving(database, cold=cold) as server:
        made = server.make(GAME, [HERE, computer()])
        async with visiting(server, made["table"], *made["secrets"]) as client:
            await client.play("e4")
            await client.wait("moved")
            said = [frame["preparing"] for frame in client.heard if frame["type"] == "thinking"]
            assert set(said) == {None}, "what is kept is compiled again"


async def test_who_comes_back_after_a_restart_with_empty_caches_plays_on(tmp_path: Path) -> None:
    port, database = free_port(), tmp_path / "tables.sqlite"
    with serving(database, port=port) as server:
        made = server.make(GAME, [LINK, LINK])
        async with visiting(server, made["table"], made["secrets"][0]) as client:
            await client.play("e4")
            os.kill(server.process.pid, signal.SIGKILL)
            with pytest.raises(ConnectionClosed):
                await client.wait("never")
    with serving(database, cold=Cold(tmp_path / "cold"), port=port, warm=True) as server:
        async with visiting(server, made["table"], made["secrets"][1]) as client:
            assert client.tokens == ["e4"]
            await client.play("a1|a2")
            assert not compiled(server, "rules")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
async def test_what_compiles_ends_with_the_server(tmp_path: Path, number: int) -> None:
    cold = Cold(tmp_path / "cold")
    with serving(tmp_path / "tables.sqlite", cold=cold) as server:
        compiler = await cold.compiler()
        server.make(GAME, [HERE, HERE])
        async with asyncio.timeout(60):
            assert await compiler.read(1) == b"!"
            server.stop(number)
            assert await compiler.read() == b""


async def test_nobody_is_sent_away_while_the_table_is_opened() -> None:
    """The time to join in is theirs: it does not run before they can."""
    opened, closed = asyncio.Event(), []

    async def open_(_: str) -> Any:
        await opened.wait()

    def close(code: int, _: str) -> None:
        closed.append(code)

    settings = Settings("", join_within=0)
    registry: Any = SimpleNamespace(settings=settings, open=open_)
    socket: Any = SimpleNamespace(close=close)
    connections = Connections(settings)
    connection = Connection(socket, "here", "table", registry, connections, SharedFrames())
    connection.on_message(b'{"type": "join"}')
    for _ in range(20):
        await asyncio.sleep(0)
    assert closed == []
    connection._work.cancel()  # type: ignore[union-attr]


async def test_a_table_waits_for_the_search_that_its_options_need(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual, unseen = game(GAME), game(GAME, centre_start="plain")
    gate, compiler = threading.Event(), GameCompiler()
    stages = {"rules": lambda _: None, "search": lambda _: None, "fallback": lambda _: gate.wait()}
    monkeypatch.setattr(preparation, "STAGES", stages)
    monkeypatch.setattr(preparation, "net_of", lambda chosen: chosen if chosen == usual else None)
    compiler.open()
    try:
        async with asyncio.timeout(60):
            assert [_ async for _ in compiler.preparing(usual)] == []
            assert (GAME, "fallback") not in compiler._done
            gate.set()
            assert [_ async for _ in compiler.preparing(unseen)] == []
            assert (GAME, "fallback") in compiler._done
    finally:
        gate.set()
        compiler.close()


def run_stage(monkeypatch: pytest.MonkeyPatch, *answers: Exception | None) -> list[str]:
    """Preparation has one stage, which goes as told; returns what will have been done."""
    left, done = list(answers), []

    def go(_: object) -> None:
        done.append("tried")
        answer = left.pop(0)
        if answer is not None:
            raise answer

    monkeypatch.setattr(preparation, "STAGES", {"search": go})
    return done


BREAKS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "no program": lambda patch: patch.setattr(sys, "executable", "/nowhere/python"),
    "falls over": lambda patch: patch.setattr(preparation, "CHILD", "raise SystemExit(3)"),
    "is killed": lambda patch: patch.setattr(
        preparation, "CHILD", "import os; os.kill(os.getpid(), 9)"
    ),
}


@pytest.mark.parametrize("how", BREAKS)
def test_what_cannot_be_compiled_elsewhere_is_compiled_here(
    monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    BREAKS[how](monkeypatch)
    done = run_stage(monkeypatch, NotCached(), None)
    Preparation(game(GAME), done.append).run()
    assert done == ["tried", "tried", "search"]


def test_what_was_compiled_elsewhere_and_not_kept_is_compiled_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As with a folder for caches that cannot be written to."""
    monkeypatch.setattr(preparation, "CHILD", "print('search')")
    done = run_stage(monkeypatch, NotCached(), NotCached(), None)
    Preparation(game(GAME), done.append).run()
    assert done == ["tried", "tried", "tried", "search"]


def test_a_preparation_that_was_stopped_compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation, "CHILD", "raise SystemExit(1)")
    done = run_stage(monkeypatch, NotCached(), None)
    stopped = Preparation(game(GAME), done.append)
    stopped.stop()
    stopped.run()
    assert done == ["tried"]
