"""A connection: one browser at one table. It acts on frames that come, and sends what happens.

Everybody at a table is told in their own language and of their own seats, so each connection makes
its own frames; those who are told the same share them (`shared_frames`).
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Protocol

import msgspec

from tablier.play import decide, metrics, views
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
from tablier.play.steps import NoDatabase, hashed
from tablier.play.table import Table, Wish, answering, asking
from tablier.play.thinker import Requester
from tablier.play.wire import frames, protocol
from tablier.texts import Refusal, refusal

POLICY, TOO_LARGE, INTERNAL_ERROR, RESTART, TRY_LATER = 1008, 1009, 1011, 1012, 1013
NO_TABLE = 4404
MOST_SECRETS = 16
LAST_READ = 0.2  # seconds to read what has arrived, after a timeout
log = logging.getLogger("tablier")
decode = msgspec.json.Decoder(frames.Up).decode


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
        self._wants_review = False
        self._is_closed = self._is_left = False
        self._inbox: deque[bytes] = deque()
        """Messages to be acted on."""
        self._is_busy = True
        """Is the table being opened, or something waited for? Messages wait for that."""
        self._resting: asyncio.Handle | None = None
        """The next round of the event loop, in which the next message is acted on."""
        self._work: asyncio.Task[None] | None = None
        """What is waited for, if that takes a task."""
        self._bucket = Bucket(settings.frames_at_once, settings.frames_a_second)
        self._address_bucket = connections.bucket(address)
        self._join_timer: asyncio.TimerHandle | None = None
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done once the connection is closed and all is cleaned up."""
        if connections.admit(self):
            self._wait_for(self._open())
        else:
            self.close(TRY_LATER, "too many sockets from this address")

    # One message after the other

    def _put(self, message: bytes) -> None:
        """Have a message acted on, after those before it."""
        self._inbox.append(message)
        self._act_on_next()

    def _act_on_next(self) -> None:
        """Act on one message, if nothing is to be waited for.

        The next one has its turn in the next round of the event loop, so that nobody who sends many
        together holds up all others.
        """
        if self._is_busy or self._resting is not None:
            return
        if self._is_closed or (self._is_left and not self._inbox):
            self._end()
        elif self._inbox:
            self._resting = asyncio.get_running_loop().call_soon(self._rested)
            self._on_frame(self._inbox.popleft())
            if self.socket.is_full and not self._is_busy:
                self._wait_for(self.socket.drained())

    def _rested(self) -> None:
        self._resting = None
        self._act_on_next()

    def _wait_for(self, work: Coroutine[Any, Any, None], frame: frames.Up | None = None) -> None:
        """Act on nothing until this is done."""
        self._is_busy = True
        self._work = asyncio.create_task(work)
        self._work.add_done_callback(lambda done: self._on_done(done, frame))

    def _on_done(self, done: asyncio.Task[None], frame: frames.Up | None) -> None:
        self._is_closed |= done.cancelled()
        self._finish(frame, None if done.cancelled() else done.exception())

    def _finish(self, frame: frames.Up | None, wrong: BaseException | None) -> None:
        """What was waited for is done, or refused."""
        self._is_busy = False
        if isinstance(wrong, Refusal) and frame is not None:
            self._refuse_frame(wrong, frame)
        elif wrong is not None:
            self._report_fault("frame failed", wrong)
        self._act_on_next()

    async def _open(self) -> None:
        """Open the table."""
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
        except Exception as wrong:
            self._report_fault("table failed", wrong)
            self.close(INTERNAL_ERROR, "internal error")
            return
        requester = Requester(self.address, self.table.id)
        self.adviser = Adviser(
            self.registry, requester, self.table, self.send, self._refuse, self._report_fault
        )
        self._expect_join(self.registry.settings.join_within, self._on_join_timeout)

    def _end(self) -> None:
        """Leave the table, and end all that was begun for this connection."""
        if self.ended.done():
            return
        self.ended.set_result(None)
        if self._join_timer is not None:
            self._join_timer.cancel()
        if not hasattr(self, "adviser"):
            return  # the table was never opened
        self.adviser.stop()
        self.registry.reviews.leave(self.table, self)
        self.adviser.stop_judging()
        del self.adviser  # breaks a reference cycle, which would keep the table in memory
        self.table.leave(self)

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

    def _report_fault(self, what: str, wrong: BaseException) -> None:
        """Log what has failed; the other side gets a sentence."""
        metrics.faults.inc()
        log.error(what, exc_info=wrong, extra={"about": {"table": self._name}})
        self._refuse(refusal("internal_error"))

    def close(self, code: int, reason: str) -> None:
        """Close the socket after what was sent."""
        self._is_closed = True
        self.socket.close(code, reason)
        self._act_on_next()

    def _move_frame(self, event: Played) -> bytes:
        return self._shared.moved(event, self.table, self.seats, self.lang, self.socket.encode)

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
        else:
            self._put(message)

    def on_close(self) -> None:
        """The socket is closed; messages that came before are still acted on."""
        self._connections.release(self)
        self._is_left = True
        self._act_on_next()

    def _on_frame(self, message: bytes) -> None:
        """Decode a message and act on it; whatever is wrong with it is answered."""
        try:
            frame = decode(message)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as wrong:
            metrics.refused.inc("frame")
            place = str(wrong).rpartition("`$")[2].rstrip("`")
            self._refuse(refusal("bad_frame", place=f"${place}"[:80]))
            return
        try:
            self._act(frame)
        except Refusal as wrong:
            self._refuse_frame(wrong, frame)
        except Exception as wrong:
            self._report_fault("frame failed", wrong)

    def _act(self, frame: frames.Up) -> None:
        if not self._has_joined and not isinstance(frame, frames.Join):
            raise refusal("join_first")
        if type(frame) in WISHES:
            wish = WISHES[type(frame)](self, frame)
            self._is_busy = True
            self.table.submit(wish, lambda wrong: self._finish(frame, wrong))
            return
        work = ACTIONS[type(frame)](self, frame)
        if work is not None:
            self._wait_for(work, frame)

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
        self.adviser.thinks = frame.thinks
        self.table.presence.offer(self, on=frame.thinks)
        if frame.holds:
            self.table.presence.readers.add(self)
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

    def play(self, frame: frames.Play) -> Wish:
        """Play a move."""
        if not self.seats:
            raise refusal("only_watching")
        seats, ply, token = self.seats, frame.ply, frame.token
        return lambda table: decide.play(table, seats, ply, token)

    async def try_(self, frame: frames.Try) -> None:
        """Say why clicks are no move."""
        position, lang = self.table.at(frame.ply), self.lang
        why = await self.registry.in_thread(lambda: views.why_not(position, frame.path, lang))
        self._send_refusal(why, frame)


WISHES: dict[type, Callable[[Connection, Any], Wish]] = {
    frames.Play: Connection.play,
    frames.Undo: lambda it, _: asking(it.seats, "undo"),
    frames.OfferDraw: lambda it, _: asking(it.seats, "draw"),
    frames.Rematch: lambda it, _: asking(it.seats, "rematch"),
    frames.Reply: lambda it, frame: answering(it.seats, frame.kind, yes=frame.yes),
    frames.Resign: lambda it, frame: partial(decide.resign, seats=it.seats, seat=frame.seat),
    frames.Abort: lambda it, _: partial(decide.abort, seats=it.seats),
    frames.Claim: lambda it, frame: asking(it.seats, "claim_draw" if frame.draw else "claim_win"),
    frames.Rename: lambda it, frame: partial(
        decide.rename, seats=it.seats, seat=frame.seat, name=frame.name
    ),
}
"""What each frame wishes of the table."""
ACTIONS: dict[type, Callable[[Connection, Any], Coroutine[Any, Any, None] | None]] = {
    frames.Join: Connection.join,
    frames.Speak: Connection.speak,
    frames.Try: Connection.try_,
    frames.Continue: lambda it, _: it.table.has_read(it),
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
"""What all other frames do, at once or awaited."""
