"""The state of a table, as its rows say it, and all that can be read from it."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from tablier.game import options_of_version
from tablier.games import game, package_of
from tablier.play.changes import (
    Accepted,
    BotSeated,
    Change,
    Ended,
    Moved,
    Offered,
    RematchBegun,
    Renamed,
    ReviewKept,
    TookBack,
)
from tablier.play.clocks import Clocks
from tablier.play.endings import NO_GAME, restored
from tablier.play.events import Changed, Event, Played, RematchMade, Reviewed
from tablier.play.new_table import PEOPLE, Seat
from tablier.play.steps import Stored
from tablier.play.wire.protocol import Clock, OfferKind
from tablier.position import IllegalMove, Position, _made
from tablier.record import Record
from tablier.record_text import result_text
from tablier.review import Evaluation
from tablier.texts import refusal


class TableState:
    """A game in progress: its seats, moves, clocks and offers."""

    def __init__(self, stored: Stored, now: Callable[[], float] = time.monotonic):
        self._now = now
        self.id: str = stored.table["id"]
        self.made: float = stored.table["made"]
        name, version = stored.table["game"], stored.table["version"]
        options = options_of_version(package_of(name), version, stored.table["options"])
        self.game = game(name, **options)
        self._load(stored)

    def _load(self, stored: Stored) -> None:
        """Become what is stored."""
        row, moves = stored.table, stored.moves
        self._load_besides_moves(stored)
        self.seed = None if row["seed"] is None else int(row["seed"])
        start = self.game.start(self.seed or 0)
        if row["setup"] is not None:
            start = self.game.position(row["setup"])
        self.tokens: list[str] = [move["token"] for move in moves]
        self.movers: list[int] = [move["seat"] for move in moves]
        self.times: list[int | None] = [move["left"] for move in moves]
        self._played_at: list[float] = [move["at"] for move in moves]
        said = [row["comment"], *(move["comment"] for move in moves)]
        self.comments = {ply: comment for ply, comment in enumerate(said) if comment}
        self._states = list(self._replayed(start, row["version"]))
        self._set_position(_made(self.game, self._states[-1], None))
        self.review = self._restored_review(row.get("review"))
        self.clocks: Clocks | None = None
        if row["clock"] is not None:
            self.clocks = Clocks.begin(Clock(*row["clock"]), len(self.seats), self._now)
            self._set_clocks(stored.idle)

    def _replayed(self, start: Position, version: int) -> Iterator[bytes]:
        """The bytes of all positions: with its cached legal moves one takes ten times as much.

        Rules that have changed since may not allow all that was played.
        """
        position = start
        yield position.data
        for number, token in enumerate(self.tokens, 1):
            try:
                position = position.play(token)
            except IllegalMove as wrong:
                raise refusal("earlier_rules", given=version, number=number, why=wrong) from wrong
            yield position.data

    def _load_besides_moves(self, stored: Stored) -> None:
        row = stored.table
        self.seats = [Seat.from_row(each) for each in stored.seats]
        self.offers: dict[OfferKind, list[int]] = row["offers"]
        self.ending = restored(row["ending"])
        self.rematch: str | None = row["again"]
        self._changes: int = row["changes"]

    def _restored_review(self, kept: object) -> tuple[Evaluation, ...] | None:
        """The evaluations that are kept, if they are of these moves."""
        found = None if kept is None else msgspec.convert(kept, tuple[Evaluation, ...])
        return found if found is not None and len(found) == self.ply + 1 else None

    def _set_position(self, position: Position) -> None:
        self.position = position.without_moves()
        self.turn = position.turn

    def _set_clocks(self, idle: float = 0.0) -> None:
        """Set the clocks to what the moves say; the next one has run for so many seconds."""
        if self.clocks is None:
            return
        played = zip(self.movers, self.times, strict=True)
        self.clocks.reset((seat, left) for seat, left in played if left is not None)
        if self.ending is not None and self.ending.reason == "time":
            self.clocks.left[self.ending.loser or 0] = 0
        self.clocks.start(self.turn if self.is_under_way and not self.is_over else None, idle)

    def apply(self, change: Change) -> None:
        """Make a change true: nothing else changes a table that is loaded."""
        match change:
            case Moved(row, after):
                self._append(row, after)
            case TookBack(first):
                self._truncate(first)
            case Offered(offers):
                self.offers = dict(offers)
            case Ended(ending):
                self.ending, self.offers = ending, {}
                self._set_clocks()
            case Renamed(seat, name):
                self.seats[seat] = replace(self.seats[seat], name=name)
            case Accepted(seats):
                for seat in seats:
                    self.seats[seat] = replace(self.seats[seat], asked=False)
            case BotSeated(seat, bot):
                self.seats[seat] = Seat("bot", name=bot.name, bot=bot.id)
            case ReviewKept(evaluations):
                self.review = evaluations
            case RematchBegun(plan):
                self.rematch, self.offers = plan.id, {}

    def _append(self, row: Mapping[Any, Any], after: Position, idle: float = 0.0) -> None:
        """Add the move of a row, by the seat to move."""
        self.tokens.append(row["token"])
        self.movers.append(self.turn)
        self.times.append(row["left"])
        self._played_at.append(row["at"])
        self._states.append(after.data)
        self.review = None
        self._set_position(after)
        self.offers = {}
        self._set_clocks(idle)

    # What others have stored

    def news_in(self, stored: Stored) -> Sequence[Mapping[Any, Any]] | None:
        """The moves that were played after ours; None if some of ours were taken back.

        A move that is still there by its time was never taken back, nor was any before it.
        """
        n, since = self.ply - stored.first, self._played_at[stored.first : self.ply]
        if self.ply and n < 1:
            return None
        is_ours = [move["at"] for move in stored.moves[:n]] == since
        return stored.moves[n:] if is_ours else None

    def _follow(self, stored: Stored, moves: Iterable[Mapping[Any, Any]]) -> Iterator[Event]:
        """Do what was done elsewhere: first these moves, then all else."""
        known, rematch = self._besides_moves(), self.rematch
        for row in moves:
            yield self._played_elsewhere(row, stored.idle)
        self._load_besides_moves(stored)
        reviewed, self.review = self.review, self._restored_review(stored.table.get("review"))
        if known != self._besides_moves():
            self._set_clocks(stored.idle)
            yield Changed()
        if self.rematch is not None and rematch is None:
            yield RematchMade(self.rematch)
        if self.review is not None and reviewed is None:
            yield Reviewed()

    def _played_elsewhere(self, row: Mapping[Any, Any], idle: float) -> Played:
        """Do a move that was done elsewhere."""
        before, seat = self.position, self.turn
        after = before.play(row["token"])
        self._append(row, after, idle)
        clock = self.clocks.view() if self.clocks else None
        return Played(self.ply, row["token"], seat, before, after, clock)

    def _besides_moves(self) -> tuple[object, ...]:
        return self.seats, self.offers, self.ending, self.rematch

    def _truncate(self, ply: int) -> None:
        """Remove that move and all after it."""
        del self.tokens[ply:], self.movers[ply:], self.times[ply:], self._played_at[ply:]
        del self._states[ply + 1 :]
        self.review = None
        self.comments = {each: said for each, said in self.comments.items() if each <= ply}
        self._set_position(self.at(ply))
        self.offers = {}
        self._set_clocks()

    # The game

    @property
    def ply(self) -> int:
        """How many moves were played."""
        return len(self.tokens)

    @property
    def is_over(self) -> bool:
        """Has the game ended, in whatever way?"""
        return self.ending is not None or not self.position.legal_actions

    @property
    def has_begun(self) -> bool:
        """Have all bots accepted that were asked?"""
        return True not in [seat.asked for seat in self.seats]

    @property
    def is_under_way(self) -> bool:
        """Has every seat completed its first turn? Then all have come, and clocks run."""
        following = [*self.movers[1:], self.turn]
        done = {seat for seat, then in zip(self.movers, following, strict=False) if seat != then}
        return len(done) == len(self.seats)

    def at(self, ply: int) -> Position:
        """The position after so many moves."""
        if not 0 <= ply <= self.ply:
            raise refusal("no_ply", n=self.ply, ply=ply)
        return _made(self.game, self._states[ply], None)

    def last_ply_of(self, seats: Iterable[int]) -> int | None:
        """The number of the last move that one of these seats played."""
        played = [ply for ply, mover in enumerate(self.movers) if mover in seats]
        return played[-1] if played else None

    def record(self) -> Record:
        """The game so far, as a record."""
        names = {f"Player{i}": seat.name for i, seat in enumerate(self.seats, 1) if seat.name}
        day = time.strftime("%Y.%m.%d", time.gmtime(self.made))
        is_given = self.ending is not None and self.ending.reason not in NO_GAME
        given = result_text(self.ending.payoffs) if self.ending and is_given else "*"
        tags = {"Date": day, **names}
        tokens, said = tuple(self.tokens), self.comments
        return Record(self.at(0), tokens, tags, said, seed=self.seed, given=given)

    # The seats

    def _seats_of_kind(self, *kinds: str) -> frozenset[int]:
        return frozenset([i for i, seat in enumerate(self.seats) if seat.kind in kinds])

    @property
    def people(self) -> frozenset[int]:
        """The seats of people."""
        return self._seats_of_kind(*PEOPLE)

    @property
    def persons(self) -> frozenset[int]:
        """The seats of people and bots: all who decide for themselves."""
        return self._seats_of_kind(*PEOPLE, "bot")

    @property
    def is_by_link(self) -> bool:
        """Do people play here with people who came by a link?"""
        return len(self.people) > 1 and bool(self._seats_of_kind("link"))

    @property
    def is_apart(self) -> bool:
        """Do people play here who do not sit at one screen?"""
        return len(self.persons) > 1 and bool(self._seats_of_kind("link", "bot"))

    @property
    def bots(self) -> frozenset[str]:
        """The bots that have a seat here, or were asked to take one."""
        return frozenset([seat.bot for seat in self.seats if seat.bot is not None])

    def seats_of(self, bot: str) -> frozenset[int]:
        """The seats of a bot."""
        return frozenset(i for i, seat in enumerate(self.seats) if seat.bot == bot)

    @property
    def computer_to_move(self) -> int | None:
        """The seat of the computer whose turn it is, if it is one's."""
        is_computers = not self.is_over and self.seats[self.turn].kind == "computer"
        return self.turn if is_computers else None

    def player_seed(self, seat: int) -> int:
        """The seed of the computer player that sits there."""
        return (self.seed or 0) * 8 + seat

    @property
    def rotation(self) -> list[int]:
        """Who takes each seat in a rematch: everybody moves up by one."""
        return [(seat + 1) % len(self.seats) for seat in range(len(self.seats))]
