"""Files of records and texts: limited in size when read, replaced atomically when written."""

import contextlib
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from platformdirs import user_state_path

from tablier.game import Game
from tablier.record import Record
from tablier.record_text import BadRecord
from tablier.stream import read_records
from tablier.texts import Refusal, refusal

LONGEST = 1_000_000  # characters: a hundred times the longest record we have seen


def read_record(name: str, number: int | None = None) -> Record:
    """The record in the file of that name; of several, the one of that number, from 1."""
    with refusing(name), Path(name).expanduser().open(encoding="utf-8") as file:
        return _record(name, file, number)


def read_stdin(number: int | None = None) -> Record:
    """The record from the standard input; of several, the one of that number."""
    return _record("-", sys.stdin, number)


def _record(name: str, file: TextIO, number: int | None) -> Record:
    """The record of that number, bad ones before it skipped; without a number, the only one."""
    if number is None:
        return Record.read(_read(name, file))
    bad_ones: list[BadRecord] = []

    def note(bad: BadRecord) -> None:
        if bad.number == number:
            raise bad
        bad_ones.append(bad)

    n = 0
    for n, record in enumerate(read_records(file, note), 1):
        if n + len(bad_ones) == number:
            return record
    raise refusal("no_game_in_file", path=name, n=n + len(bad_ones), number=number)


def read_text(name: str) -> str:
    """The text in the file of that name."""
    with refusing(name), Path(name).expanduser().open(encoding="utf-8") as file:
        return _read(name, file)


def _read(name: str, file: TextIO) -> str:
    text = file.read(LONGEST + 1)
    if len(text) > LONGEST:
        raise refusal("file_too_long", path=name)
    return text


def write_text(name: str, text: str) -> None:
    """Write the text into that file, which is replaced only when the new one is complete."""
    write_bytes(name, text.encode())


def write_bytes(name: str, data: bytes) -> None:
    """Write these bytes into that file, which is replaced only when the new one is complete."""
    check_place(name)
    path = whole_path(name)
    draft = path.with_name(f".{secrets.token_hex(8)}.tablier")
    with refusing(name):
        try:
            with draft.open("xb") as file:
                file.write(data)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)


def check_place(name: str) -> None:
    """Refuse a name at which no file can be written."""
    path = whole_path(name)
    if not path.parent.is_dir():
        raise refusal("no_folder", path=str(path.parent))
    if path.exists() and not path.is_file():
        raise refusal("not_a_file", path=name)


def whole_path(name: str) -> Path:
    """The file that this name means, through ~ and links."""
    with refusing(name):
        return Path(name).expanduser().resolve()


def holds(name: str, record: Record) -> bool:
    """Is exactly this record in the file of that name?"""
    try:
        return whole_path(name).read_text("utf-8") == str(record)
    except (OSError, UnicodeError):
        return False


def unfinished_path(game: str) -> Path:
    """The file of the unfinished game of that name."""
    return user_state_path("tablier") / f"{game}.tablier"


def write_state(path: Path, text: str) -> None:
    """Write a file of the user's state, whose folder is made if it is missing."""
    with refusing(str(path)):
        path.parent.mkdir(parents=True, exist_ok=True)
    write_text(str(path), text)


def read_unfinished(game: Game) -> Record:
    """The saved unfinished game."""
    path = unfinished_path(game.name)
    if not path.exists():
        raise refusal("no_saved_game", game=game.name)
    return read_record(str(path))


@contextlib.contextmanager
def refusing(name: str) -> Iterator[None]:
    """Turn errors of the file of that name into refusals."""
    try:
        yield
    except Refusal:
        raise
    except FileNotFoundError as wrong:
        raise refusal("no_file", path=name) from wrong
    except IsADirectoryError as wrong:
        raise refusal("is_folder", path=name) from wrong
    except PermissionError as wrong:
        raise refusal("not_permitted", path=name) from wrong
    except UnicodeError as wrong:
        raise refusal("not_text", path=name) from wrong
    except (OSError, ValueError, RuntimeError) as wrong:
        reason = getattr(wrong, "strerror", None) or str(wrong)
        raise refusal("file_error", path=name, reason=reason) from wrong
