"""Table: every change of a game goes through here. Right seat, right ply, one writer.

Every change happens under the lock of the table, is committed, and only then applied and announced.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import astuple, replace
from functools import wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec

import msgspec

from tablier.play import metrics, offers, traces
from tablier.play.carried_games import Carried
from tablier.play.endings import Ending, even, lost
from tablier.play.events import (
    Changed,
    Listener,
    Played,
    RematchMade,
    Reviewed,
)
from tablier.play.new_table import Seat, clean_name, move_row, plan_rematch
from tablier.play.steps import (
    ADD_MOVE,
    SEAT_BOT,
    TAKE_BACK,
    Bot,
    NotStored,
    Outdated,
    Row,
    Step,
    set_seat,
    set_table,
)
from tablier.play.stored_table import StoredTable
from tablier.play.wire.protocol import OfferKind
from tablier.position import IllegalMove
from tablier.review import Evaluation
from tablier.texts import Refusal, refusal

TRIES = 5  # of a change, while others are always faster
P = ParamSpec("P")
Change = Callable[Concatenate["Table", P], Coroutine[Any, Any, None]]


def on_latest(change: Change[P]) -> Change[P]:
    """The same change, tried again on what is stored if somebody else was faster."""

    @wraps(change)
    async def changed(table: "Table", /, *args: P.args, **named: P.kwargs) -> None:
        for _ in range(TRIES - 1):
            try:
                return await change(table, *args, **named)
            except Outdated:  # tried again, on what is stored now
                continue
        return await change(table, *args, **named)

    return changed


class _Move(NamedTuple):
    """A move that may be played."""

    event: Played
    row: Row
    steps: list[Step]


def _is_taken(lock: asyncio.Lock) -> bool:
    """Take a lock if it is free and nobody waits for it."""
    waiting = lock.acquire()
    try:
        waiting.send(None)
    except StopIteration:
        return True
    waiting.close()
    return False


class Table(StoredTable):
    """A game in progress, with everybody who is there."""

    # Changes

    @on_latest
    async def play(self, seats: Iterable[int], ply: int, token: str) -> None:
        """Play a move for the seat to move, if it is one of these."""
        async with self.lock:
            move = self._planned(seats, ply, token)
            if move is None:
                await self._end(lost(len(self.seats), {self.turn}, "time"))
                raise refusal("too_late")
            await self._write(*move.steps, meanwhile=lambda: self._prepare(move.event))
            with traces.span("announce", listeners=len(self.presence.listeners)):
                self._do(move)

    def play_at_once(
        self, seats: Iterable[int], ply: int, token: str, done: Callable[[NotStored | None], None]
    ) -> bool:
        """The same without a task, as nearly all moves are: `done` is called at the end.

        False if something has to be waited for first: then nothing has happened, and `play` does
        it. After a failure the table is loaded again before `done` is told of it.
        """
        if traces.are_on() or not _is_taken(self.lock):
            return False
        try:
            move = self._planned(seats, ply, token)
        except BaseException:
            self.lock.release()
            raise
        if move is None:
            self.lock.release()
            return False

        def on_stored(failure: NotStored | None) -> None:
            if failure is not None:
                self._recovery = asyncio.ensure_future(self._recover_from(failure, done))
                return
            try:
                self._changes += 1
                self._do(move)
            finally:
                self.lock.release()
                done(None)

        change = {"of": self.id, "known": self._changes}
        self._storage.submit(move.steps, change, lambda: self._prepare(move.event), on_stored)
        return True

    async def _recover_from(
        self, failure: NotStored, done: Callable[[NotStored | None], None]
    ) -> None:
        try:
            await self._recover(failure)
        finally:
            self.lock.release()
            done(failure)

    async def play_computed(self, page: Listener, number: int, token: str) -> None:
        """Play the move of a computer that this page was asked for by that number."""
        lease = self.lease
        if lease is None or lease.page is not page or lease.number != number:
            raise refusal("not_asked_to_think")
        try:
            await self.play({lease.seat}, lease.ply, token)
        except IllegalMove:
            self.offer_thinking(page, on=False)  # it cannot be relied on
            raise
        except Refusal:
            self.lease = None  # to be given again once the table can be written
            raise
        metrics.computed.inc("page")

    @on_latest
    async def bring(self, game: Carried) -> None:
        """Play the moves that were made elsewhere, instead of those that computers made here."""
        async with self.lock:
            game.must_fit(self)
            if game.known_in(self):
                return
            first = game.first_new(self)
            if first is None:
                raise refusal("went_on_apart")
            rows = list(game.rows(self.id, first))
            await self._write(*self._steps_of_a_game(game, rows, first))
            self._truncate(first)
            for row, after in zip(rows, game.positions[first + 1 :], strict=True):
                self._append(row, after)
            self.ending = game.ending
            self.announce_change()

    @on_latest
    async def ask(self, seats: frozenset[int], kind: OfferKind) -> None:
        """Ask the other people for something; what nobody else has a say in happens at once."""
        async with self.lock:
            self._must_be(bool(seats), "only_watching")
            offers.check(self, kind, seats, self.gone(seats))
            await self._agree(kind, seats)

    @on_latest
    async def answer(self, seats: frozenset[int], kind: OfferKind, *, yes: bool) -> None:
        """Say yes or no to what somebody has asked for."""
        async with self.lock:
            self._must_be(bool(seats), "only_watching")
            self._must_be(bool(self.offers.get(kind)), "no_offer")
            if yes:
                if kind in offers.CLAIMS:
                    offers.check(self, kind, seats, self.gone(seats))
                await self._agree(kind, seats)
            else:
                await self._set_offers({**self.offers, kind: []})

    @on_latest
    async def resign(self, seats: Iterable[int], seat: int) -> None:
        """Give up for one's seat."""
        async with self.lock:
            self._must_be(seat in seats, "not_your_seat")
            self._must_go_on()
            await self._end(lost(len(self.seats), {seat}, "resigned"))

    @on_latest
    async def rename(self, seats: Iterable[int], seat: int, name: str) -> None:
        """Put a name on one's seat."""
        async with self.lock:
            self._must_be(seat in seats, "not_your_seat")
            name = clean_name(name)
            await self._write(set_seat(self.id, seat, "name", name))
            self.seats[seat] = replace(self.seats[seat], name=name)
            self.announce(Changed())

    @on_latest
    async def accept(self, bot: str) -> None:
        """Let a bot take the seats that it was asked to take."""
        async with self.lock:
            asked = self._asked(bot)
            await self._write(*(set_seat(self.id, seat, "asked", False) for seat in asked))
            for seat in asked:
                self.seats[seat] = replace(self.seats[seat], asked=False)
            self.announce_change()

    @on_latest
    async def decline(self, bot: str, why: str) -> None:
        """Let a bot say that it will not play; then nobody does."""
        async with self.lock:
            seat = self._asked(bot)[0]
            await self._end(even(len(self.seats), "declined", seat, why))

    @on_latest
    async def abort(self, seats: frozenset[int]) -> None:
        """Cancel the game, before each side has had its first turn."""
        async with self.lock:
            self._must_be(bool(seats), "only_watching")
            self._must_go_on()
            self._must_be(not self.is_under_way, "too_late_to_abort")
            await self._end(even(len(self.seats), "aborted", min(seats)))

    @on_latest
    async def seat_bot(self, bot: Bot, secret: str) -> None:
        """Let a bot take the seat whose link it was given; from then on the link is only to watch.

        `secret` is the hash of the one in the link.
        """
        async with self.lock:
            self._must_go_on()
            link = "link", secret
            found = [i for i, seat in enumerate(self.seats) if (seat.kind, seat.secret) == link]
            self._must_be(bool(found), "no_such_seat")
            self._must_be(not self.is_present(found[0]), "seat_taken")
            row = {"of": self.id, "who": found[0], "now": bot.id, "called": bot.name}
            await self._write((SEAT_BOT, row))
            self.seats[found[0]] = Seat("bot", name=bot.name, bot=bot.id)
            self.announce_change()

    @on_latest
    async def keep_review(self, evaluations: Sequence[Evaluation]) -> None:
        """Keep what the search thinks of each position with the finished game."""
        async with self.lock:
            self._must_be(self.is_over and len(evaluations) == self.ply + 1, "outdated")
            await self._write(set_table(self.id, "review", msgspec.to_builtins(evaluations)))
            self.review = tuple(evaluations)
            self.announce(Reviewed())

    @on_latest
    async def flag(self) -> None:
        """End the game if the clock that runs has run out."""
        async with self.lock:
            running = self.clocks.running if self.clocks else None
            if self.clocks and running is not None and self.clocks.left_now(running) == 0:
                await self._end(lost(len(self.seats), {running}, "time"))

    # Parts of changes: the lock is held

    def _planned(self, seats: Iterable[int], ply: int, token: str) -> "_Move | None":
        """The move, if it may be played; None if the clock has run out."""
        self._must_go_on()
        self._must_be(self.has_begun, "not_begun")
        if ply != self.ply:
            raise refusal("other_ply", given=ply + 1, next=self.ply + 1)
        before, seat = self.position, self.turn
        self._must_be(seat in seats, "not_your_turn")
        after = before.play(token)
        left = self.clocks.after(seat, after.turn) if self.clocks else None
        if left == 0:
            return None
        event = Played(ply + 1, token, seat, before, after)
        row = move_row(self.id, ply, token, seat, left)
        return _Move(event, row, self._steps_of_a_move(row, is_last=not after.legal_actions))

    def _do(self, move: "_Move") -> None:
        """A move is stored: play it, and tell all."""
        had_offers, event = any(self.offers.values()), move.event
        self._append(move.row, event.after)
        if self.clocks is not None:
            event = msgspec.structs.replace(event, clock=self.clocks.view())
        self.announce(event)
        if had_offers:
            self.announce(Changed())
        metrics.moves.inc(self.game.name)
        self._on_move()

    def _must_be(self, allowed: bool, key: str) -> None:
        if not allowed:
            raise refusal(key)

    def _must_go_on(self) -> None:
        self._must_be(not self.is_over, "table_over")

    def _asked(self, bot: str) -> list[int]:
        """The seats that a bot was asked to take and has not answered for."""
        self._must_go_on()
        asked = [seat for seat in sorted(self.seats_of(bot)) if self.seats[seat].asked]
        self._must_be(bool(asked), "not_asked")
        return asked

    def _steps_of_a_move(self, row: Row, *, is_last: bool) -> list[Step]:
        """The row of a move; it ends all offers."""
        steps: list[Step] = [(ADD_MOVE, row)]
        if any(self.offers.values()):
            steps.append(set_table(self.id, "offers", {}))
        if is_last:
            steps.append(set_table(self.id, "over", True))
        return steps

    def _steps_of_a_game(self, game: Carried, rows: list[Row], first: int) -> Iterable[Step]:
        """The rows of moves from that ply on, instead of those that are there."""
        ending = None if game.ending is None else astuple(game.ending)
        now: Row = {"ending": ending, "over": game.is_over, "offers": {}, "review": None}
        return (
            (TAKE_BACK, {"of": self.id, "first": first}),
            *((ADD_MOVE, row) for row in rows),
            *(set_table(self.id, column, value) for column, value in now.items()),
        )

    async def _end(self, ending: Ending) -> None:
        await self._write(
            set_table(self.id, "ending", astuple(ending)),
            set_table(self.id, "over", True),
            set_table(self.id, "offers", {}),
        )
        self.ending, self.offers = ending, {}
        self._set_clocks()
        self.announce_change()

    async def _agree(self, kind: OfferKind, seats: frozenset[int]) -> None:
        """These seats agree; once all who are needed have, it happens."""
        gone, n = self.gone(seats), len(self.seats)
        agreed = offers.agreed(self, kind, seats)
        if not offers.needed(self, kind, gone) <= set(agreed):
            await self._set_offers({**self.offers, kind: agreed})
        elif kind == "undo":
            await self._undo(frozenset(agreed[:1] if self.offers.get(kind) else agreed))
        elif kind == "draw":
            await self._end(even(n, "agreed"))
        elif kind == "rematch":
            await self._make_rematch()
        elif kind == "claim_draw":
            await self._end(even(n, "left_draw", min(gone)))
        else:
            await self._end(lost(n, gone, "left"))

    async def _set_offers(self, now: dict[OfferKind, list[int]]) -> None:
        await self._write(set_table(self.id, "offers", now))
        self.offers = now
        self.announce(Changed())

    async def _undo(self, seats: frozenset[int]) -> None:
        """Take back the last move of these seats, and what was played after it."""
        first = self.last_ply_of(seats)
        assert first is not None
        await self._write(
            (TAKE_BACK, {"of": self.id, "first": first}),
            set_table(self.id, "over", False),
            set_table(self.id, "offers", {}),
            set_table(self.id, "review", None),
        )
        self._truncate(first)
        self.announce_change()

    async def _make_rematch(self) -> None:
        clock = self.clocks.given if self.clocks else None
        plan = plan_rematch(self.game, [self.seats[seat] for seat in self.rotation], clock)
        await self._write(
            *plan.steps(), set_table(self.id, "again", plan.id), set_table(self.id, "offers", {})
        )
        self.rematch, self.offers = plan.id, {}
        metrics.made.inc(self.game.name)
        self.announce(Changed())
        self.announce(RematchMade(plan.id))
        self._on_change(self)
