"""Table: the one door to a game. What is wished for is decided, stored, done and told, one by one.

A command decides on the table as it is when it comes to its turn (`decide.py`). Its changes are
stored first; then they are applied, and everybody there is told.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from tablier.play import decide, metrics, traces
from tablier.play.carried_games import Carried
from tablier.play.changes import (
    Change,
    Moved,
    Offered,
    RematchBegun,
    Renamed,
    ReviewKept,
    steps_of,
)
from tablier.play.decide import Decision
from tablier.play.events import Changed, Listener, Played, RematchMade, Reviewed
from tablier.play.steps import Bot, NotStored, Outdated, Stored, StoredMove
from tablier.play.stored_table import StoredTable
from tablier.play.wire.protocol import OfferKind
from tablier.position import IllegalMove
from tablier.review import Evaluation
from tablier.texts import Refusal, refusal

TRIES = 5  # of a command, while others are always faster
Wish = Callable[["Table"], Decision]
"""What decides on the table as it is when its turn comes."""
Done = Callable[[Exception | None], None]
"""Called once a command is done, or with why it is not."""


class Command(NamedTuple):
    """Something that is to be decided, and who is told when it is done."""

    decide: Wish
    done: Done
    tries: int = TRIES


class Table(StoredTable):
    """A game in progress, with everybody who is there."""

    def __init__(self, *given: Any, **named: Any):
        super().__init__(*given, **named)
        self._waiting: deque[Command] = deque()
        self._is_busy = False
        """Is something being stored, so that commands wait?"""
        self._recovery: asyncio.Future[None] | None = None

    # The door

    def submit(self, wish: Wish, done: Done) -> None:
        """Decide, store and do what is wished, after all that came before; then call `done`.

        Where nothing has to be waited for, that is at once: no task is woken for it.
        """
        self._waiting.append(Command(wish, done))
        self._go_on()

    async def do(self, wish: Wish) -> None:
        """Submit it, and wait until it is done."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def settle(wrong: Exception | None) -> None:
            if done.done():
                return
            if wrong is None:
                done.set_result(None)
            else:
                done.set_exception(wrong)

        self.submit(wish, settle)
        await done

    def _go_on(self) -> None:
        while self._waiting and not self._is_busy:
            self._begin(self._waiting.popleft())

    def _begin(self, command: Command) -> None:
        try:
            decision = command.decide(self)
        except Exception as wrong:
            command.done(wrong)
            return
        if not decision.changes:
            command.done(decision.refusal)
            return
        self._is_busy = True
        change = {"of": self.id, "known": self._changes}
        steps = [step for each in decision.changes for step in steps_of(self.id, each)]
        whole = traces.begin("change", table=self.id, ply=self.ply)
        commit = traces.begin("commit", within=whole)
        played = self._played(decision.changes)

        def on_stored(failure: NotStored | None) -> None:
            commit.end()
            if failure is not None:
                whole.end()
                self._recovery = asyncio.ensure_future(self._recover_from(failure, command))
                return
            announcement = traces.begin("announce", within=whole)
            try:
                self._changes += 1
                self._make_true(decision.changes, played)
            finally:
                announcement.end()
                whole.end()
                self._is_busy = False
                command.done(decision.refusal)
                self._go_on()

        self._storage.submit(steps, change, lambda: self._prepare(played), on_stored)

    async def _recover_from(self, failure: NotStored, command: Command) -> None:
        """Become what is stored; a command is tried again if somebody else was faster."""
        try:
            await self._recover(failure)
        finally:
            self._is_busy = False
            if isinstance(failure, Outdated) and command.tries > 1:
                self._waiting.appendleft(command._replace(tries=command.tries - 1))
            else:
                command.done(failure)
            self._go_on()

    def _played(self, changes: Sequence[Change]) -> Played | None:
        """The event of a move, if that is what has happened."""
        change = changes[0]
        if len(changes) > 1 or not isinstance(change, Moved):
            return None
        token, after = change.row["token"], change.after
        return Played(self.ply + 1, token, self.turn, self.position, after)

    def _make_true(self, changes: Sequence[Change], played: Played | None) -> None:
        """Apply what is stored, and tell everybody."""
        for change in changes:
            self.apply(change)
        if played is not None:
            self._tell_move(played, changes[0])
            return
        match changes[0]:
            case Offered() | Renamed():
                self.announce(Changed())
            case ReviewKept():
                self.announce(Reviewed())
            case RematchBegun(plan):
                metrics.made.inc(self.game.name)
                self.announce(Changed())
                self.announce(RematchMade(plan.id))
                self._on_change(self)
            case _:
                self.announce_change()

    def _tell_move(self, event: Played, change: Change) -> None:
        if self.clocks is not None:
            event = msgspec.structs.replace(event, clock=self.clocks.view())
        self.announce(event)
        if isinstance(change, Moved) and change.ends_offers:
            self.announce(Changed())
        metrics.moves.inc(self.game.name)
        self._on_move()

    # What can be wished

    async def play(self, seats: Iterable[int], ply: int, token: str) -> None:
        """Play a move for the seat to move, if it is one of these."""
        await self.do(lambda table: decide.play(table, seats, ply, token))

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

    async def bring(self, game: Carried) -> None:
        """Play the moves that were made elsewhere, instead of those that computers made here."""
        await self.do(lambda table: decide.bring(table, game))

    async def ask(self, seats: frozenset[int], kind: OfferKind) -> None:
        """Ask the other people for something; what nobody else has a say in happens at once."""
        await self.do(asking(seats, kind))

    async def answer(self, seats: frozenset[int], kind: OfferKind, *, yes: bool) -> None:
        """Say yes or no to what somebody has asked for."""
        await self.do(answering(seats, kind, yes=yes))

    async def resign(self, seats: Iterable[int], seat: int) -> None:
        """Give up for one's seat."""
        await self.do(lambda table: decide.resign(table, seats, seat))

    async def rename(self, seats: Iterable[int], seat: int, name: str) -> None:
        """Put a name on one's seat."""
        await self.do(lambda table: decide.rename(table, seats, seat, name))

    async def accept(self, bot: str) -> None:
        """Let a bot take the seats that it was asked to take."""
        await self.do(lambda table: decide.accept(table, bot))

    async def decline(self, bot: str, why: str) -> None:
        """Let a bot say that it will not play; then nobody does."""
        await self.do(lambda table: decide.decline(table, bot, why))

    async def abort(self, seats: frozenset[int]) -> None:
        """Cancel the game, before each side has had its first turn."""
        await self.do(lambda table: decide.abort(table, seats))

    async def seat_bot(self, bot: Bot, secret: str) -> None:
        """Let a bot take the seat whose link it was given; `secret` is the hash of its secret."""
        await self.do(lambda table: decide.seat_bot(table, bot, secret, table.present))

    async def keep_review(self, evaluations: Sequence[Evaluation]) -> None:
        """Keep what the search thinks of each position with the finished game."""
        await self.do(lambda table: decide.keep_review(table, evaluations))

    async def flag(self) -> None:
        """End the game if the clock that runs has run out."""
        await self.do(decide.flag)

    async def catch_up(self, stored: Stored) -> bool:
        """Do what was done elsewhere; False if all moves are needed to know what that was."""
        is_known = True

        def follow(table: Table) -> Decision:
            nonlocal is_known
            is_known = table.take_over(stored)
            return Decision()

        await self.do(follow)
        return is_known

    def follow(self, move: StoredMove, since: float) -> bool:
        """Do a move that was done elsewhere; False if that is not all that was done there.

        There were servers `since` then, in seconds since 1970.
        """
        if move.changes <= self._changes:
            return True
        row = move.row
        is_next = (move.changes, row["ply"]) == (self._changes + 1, self.ply)
        if not is_next or self._is_busy:
            return False
        try:
            event = self._played_elsewhere(row, max(0.0, time.time() - max(since, row["at"])))
        except IllegalMove:
            return False
        self._changes = move.changes
        self.announce(event)
        self._on_move()
        return True


def asking(seats: frozenset[int], kind: OfferKind) -> Wish:
    """What asks the other people for something."""
    return lambda table: decide.ask(table, seats, kind, table.gone(seats))


def answering(seats: frozenset[int], kind: OfferKind, *, yes: bool) -> Wish:
    """What says yes or no to what somebody has asked for."""
    return lambda table: decide.answer(table, seats, kind, table.gone(seats), yes=yes)
