"""Table: the only door to a game. Right seat, right ply, one writer; first stored, then announced.

A table in memory is what its rows say: it is replayed when somebody comes and forgotten when all
have left. Every change happens under its lock, is committed, and only then applied and told.
"""

import asyncio
import contextlib
import itertools
import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from tablier.position import Position
from tablier.record import Record
from tablier.record_text import result_text
from tablier.server import metrics
from tablier.server.store import schema
from tablier.server.store.accounts import Bot
from tablier.server.store.schema import Step
from tablier.server.store.storage import NotStored, Outdated, Storage, Stored
from tablier.server.tables.clocks import Clocks
from tablier.server.tables.endings import NO_GAME, Ending, even, lost, restored
from tablier.server.tables.events import (
    Altered,
    Event,
    Followed,
    Listener,
    Played,
    Pondering,
)
from tablier.server.tables.games import shared_game
from tablier.server.tables.new_table import (
    PEOPLE,
    Seat,
    clean_name,
    move_row,
    plan_again,
)
from tablier.server.tables.presence import Presence
from tablier.server.wire.protocol import Clock, OfferKind
from tablier.texts import refusal

CLAIMS = ("claim_win", "claim_draw")
AGAIN = 5.0  # seconds after which what the database did not take is tried again


class Table:
    """A game in progress, with everybody who is there."""

    def __init__(
        self, storage: Storage, stored: Stored, stir: Callable[["Table"], None], patience: float
    ):
        self.id: str = stored.table["id"]
        self.made: float = stored.table["made"]
        self.game = shared_game(stored.table["game"], tuple(stored.table["options"].items()))
        version = self.game.rules.VERSION
        if stored.table["version"] != version:
            raise refusal("record_version", given=stored.table["version"], ours=version)
        self.lock = asyncio.Lock()
        self.presence = Presence(patience)
        self.pondering = Pondering(None)
        self._counter = metrics.moves.labels(self.game.name)
        self._storage, self._stir = storage, stir
        self._take(stored)

    def _take(self, stored: Stored) -> None:
        """Become what is stored."""
        row, moves = stored.table, stored.moves
        self.seats = [Seat(*(each[name] for name in SEAT)) for each in stored.seats]
        self.offers: dict[OfferKind, list[int]] = row["offers"]
        self.ending = restored(row["ending"])
        self.again: str | None = row["again"]
        self._changes: int = row["changes"]
        self.seed = None if row["seed"] is None else int(row["seed"])
        start = self.game.start(self.seed or 0)
        if row["setup"] is not None:
            start = self.game.position(row["setup"])
        self.tokens: list[str] = [move["token"] for move in moves]
        self.movers: list[int] = [move["seat"] for move in moves]
        self.times: list[int | None] = [move["left"] for move in moves]
        said = [row["comment"], *(move["comment"] for move in moves)]
        self.comments = {ply: comment for ply, comment in enumerate(said) if comment}
        positions = itertools.accumulate(self.tokens, Position.play, initial=start)
        # Bytes alone: a position that was asked for its legal moves takes ten times as much.
        self._states = [position.data for position in positions]
        self._stand_at(Position(self.game, self._states[-1]))
        self.clocks: Clocks | None = None
        if row["clock"] is not None:
            self.clocks = Clocks.begin(Clock(*row["clock"]), len(self.seats))
            self._set_clocks()

    def _stand_at(self, position: Position) -> None:
        self.position = Position(self.game, position.data)  # the table has its moves itself
        self.turn = position.turn

    # What there is to see

    @property
    def ply(self) -> int:
        """How many moves were played."""
        return len(self.tokens)

    @property
    def is_over(self) -> bool:
        """Has the game ended, in whatever way?"""
        return self.ending is not None or not self.position.legal_actions

    @property
    def persons(self) -> frozenset[int]:
        """The seats of those who have a will of their own: people and bots."""
        return frozenset(i for i, seat in enumerate(self.seats) if seat.kind != "computer")

    @property
    def people(self) -> frozenset[int]:
        """The seats of people."""
        return frozenset(i for i, seat in enumerate(self.seats) if seat.kind in PEOPLE)

    @property
    def is_by_link(self) -> bool:
        """Do people play here with people who came by a link?"""
        return len(self.people) > 1 and any(seat.kind == "link" for seat in self.seats)

    @property
    def bots(self) -> frozenset[str]:
        """The bots that have a seat here, or were asked to take one."""
        return frozenset(seat.bot for seat in self.seats if seat.bot is not None)

    @property
    def has_begun(self) -> bool:
        """Have all bots accepted that were asked?"""
        return not any(seat.asked for seat in self.seats)

    @property
    def is_under_way(self) -> bool:
        """Has every seat completed its first turn? Then all have come, and clocks run."""
        following = [*self.movers[1:], self.turn]
        done = {seat for seat, then in zip(self.movers, following, strict=False) if seat != then}
        return len(done) == len(self.seats)

    def seats_of(self, bot: str) -> frozenset[int]:
        """The seats of a bot."""
        return frozenset(i for i, seat in enumerate(self.seats) if seat.bot == bot)

    @property
    def is_apart(self) -> bool:
        """Do people play here who do not sit at one screen?"""
        return len(self.persons) > 1 and any(seat.kind in ("link", "bot") for seat in self.seats)

    @property
    def computer_to_move(self) -> int | None:
        """The seat of the computer whose turn it is, if it is one's."""
        is_computers = not self.is_over and self.seats[self.turn].kind == "computer"
        return self.turn if is_computers else None

    def is_present(self, seat: int) -> bool:
        """Is somebody there at that seat?"""
        is_computer = self.seats[seat].kind == "computer"
        return is_computer or seat in self.presence.seats

    def has_come(self, seat: int) -> bool:
        """Was somebody ever there? Who has made a move was."""
        is_person = self.seats[seat].kind in PEOPLE
        return not is_person or seat in self.presence.seen or seat in self.movers

    def gone(self, seats: frozenset[int]) -> frozenset[int]:
        """The seats of people who have left these others alone for too long."""
        is_open = bool(seats) and self.is_by_link and self.is_under_way and not self.is_over
        return self.presence.gone(self.people - seats) if is_open else frozenset()

    @property
    def until_gone(self) -> float | None:
        """Seconds until the next of those who are away has been so for too long, if one will."""
        is_open = self.presence.listeners and self.is_by_link and not self.is_over
        left = [left for left in self.presence.wait(self.people) if left > 0] if is_open else []
        return min(left, default=None)

    @property
    def rotation(self) -> list[int]:
        """Who takes each seat in a rematch: everybody moves up by one."""
        return [(seat + 1) % len(self.seats) for seat in range(len(self.seats))]

    def at(self, ply: int) -> Position:
        """The position after so many moves."""
        if not 0 <= ply <= self.ply:
            raise refusal("no_ply", n=self.ply, ply=ply)
        return Position(self.game, self._states[ply])

    def record(self) -> Record:
        """The game so far, as a record."""
        names = {f"Player{i}": seat.name for i, seat in enumerate(self.seats, 1) if seat.name}
        day = time.strftime("%Y.%m.%d", time.gmtime(self.made))
        is_given = self.ending is not None and self.ending.reason not in NO_GAME
        given = result_text(self.ending.payoffs) if self.ending and is_given else "*"
        tags = {"Date": day, **names}
        tokens, said = tuple(self.tokens), self.comments
        return Record(self.at(0), tokens, tags, said, seed=self.seed, given=given)

    # Coming and going

    def greet(self, listener: Listener) -> None:
        """Let somebody in, who hears everything from now on."""
        self._while_counting(lambda: self.presence.come(listener))
        self._stir(self)

    def bid_farewell(self, listener: Listener) -> None:
        """Let somebody go."""
        self._while_counting(lambda: self.presence.go(listener))
        self._stir(self)

    def _while_counting(self, change: Callable[[], None]) -> None:
        """Tell everybody if other seats are taken after the change than before."""
        before = [self.is_present(seat) for seat in range(len(self.seats))]
        change()
        if before != [self.is_present(seat) for seat in range(len(self.seats))]:
            self.tell(Altered())

    def tell(self, event: Event) -> None:
        """Tell everybody what has happened."""
        for listener in tuple(self.presence.listeners):
            listener.hear(event)

    def _prepare(self, event: Played) -> None:
        """Have everybody get ready for what will have happened once it is stored."""
        if self.clocks is None:  # what they show is known only then
            for listener in tuple(self.presence.listeners):
                listener.prepare(event)

    def ponder(
        self, seat: int | None, *, waiting: bool = False, preparing: int | None = None
    ) -> None:
        """Tell everybody whether a computer thinks, or what it waits for."""
        now = Pondering(seat, waiting, preparing)
        if now != self.pondering:
            self.pondering = now
            self.tell(now)

    # The door

    async def play(self, seats: Iterable[int], ply: int, token: str) -> None:
        """Play a move for the seat to move, if it is one of these."""
        async with self.lock:
            self._must_go_on()
            self._must_be(self.has_begun, "not_begun")
            if ply != self.ply:
                raise refusal("other_ply", given=ply + 1, next=self.ply + 1)
            before, seat = self.position, self.turn
            self._must_be(seat in seats, "not_your_turn")
            after = before.play(token)
            left = self.clocks.after(seat, after.turn) if self.clocks else None
            if left == 0:
                await self._end(lost(len(self.seats), {seat}, "time"))
                raise refusal("too_late")
            is_last, event = not after.legal_actions, Played(ply + 1, token, seat, before, after)
            steps = self._steps_of_a_move(token, seat, left, is_last=is_last)
            await self._write(*steps, meanwhile=lambda: self._prepare(event))
            self.tokens.append(token)
            self.movers.append(seat)
            self.times.append(left)
            self._states.append(after.data)
            self._stand_at(after)
            had_offers, self.offers = any(self.offers.values()), {}
            self._set_clocks()
            if self.clocks is not None:
                event = replace(event, clock=self.clocks.view())
            self.tell(event)
            if had_offers:
                self.tell(Altered())
            self._counter.inc()
            self._stir(self)

    async def ask(self, seats: frozenset[int], kind: OfferKind) -> None:
        """Ask the other people for something; what nobody else has a say in happens at once."""
        async with self.lock:
            self._must_be(bool(seats), "only_watching")
            self._check_wish(kind, seats)
            await self._agree(kind, seats)

    async def answer(self, seats: frozenset[int], kind: OfferKind, *, yes: bool) -> None:
        """Say yes or no to what somebody has asked for."""
        async with self.lock:
            self._must_be(bool(seats), "only_watching")
            self._must_be(bool(self.offers.get(kind)), "no_offer")
            if yes:
                if kind in CLAIMS:
                    self._check_wish(kind, seats)
                await self._agree(kind, seats)
            else:
                await self._set_offers({**self.offers, kind: []})

    async def resign(self, seats: Iterable[int], seat: int) -> None:
        """Give up for one's seat."""
        async with self.lock:
            self._must_be(seat in seats, "not_your_seat")
            self._must_go_on()
            await self._end(lost(len(self.seats), {seat}, "resigned"))

    async def rename(self, seats: Iterable[int], seat: int, name: str) -> None:
        """Put a name on one's seat."""
        async with self.lock:
            self._must_be(seat in seats, "not_your_seat")
            name = clean_name(name)
            await self._write((schema.SET_NAME, {"of": self.id, "who": seat, "now": name}))
            self.seats[seat] = replace(self.seats[seat], name=name)
            self.tell(Altered())

    async def accept(self, bot: str) -> None:
        """Let a bot take the seats that it was asked to take."""
        async with self.lock:
            asked = self._asked(bot)
            rows = ({"of": self.id, "who": seat, "now": False} for seat in asked)
            await self._write(*((schema.SET_ASKED, row) for row in rows))
            for seat in asked:
                self.seats[seat] = replace(self.seats[seat], asked=False)
            self.tell(Altered())
            self._stir(self)

    async def decline(self, bot: str, why: str) -> None:
        """Let a bot say that it will not play; then nobody does."""
        async with self.lock:
            seat = self._asked(bot)[0]
            await self._end(even(len(self.seats), "declined", seat, why))

    async def abort(self, seats: frozenset[int]) -> None:
        """Call the game off, before each side has had its first turn."""
        async with self.lock:
            self._must_be(bool(seats), "only_watching")
            self._must_go_on()
            self._must_be(not self.is_under_way, "too_late_to_abort")
            await self._end(even(len(self.seats), "aborted", min(seats)))

    async def seat_bot(self, bot: Bot, secret: str) -> None:
        """Let a bot take the seat whose link it was given; from then on the link is only to watch.

        `secret` is the hash of the one in the link.
        """
        async with self.lock:
            self._must_go_on()
            found = [i for i, seat in enumerate(self.seats) if seat.is_link(secret)]
            self._must_be(bool(found), "no_such_seat")
            self._must_be(not self.is_present(found[0]), "seat_taken")
            row = {"of": self.id, "who": found[0], "now": bot.id, "called": bot.name}
            await self._write((schema.SEAT_BOT, row))
            self.seats[found[0]] = Seat("bot", name=bot.name, bot=bot.id)
            self.tell(Altered())
            self._stir(self)

    async def flag(self) -> None:
        """End the game if the clock that runs has run out."""
        async with self.lock:
            running = self.clocks.running if self.clocks else None
            if self.clocks and running is not None and self.clocks.left_now(running) == 0:
                await self._end(lost(len(self.seats), {running}, "time"))

    # Behind the door: the lock is held

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

    async def _write(self, *steps: Step, meanwhile: Callable[[], None] | None = None) -> None:
        """Store it; after a failure, nobody but the storage knows how things stand.

        It counts only if the table is stored as we know it; else it is read anew. Whatever has to
        move by itself, a computer or a clock, is seen to once more.
        """
        change = {"of": self.id, "known": self._changes}
        try:
            await self._storage.write(*steps, change=change, meanwhile=meanwhile)
        except NotStored as wrong:
            await self._read_anew()
            wait = 0 if isinstance(wrong, Outdated) else AGAIN
            asyncio.get_running_loop().call_later(wait, self._stir, self)
            raise
        self._changes += 1

    async def _read_anew(self) -> None:
        metrics.faults.inc()
        stored = None
        with contextlib.suppress(Exception):  # a database that is gone: the next change will tell
            stored = await self._storage.read(self.id)
        if stored is not None:
            self._take(stored)
            self.tell(Altered())

    def _steps_of_a_move(
        self, token: str, seat: int, left: int | None, *, is_last: bool
    ) -> list[Step]:
        """The row of a move; what was offered before it is off the table."""
        steps: list[Step] = [(schema.ADD_MOVE, move_row(self.id, self.ply, token, seat, left))]
        if any(self.offers.values()):
            steps.append((schema.SET_OFFERS, {"of": self.id, "now": {}}))
        if is_last:
            steps.append((schema.SET_OVER, {"of": self.id, "now": True}))
        return steps

    def _set_clocks(self) -> None:
        """Set the clocks to what the moves say, and let the next one run."""
        if self.clocks is None:
            return
        played = zip(self.movers, self.times, strict=True)
        self.clocks.set_back((seat, left) for seat, left in played if left is not None)
        if self.ending is not None and self.ending.reason == "time":
            self.clocks.left[self.ending.loser or 0] = 0
        self.clocks.turn_to(self.turn if self.is_under_way and not self.is_over else None)

    async def _end(self, ending: Ending) -> None:
        await self._write(
            (schema.SET_ENDING, {"of": self.id, "now": ending.stored}),
            (schema.SET_OVER, {"of": self.id, "now": True}),
            (schema.SET_OFFERS, {"of": self.id, "now": {}}),
        )
        self.ending, self.offers = ending, {}
        self._set_clocks()
        self.tell(Altered())
        self._stir(self)

    def _check_wish(self, kind: OfferKind, seats: frozenset[int]) -> None:
        """Refuse what nobody could agree to."""
        if kind == "rematch":
            self._must_be(self.is_over, "not_over")
            self._must_be(self.again is None, "has_rematch")
        elif kind == "draw":
            self._must_go_on()
            self._must_be(len(self.persons) == len(self.seats), "computer_declines")
        elif kind in CLAIMS:
            self._must_be(bool(self.gone(seats)), "nobody_gone")
        else:
            self._must_be(self.ending is None, "table_over")
            self._must_be(self.again is None, "has_rematch")
            self._must_be(self._last_of(seats) is not None, "nothing_to_undo")

    def _last_of(self, seats: Iterable[int]) -> int | None:
        """The number of the last move that one of these seats played."""
        mine = [ply for ply, mover in enumerate(self.movers) if mover in seats]
        return mine[-1] if mine else None

    async def _agree(self, kind: OfferKind, seats: frozenset[int]) -> None:
        """These seats say yes; once all people have, it happens."""
        said = self.offers.get(kind, [])
        last = self._last_of(seats)
        first = [] if last is None else [self.movers[last]]
        asked = list(dict.fromkeys([*said, *first, *sorted(seats)]))
        if not self._needed(kind, seats) <= set(asked):
            await self._set_offers({**self.offers, kind: asked})
        elif kind == "undo":
            await self._take_back(frozenset(asked if not said else asked[:1]))
        elif kind == "draw":
            await self._end(even(len(self.seats), "agreed"))
        elif kind == "rematch":
            await self._follow()
        else:
            await self._leave_out(self.gone(seats), is_draw=kind == "claim_draw")

    def _needed(self, kind: OfferKind, seats: frozenset[int]) -> frozenset[int]:
        """Who has to say yes. Bots are not asked for a rematch but invited to it."""
        if kind in CLAIMS:
            return self.people - self.gone(seats)
        return self.people if kind == "rematch" else self.persons

    async def _leave_out(self, gone: frozenset[int], *, is_draw: bool) -> None:
        """End the game without those who have gone."""
        n = len(self.seats)
        await self._end(even(n, "left_draw", min(gone)) if is_draw else lost(n, gone, "left"))

    async def _set_offers(self, offers: dict[OfferKind, list[int]]) -> None:
        await self._write((schema.SET_OFFERS, {"of": self.id, "now": offers}))
        self.offers = offers
        self.tell(Altered())

    async def _take_back(self, seats: frozenset[int]) -> None:
        """Take back the last move of these seats, and what was played after it."""
        first = self._last_of(seats)
        assert first is not None
        await self._write(
            (schema.TAKE_BACK, {"of": self.id, "first": first}),
            (schema.SET_OVER, {"of": self.id, "now": False}),
            (schema.SET_OFFERS, {"of": self.id, "now": {}}),
        )
        del self.tokens[first:], self.movers[first:], self.times[first:]
        del self._states[first + 1 :]
        self.comments = {ply: said for ply, said in self.comments.items() if ply <= first}
        self._stand_at(self.at(first))
        self.offers = {}
        self._set_clocks()
        self.tell(Altered())
        self._stir(self)

    async def _follow(self) -> None:
        """Make the table of the rematch."""
        clock = self.clocks.given if self.clocks else None
        plan = plan_again(self.game, [self.seats[seat] for seat in self.rotation], clock)
        await self._write(
            *plan.steps(),
            (schema.SET_AGAIN, {"of": self.id, "now": plan.id}),
            (schema.SET_OFFERS, {"of": self.id, "now": {}}),
        )
        self.again, self.offers = plan.id, {}
        metrics.made.labels(self.game.name).inc()
        self.tell(Altered())
        self.tell(Followed(plan.id))
        self._stir(self)


SEAT = ("kind", "level", "name", "secret", "bot", "asked")
