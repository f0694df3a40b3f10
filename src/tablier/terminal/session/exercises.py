"""Exercises line by line, puzzles or lessons: a line is a move, a command, or a number."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

import msgspec
from platformdirs import user_state_path
from rich.columns import Columns
from rich.console import Console

from tablier.lesson import Lesson
from tablier.position import Position
from tablier.puzzle import Puzzle, Try
from tablier.terminal.files import write_state
from tablier.terminal.screen import Ask, draw, say
from tablier.terminal.words import browser_word, table, word
from tablier.texts import Refusal, seat_name

PROMPT = "> "
E = TypeVar("E", bound=Puzzle | Lesson)


@dataclass
class ExerciseSession(ABC, Generic[E]):
    """The exercise that is being solved, and the moves made in it so far."""

    game: str
    lang: str
    screen: Console
    chosen: E = field(init=False)
    tokens: tuple[str, ...] = ()
    """The right moves so far; those of the solver only."""
    words: ClassVar[str]
    """Where its words are."""
    file: ClassVar[str]
    """Where it is kept what was solved at this terminal."""
    commands: ClassVar[tuple[str, ...]] = ("hint", "moves", "list", "next", "quit")
    """The methods that can be typed, by their names in English."""

    @property
    @abstractmethod
    def known(self) -> Sequence[E]:
        """All exercises of the game."""

    @abstractmethod
    def numbered(self, number: int) -> E:
        """The exercise of that number, or a `Refusal`."""

    @abstractmethod
    def begin(self, chosen: E) -> None:
        """Begin an exercise, and say what it is."""

    @abstractmethod
    def judge(self, found: Try, token: str) -> None:
        """Say what has become of the last move, and keep it if it was right."""

    @abstractmethod
    def hint(self) -> None:
        """Help with the next move."""

    @abstractmethod
    def list(self) -> None:
        """List all exercises, with those that are solved."""

    @property
    def position(self) -> Position:
        """The present position."""
        return self.chosen.try_(*self.tokens).position

    def following(self) -> E:
        """The next exercise that is not solved; if there is none, the next one."""
        numbers = [each.number for each in self.known]
        number = self.chosen.number if hasattr(self, "chosen") else None
        last = numbers.index(number) + 1 if number in numbers else 0
        ahead = [*self.known[last:], *self.known[:last]]
        return next((each for each in ahead if each.id not in self.solved()), ahead[0])

    def text(self, key: str, **values: object) -> str:
        """The text of that key; what is the same in the browser is among the browser's."""
        find = word if key in table(self.lang, self.words) else browser_word
        return find(self.lang, f"{self.words}.{key}", **values)

    def tell(self, key: str, **values: object) -> None:
        """Print the sentence of that key."""
        say(self.screen, self.text(key, **values))

    def player(self, seat: int) -> str:
        """What a seat is called."""
        return seat_name(seat, self.lang, self.chosen.game.package)

    def show(self, position: Position) -> None:
        """Draw the board and say what there is to do."""
        draw(self.screen, f"\n{position.game.drawing.text(position.state)}\n")
        for said in filter(None, (position.status(self.lang), position.warning(self.lang))):
            say(self.screen, said)

    def tell_answer(self, found: Try) -> None:
        """Say what the others have answered, if anything."""
        played = len(found.tokens) - len(found.line)
        position = self.chosen.position.play_all(found.tokens[:played])
        others: dict[int, list[str]] = {}
        for token in found.line:
            if position.turn != self.chosen.seat:
                others.setdefault(position.turn, []).append(token)
            position = position.play(token)
        for seat, tokens in others.items():
            told = {"player": self.player(seat), "tokens": " ".join(tokens)}
            say(self.screen, word(self.lang, "puzzles.answer", **told))

    # Commands

    def moves(self) -> None:
        """List the legal moves."""
        self.screen.print(Columns(self.position.legal_moves, padding=(0, 2), equal=True))

    def next(self) -> None:
        """Go on to the next exercise."""
        self.begin(self.following())

    def quit(self) -> None:
        """Leave, as at the end of input."""
        raise EOFError

    def typed(self) -> Mapping[str, Callable[[], None]]:
        """The commands by what can be typed: their English names and those of the language."""
        spoken = table(self.lang, "puzzles.commands")
        methods = {name: getattr(self, name) for name in self.commands}
        return {**{str(spoken[name]): method for name, method in methods.items()}, **methods}

    # What is kept

    def solved(self) -> frozenset[str]:
        """The ids of the exercises that are solved; none if the file cannot be read."""
        return frozenset(_read(self._path).get(self.game, ()))

    def mark_solved(self) -> None:
        """Remember that the exercise is solved."""
        ids = _read(self._path)
        ids[self.game] = sorted({*ids.get(self.game, ()), self.chosen.id})
        write_state(self._path, json.dumps(ids, indent=1))

    @property
    def _path(self) -> Path:
        return user_state_path("tablier") / self.file


def _read(path: Path) -> dict[str, list[str]]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, list[str]])
    except (OSError, msgspec.MsgspecError):
        return {}


def solve(session: ExerciseSession[E], first: E, ask: Ask) -> None:
    """Begin this exercise and answer line after line; EOFError and KeyboardInterrupt end it."""
    session.begin(first)
    while True:
        line = ask(PROMPT).strip()
        try:
            answer(session, line)
        except Refusal as refused:
            say(session.screen, refused.sentence(session.lang))


def answer(session: ExerciseSession[E], line: str) -> None:
    """Do what the line says; a legal move has priority."""
    command = session.typed().get(line.lower())
    if line in session.position.legal_moves:
        session.judge(session.chosen.try_(*session.tokens, line), line)
    elif command is not None:
        command()
    elif line.isdecimal() and len(line) < 9:
        session.begin(session.numbered(int(line)))
    elif line:
        session.position.play(line)  # refuses it, and says why
