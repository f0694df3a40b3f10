"""Opponents: the seats that the computer has in a session, and its search."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock

from tablier.arena.entrants import number
from tablier.game import Game
from tablier.position import Position
from tablier.record import Record
from tablier.search.levels import LEVELS, player
from tablier.search.player import Player
from tablier.texts import refusal
from tablier.threads import Stop, never

NAME = "level:"


@dataclass(frozen=True)
class Opponents:
    """Which seats the computer has, and its level."""

    seats: frozenset[int] = frozenset()
    level: int = 1


PEOPLE = Opponents()


def against(record: Record, level: int | None, seat: int | None) -> Opponents:
    """The computer at all seats but this one, from 1; without a level, as the record has it."""
    if level is None and seat is not None:
        raise refusal("only_with", option="--seat", other="--level")
    if level is None:
        return opponents_in(record)
    player(record.game, level=level)  # refuses a level that there is not
    own = number("--seat", str(1 if seat is None else seat), 1, record.game.players)
    return opponents_of(record.game, level, own)


def opponents_of(game: Game, level: int, seat: int) -> Opponents:
    """The computer at all seats but this one, from 1."""
    return Opponents(frozenset(range(game.players)) - {seat - 1}, level)


def with_opponents(tags: Mapping[str, str], opponents: Opponents) -> dict[str, str]:
    """The tags of a record in which the computer has these seats and no others."""
    people = {tag: name for tag, name in tags.items() if not name.startswith(NAME)}
    return people | {f"Player{seat + 1}": f"{NAME}{opponents.level}" for seat in opponents.seats}


def opponents_in(record: Record) -> Opponents:
    """The opponents that the tags of a record name."""
    names = [record.tags.get(f"Player{seat + 1}", "") for seat in range(record.game.players)]
    levels = {f"{NAME}{level}": level for level in range(1, len(LEVELS) + 1)}
    known = {seat: levels[name] for seat, name in enumerate(names) if name in levels}
    if not 0 < len(known) < len(names):
        return PEOPLE
    return Opponents(frozenset(known), max(known.values()))


@dataclass
class ComputerPlayer:
    """The computer player of a game; it keeps its search tree between moves."""

    game: Game
    level: int
    seed: int = 0
    is_compiled: bool = False
    """Has it moved before? Before the first time its search may have to be compiled."""
    _lock: Lock = field(default_factory=Lock)

    @cached_property
    def _player(self) -> Player:
        return player(self.game, level=self.level, seed=self.seed)

    def choose(self, position: Position, stop: Stop = never) -> str:
        """The token of its move; a lock keeps it to one search at a time."""
        with self._lock:
            token = self._player.choose(position, stop)
            self.is_compiled = True
            return token
