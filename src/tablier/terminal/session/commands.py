"""What can be typed beside moves, one function each; `rest` is what follows the command."""

from collections.abc import Callable, Mapping
from functools import partial

from rich.columns import Columns
from rich.console import Group
from rich.table import Table

from tablier.search.player import Analysis
from tablier.terminal.files import holds, read_record, whole_path, write_record
from tablier.terminal.session.game import Match
from tablier.terminal.session.opponents import PEOPLE, Company, advise, company_in
from tablier.terminal.session.session import Sitting
from tablier.terminal.words import table, word
from tablier.texts import Refusal, Sentence


def help_(sitting: Sitting, _: str) -> None:
    """List the commands."""
    sitting.face.present(listed(sitting.lang))


def listed(lang: str) -> Group:
    """All commands with what they do."""
    lines = Table.grid(padding=(0, 2))
    for entry in table(lang, "commands").values():
        lines.add_row(f"  {entry['use']}", entry["does"])
    return Group(word(lang, "help_moves"), lines)


def moves(sitting: Sitting, rest: str) -> None:
    """List the legal moves with their numbers, or those that contain `rest`."""
    legal = sitting.position.legal_moves
    digits = len(str(len(legal)))
    lines = [f"{i:{digits}} {move}" for i, move in enumerate(legal, 1) if rest in move]
    if not lines:
        sitting.tell("no_moves" if legal else "no_moves_left", part=rest)
        return
    sitting.face.present(Columns(lines, padding=(0, 2), equal=True, column_first=True))


def undo(sitting: Sitting, rest: str) -> None:
    """Take back one move, or as many as `rest` says; against the computer, up to one's own."""
    n = _number(rest) if rest else _own_move(sitting)
    if not n or not sitting.match.record.tokens:
        raise Refusal(Sentence("nothing_to_undo"))
    sitting.go_on(sitting.match.back(n))


def _own_move(sitting: Sitting) -> int:
    """How many moves ago a person moved last; 0 if nobody has."""
    seats = [position.turn for position in sitting.match.record.positions()][:-1]
    own = (n for n, seat in enumerate(reversed(seats), 1) if seat not in sitting.company.seats)
    return next(own, 0)


def redo(sitting: Sitting, _: str) -> None:
    """Play again what was taken back last, and what the computer answered."""
    if not sitting.match.taken_back:
        raise Refusal(Sentence("nothing_to_redo"))
    match = sitting.match.forward()
    while match.taken_back and match.position.turn in sitting.company.seats:
        match = match.forward()
    sitting.go_on(match)


def hint(sitting: Sitting, _: str) -> None:
    """Say what the computer would play."""
    position = sitting.position
    if not position.legal_actions:
        raise Refusal(Sentence("nothing_to_choose"))
    sitting.face.think(partial(advise, position), partial(_say_advice, sitting))


def _say_advice(sitting: Sitting, found: Analysis) -> None:
    best, turn = found.moves[0], found.position.turn
    key = "hint_proven" if best.proven else "hint"
    said = word(sitting.lang, key, token=best.token, value=f"{best.values[turn]:+.2f}")
    sitting.face.advise(said, best.token)


def save(sitting: Sitting, rest: str) -> None:
    """Write the record into a file; one that was not written here is replaced only after a yes."""
    _need_file("save", rest)
    path = whole_path(rest)
    ours = path in sitting.written and holds(rest, sitting.written[path])
    if not path.is_file() or ours:
        _save(sitting, rest)
        return
    refused = partial(sitting.tell, "not_saved")
    sitting.ask("replace_file", partial(_save, sitting, rest), refused, path=rest)


def _save(sitting: Sitting, name: str) -> None:
    record = sitting.match.record
    write_record(name, record)
    sitting.written[whole_path(name)] = sitting.stored = record
    sitting.tell("saved", path=name)


def load(sitting: Sitting, rest: str) -> None:
    """Go on with the record of a file, in the company that it names."""
    _need_file("load", rest)
    record = read_record(rest)
    company = company_in(record)
    if company == PEOPLE and record.game.players == sitting.position.game.players:
        company = sitting.company
    _leave(sitting, lambda: sitting.begin(Match(record), company))


def again(sitting: Sitting, _: str) -> None:
    """Begin anew."""
    begin_anew(sitting, sitting.company)


def begin_anew(sitting: Sitting, company: Company) -> None:
    """Begin another match in that company."""
    _leave(sitting, lambda: sitting.begin(sitting.match.again(), company))


def rules(sitting: Sitting, rest: str) -> None:
    """Show the rulebook, or one section or clause of it."""
    sitting.face.open_rules(sitting.position.game, rest)


def board(sitting: Sitting, _: str) -> None:
    """Draw the board once more."""
    sitting.face.show(sitting)


def position(sitting: Sitting, _: str) -> None:
    """Print the text of the position."""
    sitting.face.quote(str(sitting.position))


def quit_(*_: object) -> None:
    """Leave, as if no more lines came."""
    raise EOFError


COMMANDS: Mapping[str, Callable[[Sitting, str], None]] = {
    "help": help_,
    "moves": moves,
    "undo": undo,
    "redo": redo,
    "hint": hint,
    "save": save,
    "load": load,
    "rules": rules,
    "board": board,
    "position": position,
    "again": again,
    "quit": quit_,
}


def names(lang: str) -> dict[str, str]:
    """What can be typed for each command: its English name or the one spoken here."""
    spoken = {str(entry["name"]): name for name, entry in table(lang, "commands").items()}
    return {"?": "help", **spoken, **{name: name for name in COMMANDS}}


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise Refusal(Sentence("bad_number", values={"name": "undo", "value": text}))
    return int(text)


def _need_file(command: str, name: str) -> None:
    if not name:
        raise Refusal(Sentence("no_file_named", values={"command": command}))


def _leave(sitting: Sitting, then: Callable[[], None]) -> None:
    """Take the match from the table; only after a yes if something of it would be lost."""
    if sitting.in_mid_game and sitting.match.record != sitting.stored:
        sitting.ask("give_up", then)
    else:
        then()
