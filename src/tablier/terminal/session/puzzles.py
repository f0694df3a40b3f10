"""Puzzles solved line by line."""

import json
from datetime import UTC, date, datetime, timedelta

import msgspec
from platformdirs import user_state_path

from tablier.puzzle import Puzzle, Try, daily_puzzle, puzzle, puzzles
from tablier.terminal.files import write_state
from tablier.terminal.session.exercises import ExerciseSession
from tablier.texts import All
from tablier.themes import theme_names


class Streak(msgspec.Struct, frozen=True):
    """On how many days in a row the puzzle of the day was solved at this terminal."""

    last: date | None = None
    days: int = 0
    best: int = 0

    def solved(self, day: date) -> "Streak":
        """The streak after the puzzle of that day."""
        if self.last == day:
            return self
        days = self.days + 1 if self.last == day - timedelta(days=1) else 1
        return Streak(day, days, max(self.best, days))


class PuzzleSession(ExerciseSession[Puzzle]):
    """The puzzle that is being solved."""

    words, file = "puzzles", "puzzles.json"
    commands = ("hint", "solution", "moves", "list", "next", "quit")
    theme: str | None = None
    """Only puzzles of this theme are listed."""

    @property
    def known(self) -> tuple[Puzzle, ...]:
        """All puzzles of the game, of the chosen theme."""
        found = puzzles(self.game)
        return tuple(each for each in found if self.theme is None or self.theme in each.themes)

    def numbered(self, number: int) -> Puzzle:
        """The puzzle of that number."""
        return puzzle(self.game, number)

    def begin(self, chosen: Puzzle) -> None:
        """Begin a puzzle, and say what it is."""
        self.chosen, self.tokens = chosen, ()
        self.tell_task(chosen)
        if chosen.left is not None:
            self.tell("left", left=chosen.left)
        self.show(chosen.position)
        self.tell("help")

    def tell_task(self, chosen: Puzzle) -> None:
        """Print the number, the state, the level and the player of a puzzle."""
        is_solved = chosen.id in self.solved()
        state = self.text("done" if is_solved else "open")
        said = {"number": chosen.number, "level": chosen.level, "state": state}
        self.tell(chosen.task, **said, player=self.player(chosen.seat))

    def judge(self, found: Try, token: str) -> None:
        """A wrong move is answered and undone."""
        is_right = found.verdict in ("right", "solved")
        said = "right" if is_right else found.verdict
        self.tell(self.chosen.task.replace("task", said) if said == "wrong" else said, token=token)
        self.tell_answer(found)
        if found.verdict == "wrong" and not (found.line or found.position.is_over):
            self.tell("wrong_on")
        self.show(found.position)
        if not is_right:
            self.tell("try_again")
            return
        self.tokens += (token,)
        if found.verdict == "solved":
            self.mark_solved()
            self.tell_themes()
            self.count_day()
            everything = {each.id for each in self.known}
            self.tell("all_solved" if everything <= self.solved() else "solved")

    def tell_themes(self) -> None:
        """Say what the puzzle was about."""
        names = theme_names(self.chosen.game, self.lang)
        if self.chosen.themes:
            told = All(tuple(names[key] for key in self.chosen.themes))
            self.tell("themes", themes=told.spoken(self.lang))

    def count_day(self) -> None:
        """Count the day if this is its puzzle."""
        today = datetime.now(UTC).date()
        if daily_puzzle(today).id != self.chosen.id:
            return
        path = user_state_path("tablier") / "daily.json"
        try:
            before = msgspec.json.decode(path.read_bytes(), type=Streak)
        except (OSError, msgspec.MsgspecError):
            before = Streak()
        streak = before.solved(today)
        write_state(path, json.dumps(msgspec.to_builtins(streak)))
        self.tell("streak", days=streak.days, best=streak.best)

    def hint(self) -> None:
        """Tell how the winning move begins."""
        for token in self.chosen.winning(*self.tokens)[:1]:
            self.tell("hint", begins=token[: max(1, len(token) // 2)])

    def solution(self) -> None:
        """Tell the whole solution."""
        self.tell("solution", tokens=" ".join(self.chosen.solution()))

    def list(self) -> None:
        """List the puzzles, with those that are solved."""
        for each in self.known:
            self.tell_task(each)
