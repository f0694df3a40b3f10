"""A record as people like to read it: tags, numbered moves, a position and the result."""

import textwrap
from collections.abc import Iterator

from rich.console import Console

from tablier.record import Record
from tablier.terminal.screen import draw, say
from tablier.terminal.words import word
from tablier.texts import Refusal, Sentence

WIDTH = 80


def show(screen: Console, record: Record, ply: int | None, lang: str) -> None:
    """Print the record, with the position after so many moves, or with the last one."""
    n = len(record.tokens)
    shown = n if ply is None else ply
    if not 0 <= shown <= n:
        raise Refusal(Sentence("no_ply", values={"n": n, "ply": shown}))
    position = record.start.play_all(record.tokens[:shown])
    tags, _, _ = str(record).partition("\n\n")
    moves = textwrap.fill(" ".join(_numbered(record)), WIDTH, break_on_hyphens=False)
    draw(screen, f"{tags}\n\n{moves}\n" if moves else f"{tags}\n")
    say(screen, word(lang, "after", n=shown))
    draw(screen, f"\n{record.game.drawing.text(position.state)}\n")
    say(screen, position.status(lang))
    say(screen, word(lang, "result", result=record.result))


def _numbered(record: Record) -> Iterator[str]:
    """The moves with their numbers and comments, in the form that records have."""
    for ply, token in enumerate(("", *record.tokens)):
        if token:
            yield f"{ply}. {token}"
        if ply in record.comments:
            yield f"{{{record.comments[ply]}}}"
