"""The command `puzzles`: solve them line by line, or find new ones."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files

from rich.console import Console

from tablier.arena.entrants import Entrant, compile_players
from tablier.arena.match import OPENING
from tablier.arena.pool import imap
from tablier.arena.puzzle_finder import Source, hardest, rated_again, spread
from tablier.game import Game
from tablier.games import game_from_text
from tablier.puzzle import FILE, Puzzle, puzzle
from tablier.puzzle import puzzles as puzzles_of
from tablier.terminal.arguments import FINE, INTERRUPTED, Flag, Lang, Whole, Words, refuse_together
from tablier.terminal.commands.games import choose
from tablier.terminal.commands.ladder import read_levels
from tablier.terminal.screen import Step, ask, console, follow, preparing, say
from tablier.terminal.session.exercises import solve
from tablier.terminal.session.puzzles import PuzzleSession
from tablier.terminal.tournament import write_results
from tablier.terminal.words import word
from tablier.texts import refusal

CHOICE = 3  # puzzles are searched for each that is written
MOST, MOST_WORKERS = 1_000_000, 256


def puzzles(
    game: str | None = None,
    number: Whole | None = None,
    /,
    *,
    find: Whole | None = None,
    rate: Flag = False,
    levels: Words = "5-8",
    games: Whole = 200,
    left: Whole = 3,
    effort: Whole = 5000,
    workers: Whole = 1,
    seed: Whole = 0,
    out: Words | None = None,
    lang: Lang,
) -> int:
    """Solve puzzles, find new ones, or rate them again."""
    refuse_together({"--find": find, "--rate": rate})
    screen = console()
    name = choose(screen, ask, lang) if game is None else game
    chosen = game_from_text(name)
    if find is not None:
        search = Search(find, levels, games, left, effort, workers, seed)
        is_whole = find_puzzles(chosen, search, out, console(stderr=True), lang)
        return FINE if is_whole else INTERRUPTED
    with preparing(screen, lang):
        known = puzzles_of(name)
    if known and rate:
        is_whole = rate_puzzles(chosen, out, workers, console(stderr=True), lang)
        return FINE if is_whole else INTERRUPTED
    if not known:
        say(screen, word(lang, "puzzles.none", game=chosen.title(lang)))
        return FINE
    session = PuzzleSession(name, lang, screen)
    solve(session, session.following() if number is None else puzzle(name, number), ask)
    return FINE


def checked(name: str, value: int, most: int) -> None:
    """Refuse a number that makes no sense."""
    if not 1 <= value <= most:
        raise refusal("no_whole_amount", name=name, least=1, most=most, value=value)


@dataclass(frozen=True)
class Search:
    """The options of a search for puzzles."""

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
            ("--workers", self.workers, MOST_WORKERS),
        ):
            checked(name, value, most)
        if not 0 <= self.seed <= MOST:
            raise refusal("bad_seed", seed=self.seed)

    def sources(self, game: Game) -> list[Source]:
        """The games to search for puzzles."""
        levels = read_levels(self.levels)
        last = tuple(range(self.left, min(self.left, 2) - 1, -1))
        last = last if "turn_limit" in game.rules.OPTIONS else ()
        seeds = range(self.seed, self.seed + self.games)
        return [Source(game, seed, levels, OPENING, self.effort, last) for seed in seeds]

    def command(self, game: Game) -> str:
        """The command that finds the same puzzles again."""
        looks = f"--left {self.left} --effort {self.effort} --seed {self.seed}"
        games = f"--levels {self.levels} --games {self.games}"
        return f"tablier puzzles {game.name} --find {self.n} {games} {looks}"


def find_puzzles(game: Game, search: Search, out: str | None, screen: Console, lang: str) -> bool:
    """Find puzzles and write them down; Ctrl-C ends it early, and then the answer is False."""
    search.check()
    sources = search.sources(game)
    write_results(out, "", "a")  # refuses now what cannot be written
    with preparing(screen, lang):
        compile_players(game, [Entrant("level", sources[0].levels[0])])
    found: list[Puzzle] = []

    def take(puzzle: Puzzle | None) -> Step:
        found.extend([puzzle] if puzzle else [])
        write_results(out, puzzles_json(game, search, spread(found, search.n)))
        return Step(note=str(len(found)), is_enough=len(found) == CHOICE * search.n)

    is_whole = follow(imap(hardest, sources, search.workers), take, len(sources), screen, lang)
    kept = len(spread(found, search.n))
    say(screen, word(lang, "puzzles_found", found=len(found), kept=kept))
    return is_whole


def rate_puzzles(game: Game, out: str | None, workers: int, screen: Console, lang: str) -> bool:
    """Rate the puzzles of the game again and write them down; False if Ctrl-C stopped it."""
    checked("--workers", workers, MOST_WORKERS)
    write_results(out, "", "a")  # refuses now what cannot be written
    known, rated = puzzles_of(game.name), list[Puzzle]()

    def take(puzzle: Puzzle) -> Step:
        rated.append(puzzle)
        return Step(note=f"{len(rated)}: {puzzle.level}")

    if not follow(imap(rated_again, known, workers), take, len(known), screen, lang):
        return False
    made = json.loads(files(game.package).joinpath(FILE).read_text("utf-8"))
    made |= {"rated": today(), "puzzles": [each.json() for each in spread(rated, len(rated))]}
    write_results(out, json.dumps(made, indent=1, ensure_ascii=False) + "\n")
    return True


def today() -> str:
    """The date that a file of puzzles tells."""
    return datetime.now(UTC).date().isoformat()


def puzzles_json(game: Game, search: Search, puzzles: Sequence[Puzzle]) -> str:
    """The puzzles as JSON, with the command that finds them again."""
    found = {
        "game": game.name,
        "version": game.rules.VERSION,
        "date": today(),
        "command": search.command(game),
        "puzzles": [each.json() for each in puzzles],
    }
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"
