"""Games, positions and tables as they cross the wire, in JSON: over HTTP, and within frames.

What pages show besides is in `exercises`, `explorations` and `rulebooks`, and the frames of sockets
are in `frames`; the browser's types are generated from all of them. Words for people come in the
language of the request. A ply is a number of moves played: position 0 is the start.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from tablier.shapes import Board, Leg, Mark

Value = bool | int | str
Lang = Literal["en", "fr", "de"]
SeatKind = Literal["here", "link", "computer", "bot"]
"""A person at the browser that made the table; one who comes by a link; a computer player; a
program of somebody else, asked by its name."""
Reason = Literal[
    "rules", "resigned", "agreed", "time", "record", "declined", "aborted", "left", "left_draw"
]
OfferKind = Literal["undo", "draw", "rematch", "claim_win", "claim_draw"]
"""A claim is made against somebody who has gone; all people who are left must agree to it."""


# Games


class OptionValue(Struct, frozen=True):
    """A value that an option can have."""

    value: Value
    label: str


class OptionInfo(Struct, frozen=True):
    """An option of a game: either all its values, or the least and the most of a number."""

    name: str
    label: str
    default: Value
    values: list[OptionValue]
    least: int | None = None
    most: int | None = None


class LevelInfo(Struct, frozen=True):
    """A computer player; its rating as measured, where random play is 0."""

    level: int
    rating: int | None


class View(Struct, frozen=True):
    """Another way to see the board, held by a key or switched by a button: class `view-NAME`."""

    name: str
    label: str
    key: str


class GameInfo(Struct, frozen=True):
    """A game, with the picture of a position."""

    name: str
    title: str
    blurb: str
    author: str
    length: str
    """How long a game takes, in words."""
    players: list[int]
    """How many can play."""
    seats: list[str]
    """What those who play are called, in the order of their seats."""
    options: list[OptionInfo]
    levels: list[LevelInfo]
    views: list[View]
    piece_names: dict[str, str]
    """What a screen reader calls the pieces; those without a name go unsaid."""
    spot_names: dict[str, str]
    """What spots are called that are no squares, such as buttons beside the board."""
    legend: dict[str, str]
    """What kinds of pieces mean that do not speak for themselves, in words."""
    style: str
    """The address of the game's style sheet."""
    aim: str
    """How one wins, as its rulebook says it first."""
    puzzles: int
    """How many puzzles there are."""
    daily: list[int]
    """The numbers of its puzzles in the order in which they are puzzles of the day."""
    themes: dict[str, str]
    """The names of what puzzles are about."""
    lessons: int
    """How many lessons there are."""
    board: Board
    scene: list[Mark]


# Positions


class Choice(Struct, frozen=True, gc=False):
    """A legal move and the spots to click for it, in order."""

    token: str
    path: Sequence[str]


class PositionView(Struct, frozen=True):
    """A position as it is shown."""

    ply: int
    turn: int
    """The seat to move."""
    marks: list[Mark]
    choices: list[Choice]
    """All legal moves; none when the game is over."""
    status: str
    """What is left of the turn, or how the game ended, in words to the one who reads it."""
    tally: list[str]
    """What each seat has so far, in words: points, pawns at home."""
    text: str | None = None
    """The position as notation writes it; not told with every move, which says it as well."""
    suggested: list[str] = []
    """Choices that do what the rules ask for and are hard to find, to be marked softly."""
    warning: str | None = None
    """An end that comes nearer by itself, in words, shown below the status."""


class Refusal(Struct, frozen=True, tag="refused"):
    """Why something cannot be done; `clause` is the rule that a move breaks, if it is a rule."""

    sentence: str
    clause: str | None = None


class Asked(Struct, frozen=True):
    """A position to be looked at without a table: played from a text, or from the start."""

    options: dict[str, Value] = {}
    text: str | None = None
    tokens: list[str] = []
    path: list[str] = []
    """If given, spots that lead to no legal move, to be told why."""


class Answered(Struct, frozen=True):
    """The position asked for, and the way of the last move."""

    position: PositionView
    route: list[Leg]
    refusal: Refusal | None = None
    state: bytes = b""
    """The bytes of the position, for the engine of the page."""
    outcome: list[float] = []
    """The part of the point that each seat got, once the game is over."""
    key: str = ""
    """By which the opening book knows it."""


# Tables


class Clock(Struct, frozen=True):
    """Thinking time for each seat, and what is added after each of its turns, in seconds."""

    seconds: int
    increment: int = 0


class SeatWish(Struct, frozen=True):
    """Who shall sit there; a bot is asked by its name, and has to accept."""

    kind: SeatKind
    level: int | None = None
    name: str = ""


class NewTable(Struct, frozen=True):
    """A table to be made: seats in the order of play."""

    game: str
    seats: list[SeatWish]
    options: dict[str, Value] = {}
    clock: Clock | None = None
    text: str | None = None
    """Begin with this position instead of the start of the game."""


class ImportedTable(Struct, frozen=True):
    """A record to go on with, or to look at: all seats are here."""

    record: str


class GivenEnding(Struct, frozen=True):
    """How a game ended that the rules did not end."""

    reason: Reason
    payoffs: list[float]
    loser: int | None = None


class CarriedTable(Struct, frozen=True):
    """A game that goes on elsewhere: in a browser while its server is away, and back there."""

    game: str
    version: int
    """Of the rules."""
    seats: list[SeatWish]
    options: dict[str, Value] = {}
    seed: str | None = None
    """Of the start; without one, `setup` is the start as text."""
    setup: str | None = None
    tokens: list[str] = []
    comments: dict[int, str] = {}
    """What is said after so many moves."""
    ending: GivenEnding | None = None
    secrets: list[str] = []
    """Of the seats of people, in their order; nobody is told them."""
    base: list[str] | None = None
    """The moves that the server was last known to have; none, if the game was begun elsewhere."""


class OfflineInfo(Struct, frozen=True):
    """Can the games be had for use while the server is away?"""

    available: bool


class TableBrought(Struct, frozen=True):
    """Where the moves are now: another table, if the game had gone on there in another way."""

    table: str


class TableMade(Struct, frozen=True):
    """The new table, and the secret of each seat that a person takes; the maker shares them."""

    table: str
    secrets: list[str | None]


class SeatView(Struct, frozen=True):
    """A seat as all see it."""

    kind: SeatKind
    name: str
    level: int | None
    rating: int | None
    present: bool
    """Is somebody there now? A computer always is."""
    asked: bool = False
    """Has a bot still to say whether it will play?"""
    came: bool = True
    """Was somebody ever there? Who was and is not present has left."""


class ClockView(Struct, frozen=True):
    """What is left to each seat in milliseconds when this was sent, and whose clock runs."""

    left: list[int]
    running: int | None


class Result(Struct, frozen=True):
    """How a game ended: what each seat gets, from −1 to 1, and in words."""

    payoffs: list[float]
    reason: Reason
    """`record`: an imported record says so. `declined` and `aborted`: no game came about. `left`
    and `left_draw`: somebody has gone, and the others claimed the win or a draw."""
    sentence: str


class Offer(Struct, frozen=True):
    """A seat has said yes to something; the first to do so has asked for it, all people must."""

    kind: OfferKind
    seat: int


class TableView(Struct, frozen=True):
    """All of a table but its board."""

    table: str
    game: str
    options: dict[str, Value]
    seats: list[SeatView]
    yours: list[int]
    """The seats whose secrets you gave; empty for those who watch."""
    tokens: list[str]
    movers: list[int]
    """The seat that played each token."""
    position: PositionView
    clock: ClockView | None
    result: Result | None
    offers: list[Offer]
    thinking: int | None
    """The seat of the computer that thinks now."""
    waiting: bool
    """Does it wait for others to finish thinking?"""
    gone: list[int] = []
    """Seats of people who have been away for so long that you may claim the win or a draw."""
    preparing: int | None = None
    """About how many seconds it takes until it can begin, while its search is compiled."""


class ReplayFrame(Struct, frozen=True):
    """A position of a game, and the move that led to it."""

    token: str | None
    route: list[Leg]
    marks: list[Mark]
    status: str


class ReplayView(Struct, frozen=True):
    """A game from its start to where it is now, to be looked at and drawn."""

    game: str
    title: str
    board: Board
    seats: list[str]
    """The names of all seats."""
    over: bool
    frames: list[ReplayFrame]


class MoveAdvice(Struct, frozen=True):
    """A move as the search sees it; win rate is the mover's, from 0 to 1."""

    token: str
    path: list[str]
    route: list[Leg]
    visits: int
    winrate: float
    proven: bool
    line: list[str]
    """The move and the best play after it."""


class Idea(Struct, frozen=True):
    """As much of a move as the search sees it as an explanation needs."""

    token: str
    winrate: float
    proven: bool
    line: list[str]


# Reviews


class BetterMove(Struct, frozen=True):
    """What the search would have played instead, and why."""

    line: list[MoveAdvice]
    """The beginning of the best line, each move as it is drawn after those before it."""
    why: str
    """Empty if nothing can be said."""


class MoveReview(Struct, frozen=True):
    """A move of a finished game, as the review judges it."""

    token: str
    seat: int
    loss: float
    """By how much the win probability of its player fell, from 0 to 1."""
    judgement: Literal["inaccuracy", "mistake", "blunder"] | None
    accuracy: float
    """From 0 to 100."""
    turning: bool
    """Is it a turning point?"""
    best: str
    line: list[str]
    """The best play instead of it."""
    better: BetterMove | None
    """If it was judged."""


class ReviewView(Struct, frozen=True):
    """The review of a finished game."""

    shares: list[list[float]]
    """The win probability of each seat at the start and after each move, from 0 to 1."""
    moves: list[MoveReview]
    accuracies: list[float | None]
    """Of each seat, from 0 to 100; null if it has not moved."""
