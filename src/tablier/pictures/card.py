"""Cards: what social networks and chats show below a link, 1200 × 630 pixels.

A board beside a title and a sentence, or several boards. Titles are set in our own font, so that a
card looks the same on every machine; letters that it lacks come from a font of the system.
"""

from collections.abc import Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement

from tablier.extras import extra
from tablier.pictures.overlays import Overlay
from tablier.pictures.png import FONT
from tablier.pictures.svg import (
    NAMESPACE,
    describe,
    draw_all,
    draw_overlay,
    draw_pieces,
    serialized,
    style,
)
from tablier.position import Position
from tablier.shapes import number
from tablier.texts import PACKAGE

with extra("pictures"):
    from PIL import ImageFont

FAMILY = "Young Serif"
WIDTH, HEIGHT = 1200, 630
MARGIN, GAP = 56, 28
BOARDS = WIDTH - MARGIN - 560  # where the boards begin, at most
TITLE, SENTENCE, FOOT = (84, 64, 52), 33, 30  # sizes of letters; a long title gets smaller ones
MOST_LINES = 7
STYLE = f"""
.card > text {{ font-family: "{FAMILY}", serif; fill: var(--ink); text-anchor: start; }}
.card .paper {{ fill: var(--paper); }}
.card .shadow {{ fill: rgb(40 25 5 / 0.16); }}
.card .accent {{ fill: var(--accent); }}
.card > .title, .card > .site {{ dominant-baseline: auto; }}
.card > .soft, .card > .site {{ fill: var(--ink-soft); }}
"""
Box = tuple[float, float, float, float]


class Shown(NamedTuple):
    """A position on a card, with what lies above its pieces."""

    position: Position
    overlays: Sequence[Overlay] = ()


def card(title: str, sentence: str, shown: Sequence[Shown], theme: str = "light") -> str:
    """The card as SVG."""
    root = Element("svg", {"xmlns": NAMESPACE, "class": f"{PACKAGE} card", "data-theme": theme})
    size = {"width": str(WIDTH), "height": str(HEIGHT)}
    root.attrib |= {"viewBox": f"0 0 {WIDTH} {HEIGHT}", **size}
    packages = dict.fromkeys(each.position.game.package for each in shown)
    describe(root, title, sentence, "\n".join([*map(style, packages), STYLE]))
    SubElement(root, "rect", {"class": "paper", **size})
    left = min(_draw(root, each, box) for each, box in zip(shown, _boxes(len(shown)), strict=True))
    _write(root, title, sentence, left - 2 * GAP - MARGIN)
    return serialized(root)


def _boxes(n: int) -> list[Box]:
    """Where the boards lie: one large, or several in rows of two."""
    top, right = MARGIN - 10, WIDTH - MARGIN + 10
    high = HEIGHT - 2 * top
    if n == 1:
        return [(BOARDS, top, right - BOARDS, high)]
    rows = -(-n // 2)
    wide, each = (right - BOARDS - GAP) / 2, (high - GAP * (rows - 1)) / rows
    return [
        (BOARDS + i % 2 * (wide + GAP), top + i // 2 * (each + GAP), wide, each) for i in range(n)
    ]


def _draw(root: Element, shown: Shown, box: Box) -> float:
    """Draw a board into a box, at its right if it is alone; returns where it begins."""
    game, (x, y, wide, high) = shown.position.game, box
    board = game.drawing.board(game.option_numbers)
    scale = min(wide / board.width, high / board.height)
    is_alone = high > HEIGHT / 2
    left = x + (wide - board.width * scale) / (1 if is_alone else 2)
    top = y + (high - board.height * scale) / 2
    for spread in (10, 6, 3):
        _shadow(root, (left, top, board.width * scale, board.height * scale), spread)
    place = f"translate({number(left)} {number(top)}) scale({number(scale)})"
    group = SubElement(root, "g", {"class": game.name, "transform": place})
    for layer in board.layers:
        draw_all(SubElement(group, "g"), layer)
    draw_pieces(group, board, game.drawing.marks(shown.position.state))
    for overlay in shown.overlays:
        draw_overlay(group, overlay)
    return left


def _shadow(root: Element, box: Box, spread: float) -> None:
    left, top, wide, high = box
    place = {"x": left - spread / 2, "y": top + spread / 2, "rx": 8 + spread / 2}
    size = {"width": wide + spread, "height": high + spread}
    told = {key: number(value) for key, value in {**place, **size}.items()}
    SubElement(root, "rect", {"class": "shadow", **told})


def _write(root: Element, title: str, sentence: str, width: float) -> None:
    """The title and the sentence, from the top, and the name of the site at the bottom."""
    size = next((each for each in TITLE if len(wrapped(title, each, width)) == 1), TITLE[-1])
    y = MARGIN + size * 0.85
    for line in wrapped(title, size, width):
        _line(root, line, "title", y, size)
        y += size * 1.12
    bar = {"x": str(MARGIN), "y": number(y - size * 0.72), "width": "72", "height": "6", "rx": "3"}
    SubElement(root, "rect", {"class": "accent", **bar})
    y += SENTENCE * 0.9
    for line in cut(wrapped(sentence, SENTENCE, width), MOST_LINES):
        _line(root, line, "soft", y, SENTENCE)
        y += SENTENCE * 1.38
    if title != SITE:
        _line(root, SITE, "site", HEIGHT - MARGIN, FOOT)


SITE = "Tablier"


def _line(root: Element, words: str, kind: str, y: float, size: float) -> None:
    place = {"class": kind, "x": str(MARGIN), "y": number(y), "font-size": number(size)}
    SubElement(root, "text", place).text = words


def wrapped(words: str, size: int, width: float) -> list[str]:
    """The words in lines that are no longer than so many pixels.

    >>> wrapped("Take the mole under the hill", 33, 200)
    ['Take the', 'mole under', 'the hill']
    """
    font = ImageFont.truetype(str(FONT), size)
    lines: list[str] = []
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font.getlength(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def cut(lines: list[str], most: int) -> list[str]:
    """The first lines; the last of them says that there are more."""
    return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]} …"]
