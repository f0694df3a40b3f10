"""A typed line: a move, the number of a move, or a command."""

from difflib import get_close_matches

from tablier.terminal.session.commands import COMMANDS, names
from tablier.terminal.session.session import Session
from tablier.texts import Refusal, refusal

LIKE_A_MOVE = 0.85  # a letter too few or too many in five, but not one for another


def answer(session: Session, line: str) -> None:
    """Do what the line says, or say why it cannot be done."""
    try:
        obey(session, line)
    except Refusal as refused:
        session.interface.refuse(refused)


def obey(session: Session, line: str) -> None:
    """Do what the line says: a legal move has priority, then a command, then a move's number."""
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
