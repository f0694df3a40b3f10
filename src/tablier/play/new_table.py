"""New tables: wishes are checked and become rows; of secrets only the hashes are stored."""

import secrets
import time
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from tablier.game import Game
from tablier.games import game
from tablier.payoffs import of_part
from tablier.play.steps import ADD_MOVE, ADD_SEAT, ADD_TABLE, Bot, Step, hashed
from tablier.play.wire.protocol import Clock, ImportedTable, NewTable, SeatKind, SeatWish
from tablier.position import Position
from tablier.record import Record
from tablier.record_text import UNFINISHED
from tablier.search.levels import LEVELS
from tablier.texts import refusal

LONGEST_NAME = 40
MOST_MOVES = 10_000  # of an imported record
PEOPLE = ("here", "link")
NO_BOTS: Mapping[str, Bot] = MappingProxyType({})


@dataclass(frozen=True)
class Seat:
    """Who sits there; of a secret only the hash is known."""

    kind: SeatKind
    level: int | None = None
    name: str = ""
    secret: str | None = None
    bot: str | None = None
    """The bot's id."""
    asked: bool = False
    """Has the bot still to say whether it will play?"""

    @classmethod
    def from_row(cls, row: Mapping[Any, Any]) -> "Seat":
        """The seat of a row."""
        return cls(**{each.name: row[each.name] for each in fields(cls)})

    def row(self, table: str, number: int) -> dict[str, Any]:
        """The row of the seat with that number."""
        return {"table_id": table, "seat": number, **vars(self)}


@dataclass(frozen=True)
class Plan:
    """A table to be made."""

    start: Position
    seats: Sequence[Seat]
    seed: int | None = None
    """The seed of the start; without one, the start is stored as its text."""
    clock: Clock | None = None
    moves: Sequence[tuple[str, int]] = ()
    """Tokens, and the seats that play them."""
    comments: Mapping[int, str] = field(default_factory=dict)
    """What is said after so many moves."""
    ending: list[Any] | None = None
    over: bool = False
    id: str = field(default_factory=lambda: secrets.token_urlsafe(9))

    def steps(self) -> list[Step]:
        """The rows of the table."""
        chosen, now = self.start.game, time.time()
        table = {
            "id": self.id,
            "game": chosen.name,
            "version": chosen.rules.VERSION,
            "options": dict(chosen.options),
            "seed": None if self.seed is None else str(self.seed),
            "setup": str(self.start) if self.seed is None else None,
            "clock": None if self.clock is None else [self.clock.seconds, self.clock.increment],
            "made": now,
            "ending": self.ending,
            "offers": {},
            "again": None,
            "over": self.over,
            "comment": self.comments.get(0),
        }
        return [
            (ADD_TABLE, table),
            *((ADD_SEAT, seat.row(self.id, i)) for i, seat in enumerate(self.seats)),
            *(
                (ADD_MOVE, move_row(self.id, n - 1, token, seat, None, self.comments.get(n)))
                for n, (token, seat) in enumerate(self.moves, 1)
            ),
        ]


def plan_new(
    wish: NewTable, bots: Mapping[str, Bot] = NO_BOTS, host: str | None = None
) -> tuple[Plan, list[str | None]]:
    """The table that is wished for, perhaps by a bot (`host`), and the secret of each person."""
    chosen = game(wish.game, **wish.options)
    if len(wish.seats) != chosen.players:
        raise refusal("seat_count", game=chosen.name, n=chosen.players, given=len(wish.seats))
    clock = _checked_clock(wish.clock)
    seats, known = _with_secrets(checked_seat(seat, bots, host) for seat in wish.seats)
    if wish.text is not None:
        start = chosen.position(wish.text)
        return Plan(start, seats, clock=clock, over=not start.legal_actions), known
    seed = new_seed()
    return Plan(chosen.start(seed), seats, seed, clock), known


def plan_import(
    wish: ImportedTable, is_cancelled: Callable[[], bool]
) -> tuple[Plan, list[str | None]]:
    """A table with the game of a record, and the secrets of its seats."""

    def watch(moves: int) -> None:
        if moves >= MOST_MOVES:
            raise refusal("record_too_long", most=MOST_MOVES)
        if is_cancelled():
            raise refusal("cancelled")

    record = Record.read(wish.record, watch)
    names = [record.tags.get(f"Player{i + 1}", "") for i in range(record.game.players)]
    seats, known = _with_secrets(
        Seat("here", name=clean_name(name[:LONGEST_NAME])) for name in names
    )
    movers = [position.turn for position in record.positions()]
    moves = list(zip(record.tokens, movers, strict=False))
    ending = _given(record)
    over = ending is not None or not record.end.legal_actions
    said = record.comments
    return Plan(record.start, seats, record.seed, None, moves, said, ending, over), known


def plan_rematch(chosen: Game, seats: Sequence[Seat], clock: Clock | None) -> Plan:
    """Another game with these seats, who keep their secrets; bots are asked again."""
    seed = new_seed()
    asked = [replace(seat, asked=seat.bot is not None) for seat in seats]
    return Plan(chosen.start(seed), asked, seed, clock)


def new_seed() -> int:
    """The seed of a new game."""
    return secrets.randbits(32)


def move_row(
    table: str, ply: int, token: str, seat: int, left: int | None, comment: str | None = None
) -> dict[str, Any]:
    """The row of a move that is played now."""
    return {
        "table_id": table,
        "ply": ply,
        "token": token,
        "seat": seat,
        "left": left,
        "at": time.time(),
        "comment": comment,
    }


def clean_name(name: str) -> str:
    """A name as it is kept: visible letters and single spaces."""
    visible = "".join(" " if unicodedata.category(each)[0] in "CZ" else each for each in name)
    short = " ".join(visible.split())
    if len(short) > LONGEST_NAME:
        raise refusal("long_name", most=LONGEST_NAME)
    return short


def checked_seat(
    wish: SeatWish, bots: Mapping[str, Bot] = NO_BOTS, host: str | None = None
) -> Seat:
    """The seat that is wished for, without a secret."""
    if wish.kind != "computer" and wish.level is not None:
        raise refusal("no_level_here")
    if wish.kind == "computer" and not 1 <= (wish.level or 0) <= len(LEVELS):
        raise refusal("no_level", level="–" if wish.level is None else wish.level, most=len(LEVELS))
    if wish.kind == "bot":
        bot = bots[wish.name]
        return Seat(wish.kind, name=bot.name, bot=bot.id, asked=bot.id != host)
    return Seat(wish.kind, wish.level, clean_name(wish.name))


def _checked_clock(clock: Clock | None) -> Clock | None:
    if clock is not None and not (0 < clock.seconds <= 86_400 and 0 <= clock.increment <= 3600):
        raise refusal("bad_clock")
    return clock


def _with_secrets(seats: Iterable[Seat]) -> tuple[list[Seat], list[str | None]]:
    """The seats with the hashes of new secrets, and the secrets."""
    found = list(seats)
    known = [secrets.token_urlsafe(18) if seat.kind in PEOPLE else None for seat in found]
    sealed = [
        seat if secret is None else replace(seat, secret=hashed(secret))
        for seat, secret in zip(found, known, strict=True)
    ]
    return sealed, known


def _given(record: Record) -> list[Any] | None:
    """The result that a record gives without the rules, as an ending."""
    if record.given == UNFINISHED:
        return None
    n = record.game.players
    payoffs = [of_part(float(Fraction(part)), n) for part in record.given.split("-")]
    return ["record", payoffs, None]
