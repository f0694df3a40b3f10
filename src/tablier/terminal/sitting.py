"""Sitting: people at one terminal, the match between them, and the way to talk about it."""

from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console, RenderableType

from tablier.position import Position
from tablier.record import Record
from tablier.terminal.match import Match
from tablier.terminal.screen import Ask, draw, say
from tablier.terminal.words import word


@dataclass
class Sitting:
    """Everything that a line typed at the terminal can speak of."""

    match: Match
    lang: str
    screen: Console
    ask: Ask
    resumed: bool = False
    """Is this the unfinished game that was kept?"""
    begun: Record = field(init=False)
    """The record as it came to the table."""
    stored: Record = field(init=False)
    """The record as it was last read from a file or written into one."""
    written: dict[Path, Record] = field(default_factory=dict)
    """What was written into files here."""

    def __post_init__(self) -> None:
        self.begun = self.stored = self.match.record

    @property
    def position(self) -> Position:
        """The position on the table."""
        return self.match.position

    @property
    def in_mid_game(self) -> bool:
        """Are there moves, and more to come?"""
        return bool(self.match.record.tokens) and not self.match.is_over

    def begin(self, match: Match) -> None:
        """Put another match on the table."""
        self.match = match
        self.begun = self.stored = match.record
        self.resumed = False
        self.show()

    def go_on(self, match: Match) -> None:
        """Show the match after a move, back or forth."""
        self.match = match
        self.show()

    def show(self) -> None:
        """Draw the board and say what there is to do."""
        draw(self.screen, f"\n{self.position.game.drawing.text(self.position.state)}\n")
        self.say(self.position.status(self.lang))
        if self.match.is_over:
            self.tell("after_the_end")

    def say(self, sentence: RenderableType) -> None:
        """Print a sentence."""
        say(self.screen, sentence)

    def tell(self, key: str, **values: object) -> None:
        """Print the sentence of that key in the language spoken here."""
        self.say(word(self.lang, key, **values))

    def agrees(self, question: str, **values: object) -> bool:
        """Ask a question that is answered with yes or no."""
        answer = self.ask(f"{word(self.lang, question, **values)} ").strip().lower()
        return answer in word(self.lang, "yes").split()
