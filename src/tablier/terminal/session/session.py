"""A session at one terminal: the game, the opponents and the interface that shows it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol, TypeVar

from rich.console import RenderableType

from tablier.game import Game
from tablier.position import Position
from tablier.record import Record
from tablier.terminal.files import unfinished_path, write_state
from tablier.terminal.session.history import History
from tablier.terminal.session.opponents import PEOPLE, ComputerPlayer, Opponents, with_opponents
from tablier.terminal.words import word
from tablier.texts import Reader, Refusal
from tablier.threads import Stop

Found = TypeVar("Found")


class Interface(Protocol):
    """Shows a session and takes its input: line by line, or on the whole screen."""

    def play(self, session: "Session", greeting: str = "") -> int:
        """Play until somebody leaves; return the exit code."""

    def show(self, session: "Session") -> None:
        """Show the position and say what there is to do."""

    def say(self, sentence: str) -> None:
        """Say a sentence."""

    def advise(self, sentence: str, token: str) -> None:
        """Say that a move is recommended."""

    def quote(self, text: str) -> None:
        """Show a text as it is, to be copied."""

    def refuse(self, refused: Refusal) -> None:
        """Say why something is refused."""

    def present(self, page: RenderableType) -> None:
        """Show something longer, such as a list."""

    def open_rules(self, game: Game, number: str) -> None:
        """Show the rulebook, or a section or clause of it."""

    def agree(self, question: str, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        """Ask a question, and go on by the answer yes or no."""

    def think(self, work: Callable[[Stop], Found], then: Callable[[Found], None]) -> None:
        """Start work that may take seconds; once it is done, go on with what it found."""


@dataclass
class Session:
    """Everything that a typed line can refer to."""

    history: History
    lang: str
    interface: Interface
    opponents: Opponents = PEOPLE
    resumed: bool = False
    """Is this the unfinished game that was saved?"""
    begun: Record = field(init=False)
    """The record at the beginning of this game."""
    stored: Record = field(init=False)
    """The record as it was last read from a file or written into one."""
    written: dict[Path, Record] = field(default_factory=dict)
    """What was written into files here."""
    computer: ComputerPlayer = field(init=False)

    def __post_init__(self) -> None:
        """Write the opponents into the record, and make a computer player for this game."""
        if self.opponents.seats:
            whole = self.history.whole
            tags = with_opponents(whole.tags, self.opponents)
            self.history = replace(self.history, whole=replace(whole, tags=tags))
        self.begun = self.stored = self.history.record
        seed = self.history.whole.seed or 0
        self.computer = ComputerPlayer(self.position.game, self.opponents.level, seed)

    @property
    def position(self) -> Position:
        """The present position."""
        return self.history.position

    @property
    def in_mid_game(self) -> bool:
        """Are there moves, and more to come?"""
        return bool(self.history.record.tokens) and not self.history.is_over

    @property
    def is_changed(self) -> bool:
        """Is the record another one than at the beginning?"""
        return self.history.record != self.begun

    @property
    def reader(self) -> Reader:
        """The person or people at this terminal."""
        return Reader(frozenset(range(self.position.game.players)) - self.opponents.seats)

    @property
    def is_computers_turn(self) -> bool:
        """Is it for the computer to move?"""
        return not self.history.is_over and self.position.turn in self.opponents.seats

    @property
    def was_computers_move(self) -> bool:
        """Was the last move the computer's?"""
        tokens = self.history.record.tokens
        return bool(tokens) and self.history.back(1).position.turn in self.opponents.seats

    def begin(self, history: History, opponents: Opponents) -> None:
        """Go on with another game."""
        self.history, self.opponents, self.resumed = history, opponents, False
        self.__post_init__()
        self.show()

    def go_on(self, history: History) -> None:
        """Go on after a move was made, undone or redone."""
        self.history = history
        self.show()

    def show(self) -> None:
        """Show the position; if it is the computer's turn, let it move."""
        self.interface.show(self)
        if self.is_computers_turn:
            self._let_computer_move()

    def play(self, token: str) -> None:
        """Play a legal move."""
        self.go_on(self.history.played(token))

    def _let_computer_move(self) -> None:
        """Let the computer find its move and play it, unless another position is shown by then."""
        position = self.position

        def play(token: str) -> None:
            if self.position == position:
                self.play(token)

        self.interface.think(lambda stop: self.computer.choose(position, stop), play)

    def save_unfinished(self) -> None:
        """Save an unfinished game that was changed here; delete the saved one once it is over."""
        path = unfinished_path(self.position.game.name)
        if self.in_mid_game and self.is_changed:
            write_state(path, str(self.history.record))
        elif self.history.is_over and self.resumed:
            path.unlink(missing_ok=True)

    def tell(self, key: str, **values: object) -> None:
        """Say the sentence of that key in the language of the session."""
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
