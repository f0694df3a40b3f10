"""GIF: a game as a moving picture that every chat and every forum shows; needs `tablier[pictures]`.

A frame for each move. The board is drawn once and each look of a piece once; frames are put
together from these, on whole pixels, in half the time that it takes to draw all anew. All frames
share the colours of one palette, and hold only what has changed.
"""

from collections.abc import Iterator, Sequence
from io import BytesIO
from xml.etree.ElementTree import SubElement

import msgspec

from tablier.extras import extra
from tablier.pictures.animation import BAR, LETTERS, REST, STRIP
from tablier.pictures.overlays import trail
from tablier.pictures.png import png
from tablier.pictures.svg import (
    Appearance,
    describe,
    draw_all,
    draw_overlay,
    new_svg,
    serialized,
    style,
    svg,
)
from tablier.position import Position
from tablier.shapes import Board, Label, Mark, number

with extra("pictures"):
    from PIL import Image

WIDTH = 480  # pixels, by default
COLOURS = 256
SAMPLES = 6  # frames that the palette is made from
STRIP_STYLE = ".strip {{ fill: var(--paper); }} .progress {{ fill: var(--accent); }} \
.caption {{ fill: var(--ink); font-size: {size}px; font-weight: 600; }}"
_Picture = Image.Image


class _Painter:
    """Paints positions of one game from parts that it draws only once."""

    def __init__(self, first: Position, lang: str, appearance: Appearance):
        self._game, self._title = first.game, first.game.title(lang)
        self._style = style(first.game.package)
        self._board: Board = first.game.drawing.board(first.game.option_numbers)
        self._square = max(1, round((appearance.width or WIDTH) / self._board.width))
        self._appearance = appearance
        self._strip = self._board.width * STRIP
        self._ground = self._drawn(self._board, ())
        self._sprites: dict[tuple[str, str, float], tuple[_Picture, int, int]] = {}

    def frame(self, position: Position, n: int, last: int) -> _Picture:
        """The position after `n` of `last` moves, above the strip that names the move."""
        above = self._above(position, n, last)
        paper = above.getpixel((0, above.height - 1)) or "white"
        frame = Image.new("RGBA", above.size, paper)
        frame.alpha_composite(self._ground)
        for mark in self._game.drawing.marks(position.state):
            self._put(frame, mark)
        frame.alpha_composite(above)
        return frame.convert("RGB")

    def _put(self, frame: _Picture, mark: Mark) -> None:
        sprite, left, top = self._sprite(mark)
        x, y = (round(place * self._square) for place in (mark.x, mark.y))
        frame.paste(sprite, (x + left, y + top), sprite)

    def _sprite(self, mark: Mark) -> tuple[_Picture, int, int]:
        """A piece as it looks there, and where it lies from its own point."""
        key = mark.piece, mark.letters, mark.turn
        if key not in self._sprites:
            self._sprites[key] = self._cut(mark)
        return self._sprites[key]

    def _cut(self, mark: Mark) -> tuple[_Picture, int, int]:
        """Draw a piece in the middle of nothing, of as much as it needs, and cut it out."""
        for middle in (1, 2, 4, 8, 16, 32):
            empty = msgspec.structs.replace(
                self._board, width=2 * middle, height=2 * middle, layers=()
            )
            drawn = self._drawn(empty, [msgspec.structs.replace(mark, x=middle, y=middle)])
            box = drawn.getbbox() or (1, 1, 2, 2)
            if min(box) > 0 and max(box) < drawn.width:
                break
        at = middle * self._square
        return drawn.crop(box), box[0] - at, box[1] - at

    def _drawn(self, board: Board, marks: Sequence[Mark]) -> _Picture:
        look = self._sized(board.width)
        name, title = self._game.name, self._title
        drawn = svg(board, marks, self._style, name, title=title, description="", appearance=look)
        return _rgba(drawn)

    def _sized(self, width: float) -> Appearance:
        look = self._appearance
        return Appearance(width * self._square, look.theme, look.view)

    def _above(self, position: Position, n: int, last: int) -> _Picture:
        """The trail of the last move, and the strip below the board."""
        width, height = self._board.width, self._board.height
        root = new_svg(width, height + self._strip, self._game.name, self._sized(width))
        letters = STRIP_STYLE.format(size=number(self._strip * LETTERS))
        describe(root, self._title, "", f"{self._style}\n{letters}")
        if position.previous is not None:
            draw_overlay(root, trail(position.previous, str(position.last_move)))
        paper = {"y": number(height), "width": number(width), "height": number(self._strip)}
        SubElement(root, "rect", {"class": "strip", **paper})
        done = {"width": number(width * n / max(1, last)), "height": number(self._strip * BAR)}
        SubElement(root, "rect", {"class": "progress", **paper, **done})
        caption = f"{n}. {position.last_move}" if n else self._title
        draw_all(root, [Label(width / 2, height + self._strip * 0.55, caption, "caption")])
        return _rgba(serialized(root))


def _rgba(svg: str) -> _Picture:
    return Image.open(BytesIO(png(svg))).convert("RGBA")


def gif(
    positions: Sequence[Position], pace: float, lang: str, appearance: Appearance, every: int = 1
) -> bytes:
    """The game of these positions, `pace` seconds a frame; the last one stays for longer.

    Of a long game only every second position is shown, or every third.
    """
    last = len(positions) - 1
    painter = _Painter(positions[0], lang, appearance)
    shown = [*range(0, last, every), last]
    frames = [painter.frame(positions[n], n, last) for n in shown]
    return _written(frames, [*[pace] * (len(frames) - 1), max(pace, REST)])


def _written(frames: Sequence[_Picture], seconds: Sequence[float]) -> bytes:
    palette = _palette(frames[:: max(1, len(frames) // SAMPLES)])
    first, *rest = _mapped(frames, palette)
    file = BytesIO()
    times = [round(1000 * each) for each in seconds]
    first.save(file, "GIF", save_all=True, append_images=rest, duration=times, loop=0, disposal=1)
    return file.getvalue()


def _mapped(frames: Sequence[_Picture], palette: _Picture) -> Iterator[_Picture]:
    for frame in frames:
        yield frame.quantize(palette=palette, dither=Image.Dither.NONE)


def _palette(frames: Sequence[_Picture]) -> _Picture:
    """The colours that these frames need most."""
    width, height = frames[0].size
    sheet = Image.new("RGB", (width, height * len(frames)))
    for n, frame in enumerate(frames):
        sheet.paste(frame, (0, n * height))
    return sheet.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=1)
