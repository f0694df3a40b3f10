"""Puzzles solved line by line."""

from tablier.puzzle import Puzzle, Try, puzzle, puzzles
from tablier.terminal.session.exercises import ExerciseSession
from tablier.terminal.words import word


class PuzzleSession(ExerciseSession[Puzzle]):
    """The puzzle that is being solved."""

    words, file = "puzzles", "puzzles.json"
    commands = ("hint", "solution", "moves", "list", "next", "quit")

    @property
    def known(self) -> tuple[Puzzle, ...]:
        """All puzzles of the game."""
        return puzzles(self.game)

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
        state = word(
            self.lang, "puzzles.solved_before" if chosen.id in self.solved() else "puzzles.open"
        )
        said = {"number": chosen.number, "n": len(self.known), "level": chosen.level}
        self.tell("task", **said, state=state, player=self.player(chosen.seat))

    def judge(self, found: Try, token: str) -> None:
        """A wrong move is answered and undone."""
        self.tell("wrong" if found.verdict == "wrong" else "right", token=token)
        self.tell_answer(found)
        self.show(found.position)
        if found.verdict == "wrong":
            self.tell("try_again")
            return
        self.tokens += (token,)
        if found.verdict == "solved":
            self.mark_solved()
            everything = {each.id for each in self.known}
            self.tell("all_solved" if everything <= self.solved() else "solved")

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
