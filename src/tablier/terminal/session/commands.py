"""A typed line: a move, the number of a move, or a command.

Each command is a function; `rest` is what follows its name.
"""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import partial

from rich.columns import Columns
from rich.console import Group
from rich.table import Table

from tablier.search import advice
from tablier.search.analysis import Analysis
from tablier.terminal.files import holds, read_record, whole_path, write_text
from tablier.terminal.session.history import History
from tablier.terminal.session.opponents import PEOPLE, Opponents, opponents_in
from tablier.terminal.session.session import Session
from tablier.terminal.words import table, word
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


# The commands


def help_(session: Session, _: str) -> None:
    """List the commands."""
    session.interface.present(listed(session.lang))


def listed(lang: str) -> Group:
    """All commands with what they do."""
    lines = Table.grid(padding=(0, 2))
    for entry in table(lang, "commands").values():
        lines.add_row(f"  {entry['use']}", entry["does"])
    return Group(word(lang, "help_moves"), lines)


def moves(session: Session, rest: str) -> None:
    """List the legal moves with their numbers, or those that contain `rest`."""
    legal = session.position.legal_moves
    digits = len(str(len(legal)))
    lines = [f"{i:{digits}} {move}" for i, move in enumerate(legal, 1) if rest in move]
    if not lines:
        session.tell("no_moves" if legal else "no_moves_left", part=rest)
        return
    session.interface.present(Columns(lines, padding=(0, 2), equal=True, column_first=True))


def undo(session: Session, rest: str) -> None:
    """Undo one move, or as many as `rest` says; against the computer, up to one's own."""
    if rest and (not rest.isdecimal() or len(rest) > 9):
        raise refusal("bad_number", name="undo", value=rest)
    n = int(rest) if rest else _own_move(session)
    if not n or not session.history.record.tokens:
        raise refusal("nothing_to_undo")
    session.go_on(session.history.back(n))


def _own_move(session: Session) -> int:
    """How many moves ago a person moved last; 0 if nobody has."""
    seats = [position.turn for position in session.history.record.positions()][:-1]
    own = (n for n, seat in enumerate(reversed(seats), 1) if seat not in session.opponents.seats)
    return next(own, 0)


def redo(session: Session, _: str) -> None:
    """Redo the move that was undone last, and the computer's answers."""
    if not session.history.undone:
        raise refusal("nothing_to_redo")
    history = session.history.forward()
    while history.undone and history.position.turn in session.opponents.seats:
        history = history.forward()
    session.go_on(history)


def hint(session: Session, _: str) -> None:
    """Say what the computer would play."""
    position = session.position
    if not position.legal_actions:
        raise refusal("nothing_to_choose")
    session.interface.think(partial(advice.hint, position), partial(_say_advice, session))


def _say_advice(session: Session, found: Analysis) -> None:
    best, turn = found.moves[0], found.position.turn
    key = "hint_proven" if best.proven else "hint"
    said = word(session.lang, key, token=best.token, value=f"{best.values[turn]:+.2f}")
    why = found.explain().sentence(session.lang)
    session.interface.advise(f"{said} {why}".rstrip(), best.token)


def save(session: Session, rest: str) -> None:
    """Write the record into a file; one that was not written here is replaced only after a yes."""
    _need_file("save", rest)
    path = whole_path(rest)
    ours = path in session.written and holds(rest, session.written[path])
    if not path.is_file() or ours:
        _save(session, rest)
        return
    refused = partial(session.tell, "not_saved")
    session.ask("replace_file", partial(_save, session, rest), refused, path=rest)


def _save(session: Session, name: str) -> None:
    record = session.history.record
    write_text(name, str(record))
    session.written[whole_path(name)] = session.stored = record
    session.tell("saved", path=name)


def load(session: Session, rest: str) -> None:
    """Go on with the record of a file, against the opponents that it names."""
    _need_file("load", rest)
    record = read_record(rest)
    opponents = opponents_in(record)
    if opponents == PEOPLE and record.game.players == session.position.game.players:
        opponents = session.opponents
    _leave(session, lambda: session.begin(History(record), opponents))


def again(session: Session, _: str) -> None:
    """Begin anew."""
    begin_anew(session, session.opponents)


def begin_anew(session: Session, opponents: Opponents) -> None:
    """Begin another game against these opponents."""
    _leave(session, lambda: session.begin(session.history.again(), opponents))


def rules(session: Session, rest: str) -> None:
    """Show the rulebook, or one section or clause of it."""
    session.interface.open_rules(session.position.game, rest)


def board(session: Session, _: str) -> None:
    """Show the board once more."""
    session.show()


def position(session: Session, _: str) -> None:
    """Print the text of the position."""
    session.interface.quote(str(session.position))


def quit_(*_: object) -> None:
    """Leave, as at the end of input."""
    raise EOFError


COMMANDS: Mapping[str, Callable[[Session, str], None]] = {
    each.__name__.rstrip("_"): each
    for each in (help_, moves, undo, redo, hint, save, load, rules, board, position, again, quit_)
}


def names(lang: str) -> dict[str, str]:
    """The commands by what can be typed: their English names and those of the language."""
    spoken = {str(entry["name"]): name for name, entry in table(lang, "commands").items()}
    return {"?": "help", **spoken, **{name: name for name in COMMANDS}}


def _need_file(command: str, name: str) -> None:
    if not name:
        raise refusal("no_file_named", command=command)


def _leave(session: Session, then: Callable[[], None]) -> None:
    """Leave the game; only after a yes if moves would be lost."""
    if session.in_mid_game and session.history.record != session.stored:
        session.ask("discard", then)
    else:
        then()
