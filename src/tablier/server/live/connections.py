"""Sockets: one for each browser at a table. Frames in, through the door; what happens, out.

Everybody at a table hears in their own language and of their own seats, so a table calls its
listeners itself instead of publishing one text to all; a frame is written once for each language,
and for those who are "you" in it.
"""

import asyncio
import contextlib
import re
import threading
from collections import deque
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote

import msgspec
import structlog
from websockets.http11 import Request

from tablier.position import Position
from tablier.server import metrics, views
from tablier.server.access import hosts
from tablier.server.access.connections import Connections
from tablier.server.access.rate_limits import Bucket
from tablier.server.live.websocket import LAST_LOOK, Socket, framed
from tablier.server.store.schema import hashed
from tablier.server.tables.events import Altered, Event, Followed, Played, Pondering
from tablier.server.tables.queues import Asker
from tablier.server.tables.registry import TableRegistry
from tablier.server.tables.table import Table
from tablier.server.wire import protocol
from tablier.texts import Refusal, refusal

POLICY, TOO_LARGE, OUR_FAULT, TRY_LATER, NO_TABLE = 1008, 1009, 1011, 1013, 4404
PATH = re.compile(r"/api/tables/([^/?]+)/socket(\?.*)?")
MOST_SECRETS = 16
Stop = Callable[[], bool]
Find = Callable[[Stop], Awaitable[None]]
log = structlog.get_logger()
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(protocol.Up).decode


class Door:
    """Lets sockets in to tables."""

    def __init__(self, registry: TableRegistry, connections: Connections):
        self.registry, self.connections = registry, connections

    def why_not(self, request: Request) -> HTTPStatus | None:
        """Refuse what is no table, and pages of others."""
        if not PATH.fullmatch(request.path):
            return HTTPStatus.NOT_FOUND
        settings, headers = self.registry.settings, request.headers
        named, origins = headers.get_all("Host"), headers.get_all("Origin")
        if not hosts.is_ours(named, settings):
            return HTTPStatus.MISDIRECTED_REQUEST
        is_ours = hosts.is_from_us(origins, named, settings)
        return None if is_ours else HTTPStatus.FORBIDDEN

    def let_in(self, socket: Socket, request: Request) -> "Connection":
        """Somebody at the table that the path names, if there is room for one more."""
        found = PATH.fullmatch(request.path)
        assert found is not None, "refused before"
        forwarded = request.headers.get_all("X-Forwarded-For")
        address = hosts.visitor(socket.address, forwarded, self.registry.settings)
        return Connection(socket, address, self.registry, self.connections, unquote(found[1]))


class Connection:
    """Somebody at a table: a listener with a voice."""

    def __init__(
        self,
        socket: Socket,
        address: str,
        registry: TableRegistry,
        connections: Connections,
        name: str,
    ):
        settings = registry.settings
        self.registry, self.socket, self.address = registry, socket, address
        self.lang = "en"
        self.seats: frozenset[int] = frozenset()
        self.table: Table
        self._connections, self._name = connections, name
        self._secrets: dict[int, str] = {}
        self._is_in = False
        self._is_closed = False
        self._inbox: deque[bytes | None] = deque()
        self._waits: asyncio.Future[None] | None = None
        self._bucket = Bucket(settings.frames_at_once, settings.frames_a_second)
        self._shared = connections.bucket(self.address)
        self._advice: asyncio.Task[None] | None = None
        self._stop = threading.Event()
        self._loop = asyncio.get_running_loop()
        self._patience: asyncio.TimerHandle | None = None
        if connections.admit(self):
            self._life = asyncio.create_task(self._serve())
        else:
            self.close(TRY_LATER, "too many sockets from this address")

    def _wait_for_join(self, seconds: float, then: Callable[[], None]) -> None:
        self._patience = self._loop.call_later(seconds, then)

    def _lose_patience(self) -> None:
        """Read what has come while we were busy, before those are sent away who do not join."""
        self._wait_for_join(LAST_LOOK, self._send_away)

    def _send_away(self) -> None:
        """Send those away who have not joined, once all that they said is acted on."""
        if self._inbox:
            self._lose_patience()
        elif not self._is_in:
            self.close(POLICY, "no join")

    async def _serve(self) -> None:
        """Act on one message after the other until one side has had enough."""
        try:
            self.table = await self.registry.open(self._name)
        except Refusal as wrong:
            self._refuse(views.refusal_view(wrong, self.lang))
            self.close(NO_TABLE, "no such table")
            return
        except Exception:
            self._say_our_fault("table failed")
            self.close(OUR_FAULT, "our fault")
            return
        try:
            self._wait_for_join(self.registry.settings.join_within, self._lose_patience)
            while (message := await self._next()) is not None and not self._is_closed:
                await self._take(message)
                if self.socket.is_full:
                    await self.socket.emptied()
        finally:
            self._end_advice()
            if self._patience is not None:
                self._patience.cancel()
            self.table.bid_farewell(self)

    def _put(self, message: bytes | None) -> None:
        """Add to what is to be acted on; None is the end."""
        self._inbox.append(message)
        if self._waits is not None and not self._waits.done():
            self._waits.set_result(None)

    async def _next(self) -> bytes | None:
        """What comes next. It is an asyncio.Queue for one reader, without its checks."""
        while not self._inbox:
            self._waits = self._loop.create_future()
            await self._waits
        return self._inbox.popleft()

    # Out

    def say(self, frame: protocol.Down) -> None:
        """Send a frame."""
        self.socket.send(framed(encode(frame)))

    def _refuse(self, refusal: protocol.Refusal, frame: protocol.Up | None = None) -> None:
        """Say that this frame is refused, or something else, and why."""
        to = None if frame is None else str(frame.__struct_config__.tag)
        self.say(protocol.Refused(refusal.sentence, refusal.clause, to))

    def _say_our_fault(self, what: str) -> None:
        """The log has the details of the error that is handled, they get a sentence."""
        metrics.faults.inc()
        log.exception(what, table=self._name)
        self._refuse(views.refusal_view(refusal("internal_error"), self.lang))

    def close(self, code: int, reason: str) -> None:
        """Close the socket after what was said."""
        self._is_closed = True
        self._put(None)
        self.socket.close(code, reason)

    def prepare(self, event: Played) -> None:
        """Write down what will be told of a move, once for all who are told the same."""
        kind = (self.lang, event.readers(self.seats))
        if self._is_in and kind not in event.written:
            reader = views.reader(self.table, kind[1], self.lang)
            event.written[kind] = framed(encode(views.moved(event, self.lang, reader)))

    def hear(self, event: Event) -> None:
        """Pass on what has happened."""
        if not self._is_in:
            return
        match event:
            case Played():
                self.prepare(event)
                self.socket.send(event.written[self.lang, event.readers(self.seats)])
            case Altered():
                self.say(protocol.Changed(views.table_view(self.table, self.seats, self.lang)))
            case Pondering(seat, waiting, preparing):
                self.say(protocol.Thinking(seat, waiting, preparing))
            case Followed(table):
                self._say_again(table)

    def _say_again(self, table: str, *, earlier: bool = False) -> None:
        """Name the table of the rematch; the secrets stay with their people."""
        secrets = [self._secrets.get(seat) for seat in self.table.rotation]
        self.say(protocol.Again(table, secrets, earlier))

    # In

    def take(self, message: bytes) -> None:
        """A message is acted on in its turn."""
        if self._is_closed:
            return
        if len(message) > self.registry.settings.largest_frame:
            self.close(TOO_LARGE, "frame too large")
        else:
            self._put(message)

    def count(self) -> bool:
        """Is there room for one more frame, of whatever kind? All from one address share theirs."""
        if self._is_closed:
            return False
        if not self._bucket.take():
            self.close(POLICY, "too many frames")
            return False
        if pause := self._shared.take_on_credit():
            self.socket.rest(pause)
        return True

    def leave(self) -> None:
        """They have left; what they said before still counts."""
        self._connections.release(self)
        self._put(None)

    async def _take(self, message: bytes) -> None:
        """Act on a message, whatever it is."""
        try:
            await self._act(decode(message))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
            metrics.refused.labels("frame").inc()
            place = str(wrong).rpartition("`$")[2].rstrip("`")
            self._refuse(
                views.refusal_view(refusal("bad_frame", place=f"${place}"[:80]), self.lang)
            )
        except Exception:
            self._say_our_fault("frame failed")

    async def _act(self, frame: protocol.Up) -> None:
        action: Callable[[Any, Any], Awaitable[None]] = ACTIONS[type(frame)]
        try:
            if not self._is_in and not isinstance(frame, protocol.Join):
                raise refusal("join_first")
            await action(self, frame)
        except Refusal as wrong:
            metrics.refused.labels(wrong.said.key).inc()
            self._refuse(views.refusal_view(wrong, self.lang), frame)

    async def join(self, frame: protocol.Join) -> None:
        """Sit down at the seats whose secrets are known."""
        self.table.bid_farewell(self)
        self._is_in, self.lang = False, frame.lang
        known = {hashed(secret): secret for secret in frame.secrets[:MOST_SECRETS]}
        self._secrets = {
            i: known[seat.secret]
            for i, seat in enumerate(self.table.seats)
            if seat.secret is not None and seat.secret in known
        }
        self.seats = frozenset(self._secrets)
        self.table.greet(self)
        self._say_joined()
        self._is_in = True
        if self.table.again is not None:
            self._say_again(self.table.again, earlier=True)

    def _say_joined(self) -> None:
        view = views.table_view(self.table, self.seats, self.lang)
        self.say(protocol.Joined(views.board(self.table.game), view))

    async def speak(self, frame: protocol.Speak) -> None:
        """Go on in another language."""
        self.lang = frame.lang
        self._say_joined()

    async def play(self, frame: protocol.Play) -> None:
        """Play a move."""
        if not self.seats:
            raise refusal("only_watching")
        await self.table.play(self.seats, frame.ply, frame.token)

    async def try_(self, frame: protocol.Try) -> None:
        """Say why clicks are no move."""
        position, lang = self.table.at(frame.ply), self.lang
        why = await self.registry.work(lambda: views.why_not(position, frame.path, lang))
        self._refuse(why, frame)

    async def undo(self, _: protocol.Undo) -> None:
        """Take back, or ask for it."""
        await self.table.ask(self.seats, "undo")

    async def draw(self, _: protocol.OfferDraw) -> None:
        """Ask for a draw."""
        await self.table.ask(self.seats, "draw")

    async def rematch(self, _: protocol.Rematch) -> None:
        """Ask for another game."""
        await self.table.ask(self.seats, "rematch")

    async def reply(self, frame: protocol.Reply) -> None:
        """Answer what another has asked for."""
        await self.table.answer(self.seats, frame.kind, yes=frame.yes)

    async def resign(self, frame: protocol.Resign) -> None:
        """Give up."""
        await self.table.resign(self.seats, frame.seat)

    async def abort(self, _: protocol.Abort) -> None:
        """Call the game off."""
        await self.table.abort(self.seats)

    async def claim(self, frame: protocol.Claim) -> None:
        """Claim the win or a draw."""
        await self.table.ask(self.seats, "claim_draw" if frame.draw else "claim_win")

    async def rename(self, frame: protocol.Rename) -> None:
        """Take a name."""
        await self.table.rename(self.seats, frame.seat, frame.name)

    async def look(self, frame: protocol.Look) -> None:
        """Show the past."""
        self.say(views.looked(self.table, frame.ply, self.seats, self.lang))

    async def preview(self, frame: protocol.Preview) -> None:
        """Show what a move would do."""
        self.say(views.previewed(self.table, frame.ply, frame.token))

    # Advice

    @property
    def _asker(self) -> Asker:
        return Asker(self.address, self.table.id)

    async def hint(self, _: protocol.Hint) -> None:
        """Say what a strong player would do."""
        position, ply = self.table.position, self.table.ply
        self._must_be_fair()
        if self.table.is_over:
            raise refusal("table_over")

        async def find(stop: Stop) -> None:
            found = await self.registry.thinking.hint(self._asker, position, stop)
            self._advise_of(position, views.advice(found, ply, is_hint=True, final=True))

        self._begin_advice(find)

    async def analyse(self, asked: protocol.Analyse) -> None:
        """Say what a search thinks, again and again."""
        position, ply = self.table.at(asked.ply), asked.ply
        self._must_be_fair()
        if not position.legal_actions:
            raise refusal("nothing_to_choose")

        async def find(stop: Stop) -> None:
            words = self.registry.thinking.analyse(self._asker, position, asked.seconds, stop)
            async with contextlib.aclosing(words):
                async for found, is_last in words:
                    frame = views.advice(found, ply, is_hint=False, final=is_last)
                    self._advise_of(position, frame)

        self._begin_advice(find)

    async def stop_analysis(self, _: protocol.StopAnalysis) -> None:
        """Be quiet."""
        self._end_advice()

    def _must_be_fair(self) -> None:
        if self.table.is_apart and not self.table.is_over:
            raise refusal("fair_play")

    def _advise_of(self, position: Position, advice: protocol.Advice) -> None:
        """Say it, unless the moves that led there have been taken back while it was thought out."""
        if advice.ply <= self.table.ply and self.table.at(advice.ply) == position:
            self.say(advice)

    def _begin_advice(self, find: Find) -> None:
        """Begin to search in the background, instead of the search before."""
        self._end_advice()
        self._stop = threading.Event()
        self._advice = asyncio.create_task(self._advise(find, self._stop.is_set))

    async def _advise(self, find: Find, stop: Stop) -> None:
        try:
            async for seconds in self.registry.library.preparing(self.table.game.name):
                self.say(protocol.Preparing(seconds))
            await find(stop)
        except Exception:
            self._say_our_fault("advice failed")

    def _end_advice(self) -> None:
        self._stop.set()
        if self._advice is not None:
            self._advice.cancel()
            self._advice = None


ACTIONS: dict[type, Any] = {
    protocol.Join: Connection.join,
    protocol.Speak: Connection.speak,
    protocol.Play: Connection.play,
    protocol.Try: Connection.try_,
    protocol.Undo: Connection.undo,
    protocol.OfferDraw: Connection.draw,
    protocol.Rematch: Connection.rematch,
    protocol.Reply: Connection.reply,
    protocol.Resign: Connection.resign,
    protocol.Abort: Connection.abort,
    protocol.Claim: Connection.claim,
    protocol.Rename: Connection.rename,
    protocol.Look: Connection.look,
    protocol.Preview: Connection.preview,
    protocol.Hint: Connection.hint,
    protocol.Analyse: Connection.analyse,
    protocol.StopAnalysis: Connection.stop_analysis,
}
