"""What commands share that play many games: options, workers, the file of results."""

from dataclasses import dataclass

from tablier.arena.entrants import number
from tablier.arena.match import usual_opening
from tablier.arena.pool import processors
from tablier.game import Game, options_text
from tablier.terminal.files import whole_path
from tablier.texts import refusal

MOST_GAMES, MOST_WORKERS, LONGEST_OPENING = 1_000_000, 1024, 1000


@dataclass(frozen=True)
class Settings:
    """How many games are played, and how."""

    games: int
    """Of each two entrants; an even number."""
    workers: int = 1
    opening: int = 0
    seed: int = 0
    agree: float | None = None


def settings(
    game: Game,
    games: int,
    workers: int | None,
    opening: int | None,
    seed: int,
    agree: str | None = None,
) -> Settings:
    """The settings of a command line, with defaults for what it leaves out."""
    number("--games", str(games), 2, MOST_GAMES)
    if games % 2:
        raise refusal("odd_games", games=games)
    game.start(seed)  # refuses what is no seed
    opening = usual_opening(game) if opening is None else opening
    number("--opening", str(opening), 0, LONGEST_OPENING)
    agreement = None if agree is None else number("--agree", agree, 0.0, 1.0)
    return Settings(games, worker_count(workers), opening, seed, agreement)


def worker_count(given: int | None) -> int:
    """The number of worker processes: one for each processor, unless another one is given."""
    return processors() if given is None else number("--workers", str(given), 1, MOST_WORKERS)


def command_line(command: str, game: Game, given: Settings) -> str:
    """The line that plays these games again, from the command and what else it was given."""
    options = [f"--option {option}" for option in options_text(game).split()]
    numbers = f"--games {given.games} --opening {given.opening} --seed {given.seed}"
    agree = [] if given.agree is None else [f"--agree {given.agree:g}"]
    return " ".join(["tablier", command, numbers, *agree, *options])


def write_results(name: str | None, text: str, mode: str = "w") -> None:
    """Write results into that file, or with the mode "a" at its end; without a name, nowhere."""
    if name is None:
        return
    try:
        with whole_path(name).open(mode, encoding="utf-8") as file:
            file.write(text)
    except OSError as wrong:
        raise refusal("file_error", path=name, reason=wrong.strerror) from wrong
