"""What can be typed beside moves, one function each; `rest` is what follows the command."""

from collections.abc import Callable, Mapping

from rich.columns import Columns
from rich.table import Table

from tablier.terminal.files import holds, read_record, whole_path, write_record
from tablier.terminal.match import Match
from tablier.terminal.pages import print_rules
from tablier.terminal.screen import draw
from tablier.terminal.sitting import Sitting
from tablier.terminal.words import table
from tablier.texts import Refusal, Sentence


def help_(sitting: Sitting, _: str) -> None:
    """List the commands."""
    sitting.tell("help_moves")
    lines = Table.grid(padding=(0, 2))
    for entry in table(sitting.lang, "commands").values():
        lines.add_row(f"  {entry['use']}", entry["does"])
    sitting.say(lines)


def moves(sitting: Sitting, rest: str) -> None:
    """List the legal moves with their numbers, or those that contain `rest`."""
    legal = sitting.position.legal_moves
    digits = len(str(len(legal)))
    lines = [f"{i:{digits}} {move}" for i, move in enumerate(legal, 1) if rest in move]
    if not lines:
        sitting.tell("no_moves" if legal else "no_moves_left", part=rest)
    sitting.screen.print(Columns(lines, padding=(0, 2), equal=True, column_first=True))


def undo(sitting: Sitting, rest: str) -> None:
    """Take back one move, or as many as `rest` says."""
    n = _number(rest) if rest else 1
    if not sitting.match.record.tokens:
        raise Refusal(Sentence("nothing_to_undo"))
    sitting.go_on(sitting.match.back(n))


def redo(sitting: Sitting, _: str) -> None:
    """Play again what was taken back last."""
    if not sitting.match.taken_back:
        raise Refusal(Sentence("nothing_to_redo"))
    sitting.go_on(sitting.match.forward())


def save(sitting: Sitting, rest: str) -> None:
    """Write the record into a file; one that was not written here is replaced only after a yes."""
    _need_file("save", rest)
    record = sitting.match.record
    path = whole_path(rest)
    ours = path in sitting.written and holds(rest, sitting.written[path])
    if path.is_file() and not ours and not sitting.agrees("replace_file", path=rest):
        sitting.tell("not_saved")
        return
    write_record(rest, record)
    sitting.written[path] = sitting.stored = record
    sitting.tell("saved", path=rest)


def load(sitting: Sitting, rest: str) -> None:
    """Go on with the record of a file."""
    _need_file("load", rest)
    record = read_record(rest)
    if _may_leave(sitting):
        sitting.begin(Match(record))


def again(sitting: Sitting, _: str) -> None:
    """Begin anew."""
    if _may_leave(sitting):
        sitting.begin(sitting.match.again())


def rules(sitting: Sitting, rest: str) -> None:
    """Print the rulebook, or one section or clause of it."""
    print_rules(sitting.screen, sitting.position.game, sitting.lang, rest)


def board(sitting: Sitting, _: str) -> None:
    """Draw the board once more."""
    sitting.show()


def position(sitting: Sitting, _: str) -> None:
    """Print the text of the position."""
    draw(sitting.screen, str(sitting.position))


def quit_(*_: object) -> None:
    """Leave, as if no more lines came."""
    raise EOFError


COMMANDS: Mapping[str, Callable[[Sitting, str], None]] = {
    "help": help_,
    "moves": moves,
    "undo": undo,
    "redo": redo,
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


def _may_leave(sitting: Sitting) -> bool:
    """May the match be taken from the table? It may if nothing of it would be lost."""
    is_lost = sitting.in_mid_game and sitting.match.record != sitting.stored
    return not is_lost or sitting.agrees("give_up")
