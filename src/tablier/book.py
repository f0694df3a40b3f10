"""Opening books: what was played in a position, how often, and how it went.

Positions that a symmetry of the game turns into each other count as one, and so do their moves. A
game can have a book in its folder, made of strong games; `tablier book GAME` shows and makes books.
"""

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

import msgspec

from tablier.arguments import expect
from tablier.game import Game
from tablier.games import game as named_game
from tablier.payoffs import part_of
from tablier.position import Position
from tablier.record import Record
from tablier.symmetry import Symmetry

FILE = "book.json"
PLIES = 16
"""How many moves of a game a book has."""
LARGEST_FILE = 20_000  # bytes
KEY = 6  # bytes; of some thousand positions no two share a key


@dataclass(frozen=True)
class BookMove:
    """A move of a book: how often it was played, and the points that each seat got in all."""

    token: str
    games: int
    points: tuple[float, ...]

    def share(self, seat: int) -> float:
        """The part of the points that a seat got on average."""
        return self.points[seat] / self.games


class _Row(msgspec.Struct, frozen=True, array_like=True):
    """A move in a file: the row of the move before it (−1 at the start), and how it went.

    The points of the last seat are what is left of the games.
    """

    before: int
    token: str
    games: int
    points: list[float]


class _Stored(msgspec.Struct, frozen=True):
    game: str
    rules: int
    games: int
    source: str
    moves: list[_Row]


@dataclass
class Book:
    """Moves by position.

    >>> import tablier
    >>> start = tablier.game("mole-hill").start()
    >>> book = Book("mole-hill")
    >>> book.add(start, ("a1", "a1|b1"), (1.0, -1.0))
    >>> book.add(start, ("i7", "h7|i7"), (0.0, 0.0))  # the same from the other side
    >>> book.moves(start)
    [BookMove(token='a1', games=2, points=(1.5, 0.5))]
    >>> [move.token for move in book.moves(start.play("i1"))]
    ['h1|i1']
    """

    game: str
    games: int = 0
    source: str = ""
    """Where the games come from."""
    _positions: dict[Position, dict[int, list[float]]] = field(default_factory=dict)
    """By position as it is seen first of all that are symmetric: actions, each with games and
    points of all seats."""

    def add(self, start: Position, tokens: Sequence[str], payoffs: Sequence[float]) -> None:
        """Count a game with these payoffs."""
        expect(Position, start=start)
        n = len(payoffs)
        parts = [part_of(payoff, n) for payoff in payoffs]
        position = start
        for token in tokens[:PLIES]:
            self._count(position, token, 1, parts)
            position = position.play(token)
        self.games += 1

    def add_record(self, record: Record) -> bool:
        """Count the game of a record; says whether it is one that ended by the rules."""
        outcome = record.end.outcome()
        if outcome is not None:
            self.add(record.start, record.tokens, outcome.payoffs)
        return outcome is not None

    def _count(self, position: Position, token: str, games: int, points: Sequence[float]) -> None:
        ways = symmetric(position)
        action = position.game.actions[token]
        way = min(ways.symmetries, key=lambda each: int(each.actions[action]))
        moves = self._positions.setdefault(ways.position, {})
        counts = moves.setdefault(int(way.actions[action]), [0.0] * (1 + len(points)))
        counts[0] += games
        for seat, part in enumerate(points):
            counts[1 + int(way.seats[seat])] += part

    def moves(self, position: Position) -> list[BookMove]:
        """What was played in a position, most often first; of symmetric moves there is one."""
        ways = symmetric(position)
        found = self._positions.get(ways.position, {})
        return _told(position.game, found, ways.symmetries[0])

    def images(self) -> Iterator[tuple[Position, list[BookMove]]]:
        """All positions with their moves, the most played first, from all sides."""
        order = sorted(self._positions.items(), key=lambda pair: -_games(pair[1].values()))
        for position, found in order:
            seen: set[Position] = set()
            for way in position.game.symmetries:
                image = way.position(position)
                if image not in seen:
                    seen.add(image)
                    yield image, _told(position.game, found, _back(way))

    def merged(self, other: "Book") -> "Book":
        """A book with the games of both."""
        both = Book(self.game, self.games + other.games, self.source or other.source)
        for book in (self, other):
            for position, found in book._positions.items():
                moves = both._positions.setdefault(position, {})
                for action, counts in found.items():
                    known = moves.get(action, [0.0] * len(counts))
                    moves[action] = [a + b for a, b in zip(known, counts, strict=True)]
        return both

    # Files

    @staticmethod
    def of(name: str) -> "Book":
        """The book in the folder of that game; one without moves, if there is none."""
        return _packaged(name)

    @staticmethod
    def read(data: bytes) -> "Book":
        """Read a book from the contents of its file."""
        stored = msgspec.json.decode(data, type=_Stored)
        chosen = named_game(stored.game)
        book = Book(stored.game, stored.games, stored.source)
        positions: list[Position] = []
        for row in stored.moves:
            before = chosen.start() if row.before < 0 else positions[row.before]
            last = row.games - sum(row.points)
            book._count(before, row.token, row.games, [*row.points, last])
            positions.append(before.play(row.token))
        return book

    def write(self, largest: int = LARGEST_FILE, least: int = 2) -> bytes:
        """The contents of its file: moves from the usual start, as many as there is room for.

        What was played less often than `least` times is left out.
        """
        chosen = named_game(self.game)
        while True:
            rows = self._rows(chosen.start(), least)
            stored = _Stored(self.game, chosen.rules.VERSION, self.games, self.source, rows)
            data = msgspec.json.encode(stored).replace(b"],[", b"],\n[") + b"\n"
            if len(data) <= largest:
                return data
            least = least * 5 // 4 + 1

    def _rows(self, start: Position, least: int) -> list[_Row]:
        """Each position once, the moves that were played at least so often."""
        rows: list[_Row] = []
        open_: list[tuple[int, Position]] = [(-1, start)]
        seen = set()
        while open_:
            before, position = open_.pop(0)
            canonical = symmetric(position).position
            if canonical in seen:
                continue
            seen.add(canonical)
            for move in self.moves(position):
                if move.games >= least:
                    points = [round(each, 2) for each in move.points[:-1]]
                    rows.append(_Row(before, move.token, move.games, points))
                    open_.append((len(rows) - 1, position.play(move.token)))
        return rows


@dataclass(frozen=True)
class Symmetric:
    """A position as a book sees it, and all symmetries that lead there."""

    position: Position
    symmetries: Sequence[Symmetry]


def symmetric(position: Position) -> Symmetric:
    """The first of all positions that are symmetric to this one, by their bytes."""
    images = [(way.position(position), way) for way in position.game.symmetries]
    first = min(image.data for image, _ in images)
    ways = [way for image, way in images if image.data == first]
    return Symmetric(next(image for image, _ in images if image.data == first), ways)


def key(position: Position) -> str:
    """A short name of a position, as it is, for those who look it up in a list."""
    digest = hashlib.sha256(position.data).digest()[:KEY]
    return base64.urlsafe_b64encode(digest).decode()


def _games(moves: Iterable[Sequence[float]]) -> float:
    return sum(counts[0] for counts in moves)


def _back(way: Symmetry) -> Symmetry:
    """The symmetry that undoes another, as far as moves and seats go."""
    seats = way.seats.argsort()
    return Symmetry(
        way.name, way.actions_back, way.cells, way.change, seats.astype(way.seats.dtype)
    )


def _told(game: Game, found: dict[int, list[float]], way: Symmetry) -> list[BookMove]:
    """The moves as they are before the symmetry that led to the position of the book."""
    moves = []
    for action, (games, *points) in found.items():
        token = game.notation.TOKENS[int(way.actions_back[action])]
        own = tuple(round(points[int(way.seats[seat])], 4) for seat in range(len(points)))
        moves.append(BookMove(token, int(games), own))
    return sorted(moves, key=lambda move: (-move.games, move.token))


@cache
def _packaged(name: str) -> Book:
    path = files(named_game(name).package).joinpath(FILE)
    return Book.read(path.read_bytes()) if path.is_file() else Book(name)
