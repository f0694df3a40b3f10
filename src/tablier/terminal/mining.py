"""What the command `puzzles` does for those who make puzzles: mining, choosing, rating."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

from rich.console import Console

from tablier.arena.entrants import Entrant, compile_players, number
from tablier.arena.match import usual_opening
from tablier.arena.mining.miner import MiningJob, mine
from tablier.arena.mining.rating import rated_again
from tablier.arena.mining.selection import choose, with_few_short, without_doubtful
from tablier.arena.pool import imap, imap_unordered
from tablier.game import Game
from tablier.puzzle import FILE, Puzzle, read
from tablier.terminal.commands.ladder import read_levels
from tablier.terminal.screen import Step, follow, preparing, say
from tablier.terminal.tournament import worker_count, write_results
from tablier.terminal.words import word
from tablier.texts import refusal

MOST, MOST_PUZZLES = 1_000_000, 10_000


@dataclass(frozen=True)
class Search:
    """The options of a search for puzzles."""

    levels: str
    games: int
    turns: int
    most: int
    effort: int
    slips: int
    missed: int
    workers: int
    seed: int

    def check(self) -> None:
        """Refuse numbers that make no sense."""
        number("--games", str(self.games), 1, MOST)
        number("--turns", str(self.turns), 1, 9)
        number("--most", str(self.most), 1, 1000 * MOST)
        number("--effort", str(self.effort), 0, MOST // 2)
        number("--slips", str(self.slips), 0, 100)
        number("--missed", str(self.missed), 0, MOST)
        worker_count(self.workers)
        if not 0 <= self.seed <= MOST:
            raise refusal("bad_seed", seed=self.seed)

    def jobs(self, game: Game) -> Iterator[MiningJob]:
        """The games to be mined."""
        looks = (self.turns, self.most, self.effort, self.slips, self.missed)
        for seed in range(self.seed, self.seed + self.games):
            yield MiningJob(game, seed, read_levels(self.levels), usual_opening(game), *looks)


def mine_puzzles(game: Game, search: Search, name: str, screen: Console, lang: str) -> bool:
    """Mine games and add what is found to a file, a line for each game.

    Games that are in the file already are left out. False if Ctrl-C stopped it.
    """
    search.check()
    write_results(name, "", "a")  # refuses now what cannot be written
    done = {row["seed"] for row in mined_rows(name)}
    jobs = [job for job in search.jobs(game) if job.seed not in done]
    with preparing(screen, lang):
        compile_players(game, [Entrant("level", read_levels(search.levels)[0])])
    found = 0

    def take(row: Mapping[str, Any]) -> Step:
        nonlocal found
        found += len(row["found"])
        write_results(name, json.dumps(row, ensure_ascii=False) + "\n", "a")
        return Step(note=str(found))

    results = imap_unordered(mine, jobs, search.workers)
    is_whole = follow(results, take, len(jobs), screen, lang)
    say(screen, word(lang, "puzzles_mined", n=found))
    return is_whole


def mined_rows(name: str) -> list[dict[str, Any]]:
    """The games in a file of mined puzzles, in the order of their seeds; half a line is none."""
    rows = []
    for line in Path(name).read_text("utf-8").splitlines():
        with suppress(json.JSONDecodeError):
            rows.append(json.loads(line))
    return sorted(rows, key=lambda row: row["seed"])


@dataclass(frozen=True)
class Selection:
    """The options of a choice among mined puzzles."""

    n: int
    short: int
    mined: str | None
    out: str | None

    def check(self) -> None:
        """Refuse numbers that make no sense."""
        number("--choose", str(self.n), 1, MOST_PUZZLES)
        number("--short", str(self.short), 0, MOST_PUZZLES)

    def command(self, game: Game) -> str:
        """What is written into the file of puzzles."""
        short = "" if self.short == MOST_PUZZLES else f"--short {self.short} "
        return f"tablier puzzles {game.name} --choose {self.n} {short}--mined …"


def choose_puzzles(game: Game, wanted: Selection, screen: Console, lang: str) -> None:
    """Add so many of the mined puzzles to those of the game, and write them all down."""
    wanted.check()
    mined = wanted.mined
    if mined is None or not Path(mined).is_file():
        raise refusal("no_mined", name=str(mined))
    made = made_before(game)
    known = without_doubtful(list(read(game, made["puzzles"])))
    rows = [row for each in mined_rows(mined) for row in each["found"]]
    new = choose(game, rows, wanted.n, now(), known)
    listed = with_few_short(known + new, wanted.short)
    head = {**made, "date": today(), "command": wanted.command(game)}
    write_results(wanted.out, puzzles_json(head, listed))
    say(screen, word(lang, "puzzles_found", found=len(rows), kept=len(new)))


def rate_puzzles(game: Game, out: str | None, workers: int, screen: Console, lang: str) -> bool:
    """Rate the puzzles of the game again and write them down; False if Ctrl-C stopped it."""
    worker_count(workers)
    write_results(out, "", "a")  # refuses now what cannot be written
    made = made_before(game)
    known, rated = list(read(game, made["puzzles"])), dict[int, Puzzle]()
    listed = [each for each in known if not each.retired]

    def take(puzzle: Puzzle) -> Step:
        rated[puzzle.number] = puzzle
        return Step(note=f"{len(rated)}: {puzzle.level}")

    if not follow(imap(rated_again, listed, workers), take, len(listed), screen, lang):
        return False
    again = [rated.get(each.number, each) for each in known]
    write_results(out, puzzles_json({**made, "rated": today()}, again))
    return True


def made_before(game: Game) -> dict[str, Any]:
    """What puzzles.json of the game says now."""
    path = files(game.package).joinpath(FILE)
    empty = {"game": game.name, "version": game.rules.VERSION, "puzzles": []}
    return dict(json.loads(path.read_text("utf-8"))) if path.is_file() else empty


def today() -> str:
    """The date that a file of puzzles tells."""
    return datetime.now(UTC).date().isoformat()


def now() -> str:
    """The moment since when new puzzles are there: later than that of all others."""
    return datetime.now(UTC).isoformat(timespec="minutes")


def puzzles_json(head: Mapping[str, Any], puzzles: Sequence[Puzzle]) -> str:
    """A file of puzzles: what is said of all of them, then one line for each."""
    said = {name: value for name, value in head.items() if name != "puzzles"}
    lines = [json.dumps(each.json(), ensure_ascii=False) for each in puzzles]
    opening = json.dumps(said, indent=1, ensure_ascii=False).removesuffix("\n}")
    return opening + ',\n "puzzles": [\n  ' + ",\n  ".join(lines) + "\n ]\n}\n"
