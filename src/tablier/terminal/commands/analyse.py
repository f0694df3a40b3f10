"""The command `analyse`: the best moves of a position with their evaluations."""

import signal
from json import dumps
from threading import Event
from typing import Any

from rich.console import Console

from tablier.arena.entrants import LONGEST, MOST, Entrant, compile_players
from tablier.arena.entrants import number as in_range
from tablier.pictures import position_at
from tablier.position import Position
from tablier.search.advice import ANALYSIS_SECONDS
from tablier.search.analysis import Analysis, MoveInfo
from tablier.search.named_evaluators import named_evaluator
from tablier.search.player import Player
from tablier.terminal.arguments import (
    FINE,
    INTERRUPTED,
    Flag,
    Lang,
    Options,
    Whole,
    Words,
    refuse_together,
)
from tablier.terminal.screen import console, draw, grid, handling, late, preparing, say
from tablier.terminal.session.history import StartOptions, start
from tablier.terminal.words import word
from tablier.texts import refusal

MOST_THREADS = 256
HEADS = ("move", "visits", "value", "line")
MOVES, LINE = 10, 8  # so many moves are shown, with so many moves of their lines


def analyse(
    game: str,
    /,
    *,
    position: Words | None = None,
    record: Words | None = None,
    number: Whole | None = None,
    ply: Whole | None = None,
    options: Options = (),
    simulations: Whole | None = None,
    seconds: Words | None = None,
    threads: Whole = 1,
    evaluator: Words | None = None,
    json: Flag = False,
    lang: Lang,
) -> int:
    """Look for the best moves of a position."""
    refuse_together({"--position": position, "--record": record})
    refuse_together({"--option": options, "--record": record})
    refuse_together({"--simulations": simulations, "--seconds": seconds})
    refuse_together({"--evaluator": evaluator, "--threads": threads > 1 or None})
    in_range("--threads", str(threads), 1, MOST_THREADS)
    if record is not None:
        loaded = StartOptions(load=record, number=number)
        asked = position_at(start(game, loaded, seed=0).record, ply)
    elif ply is not None or number is not None:
        option = "--number" if ply is None else "--ply"
        raise refusal("only_with", option=option, other="--record")
    else:
        asked = start(game, StartOptions(options=options, position=position), seed=0).position
    judge = None if evaluator is None else named_evaluator(asked.game, evaluator)
    budget = _budget(simulations, seconds)
    player = Player(asked.game, threads=threads, evaluator=judge, **budget)
    found, is_whole = think(asked, player, lang)
    if json:
        print(dumps(found.json(), ensure_ascii=False))
    else:
        show(console(), found, lang)
    return FINE if is_whole else INTERRUPTED


def _budget(simulations: int | None, seconds: str | None) -> dict[str, Any]:
    """The budget of a player."""
    if simulations is not None:
        in_range("--simulations", str(simulations), 1, MOST)
        return {"simulations": simulations}
    return {"seconds": in_range("--seconds", seconds or str(ANALYSIS_SECONDS), 0.001, LONGEST)}


def think(position: Position, player: Player, lang: str) -> tuple[Analysis, bool]:
    """The player's analysis, and whether it was not interrupted."""
    screen = console(stderr=True)
    with preparing(screen, lang):
        compile_players(position.game, [Entrant("simulations", 1)])
    stop = Event()  # set by Ctrl-C, which ends the search and not the command
    waiting = late(screen.status(word(lang, "thinking")))
    with waiting, handling(lambda *_: stop.set(), signal.SIGINT):
        return player.analyse(position, stop.is_set), not stop.is_set()


def show(screen: Console, found: Analysis, lang: str) -> None:
    """Print the status of the position, the best moves and the evaluation."""
    turn = found.position.turn
    say(screen, found.position.status(lang))
    rows = [[word(lang, f"head_{head}") for head in HEADS]]
    rows += [_row(info, turn) for info in found.moves[:MOVES]]
    draw(screen, grid(rows, "lrrl"))
    player = found.position.game.seat_names(lang)[turn]
    key, value = "proven" if found.proven else "evaluation", f"{found.values[turn]:+.2f}"
    seconds = f"{found.seconds:.1f}"
    said = word(lang, key, player=player, value=value, visits=found.visits, seconds=seconds)
    say(screen, said)


def _row(info: MoveInfo, turn: int) -> list[str]:
    """A move with its visits, its value to the mover (= if it is certain) and its line."""
    value = f"{info.values[turn]:+.2f}{'=' if info.proven else ' '}"
    line = [*info.line[:LINE], *("…" for _ in info.line[LINE : LINE + 1])]
    return [info.token, str(info.visits), value, " ".join(line)]
