"""A move leaves spans, if somebody wants them: from its frame to the commit to its announcement."""

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from tablier.extras import MissingExtra
from tablier.play import traces
from tablier.play.connection import Connection
from tablier.play.connections import Connections
from tablier.play.settings import Settings
from tablier.play.shared_frames import SharedFrames
from tablier.play.wire.protocol import NewTable, SeatWish
from tablier.server.server_registry import ServerRegistry

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]


class Socket:
    """Takes all frames."""

    is_full = False

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def encode(self, message: msgspec.Struct) -> bytes:
        return msgspec.json.encode(message)

    def send(self, frame: bytes) -> None:
        self.sent.append(frame)

    def close(self, code: int, reason: str) -> None: ...

    def pause(self, seconds: float) -> None: ...

    async def drained(self) -> None: ...


@pytest.fixture
def exporter() -> Iterator[InMemorySpanExporter]:
    found, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(found))
    traces.use(provider)
    yield found
    traces.use(None)


async def play_one_move(database: Path) -> Socket:
    settings, socket = Settings(str(database), warm=False), Socket()
    registry = ServerRegistry(settings)
    registry.computers.prioritise = lambda game: None  # type: ignore[method-assign]  # noqa: ARG005
    async with registry.opened():
        made = await registry.make(NewTable("mole-hill", [SeatWish("here"), SeatWish("link")]))
        connection = Connection(
            socket, "here", made.table, registry, Connections(settings), SharedFrames()
        )
        connection.on_message(msgspec.json.encode({"type": "join", "secrets": made.secrets[:1]}))
        connection.on_message(b'{"type": "play", "ply": 0, "token": "e4"}')
        connection.on_close()
        await connection.ended
    return socket


async def test_a_move_is_announced_after_its_commit_and_both_belong_to_it(
    tmp_path: Path, exporter: InMemorySpanExporter
) -> None:
    socket = await play_one_move(tmp_path / "tables.sqlite")
    assert b'"type":"step"' in socket.sent[-1]
    spans: dict[str, ReadableSpan] = {each.name: each for each in exporter.get_finished_spans()}
    move, commit, announce = (spans[name] for name in ("change", "commit", "announce"))
    assert move.attributes is not None
    assert move.attributes["ply"] == 0
    assert commit.parent == announce.parent == move.context
    assert (commit.end_time or 0) <= (announce.start_time or 0)


def test_without_a_collector_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in traces.COLLECTORS:
        monkeypatch.delenv(name, raising=False)
    traces.start()
    assert traces.span("move") is traces.NOTHING


def test_who_names_a_collector_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(traces.COLLECTORS[0], "http://127.0.0.1:4318")
    for name in [each for each in sys.modules if each.startswith("opentelemetry.exporter")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter", None)
    with pytest.raises(MissingExtra, match=r"tablier\[traces\]"):
        traces.start()
