"""Carried games: against the computer, or at one screen, they go on in a browser and come back.

While the server is away the browser has a table of the same name. When both meet again, the moves
made meanwhile are played at the server, if it had not gone on by a person's hand.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import astuple, replace
from itertools import takewhile
from operator import eq
from typing import Any

from tablier.game import Game, options_of_version
from tablier.games import game, package_of
from tablier.play.endings import Ending, even, lost
from tablier.play.new_table import (
    MOST_MOVES,
    PEOPLE,
    Plan,
    Seat,
    checked_seat,
    move_row,
)
from tablier.play.state import TableState
from tablier.play.steps import Row, hashed
from tablier.play.wire.protocol import CarriedTable, GivenEnding, SeatWish
from tablier.position import Position, _made
from tablier.texts import refusal

KINDS = ("here", "computer")
"""Who may sit at a table that is carried: nobody waits elsewhere."""
LONGEST_COMMENT = 2000  # characters
ENDINGS = ("resigned", "agreed", "aborted", "record")


def carried(table: TableState) -> CarriedTable:
    """The game as it is now, to go on elsewhere."""
    must_be_carried(table)
    ending = table.ending
    return CarriedTable(
        table.game.name,
        table.game.rules.VERSION,
        [SeatWish(seat.kind, seat.level, seat.name) for seat in table.seats],
        dict(table.game.options),
        None if table.seed is None else str(table.seed),
        str(table.at(0)) if table.seed is None else None,
        list(table.tokens),
        dict(table.comments),
        None if ending is None else GivenEnding(*astuple(ending)[:3]),
    )


def must_be_carried(table: TableState) -> None:
    """Refuse a table at which somebody waits for the others, or a clock does."""
    if table.clocks is not None or any(seat.kind not in KINDS for seat in table.seats):
        raise refusal("not_carried")


class Carried:
    """A game that came, replayed: every move is one that the rules allow."""

    def __init__(self, wish: CarriedTable):
        self.wish = wish
        if any(seat.kind not in KINDS for seat in wish.seats):
            raise refusal("not_carried")
        if len(wish.tokens) >= MOST_MOVES:
            raise refusal("record_too_long", most=MOST_MOVES)
        chosen = _game(wish)
        self.positions = _replayed(_start(chosen, wish), wish.tokens)
        self.ending = _ending(wish.ending, chosen.players)
        self.secrets = [hashed(secret) for secret in wish.secrets]
        self.comments = {n: said[:LONGEST_COMMENT] for n, said in wish.comments.items()}

    def plan(self, name: str) -> Plan:
        """A table of that name with this game."""
        movers = [position.turn for position in self.positions]
        return Plan(
            self.positions[0],
            self._seats(),
            None if self.wish.seed is None else int(self.wish.seed),
            moves=list(zip(self.wish.tokens, movers, strict=False)),
            comments=self.comments,
            ending=None if self.ending is None else list(astuple(self.ending)),
            over=self.is_over,
            id=name,
        )

    def rows(self, name: str, first: int) -> Iterator[Row]:
        """The rows of the moves from that ply on, at the table of that name."""
        for ply, token in enumerate(self.wish.tokens[first:], first):
            seat, said = self.positions[ply].turn, self.comments.get(ply + 1)
            yield move_row(name, ply, token, seat, None, said)

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.ending is not None or not self.positions[-1].legal_actions

    def _seats(self) -> list[Seat]:
        seats = [checked_seat(seat) for seat in self.wish.seats]
        if len(seats) != self.positions[0].game.players:
            raise refusal("not_carried")
        people = [i for i, seat in enumerate(seats) if seat.kind in PEOPLE]
        if len(self.secrets) != len(people):
            raise refusal("only_watching")
        for i, secret in zip(people, self.secrets, strict=True):
            seats[i] = replace(seats[i], secret=secret)
        return seats

    def must_fit(self, table: TableState) -> None:
        """Refuse a game that is not that of the table, or comes from one who does not play it."""
        must_be_carried(table)
        if {table.seats[seat].secret for seat in table.people} - set(self.secrets):
            raise refusal("only_watching")
        if table.at(0) != self.positions[0]:
            raise refusal("not_carried")

    def known_in(self, table: TableState) -> bool:
        """Has the table all of this game already?"""
        ours, theirs = self.wish.tokens, table.tokens
        if ours == theirs:
            return self.ending is None or table.is_over
        was_taken_back = theirs == self.wish.base and table.ending is None
        return ours == theirs[: len(ours)] and not was_taken_back

    def first_new(self, table: TableState) -> int | None:
        """The first ply at which this game is to be played there; None if both went on apart.

        What only computers have played there since then is no loss.
        """
        if table.ending is not None:
            return None
        shared = sum(takewhile(bool, map(eq, self.wish.tokens, table.tokens)))
        since = {table.seats[seat].kind for seat in table.movers[shared:]}
        return shared if table.tokens == self.wish.base or since <= {"computer"} else None

    def own_name(self, table: str) -> str:
        """The name of a table of its own, the same for the same moves: it may come twice."""
        digest = hashlib.sha256(" ".join(self.wish.tokens).encode()).hexdigest()[:8]
        return f"{table[:23]}-{digest}"


def _game(wish: CarriedTable) -> Game:
    options = options_of_version(package_of(wish.game), wish.version, wish.options)
    return game(wish.game, **options)


def _start(chosen: Game, wish: CarriedTable) -> Position:
    if wish.setup is not None:
        return chosen.position(wish.setup)
    if wish.seed is None or not (wish.seed.isascii() and wish.seed.isdecimal()):
        raise refusal("not_carried")
    return chosen.start(int(wish.seed[:20]))


def _replayed(start: Position, tokens: Sequence[str]) -> list[Position]:
    positions = [start]
    for token in tokens:
        after = positions[-1].play(token)
        positions.append(_made(start.game, after.data, None))  # without what was computed of it
    return positions


def _ending(given: GivenEnding | None, n: int) -> Ending | None:
    """The ending, if a game without a server can have it."""
    if given is None:
        return None
    seat: Any = given.loser
    is_seat = isinstance(seat, int) and 0 <= seat < n
    if given.reason not in ENDINGS or (given.reason in ("resigned", "aborted") and not is_seat):
        raise refusal("not_carried")
    if given.reason == "resigned":
        return lost(n, {seat}, "resigned")
    if given.reason == "record":
        if len(given.payoffs) != n or not all(-1 <= each <= 1 for each in given.payoffs):
            raise refusal("not_carried")
        return Ending("record", tuple(given.payoffs))
    return even(n, given.reason, seat if given.reason == "aborted" else None)
