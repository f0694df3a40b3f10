"""The command `review`: the win probability in a game, its turning points, and the accuracy."""

import copy
from json import dumps

from rich.console import Console

from tablier import review as library
from tablier.arena.entrants import MOST, Entrant, compile_players
from tablier.arena.entrants import number as in_range
from tablier.record import Record
from tablier.review import Review, ReviewedMove
from tablier.search.advice import REVIEW_SIMULATIONS
from tablier.terminal.arguments import Flag, Lang, Whole, Words
from tablier.terminal.files import read_record, read_stdin, write_text
from tablier.terminal.screen import Step, console, draw, grid, preparing, progress_bar, say
from tablier.terminal.words import browser_word, word
from tablier.texts import refusal

BARS = "▁▂▃▄▅▆▇█"
WIDTH = 72  # columns of the curve
LINE = 6  # moves of a line
HEADS = ("move", "player", "played", "judgement", "cost", "better")


def review(
    record: Words,
    /,
    *,
    number: Whole | None = None,
    simulations: Whole = REVIEW_SIMULATIONS,
    out: Words | None = None,
    json: Flag = False,
    lang: Lang,
) -> None:
    """Review a game."""
    in_range("--simulations", str(simulations), 1, MOST)
    read = read_stdin(number) if record == "-" else read_record(record, number)
    if not len(read):
        raise refusal("nothing_to_review")
    found = look_at(read, simulations, lang)
    if out is not None:
        write_text(out, str(annotated(found, lang)))
        say(console(stderr=json), word(lang, "saved", path=out))
    if json:
        print(dumps(found.json(), ensure_ascii=False))
    else:
        show(console(), found, lang)


def look_at(record: Record, simulations: int, lang: str) -> Review:
    """The review, under a progress bar."""
    screen = console(stderr=True)
    with preparing(screen, lang):
        compile_players(record.game, [Entrant("simulations", 1)])
    words = browser_word(lang, "review.working")
    with progress_bar(screen, words, len(record) + 1) as advance:
        return library(record, simulations=simulations, watch=lambda *_: advance(Step()))


def show(screen: Console, found: Review, lang: str) -> None:
    """Print the accuracy of all, the curve and the turning points."""
    names = found.record.game.seat_names(lang)
    for name, accuracy in zip(names, found.accuracies, strict=True):
        value = (
            "–" if accuracy is None else browser_word(lang, "analysis.percent", n=round(accuracy))
        )
        say(screen, f"{browser_word(lang, 'review.accuracy')} ({name}): {value}")
    for seat, name in enumerate(names):
        say(screen, f"\n{browser_word(lang, 'review.curve')} ({name})")
        draw(screen, curve([each.share(seat) for each in found.evaluations]))
        if len(names) == 2:
            break  # the other one has the rest
    points = found.turning_points
    say(screen, "")
    if not points:
        say(screen, browser_word(lang, "review.none"))
        return
    rows = [[word(lang, f"head_{head}") for head in HEADS]]
    rows += [row(move, names[move.seat], lang) for move in points]
    draw(screen, grid(rows, "rlllrl"))
    for move in points:
        why = found.explain(move).sentence(lang)
        if why:
            say(screen, f"{move.ply + 1}. {move.best}: {why}")


def curve(shares: list[float]) -> str:
    """Win probabilities as bars, so many in a line."""
    bars = "".join(BARS[min(len(BARS) - 1, int(share * len(BARS)))] for share in shares)
    return "\n".join(bars[i : i + WIDTH] for i in range(0, len(bars), WIDTH))


def row(move: ReviewedMove, name: str, lang: str) -> list[str]:
    """A turning point in columns."""
    judged = browser_word(lang, f"review.{move.judgement}")
    cost = browser_word(lang, "review.cost", n=round(100 * move.loss))
    line = [*move.before.line[:LINE], *("…" for _ in move.before.line[LINE : LINE + 1])]
    return [str(move.ply + 1), name, move.token, judged, cost, " ".join(line)]


def annotated(found: Review, lang: str) -> Record:
    """The game with a comment at each judged move, and the best line as a variation."""
    record = copy.copy(found.record)
    for move in found.moves:
        if move.judgement is not None:
            judged = browser_word(lang, f"review.{move.judgement}")
            cost = browser_word(lang, "review.cost", n=round(100 * move.loss))
            why = found.explain(move).sentence(lang)
            words = f"{judged} ({cost}). {move.best}: {why}" if why else f"{judged} ({cost})."
            record.comment(words, ply=move.ply + 1, append=True)
            record.vary(move.ply, *move.before.line)
    return record
