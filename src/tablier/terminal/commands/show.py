"""A record as people like to read it: tags, numbered moves, a position and the result."""

import textwrap

from rich.console import Console

from tablier.arena.entrants import number
from tablier.pictures import LONGEST, SHORTEST, Picture, replay
from tablier.record import Record, words_of
from tablier.terminal.commands.analyse import one_of
from tablier.terminal.files import write_text
from tablier.terminal.screen import draw, say
from tablier.terminal.words import word
from tablier.texts import refusal

WIDTH = 80
USUAL_SECONDS = "1"


def check(ply: int | None, svg: str | None, animate: bool, seconds: str | None) -> None:
    """Refuse wishes that make no sense together."""
    if animate and svg is None:
        raise refusal("only_with", option="--animate", other="--svg")
    if seconds is not None and not animate:
        raise refusal("only_with", option="--seconds", other="--animate")
    one_of({"--ply": ply, "--animate": animate or None})


def replay_of(record: Record, seconds: str | None, lang: str) -> Picture:
    """The record as a picture that moves, with so many seconds a move."""
    pace = number("--seconds", seconds or USUAL_SECONDS, SHORTEST, LONGEST)
    return replay(record, seconds_per_move=pace, lang=lang)


def keep(screen: Console, name: str, drawn: Picture, lang: str) -> None:
    """Write the picture into that file, and say how large the file is."""
    write_text(name, drawn.svg)
    size = -(-len(drawn.svg.encode()) // 1000)
    say(screen, word(lang, "drawn", file=name, size=size))


def show(screen: Console, record: Record, ply: int | None, lang: str) -> None:
    """Print the record, with the position after so many moves, or with the last one."""
    n = len(record.tokens)
    shown = n if ply is None else ply
    if not 0 <= shown <= n:
        raise refusal("no_ply", n=n, ply=shown)
    position = record.start.play_all(record.tokens[:shown])
    tags, _, _ = str(record).partition("\n\n")
    moves = textwrap.fill(" ".join(words_of(record, 1)), WIDTH, break_on_hyphens=False)
    draw(screen, f"{tags}\n\n{moves}\n" if moves else f"{tags}\n")
    say(screen, word(lang, "after", n=shown))
    draw(screen, f"\n{record.game.drawing.text(position.state)}\n")
    say(screen, position.status(lang))
    say(screen, word(lang, "result", result=record.result))
