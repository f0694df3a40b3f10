"""The folder of a training: its games, its newest net, and what is needed to go on.

Everything in it is written whole or appended game by game, so it can be cut off at any time.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec import Struct

from tablier.file_lock import try_lock
from tablier.game import Game, Value, all_options
from tablier.texts import refusal
from tablier.training.samples import Kind, Samples

STATE, GAMES = "training.json", "*.games"
NEWEST, BEST, LEARNER, LOCK = "newest.net", "best.net", "learner.pt", "lock"
NET_ENDINGS = (".net", ".bin")


class State(Struct, frozen=True):
    """What is trained, and how far it has come."""

    game: str
    version: int
    """Of the rules."""
    options: dict[str, Value]
    seed: int
    simulations: int
    generation: int = 0
    """Nets that have played: 0 is the hand-written knowledge."""
    games: int = 0
    """Seeds of games that are handed out, or may be before this is written again."""
    learnt: int = 0
    """Samples that the newest net has learnt from."""
    best: int = 0
    """The generation of the best net."""

    @property
    def has_begun(self) -> bool:
        """Is there anything that could be lost?"""
        return self.games > 0 or self.generation > 0


@dataclass(frozen=True)
class Folder:
    """A training's folder."""

    path: Path

    @property
    def newest(self) -> Path:
        """The net that plays."""
        return self.path / NEWEST

    @property
    def best(self) -> Path:
        """The net that no later one has beaten."""
        return self.path / BEST

    @property
    def learner(self) -> Path:
        """What the learner needs to go on."""
        return self.path / LEARNER

    def games_of(self, name: object) -> Path:
        """The file of the games that one process plays."""
        return self.path / GAMES.replace("*", str(name))

    def samples(self, kind: Kind) -> Iterator[Samples]:
        """The games of all files, the oldest file first."""
        for path in sorted(self.path.glob(GAMES), key=lambda path: path.stat().st_mtime_ns):
            for samples, _ in kind.read(path):
                yield samples

    def read(self) -> State | None:
        """How far it has come; None if nothing was written yet."""
        path = self.path / STATE
        try:
            return msgspec.json.decode(path.read_bytes(), type=State) if path.exists() else None
        except msgspec.MsgspecError as wrong:
            raise refusal("no_training", path=str(self.path)) from wrong

    def write(self, state: State) -> None:
        """Note how far it has come."""
        draft = self.path / f"{STATE}.part"
        draft.write_bytes(msgspec.json.format(msgspec.json.encode(state), indent=2) + b"\n")
        draft.replace(self.path / STATE)

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Keep other trainings away from it."""
        with (self.path / LOCK).open("ab") as file:
            if not try_lock(file):
                raise refusal("training_runs", path=str(self.path))
            yield

    @property
    def is_empty(self) -> bool:
        """Is there nothing in it but what a training that never began leaves behind?"""
        return all(each.name in (STATE, f"{STATE}.part", LOCK) for each in self.path.iterdir())


def beside(out: Path, ending: str) -> Path:
    """The path beside that of a net with this ending: `mole.json` beside `mole.net`."""
    return out.with_suffix(ending) if out.suffix in NET_ENDINGS else Path(f"{out}{ending}")


def open_folder(path: Path, game: Game, fresh: State, resume: bool) -> tuple[Folder, State]:
    """The folder of a training and how far it has come; one of something else is refused."""
    folder, said = Folder(path), {"path": str(path)}
    try:
        found = folder.read()
        if found is None and resume:
            raise refusal("nothing_to_resume", **said)
        if found is None or not (found.has_begun or resume):
            path.mkdir(parents=True, exist_ok=True)
            if not folder.is_empty:
                raise refusal("no_training", **said)
            folder.write(fresh)
            return folder, fresh
    except OSError as wrong:
        raise refusal("file_error", **said, reason=wrong.strerror or str(wrong)) from wrong
    if not resume:
        raise refusal("training_exists", **said)
    options = all_options(game.package, found.options)
    if (found.game, found.version, options) != (fresh.game, fresh.version, fresh.options):
        raise refusal("other_training", **said, game=fresh.game)
    if (found.seed, found.simulations) != (fresh.seed, fresh.simulations):
        raise refusal("other_settings", **said, seed=found.seed, simulations=found.simulations)
    return folder, found
