"""The interface of a session that prints one line after the other."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NoReturn, TypeVar

from rich.console import Console, RenderableType

from tablier import texts
from tablier.game import Game
from tablier.position import Position
from tablier.rulebook import rulebook
from tablier.terminal.commands.rules import print_rules
from tablier.terminal.screen import Ask, draw, late, say
from tablier.terminal.session.commands import answer
from tablier.terminal.session.session import Session
from tablier.terminal.words import word
from tablier.texts import Refusal
from tablier.threads import Stop

PROMPT = "> "
Found = TypeVar("Found")


@dataclass(frozen=True)
class Lines:
    """Prints what happens, and asks for lines; a line is a move, its number, or a command."""

    screen: Console
    ask: Ask
    lang: str
    tasks: deque[Callable[[], None]] = field(default_factory=deque)
    """What is to be done before the next line is asked for."""

    def play(self, session: Session, greeting: str = "") -> NoReturn:
        """Answer line after line; EOFError and KeyboardInterrupt end it."""
        if greeting:
            self.say(greeting)
        game = session.position.game
        session.tell("welcome", title=game.title(self.lang))
        self.say(rulebook(game.package, self.lang).aim)
        session.show()
        while True:
            while self.tasks:
                self.tasks.popleft()()
            answer(session, self.ask(PROMPT).strip())

    def show(self, session: Session) -> None:
        """Draw the board, name the computer's move, and say what there is to do."""
        position, held = session.position, session.history.held
        if held is not None:
            self._draw(held)
            self._tell_last_move(session)
        self._draw(position)
        if held is None:
            self._tell_last_move(session)
        self.say(position.status(self.lang, session.reader))
        warning = position.warning(self.lang)
        if warning is not None:
            self.say(warning)
        if session.history.is_over:
            session.tell("after_the_end")

    def _draw(self, position: Position) -> None:
        draw(self.screen, f"\n{position.game.drawing.text(position.state)}\n")

    def _tell_last_move(self, session: Session) -> None:
        """Name the computer's move, and say what happened by itself."""
        history = session.history
        if session.was_computers_move:
            session.tell("computer_played", token=history.record.tokens[-1])
        if history.news is not None:
            package = history.position.game.package
            self.say(texts.say(history.news, self.lang, package, session.reader))

    def say(self, sentence: str) -> None:
        """Print a sentence."""
        say(self.screen, sentence)

    def advise(self, sentence: str, token: str) -> None:  # noqa: ARG002
        """Print what is recommended."""
        self.say(sentence)

    def quote(self, text: str) -> None:
        """Print a text as it is."""
        draw(self.screen, text)

    def refuse(self, refused: Refusal) -> None:
        """Print why something is refused."""
        self.say(refused.sentence(self.lang))

    def present(self, page: RenderableType) -> None:
        """Print something longer."""
        self.screen.print(page)

    def open_rules(self, game: Game, number: str) -> None:
        """Print the rulebook, or a section or clause of it."""
        print_rules(self.screen, game, self.lang, number)

    def agree(self, question: str, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        """Ask a question that is answered with yes or no."""
        answer = self.ask(f"{question} ").strip().lower()
        (then if answer in word(self.lang, "yes").split() else otherwise)()

    def think(self, work: Callable[[Stop], Found], then: Callable[[Found], None]) -> None:
        """Do the work before the next line; if that takes long, say so."""

        def wait() -> None:
            with late(self.screen.status(word(self.lang, "thinking"))):
                found = work(lambda: False)
            then(found)

        self.tasks.append(wait)
