"""A move is begun where its message arrives; what comes meanwhile waits, and a failure is told."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablier.play.connection import Connection
from tablier.play.connections import Connections
from tablier.play.settings import Settings
from tablier.play.shared_frames import SharedFrames
from tablier.play.steps import NotStored
from tablier.play.table import Table
from tablier.play.wire.protocol import NewTable, SeatWish
from tablier.server.server_registry import ServerRegistry
from tablier.texts import Sentence

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]
Frame = dict[str, Any]


class Person:
    """Somebody at a table, as socket and as who sends."""

    is_full = False

    def __init__(self) -> None:
        self.heard: list[Frame] = []
        self.news = asyncio.Event()
        self.connection: Connection

    def encode(self, message: msgspec.Struct) -> bytes:
        return msgspec.json.encode(message)

    def send(self, frame: bytes) -> None:
        self.heard.append(msgspec.json.decode(frame))
        self.news.set()

    def close(self, code: int, reason: str) -> None: ...

    def pause(self, seconds: float) -> None: ...

    async def drained(self) -> None: ...

    def say(self, kind: str, **fields: object) -> None:
        self.connection.on_message(msgspec.json.encode({"type": kind, **fields}))

    def play(self, ply: int, token: str) -> None:
        self.say("play", ply=ply, token=token)

    async def until(self, *kinds: str) -> list[Frame]:
        """All that was told, once its last frames are of these kinds."""
        async with asyncio.timeout(30):
            while [frame["type"] for frame in self.heard[-len(kinds) :]] != [*kinds]:
                self.news.clear()
                await self.news.wait()
        return self.heard[-len(kinds) :]


@asynccontextmanager
async def at_table(database: Path) -> AsyncIterator[tuple[ServerRegistry, Person]]:
    """Somebody who has both seats of a table."""
    settings, person = Settings(str(database), warm=False), Person()
    registry = ServerRegistry(settings)
    registry.computers.prioritise = lambda game: None  # type: ignore[method-assign]  # noqa: ARG005
    async with registry.opened():
        made = await registry.make(NewTable("mole-hill", [SeatWish("here"), SeatWish("here")]))
        person.connection = Connection(
            person, "here", made.table, registry, Connections(settings), SharedFrames()
        )
        person.say("join", secrets=made.secrets)
        await person.until("joined")
        await asyncio.sleep(0.01)  # the next message is waited for
        yield registry, person
        person.connection.on_close()
        await person.connection.ended


async def test_nothing_is_told_before_the_commit_and_messages_keep_their_order(
    tmp_path: Path,
) -> None:
    async with at_table(tmp_path / "tables.sqlite") as (_, person):
        table = person.connection.table
        person.play(0, "e4")
        assert table._is_busy, "it was begun at once"
        person.play(1, "a1|a2")
        person.say("look", ply=2)
        assert (table.ply, person.heard[-1]["type"]) == (0, "joined")
        first, second, looked = await person.until("step", "step", "looked")
        assert (first["token"], second["token"]) == ("e4", "a1|a2")
        assert looked["position"]["ply"] == 2
        assert not table._is_busy


async def test_what_is_not_allowed_is_refused_at_once(tmp_path: Path) -> None:
    async with at_table(tmp_path / "tables.sqlite") as (_, person):
        for ply, token in ((1, "e4"), (0, "z9")):
            person.play(ply, token)
            assert (person.heard[-1]["type"], person.heard[-1]["to"]) == ("refused", "play")
        assert not person.connection.table._is_busy
        person.play(0, "e4")
        await person.until("step")


async def test_a_move_on_what_is_out_of_date_is_tried_again_on_what_is_stored(
    tmp_path: Path,
) -> None:
    async with at_table(tmp_path / "tables.sqlite") as (_, person):
        table = person.connection.table
        table._changes += 1  # as if somebody else had changed it, and taken that back
        person.play(0, "e4")
        *_, step = await person.until("changed", "step")
        assert (step["token"], table.tokens) == ("e4", ["e4"])
        assert not table._is_busy


async def test_who_plays_is_told_that_a_move_was_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_table(tmp_path / "tables.sqlite") as (registry, person):

        def refuse(*given: Any) -> None:
            given[-1](NotStored(Sentence("not_stored")))

        with monkeypatch.context() as patched:
            patched.setattr(registry.storage, "submit", refuse)
            person.play(0, "e4")
            _, refused = await person.until("changed", "refused")
        assert refused["to"] == "play"
        assert (person.connection.table.ply, person.connection.table._is_busy) == (0, False)
        person.play(0, "e4")
        await person.until("step")


async def test_of_many_messages_together_one_is_acted_on_in_a_round_of_the_event_loop(
    tmp_path: Path,
) -> None:
    """Who sends hundreds in one read holds up nobody else."""
    async with at_table(tmp_path / "tables.sqlite") as (_, person):
        told = len(person.heard)
        for _ in range(50):
            person.say("speak", lang="fr")
        rounds = 0
        while len(person.heard) < told + 50:
            before = len(person.heard)
            await asyncio.sleep(0)
            assert len(person.heard) - before <= 1
            rounds += 1
        assert rounds >= 49


async def test_what_waits_goes_on_after_a_listener_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_table(tmp_path / "tables.sqlite") as (_, person):
        table, on_move = person.connection.table, Table._on_move

        def fail(_: Table) -> None:
            monkeypatch.setattr(Table, "_on_move", on_move)
            raise RuntimeError

        monkeypatch.setattr(Table, "_on_move", fail)
        first = asyncio.ensure_future(table.play({0, 1}, 0, "e4"))
        second = asyncio.ensure_future(table.play({0, 1}, 1, "a1|a2"))
        async with asyncio.timeout(20):
            await asyncio.gather(first, second)
        assert table.tokens == ["e4", "a1|a2"]
