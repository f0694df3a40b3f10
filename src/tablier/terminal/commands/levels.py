"""The command `levels`: finds levels for a game that are equally far apart."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import msgspec

from tablier.arena.calibration import entrant_of, levels_from, path_ladder
from tablier.game import Game
from tablier.games import game_from_text
from tablier.nets import net_of
from tablier.search.levels import FoundLevels, Level
from tablier.terminal.arguments import FINE, INTERRUPTED, Lang, Options, Whole, Words
from tablier.terminal.commands.ladder import climb
from tablier.terminal.screen import console, draw, grid
from tablier.terminal.tournament import command_line, settings, write_results
from tablier.terminal.words import word


def levels(
    game: str,
    /,
    *,
    games: Whole = 40,
    workers: Whole | None = None,
    opening: Whole | None = None,
    options: Options = (),
    seed: Whole = 0,
    agree: Words | None = None,
    out: Words | None = None,
    lang: Lang,
) -> int:
    """Find levels for a game."""
    chosen = game_from_text(game, " ".join(options))
    given = settings(chosen, games, workers, opening, seed, agree)
    path = path_ladder()
    write_results(out, "", "a")  # refuses now what cannot be written
    if not climb(path, chosen, given, lang):
        return INTERRUPTED
    found = levels_from({rung.name: rung.rating.value for rung in path.rungs()})
    draw(console(), grid(list(rows(found, lang)), "rl"))
    command = command_line(f"levels {chosen.name}", chosen, given)
    write_results(out, levels_json(chosen, command, found))
    return FINE


def rows(found: Sequence[Level], lang: str) -> Iterator[list[str]]:
    """The rows of the table of levels, the headings first."""
    yield [word(lang, "head_level"), word(lang, "head_entrant")]
    for number, level in enumerate(found, 1):
        yield [str(number), str(entrant_of(level))]


def levels_json(game: Game, command: str, found: tuple[Level, ...]) -> str:
    """The levels as JSON, with the command that finds them again."""
    has_net, date = net_of(game) is not None, datetime.now(UTC).date().isoformat()
    made = FoundLevels(game.name, dict(game.options), has_net, date, command, found)
    return msgspec.json.format(msgspec.json.encode(made), indent=2).decode() + "\n"
