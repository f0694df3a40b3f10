"""Puzzles solved line by line: a line is a move, a command, or the number of a puzzle."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from platformdirs import user_state_path
from rich.columns import Columns
from rich.console import Console

from tablier.position import Position
from tablier.puzzle import Puzzle, Try, puzzle, puzzles
from tablier.terminal.files import write_state
from tablier.terminal.screen import Ask, draw, say
from tablier.terminal.words import table, word
from tablier.texts import Refusal, seat_name

PROMPT = "> "


@dataclass
class PuzzleSession:
    """The puzzle that is being solved, and the moves made in it so far."""

    game: str
    lang: str
    screen: Console
    puzzle: Puzzle = field(init=False)
    tokens: tuple[str, ...] = ()
    """The right moves so far; those of the solver only."""

    @property
    def position(self) -> Position:
        """The present position."""
        return self.puzzle.try_(*self.tokens).position

    def next(self) -> Puzzle:
        """The next puzzle that is not solved; if there is none, the next one."""
        known, done = puzzles(self.game), solved(self.game)
        last = self.puzzle.number if hasattr(self, "puzzle") else 0
        ahead = [*known[last:], *known[:last]]
        return next((each for each in ahead if each.id not in done), ahead[0])

    def tell(self, key: str, **values: object) -> None:
        """Print the sentence of that key."""
        say(self.screen, word(self.lang, f"puzzles.{key}", **values))

    def player(self, seat: int) -> str:
        """What a seat is called."""
        return seat_name(seat, self.lang, self.puzzle.position.game.package)

    def show(self, position: Position) -> None:
        """Draw the board and say what there is to do."""
        draw(self.screen, f"\n{position.game.drawing.text(position.state)}\n")
        say(self.screen, position.status(self.lang))


def solve(session: PuzzleSession, first: Puzzle, ask: Ask) -> None:
    """Begin this puzzle and answer line after line; EOFError and KeyboardInterrupt end it."""
    begin(session, first)
    while True:
        line = ask(PROMPT).strip()
        try:
            answer(session, line)
        except Refusal as refused:
            say(session.screen, refused.sentence(session.lang))


def begin(session: PuzzleSession, chosen: Puzzle) -> None:
    """Begin a puzzle, and say what it is."""
    session.puzzle, session.tokens = chosen, ()
    tell_task(session, chosen)
    if chosen.left is not None:
        session.tell("left", left=chosen.left)
    session.show(chosen.position)
    session.tell("help")


def tell_task(session: PuzzleSession, chosen: Puzzle) -> None:
    """Print the number, the state, the level and the player of a puzzle."""
    is_solved = chosen.id in solved(session.game)
    state = word(session.lang, "puzzles.solved_before" if is_solved else "puzzles.open")
    said = {"number": chosen.number, "n": len(puzzles(session.game)), "level": chosen.level}
    session.tell("task", **said, state=state, player=session.player(chosen.seat))


def answer(session: PuzzleSession, line: str) -> None:
    """Do what the line says; a legal move has priority."""
    command = names(session.lang).get(line.lower())
    if line in session.position.legal_moves:
        try_move(session, line)
    elif command is not None:
        COMMANDS[command](session)
    elif line.isdecimal() and len(line) < 9:
        begin(session, puzzle(session.game, int(line)))
    elif line:
        session.position.play(line)  # refuses it, and says why


def try_move(session: PuzzleSession, token: str) -> None:
    """Make a move: a wrong one is answered and undone."""
    found = session.puzzle.try_(*session.tokens, token)
    session.tell("wrong" if found.verdict == "wrong" else "right", token=token)
    tell_answer(session, found)
    session.show(found.position)
    if found.verdict == "wrong":
        session.tell("try_again")
        return
    session.tokens += (token,)
    if found.verdict == "solved":
        mark_solved(session.game, session.puzzle.id)
        everything = {each.id for each in puzzles(session.game)}
        session.tell("all_solved" if everything <= solved(session.game) else "solved")


def tell_answer(session: PuzzleSession, found: Try) -> None:
    """Say what the opponent has answered, if anything."""
    position = session.puzzle.position.play_all(found.tokens[: len(found.tokens) - len(found.line)])
    tokens = []
    for token in found.line:
        tokens += [token] if position.turn != session.puzzle.seat else []
        position = position.play(token)
    if tokens:
        opponent = session.player(1 - session.puzzle.seat)
        session.tell("answer", player=opponent, tokens=" ".join(tokens))


def hint(session: PuzzleSession) -> None:
    """Tell how the winning move begins."""
    for token in session.puzzle.winning(*session.tokens)[:1]:
        session.tell("hint", begins=token[: max(1, len(token) // 2)])


def solution(session: PuzzleSession) -> None:
    """Tell the whole solution."""
    session.tell("solution", tokens=" ".join(session.puzzle.solution()))


def moves(session: PuzzleSession) -> None:
    """List the legal moves."""
    session.screen.print(Columns(session.position.legal_moves, padding=(0, 2), equal=True))


def list_(session: PuzzleSession) -> None:
    """List the puzzles, with those that are solved."""
    for each in puzzles(session.game):
        tell_task(session, each)


def next_(session: PuzzleSession) -> None:
    """Go on to the next puzzle."""
    begin(session, session.next())


def quit_(_: PuzzleSession) -> None:
    """Leave, as at the end of input."""
    raise EOFError


COMMANDS: Mapping[str, Callable[[PuzzleSession], None]] = {
    command.__name__.rstrip("_"): command
    for command in (hint, solution, moves, list_, next_, quit_)
}


def names(lang: str) -> dict[str, str]:
    """The commands by what can be typed: their English names and those of the language."""
    spoken = {str(name): command for command, name in table(lang, "puzzles.commands").items()}
    return {**spoken, **{name: name for name in COMMANDS}}


def solved_path() -> Path:
    """The file of the puzzles that were solved at this terminal."""
    return user_state_path("tablier") / "puzzles.json"


def solved(game: str) -> frozenset[str]:
    """The ids of the puzzles of a game that are solved; none if the file cannot be read."""
    return frozenset(_read_solved().get(game, ()))


def mark_solved(game: str, puzzle: str) -> None:
    """Remember that a puzzle is solved."""
    ids = _read_solved()
    ids[game] = sorted({*ids.get(game, ()), puzzle})
    write_state(solved_path(), json.dumps(ids, indent=1))


def _read_solved() -> dict[str, list[str]]:
    try:
        return msgspec.json.decode(solved_path().read_bytes(), type=dict[str, list[str]])
    except (OSError, msgspec.MsgspecError):
        return {}
