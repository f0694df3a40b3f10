"""The command `show`: a record as text with a position, or as a picture."""

import textwrap

from rich.console import Console

from tablier import pictures
from tablier.arena.entrants import number as in_range
from tablier.pictures import LONGEST, SHORTEST, Picture, replay
from tablier.position import Position
from tablier.record import Record, move_words
from tablier.terminal.arguments import Flag, Lang, Whole, Words, refuse_together
from tablier.terminal.files import read_record, read_stdin, write_text
from tablier.terminal.screen import console, draw, say
from tablier.terminal.words import word
from tablier.texts import refusal

WIDTH = 80
USUAL_SECONDS = "1"


def show(
    record: Words,
    /,
    *,
    number: Whole | None = None,
    ply: Whole | None = None,
    svg: Words | None = None,
    animate: Flag = False,
    seconds: Words | None = None,
    lang: Lang,
) -> None:
    """Print a record, or draw it."""
    if animate and svg is None:
        raise refusal("only_with", option="--animate", other="--svg")
    if seconds is not None and not animate:
        raise refusal("only_with", option="--seconds", other="--animate")
    refuse_together({"--ply": ply, "--animate": animate})
    read = read_stdin(number) if record == "-" else read_record(record, number)
    if svg is None:
        print_record(console(), read, ply, lang)
    elif animate:
        pace = in_range("--seconds", seconds or USUAL_SECONDS, SHORTEST, LONGEST)
        save(console(), svg, replay(read, seconds_per_move=pace, lang=lang), lang)
    else:
        save(console(), svg, pictures.show(read, ply=ply, lang=lang), lang)


def save(screen: Console, name: str, drawn: Picture, lang: str) -> None:
    """Write the picture into that file, and say how large the file is."""
    write_text(name, drawn.svg)
    size = -(-len(drawn.svg.encode()) // 1000)
    say(screen, word(lang, "drawn", file=name, size=size))


def print_record(screen: Console, record: Record, ply: int | None, lang: str) -> None:
    """Print the record, with the position after so many moves, or with the last one."""
    position = position_at(record, ply)
    tags, _, _ = str(record).partition("\n\n")
    moves = textwrap.fill(" ".join(move_words(record, 1)), WIDTH, break_on_hyphens=False)
    draw(screen, f"{tags}\n\n{moves}\n" if moves else f"{tags}\n")
    say(screen, word(lang, "after", n=len(record.tokens) if ply is None else ply))
    draw(screen, f"\n{record.game.drawing.text(position.state)}\n")
    say(screen, position.status(lang))
    say(screen, word(lang, "result", result=record.result))


def position_at(record: Record, ply: int | None) -> Position:
    """The position after so many moves, or the last one."""
    n = len(record.tokens)
    if ply is not None and not 0 <= ply <= n:
        raise refusal("no_ply", n=n, ply=ply)
    return record.start.play_all(record.tokens[:ply])
