"""What the commands `match` and `ladder` share: how games are played, watched and written down."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from tablier.arena.entrants import number
from tablier.arena.match import Bout, Played, usual_opening
from tablier.arena.pool import played, processors
from tablier.game import Game
from tablier.terminal.files import whole_path
from tablier.terminal.screen import late
from tablier.terminal.words import word
from tablier.texts import refusal

MOST_GAMES, MOST_WORKERS, LONGEST_OPENING = 1_000_000, 1024, 1000


@dataclass(frozen=True)
class Setting:
    """How much is played, and how."""

    games: int
    """Of each two entrants; an even number."""
    workers: int = 1
    opening: int = 0
    seed: int = 0
    agree: float | None = None


def setting(
    game: Game,
    games: int,
    workers: int | None,
    opening: int | None,
    seed: int,
    agree: str | None = None,
) -> Setting:
    """The setting that the command line wishes for, with what is usual where it does not care."""
    number("--games", str(games), 2, MOST_GAMES)
    if games % 2:
        raise refusal("odd_games", games=games)
    workers = processors() if workers is None else workers
    number("--workers", str(workers), 1, MOST_WORKERS)
    game.start(seed)  # refuses what is no seed
    opening = usual_opening(game) if opening is None else opening
    number("--opening", str(opening), 0, LONGEST_OPENING)
    sure = None if agree is None else number("--agree", agree, 0.0, 1.0)
    return Setting(games, workers, opening, seed, sure)


class Scorer(Protocol):
    """Somebody who counts the games as they end."""

    def add(self, played: Played) -> None:
        """Count one more game."""

    def so_far(self) -> str:
        """How things stand, in a few words."""

    def has_seen_enough(self) -> bool:
        """Can the rest of the games be spared?"""


def watch(bouts: Sequence[Bout], workers: int, scorer: Scorer, screen: Console, lang: str) -> bool:
    """Play the games under a progress bar; Ctrl-C ends it, and then the answer is False."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    said = TextColumn("{task.fields[so_far]}")
    progress = Progress(*columns, said, console=screen, transient=True)
    task = progress.add_task(word(lang, "playing"), total=len(bouts), so_far="")
    stream = contextlib.closing(played(bouts, workers))
    with contextlib.suppress(KeyboardInterrupt), late(progress), stream as games:
        for each in games:
            scorer.add(each)
            progress.update(task, advance=1, so_far=scorer.so_far())
            if scorer.has_seen_enough():
                break
        return True
    return False


@dataclass(frozen=True)
class Sheet:
    """A file for results; without a name, they are written nowhere."""

    name: str | None

    def add(self, text: str) -> None:
        """Write this behind what is there."""
        self._write(text, "a")

    def put(self, text: str) -> None:
        """Write this in place of what is there."""
        self._write(text, "w")

    def _write(self, text: str, mode: str) -> None:
        if self.name is None:
            return
        try:
            with whole_path(self.name).open(mode, encoding="utf-8") as file:
                file.write(text)
        except OSError as wrong:
            raise refusal("file_error", path=self.name, reason=wrong.strerror) from wrong
