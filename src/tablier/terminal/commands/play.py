"""Play at one terminal, line by line: a line is a move, the number of a move, or a command."""

import contextlib
import signal
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import NoReturn

from tablier.terminal.files import keep, kept_path
from tablier.terminal.screen import Ask
from tablier.terminal.session.commands import COMMANDS, names
from tablier.terminal.session.session import Sitting
from tablier.texts import Refusal, Sentence

PROMPT = "> "
LIKE_A_MOVE = 0.85  # a letter too few or too many in five, but not one for another
LEFT, INTERRUPTED = 0, 130  # exit codes: by a word or the end of input, by Ctrl-C
ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


def play(sitting: Sitting, converse: Callable[[Sitting], int]) -> int:
    """Play until somebody leaves, keep an unfinished game, and return the exit code."""
    lines = sitting.face
    code = LEFT
    with _hearing_the_end():
        try:
            code = converse(sitting)
        except EOFError:
            pass
        except KeyboardInterrupt:
            code = INTERRUPTED
        sitting.face = lines
        leave(sitting)
    return code


def converse(sitting: Sitting, ask: Ask) -> NoReturn:
    """Answer line after line; EOFError and KeyboardInterrupt lead out of it."""
    sitting.tell("welcome", title=sitting.position.game.title(sitting.lang))
    sitting.face.show(sitting)
    while True:
        while sitting.is_computers_turn:
            sitting.let_computer_move()
        answer(sitting, ask(PROMPT).strip())


def answer(sitting: Sitting, line: str) -> None:
    """Do what the line says, or say why it cannot be done."""
    try:
        obey(sitting, line)
    except Refusal as refusal:
        sitting.face.refuse(refusal)


def obey(sitting: Sitting, line: str) -> None:
    """Do what the line says. A legal move goes first, then a command, then the number of a move."""
    moves = sitting.position.legal_moves
    choices = {str(number): move for number, move in enumerate(moves, 1)}
    name, _, rest = line.partition(" ")
    command = names(sitting.lang).get(name.lower())
    if line in moves:
        sitting.play(line)
    elif command is not None:
        COMMANDS[command](sitting, rest.strip())
    elif line in choices:
        sitting.play(choices[line])
    elif line:
        refuse(sitting, line)


def refuse(sitting: Sitting, line: str) -> None:
    """Say why the line cannot be played, and what may have been meant."""
    is_token = line in sitting.position.game.actions
    moves = sitting.position.legal_moves
    if line.isdecimal() and not is_token and moves:
        raise Refusal(Sentence("no_number", values={"number": line, "n": len(moves)}))
    near = [] if is_token else near_words(sitting, line)
    try:
        sitting.position.play(line)
    except Refusal as illegal:
        sitting.face.refuse(illegal)
    if near:
        sitting.tell("did_you_mean", near=", ".join(near))


def near_words(sitting: Sitting, line: str) -> list[str]:
    """Commands and legal moves that look like the line, the nearest first."""
    bare = "".join(line.lower().split())
    moves = {move.lower(): move for move in sitting.position.legal_moves}
    near_moves = get_close_matches(bare, moves, cutoff=LIKE_A_MOVE)
    near_names = get_close_matches(bare, names(sitting.lang))
    return near_names + [moves[near] for near in near_moves]


def leave(sitting: Sitting) -> None:
    """Put the game away, and say so if it can be resumed."""
    try:
        put_away(sitting)
    except Refusal:  # at least its record is printed
        sitting.face.quote(str(sitting.match.record))
        raise
    if sitting.in_mid_game and (sitting.is_changed or sitting.resumed):
        sitting.tell("kept", game=sitting.position.game.name)


def put_away(sitting: Sitting) -> None:
    """Keep an unfinished game that has changed here; one that is finished is kept no longer."""
    if sitting.in_mid_game and sitting.is_changed:
        keep(sitting.match.record)
    elif sitting.match.is_over and sitting.resumed:
        kept_path(sitting.position.game.name).unlink(missing_ok=True)


@contextlib.contextmanager
def _hearing_the_end() -> Iterator[None]:
    """A closed terminal or a polite kill ends the game as Ctrl-C does."""
    before = {ending: signal.signal(ending, signal.default_int_handler) for ending in ENDINGS}
    try:
        yield
    finally:
        for ending, handler in before.items():
            signal.signal(ending, handler)
