"""The command `show`: a record as text with a position, or as a picture."""

import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from tablier import pictures
from tablier.arena.entrants import number as in_range
from tablier.games import game
from tablier.pictures import LONGEST, SHORTEST, Picture, position_at, replay
from tablier.record import Record
from tablier.terminal.arguments import Flag, Lang, Whole, Words, refuse_together
from tablier.terminal.files import check_place, read_record, read_stdin, write_bytes
from tablier.terminal.screen import console, draw, say
from tablier.terminal.words import word
from tablier.texts import refusal

WIDTH = 80
NARROWEST = 20  # of the lines of a variation, however deep it lies
USUAL_SECONDS = "1"
GIF = ".gif"


def show(
    record: Words,
    /,
    *,
    number: Whole | None = None,
    ply: Whole | None = None,
    position: Words | None = None,
    out: Words | None = None,
    svg: Words | None = None,
    animate: Flag = False,
    seconds: Words | None = None,
    size: Whole | None = None,
    theme: Words | None = None,
    lang: Lang,
) -> None:
    """Print a record, or draw it."""
    name = svg if out is None else out
    ending = ".svg" if out is None else Path(out).suffix.lower()
    moves = animate or ending == GIF
    if animate and name is None:
        raise refusal("only_with", option="--animate", other="--out")
    if seconds is not None and not moves:
        raise refusal("only_with", option="--seconds", other="--animate")
    refuse_together({"--out": out, "--svg": svg})
    refuse_together({"--ply": ply, "--animate" if animate else GIF: moves})
    refuse_together({"--position": position, "--number": number})
    read = _read(record, position, number)
    if name is None:
        print_record(console(), read, ply, lang)
        return
    look: dict[str, Any] = {"size": size, "theme": theme or "auto", "lang": lang}
    drawn: Picture
    if moves:
        pace = in_range("--seconds", seconds or USUAL_SECONDS, SHORTEST, LONGEST)
        drawn = replay(read, seconds_per_move=pace, **look)
    else:
        drawn = pictures.show(read, ply=ply, **look)
    save(console(), name, ending, drawn, lang)


def _read(name: str, position: str | None, number: int | None) -> Record:
    """The record in that file, or that position of the game of that name."""
    if position is not None:
        return Record(game(name).position(position))
    return read_stdin(number) if name == "-" else read_record(name, number)


def save(screen: Console, name: str, ending: str, drawn: Picture, lang: str) -> None:
    """Write the picture into that file, and say how large the file is."""
    check_place(name)
    data = drawn.data(ending, name)
    write_bytes(name, data)
    say(screen, word(lang, "drawn", file=name, size=-(-len(data) // 1000)))


def print_record(screen: Console, record: Record, ply: int | None, lang: str) -> None:
    """Print the record, with the position after so many moves, or with the last one."""
    position = position_at(record, ply)
    tags, _, _ = str(record).partition("\n\n")
    moves = "\n".join(tree(record))
    draw(screen, f"{tags}\n\n{moves}\n" if moves else f"{tags}\n")
    say(screen, word(lang, "after", n=len(record.tokens) if ply is None else ply))
    draw(screen, f"\n{record.game.drawing.text(position.state)}\n")
    for said in filter(None, (position.status(lang), position.warning(lang))):
        say(screen, said)
    say(screen, word(lang, "result", result=record.result))


def tree(record: Record, number: int = 1, indent: str = "") -> Iterator[str]:
    """The moves from that number on; variations stand indented below the move that they replace."""
    words: list[str] = []
    for ply, token in enumerate(("", *record.tokens)):
        words += [f"{number + ply - 1}. {token}"] if token else []
        words += [f"{{{record.comments[ply]}}}"] if ply in record.comments else []
        others = record.variations.get(ply - 1, ())
        if others:
            yield from _wrapped(words, indent)
            words = []
        for line in others:
            *lines, last = tree(line, number + ply - 1, f"{indent}   ")
            first, *rest = [*lines, f"{last})"]
            yield from (f"{indent}  ({first.lstrip()}", *rest)
    yield from _wrapped(words, indent)


def _wrapped(words: Sequence[str], indent: str) -> list[str]:
    return textwrap.wrap(
        " ".join(words),
        max(WIDTH, len(indent) + NARROWEST),
        break_on_hyphens=False,
        initial_indent=indent,
        subsequent_indent=indent,
    )
