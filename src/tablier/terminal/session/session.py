"""Session: those at one terminal, the game between them, and the way to talk about it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol, TypeVar

from rich.console import RenderableType

from tablier.game import Game
from tablier.position import Position
from tablier.record import Record
from tablier.terminal.session.game import Match
from tablier.terminal.session.opponents import PEOPLE, Mind, Opponents, Stop, with_opponents
from tablier.terminal.words import word
from tablier.texts import Reader, Refusal

Found = TypeVar("Found")


class Interface(Protocol):
    """How a session shows itself: line by line, or on the whole screen."""

    def show(self, session: "Session") -> None:
        """Show the position and say what there is to do."""

    def say(self, sentence: str) -> None:
        """Say a sentence."""

    def advise(self, sentence: str, token: str) -> None:
        """Say that a move is recommended."""

    def quote(self, text: str) -> None:
        """Show a text as it is, to be copied."""

    def refuse(self, refused: Refusal) -> None:
        """Say why something cannot be had."""

    def present(self, page: RenderableType) -> None:
        """Show something longer, such as a list."""

    def open_rules(self, game: Game, number: str) -> None:
        """Show the rulebook, or a section or clause of it."""

    def agree(self, question: str, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        """Ask a question, and go on by the answer yes or no."""

    def think(self, work: Callable[[Stop], Found], then: Callable[[Found], None]) -> None:
        """Wait for work that may take seconds, and go on with what it finds."""


@dataclass
class Session:
    """Everything that a line typed at the terminal can speak of."""

    match: Match
    lang: str
    interface: Interface
    opponents: Opponents = PEOPLE
    resumed: bool = False
    """Is this the unfinished game that was kept?"""
    begun: Record = field(init=False)
    """The record as it came to the table."""
    stored: Record = field(init=False)
    """The record as it was last read from a file or written into one."""
    written: dict[Path, Record] = field(default_factory=dict)
    """What was written into files here."""
    mind: Mind = field(init=False)

    def __post_init__(self) -> None:
        self._set_up()

    def _set_up(self) -> None:
        """Note who plays in the record, and wake the computer for this match."""
        if self.opponents.seats:
            whole = self.match.whole
            tags = with_opponents(whole.tags, self.opponents)
            self.match = replace(self.match, whole=replace(whole, tags=tags))
        self.begun = self.stored = self.match.record
        self.mind = Mind(self.position.game, self.opponents.level, self.match.whole.seed or 0)

    @property
    def position(self) -> Position:
        """The position on the table."""
        return self.match.position

    @property
    def in_mid_game(self) -> bool:
        """Are there moves, and more to come?"""
        return bool(self.match.record.tokens) and not self.match.is_over

    @property
    def is_changed(self) -> bool:
        """Is the match another one than that which came to the table?"""
        return self.match.record != self.begun

    @property
    def reader(self) -> Reader:
        """Whoever sits at this terminal."""
        return Reader(frozenset(range(self.position.game.players)) - self.opponents.seats)

    @property
    def is_computers_turn(self) -> bool:
        """Is it for the computer to move?"""
        return not self.match.is_over and self.position.turn in self.opponents.seats

    @property
    def was_computers_move(self) -> bool:
        """Was the last move the computer's?"""
        tokens = self.match.record.tokens
        return bool(tokens) and self.match.back(1).position.turn in self.opponents.seats

    def begin(self, match: Match, opponents: Opponents | None = None) -> None:
        """Go on with another game; unless others are named, the opponents stay."""
        self.match = match
        self.opponents = self.opponents if opponents is None else opponents
        self.resumed = False
        self._set_up()
        self.interface.show(self)

    def go_on(self, match: Match) -> None:
        """Show the match after a move, back or forth."""
        self.match = match
        self.interface.show(self)

    def play(self, token: str) -> None:
        """Play a legal move."""
        self.go_on(self.match.played(token))

    def let_computer_move(self) -> None:
        """Let the computer find its move and play it."""
        position = self.position

        def play(token: str) -> None:
            if self.position == position:
                self.play(token)

        self.interface.think(lambda stop: self.mind.choose(position, stop), play)

    def tell(self, key: str, **values: object) -> None:
        """Say the sentence of that key in the language spoken here."""
        self.interface.say(word(self.lang, key, **values))

    def ask(
        self,
        question: str,
        then: Callable[[], None],
        otherwise: Callable[[], None] = lambda: None,
        **values: object,
    ) -> None:
        """Ask a question of that key, and go on by the answer."""
        self.interface.agree(word(self.lang, question, **values), then, otherwise)
