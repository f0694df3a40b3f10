"""Puzzles solved line by line: a line is a move, a command, or the number of a puzzle."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rich.columns import Columns
from rich.console import Console

from tablier.position import Position
from tablier.puzzle import Puzzle, Try, puzzle, puzzles
from tablier.terminal.puzzles.solved import note, solved
from tablier.terminal.screen import Ask, draw, say
from tablier.terminal.words import table
from tablier.texts import Refusal, seat_name

PROMPT = "> "


@dataclass
class Desk:
    """Somebody with the puzzles of a game: one of them, and the moves made in it so far."""

    game: str
    lang: str
    screen: Console
    puzzle: Puzzle = field(init=False)
    tokens: tuple[str, ...] = ()
    """The right moves so far; those of the solver only."""

    @property
    def position(self) -> Position:
        """The position that the solver looks at."""
        return self.puzzle.try_(*self.tokens).position

    @property
    def is_solved(self) -> bool:
        """Is the present puzzle solved here and now?"""
        return self.puzzle.try_(*self.tokens).verdict == "solved"

    def next(self) -> Puzzle:
        """The next puzzle that is not solved; if there is none, the next one."""
        known, done = puzzles(self.game), solved(self.game)
        last = self.puzzle.number if hasattr(self, "puzzle") else 0
        ahead = [*known[last:], *known[:last]]
        return next((each for each in ahead if each.id not in done), ahead[0])

    def take(self, chosen: Puzzle) -> None:
        """Begin with a puzzle."""
        self.puzzle, self.tokens = chosen, ()

    def tell(self, key: str, **values: object) -> None:
        """Print the sentence of that key."""
        say(self.screen, str(table(self.lang, "puzzles")[key]).format(**values))

    def player(self, seat: int) -> str:
        """What a seat is called."""
        return seat_name(seat, self.lang, self.puzzle.position.game.package)

    def show(self, position: Position) -> None:
        """Draw the board and say what there is to do."""
        draw(self.screen, f"\n{position.game.drawing.text(position.state)}\n")
        say(self.screen, position.status(self.lang))


def converse(desk: Desk, ask: Ask) -> None:
    """Answer line after line; EOFError and KeyboardInterrupt lead out of it."""
    begin(desk)
    while True:
        line = ask(PROMPT).strip()
        try:
            answer(desk, line)
        except Refusal as refusal:
            say(desk.screen, refusal.sentence(desk.lang))


def begin(desk: Desk) -> None:
    """Say what the puzzle is."""
    chosen = desk.puzzle
    words = table(desk.lang, "puzzles")
    state = words["solved_before" if chosen.id in solved(desk.game) else "open"]
    desk.tell(
        "task",
        **{"number": chosen.number, "n": len(puzzles(desk.game)), "state": state},
        **{"level": chosen.level, "player": desk.player(chosen.seat)},
    )
    if chosen.left is not None:
        desk.tell("left", left=chosen.left)
    desk.show(chosen.position)
    desk.tell("help")


def answer(desk: Desk, line: str) -> None:
    """Do what the line says; a legal move goes first."""
    command = names(desk.lang).get(line.lower())
    if line in desk.position.legal_moves:
        try_move(desk, line)
    elif command is not None:
        COMMANDS[command](desk)
    elif line.isdecimal() and len(line) < 9:
        desk.take(puzzle(desk.game, int(line)))
        begin(desk)
    elif line:
        desk.position.play(line)  # refuses it, and says why


def try_move(desk: Desk, token: str) -> None:
    """Make a move: a right one is kept, a wrong one is answered and taken back."""
    found = desk.puzzle.try_(*desk.tokens, token)
    if found.verdict == "wrong":
        desk.tell("wrong", token=token)
        tell_answer(desk, found)
        desk.show(found.position)
        desk.tell("try_again")
        return
    desk.tokens += (token,)
    desk.tell("right")
    tell_answer(desk, found)
    desk.show(found.position)
    if found.verdict == "solved":
        note(desk.game, desk.puzzle.id)
        everything = {each.id for each in puzzles(desk.game)}
        desk.tell("all_solved" if everything <= solved(desk.game) else "solved")


def tell_answer(desk: Desk, found: Try) -> None:
    """Say what the opponent has answered, if he has."""
    position = desk.puzzle.position.play_all(found.tokens[: len(found.tokens) - len(found.line)])
    tokens = []
    for token in found.line:
        tokens += [token] if position.turn != desk.puzzle.seat else []
        position = position.play(token)
    if tokens:
        desk.tell("answer", player=desk.player(1 - desk.puzzle.seat), tokens=" ".join(tokens))


def hint(desk: Desk) -> None:
    """Tell how the winning move begins."""
    for token in desk.puzzle.winning(*desk.tokens)[:1]:
        desk.tell("hint", begins=token[: max(1, len(token) // 2)])


def solution(desk: Desk) -> None:
    """Tell the whole solution."""
    desk.tell("solution", tokens=" ".join(desk.puzzle.solution()))


def moves(desk: Desk) -> None:
    """List the legal moves."""
    desk.screen.print(Columns(desk.position.legal_moves, padding=(0, 2), equal=True))


def list_(desk: Desk) -> None:
    """List the puzzles, with those that are solved."""
    words, done = table(desk.lang, "puzzles"), solved(desk.game)
    for each in puzzles(desk.game):
        state = words["solved_before" if each.id in done else "open"]
        player = desk.player(each.seat)
        desk.tell(
            "task",
            **{"number": each.number, "n": len(puzzles(desk.game)), "state": state},
            **{"level": each.level, "player": player},
        )


def next_(desk: Desk) -> None:
    """Go on to the next puzzle."""
    desk.take(desk.next())
    begin(desk)


def quit_(_: Desk) -> None:
    """Leave, as if no more lines came."""
    raise EOFError


COMMANDS: Mapping[str, Callable[[Desk], None]] = {
    "hint": hint,
    "solution": solution,
    "moves": moves,
    "list": list_,
    "next": next_,
    "quit": quit_,
}


def names(lang: str) -> dict[str, str]:
    """What can be typed for each command: its English name or the one spoken here."""
    spoken = {str(name): command for command, name in table(lang, "puzzles")["commands"].items()}
    return {**spoken, **{name: name for name in COMMANDS}}
