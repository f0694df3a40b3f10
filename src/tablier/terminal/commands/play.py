"""Play at one terminal, line by line: a line is a move, the number of a move, or a command."""

import contextlib
import signal
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import NoReturn

from tablier.terminal.files import keep, kept_path
from tablier.terminal.screen import Ask
from tablier.terminal.session.commands import COMMANDS, names
from tablier.terminal.session.session import Session
from tablier.texts import Refusal, refusal

PROMPT = "> "
LIKE_A_MOVE = 0.85  # a letter too few or too many in five, but not one for another
LEFT, INTERRUPTED = 0, 130  # exit codes: by a word or the end of input, by Ctrl-C
ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


def play(session: Session, converse: Callable[[Session], int]) -> int:
    """Play until somebody leaves, keep an unfinished game, and return the exit code."""
    lines = session.interface
    code = LEFT
    with _hearing_the_end():
        try:
            code = converse(session)
        except EOFError:
            pass
        except KeyboardInterrupt:
            code = INTERRUPTED
        session.interface = lines
        leave(session)
    return code


def converse(session: Session, ask: Ask) -> NoReturn:
    """Answer line after line; EOFError and KeyboardInterrupt lead out of it."""
    session.tell("welcome", title=session.position.game.title(session.lang))
    session.interface.show(session)
    while True:
        while session.is_computers_turn:
            session.let_computer_move()
        answer(session, ask(PROMPT).strip())


def answer(session: Session, line: str) -> None:
    """Do what the line says, or say why it cannot be done."""
    try:
        obey(session, line)
    except Refusal as refused:
        session.interface.refuse(refused)


def obey(session: Session, line: str) -> None:
    """Do what the line says. A legal move goes first, then a command, then the number of a move."""
    moves = session.position.legal_moves
    choices = {str(number): move for number, move in enumerate(moves, 1)}
    name, _, rest = line.partition(" ")
    command = names(session.lang).get(name.lower())
    if line in moves:
        session.play(line)
    elif command is not None:
        COMMANDS[command](session, rest.strip())
    elif line in choices:
        session.play(choices[line])
    elif line:
        refuse(session, line)


def refuse(session: Session, line: str) -> None:
    """Say why the line cannot be played, and what may have been meant."""
    is_token = line in session.position.game.actions
    moves = session.position.legal_moves
    if line.isdecimal() and not is_token and moves:
        raise refusal("no_number", number=line, n=len(moves))
    near = [] if is_token else near_words(session, line)
    try:
        session.position.play(line)
    except Refusal as illegal:
        session.interface.refuse(illegal)
    if near:
        session.tell("did_you_mean", near=", ".join(near))


def near_words(session: Session, line: str) -> list[str]:
    """Commands and legal moves that look like the line, the nearest first."""
    bare = "".join(line.lower().split())
    moves = {move.lower(): move for move in session.position.legal_moves}
    near_moves = get_close_matches(bare, moves, cutoff=LIKE_A_MOVE)
    near_names = get_close_matches(bare, names(session.lang))
    return near_names + [moves[near] for near in near_moves]


def leave(session: Session) -> None:
    """Put the game away, and say so if it can be resumed."""
    try:
        put_away(session)
    except Refusal:  # at least its record is printed
        session.interface.quote(str(session.match.record))
        raise
    if session.in_mid_game and (session.is_changed or session.resumed):
        session.tell("game_saved", game=session.position.game.name)


def put_away(session: Session) -> None:
    """Keep an unfinished game that has changed here; one that is finished is kept no longer."""
    if session.in_mid_game and session.is_changed:
        keep(session.match.record)
    elif session.match.is_over and session.resumed:
        kept_path(session.position.game.name).unlink(missing_ok=True)


@contextlib.contextmanager
def _hearing_the_end() -> Iterator[None]:
    """A closed terminal or a polite kill ends the game as Ctrl-C does."""
    before = {ending: signal.signal(ending, signal.default_int_handler) for ending in ENDINGS}
    try:
        yield
    finally:
        for ending, handler in before.items():
            signal.signal(ending, handler)
