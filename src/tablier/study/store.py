"""The store of a study: a folder with its rows, one a line, each appended as soon as it is known.

A study that is stopped, even by a crash, loses only the games that were going on. A key counts
once, however often its row was written.
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
from tablier.nets import kernel as net_kernel
from tablier.nets import net_of
from tablier.search import judge, levels, mcts, simulation
from tablier.search.player import features_of
from tablier.study.jobs import Job, Row
from tablier.texts import refusal

METADATA, ROWS = "study.json", "games.jsonl"
FORMER, PRESENT = b':"company', b':"multiplayer'  # a part, in the keys of its rows too


class Metadata(Struct, frozen=True):
    """What the rows are about."""

    game: str
    version: int
    """Of the rules."""
    sources: str
    """A fingerprint of the rules and of the players: other players play other games."""
    date: str
    commands: tuple[str, ...] = ()
    """Those that have added rows."""


@dataclass(frozen=True)
class Store:
    """The folder of a study of one game; `open_store` checks that it is."""

    folder: Path
    metadata: Metadata
    rows: dict[str, Row]

    def missing(self, jobs: Iterable[Job]) -> list[Job]:
        """The jobs that are not done, in their order."""
        return [job for job in jobs if job.key not in self.rows]

    def add(self, rows: Iterable[Row]) -> int:
        """Append those of the rows that are new; return how many were."""
        new = {row.key: row for row in rows if row.key not in self.rows}
        lines = b"".join(msgspec.json.encode(row) + b"\n" for row in new.values())
        with (self.folder / ROWS).open("ab") as file:
            file.write(lines)
        self.rows.update(new)
        return len(new)

    def check_players(self, game: Game) -> None:
        """Refuse to continue with other rules or other players than those so far."""
        if self.metadata.sources != sources(game):
            raise refusal("study_changed", path=str(self.folder))


def open_store(game: Game, folder: Path, command: str) -> Store:
    """The store in that folder, or a new one; a `Refusal` if it holds something else."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        metadata = _metadata(game, folder, command)
        return Store(folder, metadata, _read(folder / ROWS))
    except OSError as wrong:
        reason = wrong.strerror or str(wrong)
        raise refusal("file_error", path=str(folder), reason=reason) from wrong
    except msgspec.MsgspecError as wrong:
        raise refusal("no_study", path=str(folder)) from wrong


def _metadata(game: Game, folder: Path, command: str) -> Metadata:
    path, rules = folder / METADATA, game.rules
    today = datetime.now(UTC).date().isoformat()
    found = Metadata(game.name, rules.VERSION, sources(game), today)
    if path.exists():
        found = msgspec.json.decode(path.read_bytes(), type=Metadata)
    elif any(folder.iterdir()):
        raise refusal("no_study", path=str(folder))
    if (found.game, found.version) != (game.name, rules.VERSION):
        raise refusal("other_study", path=str(folder), game=game.name, version=rules.VERSION)
    if command not in found.commands:
        found = msgspec.structs.replace(found, commands=(*found.commands, command))
        path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n")
    return found


def _read(path: Path) -> dict[str, Row]:
    """All rows of the file; an incomplete last line is cut off."""
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
        row = decoder.decode(line.replace(FORMER, PRESENT))
        rows.setdefault(row.key, row)
    return rows


def sources(game: Game) -> str:
    """A fingerprint of everything that decides how games are played."""
    kernels = (portable, mcts, simulation, judge, net_kernel)
    modules = (cast(ModuleType, game.rules), features_of(game), *kernels, levels)
    text, net = "\0".join(map(inspect.getsource, modules)), net_of(game)
    own = msgspec.json.encode(levels.levels_of(game))
    data = text.encode() + own + (b"" if net is None else net.to_bytes())
    return hashlib.sha256(data).hexdigest()[:16]
