"""The command `ladder`: the random player and the levels of a game, each with its rating."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from json import dumps

import msgspec

from tablier.arena.entrants import compile_players, number
from tablier.arena.ladder import Ladder, Rung, rungs_of_levels
from tablier.arena.match import Played, play
from tablier.arena.pool import imap
from tablier.arena.ratings import Result
from tablier.game import Game, Value, all_options
from tablier.games import game_from_text
from tablier.search.levels import LEVELS
from tablier.terminal.arguments import FINE, INTERRUPTED, Lang, Options, Whole, Words
from tablier.terminal.files import read_text
from tablier.terminal.screen import Step, console, draw, follow, grid, preparing, say
from tablier.terminal.tournament import Settings, command_line, settings, write_results
from tablier.terminal.words import word
from tablier.texts import refusal

ALL_LEVELS = f"1-{len(LEVELS)}"
HEADS = ("entrant", "rating", "interval", "step", "games")


def ladder(
    game: str,
    /,
    *,
    levels: Words = ALL_LEVELS,
    reach: Whole = 2,
    games: Whole = 100,
    workers: Whole | None = None,
    opening: Whole | None = None,
    options: Options = (),
    seed: Whole = 0,
    agree: Words | None = None,
    add: Words | None = None,
    out: Words | None = None,
    lang: Lang,
) -> int:
    """Rate the levels of a game."""
    chosen = game_from_text(game, " ".join(options))
    first, last = read_levels(levels)
    number("--reach", str(reach), 1, len(LEVELS))
    given = settings(chosen, games, workers, opening, seed, agree)
    before = None if add is None else read_ladder(chosen, add)
    is_new = first in (1, last) or before is None  # else it hangs on the earlier one
    ratings = Ladder(
        rungs_of_levels(first, last, with_random=is_new), before.results if before else (), reach
    )
    write_results(out, "", "a")  # refuses now what cannot be written
    is_whole = climb(ratings, chosen, given, lang)
    command = command_line(ladder_words(chosen, levels, reach), chosen, given)
    commands = [*(before.commands if before else ()), command]
    write_results(out, ladder_json(chosen, commands, ratings))
    return FINE if is_whole else INTERRUPTED


def ladder_words(game: Game, levels: str, reach: int) -> str:
    """The command and what only it has."""
    words = f"ladder {game.name} --levels {levels}"
    return words if reach == Ladder.reach else f"{words} --reach {reach}"


def climb(ladder: Ladder, game: Game, given: Settings, lang: str) -> bool:
    """Play the games of a ladder and print its ratings; were all of them played?"""
    progress = console(stderr=True)
    with preparing(progress, lang):
        compile_players(game, ladder.entrants)
    bouts = list(ladder.bouts(game, given.games, given.seed, given.opening, given.agree))

    def count(played: Played) -> Step:
        ladder.add(played)
        return Step(note=highest(ladder.rungs()))

    is_whole = follow(imap(play, bouts, given.workers), count, len(bouts), progress, lang)
    draw(console(), grid(list(rows(ladder.rungs(), lang)), "lrrrr"))
    if not is_whole:
        say(progress, word(lang, "match_stopped"))
    return is_whole


def highest(rungs: Sequence[Rung]) -> str:
    """The highest entrant with its rating."""
    name, rating = rungs[-1].name, rungs[-1].rating
    return f"{name} {rating.value:+.0f} ± {rating.high - rating.value:.0f}"


def rows(rungs: Sequence[Rung], lang: str) -> Iterator[list[str]]:
    """The rows of the table of ratings, the headings first."""
    yield [word(lang, f"head_{head}") for head in HEADS]
    for rung in rungs:
        rating, step = rung.rating, rung.step
        interval = word(lang, "interval", low=f"{rating.low:.0f}", high=f"{rating.high:.0f}")
        above = "" if step is None else f"{step.value:.0f} ± {step.high - step.value:.0f}"
        yield [rung.name, f"{rating.value:.0f}", interval, above, str(rung.games)]


def ladder_json(game: Game, commands: Sequence[str], ladder: Ladder) -> str:
    """The ratings and the results behind them as JSON, with the commands that give them again."""
    entrants = [
        {
            "name": rung.name,
            "rating": round(rung.rating.value, 1),
            "low": round(rung.rating.low, 1),
            "high": round(rung.rating.high, 1),
            "games": rung.games,
        }
        for rung in ladder.rungs()
    ]
    found = {
        "game": game.name,
        "options": dict(game.options),
        "date": datetime.now(UTC).date().isoformat(),
        "commands": commands,
        "entrants": entrants,
        "results": [asdict(result) for result in ladder.results()],
    }
    return dumps(found, indent=2, ensure_ascii=False) + "\n"


@dataclass(frozen=True)
class EarlierLadder:
    """What an earlier ladder found out, as `ladder_json` writes it."""

    game: str
    options: dict[str, Value]
    commands: list[str]
    results: list[Result]


def read_ladder(game: Game, name: str) -> EarlierLadder:
    """The earlier ladder of that file, which must be one of this game with these options."""
    try:
        found = msgspec.json.decode(read_text(name), type=EarlierLadder)
    except msgspec.MsgspecError:
        raise refusal("no_ladder", path=name) from None
    if found.game != game.name or all_options(game.package, found.options) != game.options:
        raise refusal("other_ladder", path=name, game=game.name)
    return found


def read_levels(text: str) -> tuple[int, int]:
    """The first and the last of levels such as "1-10"; "5" is one level."""
    found = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", text)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= first <= last <= len(LEVELS):
        raise refusal("no_levels", value=text, most=len(LEVELS))
    return first, last
