"""The command `train`: a net learns a game by playing against itself."""

import contextlib
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.console import Console
from rich.status import Status

from tablier.arena.cluster import size
from tablier.arena.entrants import number
from tablier.game import Game
from tablier.games import game_from_text
from tablier.nets import Net
from tablier.terminal.arguments import FINE, INTERRUPTED, Flag, Lang, Options, Whole, Words
from tablier.terminal.files import check_place, whole_path
from tablier.terminal.screen import console, ending_as_ctrl_c, late, preparing, say
from tablier.terminal.tournament import worker_count
from tablier.terminal.words import word
from tablier.texts import refusal
from tablier.training.curve import Point
from tablier.training.settings import Settings, settings_for

if TYPE_CHECKING:
    from tablier.training.training import Training

MINUTES = "10"
LONGEST, MOST_SIMULATIONS, MOST_NETS = 100_000.0, 100_000, 1_000_000
MINUTE = 60.0
PULSE = 0.5  # seconds between two progress lines


def train(
    game: str,
    /,
    *,
    minutes: Words | None = None,
    nets: Whole | None = None,
    out: Words | None = None,
    resume: Flag = False,
    begin: Words | None = None,
    seed: Whole = 0,
    simulations: Whole = 200,
    workers: Whole | None = None,
    ray: Words | None = None,
    options: Options = (),
    lang: Lang,
) -> int:
    """Train a net for a game by self-play."""
    from tablier.training.training import training  # noqa: PLC0415 - PyTorch takes seconds to load

    chosen, screen = game_from_text(game, " ".join(options)), console(stderr=True)
    chosen.start(seed)  # refuses what is no seed
    if resume and begin is not None:
        raise refusal("not_together", first="--resume", second="--begin")
    count = worker_count(workers) if ray is None else max(2, size(ray))
    settings = read_settings(chosen, minutes, nets, seed, simulations, count)
    path = whole_path(out or f"{chosen.name}.net")
    check_place(str(path))
    net = None if begin is None else Net.read(chosen, begin)
    try:
        run = training(chosen, path, settings, resume)
        with preparing(screen, lang):
            run.compile()
    except KeyboardInterrupt:
        say(screen, word(lang, "train_unbegun"))
        return INTERRUPTED
    run.address = ray
    if net is not None:
        run.begin_with(net)
    said = {"workers": settings.workers, "device": run.learner.device.type}
    if minutes is None and nets is not None:
        say(screen, word(lang, "train_starts_nets", nets=nets, **said))
    else:
        say(screen, word(lang, "train_starts", minutes=minutes or MINUTES, **said))
    is_whole = follow(run, screen, lang)
    key = "train_saved" if run.state.best else "train_nothing"
    say(screen, word(lang, key, path=path, games=run.games, generation=run.state.best))
    if not is_whole:
        say(screen, word(lang, "train_stopped"))
    return FINE if is_whole else INTERRUPTED


def follow(run: "Training", screen: Console, lang: str) -> bool:
    """Train and tell how it goes; Ctrl-C ends it, and then the answer is False."""
    report = Report(screen, lang, screen.status(word(lang, "playing")), run.state.best > 0)
    run.tell, run.finish, run.mark = report.tell, report.finish, report.mark
    try:
        with contextlib.suppress(KeyboardInterrupt), ending_as_ctrl_c(), late(report.status):
            run.run()
            return True
    except OSError as error:  # such as a full disk
        said = {"path": error.filename or str(run.folder.path), "reason": error.strerror or error}
        raise refusal("train_broke", **said) from error
    return False


def read_settings(
    game: Game, minutes: str | None, nets: int | None, seed: int, simulations: int, workers: int
) -> Settings:
    """The settings of a command line; with a number of nets, time has to be told to count."""
    usual = MINUTES if nets is None else f"{LONGEST:g}"
    return settings_for(
        game,
        seconds=MINUTE * number("--minutes", minutes or usual, 0.01, LONGEST),
        generations=None if nets is None else number("--nets", str(nets), 1, MOST_NETS),
        seed=seed,
        simulations=number("--simulations", str(simulations), 2, MOST_SIMULATIONS),
        workers=workers,
    )


@dataclass
class Report:
    """Prints the points of the curve, and a line of progress below them on a terminal."""

    screen: Console
    lang: str
    status: Status
    has_best: bool
    """Is there a net that the next one has to beat?"""
    _told: float = field(default=0.0, init=False)

    def tell(self, part: float, generation: int, games: int) -> None:
        """Show how far it is."""
        self._show("train_progress", part, generation=generation, games=games)

    def finish(self, part: float) -> None:
        """Show how far the last learning is."""
        self._show("train_last", part)

    def _show(self, key: str, part: float, **said: int) -> None:
        now = time.monotonic()
        if now - self._told >= PULSE:
            self._told = now
            self.status.update(word(self.lang, key, percent=f"{100 * part:.0f}", **said))

    def mark(self, point: Point) -> None:
        """Print one more point."""
        said = {
            "minutes": f"{point.seconds / MINUTE:.1f}",
            "generation": point.generation,
            "games": point.games,
            "score": f"{100 * point.score:.1f}",
            "elo": f"{point.elo:+.0f}".replace("inf", "∞"),
            "gained": f"{100 * point.gained:.1f}",
        }
        better = "train_better" if self.has_best else "train_first"
        self.has_best |= point.is_best
        key = better if point.is_best else "train_point"
        say(self.screen, word(self.lang, key, **said))
