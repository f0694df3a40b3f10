"""The command `study`: many games by plan, and a report about the game."""

import contextlib
from collections.abc import Generator, Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tablier.arena.entrants import RANDOM, entrant, number
from tablier.arena.pool import prepare, processors
from tablier.game import Game
from tablier.search.levels import LEVELS
from tablier.study.jobs import PARTS, STRENGTH, Job, Row
from tablier.study.notes import notes_on
from tablier.study.plan import STRENGTHS, Wish, cases, ordered, seconds_of
from tablier.study.pool import done_here
from tablier.study.ray_cluster import done_there
from tablier.study.ray_cluster import package as ray_package
from tablier.study.report.charts import matplotlib
from tablier.study.report.write import write
from tablier.study.runner import play_at_random
from tablier.study.store import Store, open_store
from tablier.terminal.arguments import FINE, INTERRUPTED, Flag, Lang, Whole, Words
from tablier.terminal.commands.games import take
from tablier.terminal.files import whole_path
from tablier.terminal.screen import console, late, preparing, say
from tablier.terminal.tournament import MOST_GAMES, MOST_WORKERS
from tablier.terminal.words import word
from tablier.texts import refusal

MINUTE = 60.0
ALL_STRENGTHS, ALL_PARTS = ",".join(STRENGTHS), ",".join(PARTS)


def study(
    game: str,
    /,
    *,
    out: Words,
    games: Whole | None = None,
    level: Words = ALL_STRENGTHS,
    parts: Words = ALL_PARTS,
    seed: Whole = 0,
    workers: Whole | None = None,
    ray: Words | None = None,
    no_report: Flag = False,
    lang: Lang,
) -> int:
    """Play many games by plan, and write a report about the game."""
    chosen, screen = take(game), console(stderr=True)
    check_extras(no_report, ray)
    wish = read_wish(chosen, games, level, parts, seed)
    workers = (
        processors() if workers is None else number("--workers", str(workers), 1, MOST_WORKERS)
    )
    store = open_store(chosen, whole_path(out), command_line(chosen, wish))
    found = cases(chosen, notes_on(chosen), wish)
    wanted = [case for case in found if case.is_worthwhile(wish)]
    for case in found:
        if case not in wanted:
            say(screen, word(lang, "study_left_out", case=case, seconds=f"{case.cost:.0f}"))
    jobs = store.missing(ordered(wanted, wish, workers))
    is_whole = not jobs or fill(store, chosen, jobs, workers, ray, screen, lang)
    said = {"games": len(store.rows), "path": out}
    say(screen, word(lang, "study_saved" if is_whole else "study_stopped", **said))
    if store.rows and not no_report:
        say(screen, word(lang, "study_report", path=write(chosen, store)))
    return FINE if is_whole else INTERRUPTED


def check_extras(no_report: bool, address: str | None) -> None:
    """Refuse now what is not installed, and not after hours of play."""
    if not no_report:
        matplotlib()
    if address is not None:
        ray_package()


def fill(
    store: Store,
    game: Game,
    jobs: Sequence[Job],
    workers: int,
    address: str | None,
    screen: Console,
    lang: str,
) -> bool:
    """Do these jobs and write their rows into the book; False if somebody stopped it."""
    store.check_players(game)
    with preparing(screen, lang):
        compile_for(game)
    minutes = f"{seconds_of(jobs) / workers / MINUTE:.1f}"
    if address is None:
        said = {"games": len(jobs), "minutes": minutes, "workers": workers}
        say(screen, word(lang, "study_takes", **said))
        return watch(store, done_here(jobs, game.name, workers), len(jobs), screen, lang)
    return watch(store, done_there(jobs, game.name, address), len(jobs), screen, lang)


def watch(
    store: Store, stream: Generator[list[Row]], total: int, screen: Console, lang: str
) -> bool:
    """Write rows down as they come, under a progress bar; Ctrl-C ends it with False."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    progress = Progress(*columns, TimeRemainingColumn(), console=screen, transient=True)
    task = progress.add_task(word(lang, "playing"), total=total)
    with contextlib.suppress(KeyboardInterrupt), late(progress), contextlib.closing(stream) as rows:
        for some in rows:
            progress.update(task, advance=store.add(some))
        return True
    return False


def compile_for(game: Game) -> None:
    """Compile what the games need, so that all processes find it on disk."""
    prepare(game, [entrant("simulations:10")])
    lineup = (RANDOM,) * game.players
    play_at_random(Job(STRENGTH, "", lineup, 0), game, 0.0)


def read_wish(game: Game, games: int | None, level: str, parts: str, seed: int) -> Wish:
    """What the command line wishes for."""
    if games is not None:
        number("--games", str(games), 1, MOST_GAMES)
    game.start(seed)  # refuses what is no seed
    known = (RANDOM, *(str(i) for i in range(1, len(LEVELS) + 1)))
    return Wish(games, chosen_of("--level", level, known), chosen_of("--parts", parts, PARTS), seed)


def chosen_of(option: str, text: str, known: Sequence[str]) -> tuple[str, ...]:
    """The words between the commas, each of which must be known, in their usual order."""
    chosen = text.split(",")
    for each in chosen:
        if each not in known:
            raise refusal("bad_option", option=option, value=each, known=", ".join(known))
    return tuple(each for each in known if each in chosen)


def command_line(game: Game, wish: Wish) -> str:
    """The command that plays these games again."""
    usual = Wish()
    words = ["tablier study", game.name]
    words += [] if wish.games is None else [f"--games {wish.games}"]
    words += [] if wish.levels == usual.levels else [f"--level {','.join(wish.levels)}"]
    words += [] if wish.parts == usual.parts else [f"--parts {','.join(wish.parts)}"]
    words += [] if wish.seed == usual.seed else [f"--seed {wish.seed}"]
    return " ".join([*words, "--out DIR"])
