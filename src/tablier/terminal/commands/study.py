"""The command `study`: many games by plan, and a report about the game."""

from collections.abc import Sequence

from rich.console import Console
from rich.progress import TimeRemainingColumn

from tablier.arena.cluster import package as ray_package
from tablier.arena.entrants import RANDOM, number
from tablier.game import Game
from tablier.games import game_from_text
from tablier.search.levels import LEVELS
from tablier.study.jobs import PARTS, Row
from tablier.study.plan import MINUTES, STRENGTHS, StudyOptions
from tablier.study.report.charts import matplotlib
from tablier.study.report.writer import write
from tablier.study.run import StudyRun, study_run
from tablier.terminal.arguments import FINE, INTERRUPTED, Flag, Lang, Whole, Words
from tablier.terminal.files import whole_path
from tablier.terminal.screen import Step, console, follow, preparing, say
from tablier.terminal.tournament import MOST_GAMES, worker_count
from tablier.terminal.words import word
from tablier.texts import refusal

MOST_MINUTES = 1_000_000
ALL_STRENGTHS, ALL_PARTS = ",".join(STRENGTHS), ",".join(PARTS)


def study(
    game: str,
    /,
    *,
    out: Words,
    games: Whole | None = None,
    minutes: Whole = MINUTES,
    level: Words = ALL_STRENGTHS,
    parts: Words = ALL_PARTS,
    seed: Whole = 0,
    workers: Whole | None = None,
    ray: Words | None = None,
    no_report: Flag = False,
    lang: Lang,
) -> int:
    """Play many games by plan, and write a report about the game."""
    chosen, screen = game_from_text(game), console(stderr=True)
    if not no_report:
        matplotlib()  # refuses now what is not installed, and not after hours of play
    if ray is not None:
        ray_package()
    options = read_options(chosen, games, level, parts, seed, minutes)
    run = study_run(chosen, options, whole_path(out), worker_count(workers))
    for case in run.left_out:
        say(screen, word(lang, "study_left_out", case=case, seconds=f"{case.cost:.0f}"))
    is_whole = not run.jobs or fill(run, ray, screen, lang)
    said = {"games": len(run.store.rows), "path": out}
    say(screen, word(lang, "study_saved" if is_whole else "study_stopped", **said))
    if run.store.rows and not no_report:
        say(screen, word(lang, "study_report", path=write(chosen, run.store)))
    return FINE if is_whole else INTERRUPTED


def fill(run: StudyRun, address: str | None, screen: Console, lang: str) -> bool:
    """Run the jobs and store their rows; False if Ctrl-C stopped it."""
    with preparing(screen, lang):
        run.compile()
    if address is None:
        said = {"games": len(run.jobs), "minutes": f"{run.minutes:.1f}", "workers": run.workers}
        say(screen, word(lang, "study_takes", **said))

    def store(rows: list[Row]) -> Step:
        return Step(run.store.add(rows))

    remaining = TimeRemainingColumn()
    return follow(run.results(address), store, len(run.jobs), screen, lang, remaining)


def read_options(
    game: Game, games: int | None, level: str, parts: str, seed: int, minutes: int
) -> StudyOptions:
    """The options of the command line."""
    number("--minutes", str(minutes), 1, MOST_MINUTES)
    if games is not None:
        number("--games", str(games), 1, MOST_GAMES)
    game.start(seed)  # refuses what is no seed
    known = (RANDOM, *(str(i) for i in range(1, len(LEVELS) + 1)))
    levels = chosen_of("--level", level, known)
    return StudyOptions(games, levels, chosen_of("--parts", parts, PARTS), seed, minutes)


def chosen_of(option: str, text: str, known: Sequence[str]) -> tuple[str, ...]:
    """The values between the commas, in the order of the known ones; others are refused."""
    chosen = text.split(",")
    for each in chosen:
        if each not in known:
            raise refusal("bad_option", option=option, value=each, known=", ".join(known))
    return tuple(each for each in known if each in chosen)
