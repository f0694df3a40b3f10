"""`show` and `replay`: pictures for notebooks and files."""

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tablier.arguments import expect
from tablier.game import Game
from tablier.pictures.animation import replay_svg
from tablier.pictures.overlays import Overlay, arrows
from tablier.pictures.svg import Appearance, last_move, picture
from tablier.position import Position
from tablier.record import Record
from tablier.search.analysis import Analysis
from tablier.texts import refusal

THEMES = ("auto", "light", "dark")
SHORTEST, LONGEST = 0.05, 60.0  # seconds a move
SMALLEST, LARGEST = 16, 10_000  # pixels


class GifSource(NamedTuple):
    """What a GIF is made from."""

    positions: Sequence[Position]
    seconds_per_move: float
    lang: str
    appearance: Appearance


@dataclass(frozen=True)
class Picture:
    """A picture that a notebook shows by itself: `svg` is its text, `save` puts it into a file.

    >>> import tablier
    >>> picture = tablier.show(tablier.game("moguli").start(), size=300)
    >>> picture
    <Picture: Moguli, 300 × 397>
    >>> picture.svg.startswith("<svg ")
    True
    """

    svg: str = field(repr=False)
    title: str
    size: tuple[int, int]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture into a file, over what is there; its name ends with .svg or .png.

        A replay can be saved as .gif, too; as PNG it is the last position. PNG and GIF need
        `pip install 'tablier[pictures]'`.

        >>> import tablier, tempfile, pathlib
        >>> folder = pathlib.Path(tempfile.mkdtemp())
        >>> tablier.show(tablier.game("moguli").start()).save(folder / "moguli.svg")
        >>> [path.name for path in folder.iterdir()]
        ['moguli.svg']
        """
        expect(str, os.PathLike, path=path)
        target = Path(path)
        data = self.data(target.suffix, str(target))
        try:
            target.write_bytes(data)
        except OSError as wrong:
            reason = wrong.strerror or str(wrong)
            raise refusal("file_error", path=str(target), reason=reason) from wrong

    def data(self, ending: str, name: str = "") -> bytes:
        """What is in a file with that ending: .svg, .png or, of a replay, .gif."""
        expect(str, ending=ending, name=name)
        match ending.lower():
            case ".svg":
                return self.svg.encode()
            case ".png":
                from tablier.pictures.png import png  # noqa: PLC0415 - an extra

                return png(self.svg)
        raise refusal("picture_ending", path=name or ending)

    def __repr__(self) -> str:
        width, height = self.size
        return f"<Picture: {self.title}, {width} × {height}>"

    def _repr_svg_(self) -> str:
        return self.svg


@dataclass(frozen=True, repr=False)
class _Replay(Picture):
    """A picture that moves."""

    source: GifSource

    def data(self, ending: str, name: str = "") -> bytes:
        """What is in a file with that ending: .svg, .gif, or .png with the last position."""
        expect(str, ending=ending, name=name)
        if ending.lower() != ".gif":
            return super().data(ending, name)
        from tablier.pictures.gif import gif  # noqa: PLC0415 - an extra

        return gif(*self.source)


Shown = Position | Record | Game | Analysis


def show(
    shown: Shown,
    *,
    ply: int | None = None,
    arrows: str | Iterable[str] = (),
    size: int | None = None,
    lang: str = "en",
    theme: str = "auto",
    view: str | None = None,
) -> Picture:
    """A picture of a position, of a record after `ply` moves, of a game or of an analysis.

    The last move is marked where it is known. `arrows` are moves to draw as arrows, the most
    important one first; by default, an analysis has its three best moves. `size` is the
    width in pixels, `theme` is "light", "dark" or "auto" (as the reader's system has it), and
    `view` another way to see the board, such as "xray" in Moguli.

    >>> import tablier
    >>> position = tablier.game("mole-hill").start().play("e4").play("e4|f4")
    >>> tablier.show(position, arrows=["d4"], size=400, theme="dark")
    <Picture: Mole Hill, 400 × 322>
    >>> tablier.show(position, arrows=["e4"])
    Traceback (most recent call last):
    tablier.position.IllegalMove: The mole is already on e4 (§4.2).
    """
    expect(Position, Record, Game, Analysis, shown=shown)
    expect(int, None, ply=ply)
    position = _position(shown, ply)
    appearance = _appearance(position.game, size, theme, view)
    overlays = [*last_move(position), *_arrows(shown, position, _tokens(arrows))]
    svg = picture(position, lang=lang, overlays=overlays, appearance=appearance)
    return _picture(svg, position.game, lang)


def replay(
    record: Record,
    *,
    seconds_per_move: float = 1.0,
    repeat: bool = False,
    size: int | None = None,
    lang: str = "en",
    theme: str = "auto",
    view: str | None = None,
) -> Picture:
    """A record as a picture that moves: the pieces go their ways, and the last position stays.

    With `repeat` it starts again after a pause. Readers who prefer reduced motion see the last
    position. Saved as .gif it is a frame for each move, for chats and forums that show no SVG.

    >>> import tablier
    >>> record = tablier.Record(tablier.game("mole-hill").start(), ("e4", "e4|f4", "d4"))
    >>> tablier.replay(record, seconds_per_move=0.5, size=400)
    <Picture: Mole Hill, 400 × 344>
    """
    expect(Record, record=record)
    expect(bool, repeat=repeat)
    _check_number("seconds_per_move", seconds_per_move, SHORTEST, LONGEST)
    appearance = _appearance(record.game, size, theme, view)
    positions = list(record.positions())
    svg = replay_svg(positions, seconds_per_move, repeat=repeat, lang=lang, appearance=appearance)
    source = GifSource(positions, seconds_per_move, lang, appearance)
    return _Replay(svg, record.game.title(lang), _size(svg), source)


def _position(shown: Shown, ply: int | None) -> Position:
    """The position to draw."""
    match shown:
        case Record():
            return position_at(shown, ply)
        case _ if ply is not None:
            raise refusal("only_with", option="ply", other="Record")
        case Position():
            return shown
        case Game():
            return shown.start()
        case Analysis():
            return shown.position


def position_at(record: Record, ply: int | None) -> Position:
    """The position after so many moves, or the last one."""
    n = len(record.tokens)
    if ply is not None and not 0 <= ply <= n:
        raise refusal("no_ply", n=n, ply=ply)
    return record.start.play_all(record.tokens[:ply])


def _tokens(arrows: str | Iterable[str]) -> tuple[str, ...]:
    expect(str, Iterable, arrows=arrows)
    return (arrows,) if isinstance(arrows, str) else tuple(arrows)


def _arrows(shown: Shown, position: Position, tokens: Sequence[str]) -> list[Overlay]:
    """Arrows for these moves, which have to be legal, or for those that an analysis likes."""
    for token in tokens:
        position.play(token)
    if isinstance(shown, Analysis) and not tokens:
        return arrows(position, shown.best())
    return arrows(position, dict.fromkeys(tokens, 1.0))


def _appearance(game: Game, size: float | None, theme: str, view: str | None) -> Appearance:
    """The appearance of a picture; values that do not exist are refused."""
    if size is not None:
        _check_number("size", size, SMALLEST, LARGEST)
    expect(str, theme=theme)
    expect(str, None, view=view)
    _check("theme", theme, THEMES)
    if view is not None:
        _check("view", view, tuple(game.views))
    return Appearance(size, "" if theme == "auto" else theme, view or "")


def _check_number(name: str, value: float, least: float, most: float) -> None:
    expect(float, **{name: value})
    if not least <= value <= most:
        raise refusal("no_amount", name=name, least=f"{least:g}", most=f"{most:g}", value=value)


def _check(name: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise refusal("bad_option", option=name, value=value, known=", ".join(known) or "–")


def _picture(svg: str, game: Game, lang: str) -> Picture:
    return Picture(svg, game.title(lang), _size(svg))


def _size(svg: str) -> tuple[int, int]:
    width, height = re.findall(r'\b(?:width|height)="([\d.]+)"', svg[:400])[:2]
    return round(float(width)), round(float(height))
