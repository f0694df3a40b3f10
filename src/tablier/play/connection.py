"""A connection: one browser at one table. It acts on frames that come, and sends what happens.

Everybody at a table is told in their own language and of their own seats, so each connection makes
its own frames; those who are told the same share them (`shared_frames`).
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec

from tablier.play import metrics, traces, views
from tablier.play.advice import Adviser
from tablier.play.connections import Bucket, Connections
from tablier.play.events import (
    Changed,
    Event,
    Lease,
    Played,
    RematchMade,
    Reviewed,
    Reviewing,
    Thinking,
)
from tablier.play.registry import TableRegistry
from tablier.play.shared_frames import SharedFrames
from tablier.play.steps import NoDatabase, NotStored, Outdated, hashed
from tablier.play.table import Table
from tablier.play.thinker import Requester
from tablier.play.wire import frames, protocol
from tablier.texts import Refusal, refusal

POLICY, TOO_LARGE, INTERNAL_ERROR, RESTART, TRY_LATER = 1008, 1009, 1011, 1012, 1013
NO_TABLE = 4404
MOST_SECRETS = 16
LAST_READ = 0.2  # seconds to read what has arrived, after a timeout
log = logging.getLogger("tablier")
decode = msgspec.json.Decoder(frames.Up).decode
encode = msgspec.json.Encoder().encode


class Socket(Protocol):
    """What a connection needs of its socket."""

    @property
    def is_full(self) -> bool:
        """Is there much that the other side has not read?"""

    def encode(self, message: msgspec.Struct) -> bytes:
        """A message as bytes, which can be sent to all sockets of this kind."""

    def send(self, frame: bytes) -> None:
        """Send an encoded message; must not block."""

    def close(self, code: int, reason: str) -> None:
        """Close it after what was sent."""

    def pause(self, seconds: float) -> None:
        """Read nothing for a while."""

    async def drained(self) -> None:
        """Wait until the other side has read enough, or is gone."""


class Connection:
    """Somebody at a table, as a listener of it."""

    def __init__(
        self,
        socket: Socket,
        address: str,
        name: str,
        registry: TableRegistry,
        connections: Connections,
        shared_frames: SharedFrames,
    ):
        settings = registry.settings
        self.registry, self.socket, self.address = registry, socket, address
        self.lang = "en"
        self.seats: frozenset[int] = frozenset()
        self.table: Table
        self.adviser: Adviser
        self._connections, self._name, self._shared = connections, name, shared_frames
        self._secrets: dict[int, str] = {}
        self._prepared: tuple[Played, bytes] | None = None
        """The move that is being stored, and its frame."""
        self._has_joined = False
        self._is_brief = False
        self._wants_review = False
        self._is_closed = False
        self._inbox: deque[bytes | None] = deque()
        """Messages to be acted on; None is the end."""
        self._awaited: asyncio.Future[None] | None = None
        """Done when a message comes, if one is waited for."""
        self._is_moving = False
        """Is a move being stored that was begun at once? Messages wait for it."""
        self._bucket = Bucket(settings.frames_at_once, settings.frames_a_second)
        self._address_bucket = connections.bucket(address)
        self._join_timer: asyncio.TimerHandle | None = None
        if connections.admit(self):
            self._task = asyncio.create_task(self._serve())
        else:
            self.close(TRY_LATER, "too many sockets from this address")

    async def _serve(self) -> None:
        """Act on one message after the other until one side closes the connection."""
        try:
            self.table = await self.registry.open(self._name)
        except NoDatabase as wrong:
            self._refuse(wrong)
            self.close(RESTART, "no database")
            return
        except Refusal as wrong:
            self._refuse(wrong)
            self.close(NO_TABLE, "no such table")
            return
        except Exception:
            self._report_fault("table failed")
            self.close(INTERNAL_ERROR, "internal error")
            return
        requester = Requester(self.address, self.table.id)
        self.adviser = Adviser(
            self.registry, requester, self.table, self.send, self._refuse, self._report_fault
        )
        try:
            self._expect_join(self.registry.settings.join_within, self._on_join_timeout)
            while (message := await self._next()) is not None and not self._is_closed:
                await self._on_frame(message)
                if self.socket.is_full:
                    await self.socket.drained()
        finally:
            self.adviser.stop()
            self.registry.reviews.leave(self.table, self)
            self.adviser.stop_judging()
            del self.adviser  # breaks a reference cycle, which would keep the table in memory
            if self._join_timer is not None:
                self._join_timer.cancel()
            self.table.leave(self)

    async def _next(self) -> bytes | None:
        """The next message; an `asyncio.Queue` took three times as long."""
        while not self._inbox:
            self._awaited = asyncio.get_running_loop().create_future()
            await self._awaited
        return self._inbox.popleft()

    def _put(self, message: bytes | None) -> None:
        """Have a message acted on, after those before it."""
        self._inbox.append(message)
        if not self._is_moving:
            self._wake()

    def _wake(self) -> None:
        if self._awaited is not None and not self._awaited.done():
            self._awaited.set_result(None)

    @property
    def _is_idle(self) -> bool:
        """Is the next message waited for?"""
        is_waiting = self._awaited is not None and not self._awaited.done()
        return is_waiting and not self._is_moving and not self._inbox

    def _expect_join(self, seconds: float, then: Callable[[], None]) -> None:
        self._join_timer = asyncio.get_running_loop().call_later(seconds, then)

    def _on_join_timeout(self) -> None:
        """Read what has come while the server was busy, before the connection is closed."""
        self._expect_join(LAST_READ, self._close_unless_joined)

    def _close_unless_joined(self) -> None:
        """Close it if nobody has joined, once all messages are acted on."""
        if self._inbox:
            self._on_join_timeout()
        elif not self._has_joined:
            self.close(POLICY, "no join")

    # Out

    def send(self, frame: frames.Down) -> None:
        """Send a frame."""
        self.socket.send(self.socket.encode(frame))

    def _refuse(self, wrong: Refusal, frame: frames.Up | None = None) -> None:
        """Say that this frame is refused, or something else, and why."""
        self._send_refusal(views.refusal_view(wrong, self.lang), frame)

    def _send_refusal(self, why: protocol.Refusal, frame: frames.Up | None) -> None:
        to = None if frame is None else str(frame.__struct_config__.tag)
        self.send(frames.Refused(why.sentence, why.clause, to))

    def _report_fault(self, what: str) -> None:
        """Log the exception that is being handled; the other side gets a sentence."""
        metrics.faults.inc()
        log.exception(what, extra={"about": {"table": self._name}})
        self._refuse(refusal("internal_error"))

    def close(self, code: int, reason: str) -> None:
        """Close the socket after what was sent."""
        self._is_closed = True
        self._put(None)
        self.socket.close(code, reason)

    def _move_frame(self, event: Played) -> bytes:
        table, encode = self.table, self.socket.encode
        return self._shared.moved(event, table, self.seats, self.lang, encode, brief=self._is_brief)

    def _changed_frame(self, event: Changed) -> bytes:
        return self._shared.changed(event, self.table, self.seats, self.lang, self.socket.encode)

    def prepare(self, event: Played) -> None:
        """Encode the frame of a move that is being stored."""
        if self._has_joined:
            self._prepared = event, self._move_frame(event)

    def _take_prepared(self, event: Played) -> bytes:
        """The frame of a move that is stored now."""
        prepared, self._prepared = self._prepared, None
        if prepared is not None and prepared[0] is event:
            return prepared[1]
        return self._move_frame(event)

    def on_event(self, event: Event) -> None:
        """Pass on what has happened."""
        if not self._has_joined:
            return
        match event:
            case Played():
                self.socket.send(self._take_prepared(event))
            case Changed():
                self.socket.send(self._changed_frame(event))
            case Thinking(seat, waiting, preparing):
                self.send(frames.Thinking(seat, waiting, preparing))
            case Reviewing(done, of):
                self.send(frames.Reviewing(done, of))
            case Reviewed():
                self.registry.spawn(self._send_review())
            case Lease():
                self._send_lease(event)
            case RematchMade(table):
                self._send_rematch(table)

    async def _send_review(self) -> None:
        """Send the review that is kept with the game, if it is wanted here."""
        table, lang = self.table, self.lang
        evaluations = table.review
        if self._wants_review and evaluations is not None:
            record = table.record()
            made = await self.registry.in_thread(
                lambda: views.review_view(record, evaluations, lang)
            )
            self.send(frames.Reviewed(made))

    def _send_rematch(self, table: str, *, earlier: bool = False) -> None:
        """Name the table of the rematch; everybody keeps their secret there."""
        secrets = [self._secrets.get(seat) for seat in self.table.rotation]
        self.send(frames.Again(table, secrets, earlier))

    def _send_lease(self, lease: Lease) -> None:
        """Ask for the move of a computer."""
        table, seat = self.table, lease.seat
        level, seed = table.seats[seat].level, str(table.player_seed(seat))
        share = None if table.clocks is None else table.clocks.share(seat)
        state = lease.position.data
        self.send(frames.Search(lease.number, "move", lease.ply, state, level, seed, share))

    # In

    def may_send(self) -> bool:
        """Count a frame of whatever kind; all sockets of an address share one limit."""
        if self._is_closed:
            return False
        if not self._bucket.take():
            self.close(POLICY, "too many frames")
            return False
        if pause := self._address_bucket.take_on_credit():
            self.socket.pause(pause)
        return True

    def on_message(self, message: bytes) -> None:
        """Have a message acted on, after those before it."""
        if self._is_closed:
            return
        if len(message) > self.registry.settings.largest_frame:
            self.close(TOO_LARGE, "frame too large")
        elif not self._is_played(message):
            self._put(message)

    def _is_played(self, message: bytes) -> bool:
        """Begin a move at once, if that is what a message is and nothing has to be waited for.

        No task has to be woken for the message, nor again after the commit.
        """
        if not self._is_idle or not self._has_joined or not self.seats or self.socket.is_full:
            return False
        try:
            frame = decode(message)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            return False
        if type(frame) is not frames.Play:
            return False
        try:
            self._is_moving = self.table.play_at_once(
                self.seats, frame.ply, frame.token, lambda failure: self._on_played(frame, failure)
            )
        except Refusal as wrong:
            self._refuse_frame(wrong, frame)
        except Exception:
            self._report_fault("frame failed")
        else:
            return self._is_moving
        return True

    def _on_played(self, frame: frames.Play, failure: NotStored | None) -> None:
        """A move that was begun at once is played, or was not stored."""
        self._is_moving = False
        if isinstance(failure, Outdated):
            self._inbox.appendleft(encode(frame))  # tried again, on what is stored now
        elif failure is not None:
            self._refuse_frame(failure, frame)
        if self._inbox:
            self._wake()

    def on_close(self) -> None:
        """The socket is closed; messages that came before are still acted on."""
        self._connections.release(self)
        self._put(None)

    async def _on_frame(self, message: bytes) -> None:
        """Decode a message and act on it; whatever is wrong with it is answered."""
        try:
            await self._act(decode(message))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
            metrics.refused.inc("frame")
            place = str(wrong).rpartition("`$")[2].rstrip("`")
            self._refuse(refusal("bad_frame", place=f"${place}"[:80]))
        except Exception:
            self._report_fault("frame failed")

    async def _act(self, frame: frames.Up) -> None:
        try:
            if not self._has_joined and not isinstance(frame, frames.Join):
                raise refusal("join_first")
            done = ACTIONS[type(frame)](self, frame)
            if done is not None:
                await done
        except Refusal as wrong:
            self._refuse_frame(wrong, frame)

    def _refuse_frame(self, wrong: Refusal, frame: frames.Up) -> None:
        metrics.refused.inc(wrong.said.key)
        self._refuse(wrong, frame)

    def join(self, frame: frames.Join) -> None:
        """Take the seats whose secrets are given."""
        self.table.leave(self)
        self._has_joined, self.lang, self._prepared = False, frame.lang, None
        known = {hashed(secret): secret for secret in frame.secrets[:MOST_SECRETS]}
        self._secrets = {
            i: known[seat.secret]
            for i, seat in enumerate(self.table.seats)
            if seat.secret is not None and seat.secret in known
        }
        self.seats = frozenset(self._secrets)
        self._is_brief = frame.brief
        self.adviser.thinks = frame.thinks
        self.table.presence.offer(self, on=frame.thinks)
        self.table.join(self)
        self._send_joined()
        self._has_joined = True
        if self.table.lease is not None and self.table.lease.page is self:
            self._send_lease(self.table.lease)
        if self.table.rematch is not None:
            self._send_rematch(self.table.rematch, earlier=True)

    def _send_joined(self) -> None:
        view = views.table_view(self.table, self.seats, self.lang)
        self.send(frames.Joined(views.board(self.table.game), view))

    def speak(self, frame: frames.Speak) -> None:
        """Go on in another language."""
        self.lang, self._prepared = frame.lang, None
        self._send_joined()
        if self._wants_review and self.table.review is not None:
            self.registry.spawn(self._send_review())

    def review(self, frame: frames.Review) -> None:
        """Have the finished game reviewed, or wait for that no longer."""
        self._wants_review = frame.on
        if frame.on:
            self.registry.reviews.want(self.table, self, self._refuse)
        else:
            self.registry.reviews.leave(self.table, self)
            self.adviser.stop_judging()

    def think(self, frame: frames.Thinks) -> None:
        """Ask this page for what it wants to know, and for moves of computers; or no longer."""
        self.adviser.thinks = frame.on
        self.table.offer_thinking(self, on=frame.on)

    async def play(self, frame: frames.Play) -> None:
        """Play a move."""
        if not self.seats:
            raise refusal("only_watching")
        with traces.span("move", table=self.table.id, ply=frame.ply):
            await self.table.play(self.seats, frame.ply, frame.token)

    async def try_(self, frame: frames.Try) -> None:
        """Say why clicks are no move."""
        position, lang = self.table.at(frame.ply), self.lang
        why = await self.registry.in_thread(lambda: views.why_not(position, frame.path, lang))
        self._send_refusal(why, frame)


ACTIONS: dict[type, Callable[[Connection, Any], Awaitable[None] | None]] = {
    frames.Join: Connection.join,
    frames.Speak: Connection.speak,
    frames.Play: Connection.play,
    frames.Try: Connection.try_,
    frames.Undo: lambda it, _: it.table.ask(it.seats, "undo"),
    frames.OfferDraw: lambda it, _: it.table.ask(it.seats, "draw"),
    frames.Rematch: lambda it, _: it.table.ask(it.seats, "rematch"),
    frames.Reply: lambda it, frame: it.table.answer(it.seats, frame.kind, yes=frame.yes),
    frames.Resign: lambda it, frame: it.table.resign(it.seats, frame.seat),
    frames.Abort: lambda it, _: it.table.abort(it.seats),
    frames.Claim: lambda it, frame: it.table.ask(
        it.seats, "claim_draw" if frame.draw else "claim_win"
    ),
    frames.Rename: lambda it, frame: it.table.rename(it.seats, frame.seat, frame.name),
    frames.Look: lambda it, frame: it.send(views.looked(it.table, frame.ply, it.seats, it.lang)),
    frames.Preview: lambda it, frame: it.send(views.previewed(it.table, frame.ply, frame.token)),
    frames.Hint: lambda it, _: it.adviser.hint(),
    frames.Explain: lambda it, frame: it.adviser.explain(frame, it.lang),
    frames.Review: Connection.review,
    frames.Analyse: lambda it, frame: it.adviser.analyse(frame.ply, frame.seconds),
    frames.StopAnalysis: lambda it, _: it.adviser.stop(),
    frames.Thinks: Connection.think,
    frames.Computed: lambda it, frame: it.table.play_computed(it, frame.number, frame.token),
    frames.Found: lambda it, frame: it.adviser.found(frame),
}
"""What each frame does, at once or awaited."""
