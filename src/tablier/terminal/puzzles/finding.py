"""New puzzles, found under a progress bar: the part of `tablier puzzles` that is for authors."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from json import dumps

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from tablier.arena.entrants import Entrant
from tablier.arena.match import OPENING
from tablier.arena.pool import prepare
from tablier.arena.puzzle_finder import Quest, find, spread
from tablier.game import Game
from tablier.puzzle import Puzzle
from tablier.terminal.commands.ladder import read_levels
from tablier.terminal.screen import late, preparing, say
from tablier.terminal.tournament import Sheet
from tablier.terminal.words import word
from tablier.texts import refusal

CHOICE = 3  # so many times as many are found as are kept
MOST = 1_000_000


@dataclass(frozen=True)
class Search:
    """What is to be found, and how hard to look."""

    n: int
    levels: str
    games: int
    left: int
    effort: int
    workers: int
    seed: int

    def check(self) -> None:
        """Refuse numbers that make no sense."""
        for name, value, most in (
            ("--find", self.n, 1000),
            ("--games", self.games, MOST),
            ("--left", self.left, 9),
            ("--effort", self.effort, MOST // 2),
            ("--workers", self.workers, 256),
        ):
            if not 1 <= value <= most:
                raise refusal("no_whole_amount", name=name, least=1, most=most, value=value)
        if not 0 <= self.seed <= MOST:
            raise refusal("bad_seed", seed=self.seed)

    def quests(self, game: Game) -> list[Quest]:
        """The games to look through."""
        levels = read_levels(self.levels)
        last = tuple(range(self.left, min(self.left, 2) - 1, -1))
        last = last if "turn_limit" in game.rules.OPTIONS else ()
        seeds = range(self.seed, self.seed + self.games)
        return [Quest(game, seed, levels, OPENING, self.effort, last) for seed in seeds]

    def command(self, game: Game) -> str:
        """The command that finds the same puzzles again."""
        looks = f"--left {self.left} --effort {self.effort} --seed {self.seed}"
        games = f"--levels {self.levels} --games {self.games}"
        return f"tablier puzzles {game.name} --find {self.n} {games} {looks}"


def find_puzzles(game: Game, search: Search, out: str | None, screen: Console, lang: str) -> bool:
    """Find puzzles and write them down; Ctrl-C ends it early, and then the answer is False."""
    search.check()
    quests, sheet = search.quests(game), Sheet(out)
    sheet.add("")
    with preparing(screen, lang):
        prepare(game, [Entrant("level", quests[0].levels[0])])
    found: list[Puzzle] = []
    is_whole = False
    with contextlib.suppress(KeyboardInterrupt), _bar(len(quests), screen, lang) as advance:
        for each in find(quests, search.workers):
            found += [each] if each else []
            sheet.put(study(game, search, spread(found, search.n)))
            advance(str(len(found)))
            if len(found) == CHOICE * search.n:
                break
        is_whole = True
    kept = len(spread(found, search.n))
    say(screen, word(lang, "puzzles_found", found=len(found), kept=kept))
    return is_whole


@contextlib.contextmanager
def _bar(games: int, screen: Console, lang: str) -> Iterator[Callable[[str], None]]:
    """A progress bar; call what it gives after each game."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    said = TextColumn("{task.fields[so_far]}")
    progress = Progress(*columns, said, console=screen, transient=True)
    task = progress.add_task(word(lang, "playing"), total=games, so_far="")
    with late(progress):
        yield lambda so_far: progress.update(task, advance=1, so_far=so_far)


def study(game: Game, search: Search, puzzles: Sequence[Puzzle]) -> str:
    """The puzzles as JSON, with the command that finds them again."""
    found = {
        "game": game.name,
        "version": game.rules.VERSION,
        "date": datetime.now(UTC).date().isoformat(),
        "command": search.command(game),
        "puzzles": [each.json() for each in puzzles],
    }
    return dumps(found, indent=1, ensure_ascii=False) + "\n"
