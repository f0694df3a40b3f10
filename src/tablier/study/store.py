"""The book of a study: a folder with its rows, one a line, each written as soon as it is known.

Whoever stops a study, by Ctrl-C, by kill -9 or by pulling the plug, loses the games that were going
on. A key counts once, however often its row was written.
"""

import hashlib
import inspect
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import cast

import msgspec
from msgspec import Struct

from tablier import portable
from tablier.game import Game
from tablier.search import levels, mcts
from tablier.search.player import features_of
from tablier.study.jobs import Job, Row
from tablier.texts import refusal

COVER, ROWS = "study.json", "games.jsonl"


class Cover(Struct, frozen=True):
    """What stands on the book."""

    game: str
    version: int
    """Of the rules."""
    sources: str
    """A print of the rules and of the players: other players play other games."""
    date: str
    commands: tuple[str, ...] = ()
    """Those that have filled it."""


@dataclass(frozen=True)
class Store:
    """A study's folder; `open_store` makes sure that it is one of this game."""

    folder: Path
    cover: Cover
    rows: dict[str, Row]

    def missing(self, jobs: Iterable[Job]) -> list[Job]:
        """The jobs that are not done, in their order."""
        return [job for job in jobs if job.key not in self.rows]

    def add(self, rows: Iterable[Row]) -> int:
        """Write these rows down, those that are new; return how many were."""
        new = {row.key: row for row in rows if row.key not in self.rows}
        lines = b"".join(msgspec.json.encode(row) + b"\n" for row in new.values())
        with (self.folder / ROWS).open("ab") as file:
            file.write(lines)
        self.rows.update(new)
        return len(new)

    def check_players(self, game: Game) -> None:
        """Refuse to go on with other rules or other players than those that began."""
        if self.cover.sources != sources(game):
            raise refusal("study_changed", path=str(self.folder))


def open_store(game: Game, folder: Path, command: str) -> Store:
    """The book in that folder, or a new one; a book of something else is refused."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        cover = _cover(game, folder, command)
        return Store(folder, cover, _read(folder / ROWS))
    except OSError as wrong:
        reason = wrong.strerror or str(wrong)
        raise refusal("file_error", path=str(folder), reason=reason) from wrong
    except msgspec.MsgspecError as wrong:
        raise refusal("no_study", path=str(folder)) from wrong


def _cover(game: Game, folder: Path, command: str) -> Cover:
    path, rules = folder / COVER, game.rules
    today = datetime.now(UTC).date().isoformat()
    cover = Cover(game.name, rules.VERSION, sources(game), today)
    if path.exists():
        cover = msgspec.json.decode(path.read_bytes(), type=Cover)
    elif any(folder.iterdir()):
        raise refusal("no_study", path=str(folder))
    if (cover.game, cover.version) != (game.name, rules.VERSION):
        raise refusal("other_study", path=str(folder), game=game.name, version=rules.VERSION)
    if command not in cover.commands:
        cover = msgspec.structs.replace(cover, commands=(*cover.commands, command))
        path.write_bytes(msgspec.json.format(msgspec.json.encode(cover), indent=2) + b"\n")
    return cover


def _read(path: Path) -> dict[str, Row]:
    """All rows of the file; a last line that was never finished is cut off."""
    if not path.exists():
        return {}
    whole = path.read_bytes()
    *lines, rest = whole.split(b"\n")
    if rest:
        with path.open("r+b") as file:
            file.truncate(len(whole) - len(rest))
    decoder = msgspec.json.Decoder(Row)
    rows: dict[str, Row] = {}
    for line in lines:
        row = decoder.decode(line)
        rows.setdefault(row.key, row)
    return rows


def sources(game: Game) -> str:
    """A print of everything that decides how games are played."""
    modules = (cast(ModuleType, game.rules), features_of(game), portable, mcts, levels)
    text = "\0".join(map(inspect.getsource, modules))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
