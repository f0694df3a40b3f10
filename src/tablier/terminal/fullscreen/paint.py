"""The board as coloured text; every highlight can be told without colours too."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rich.color import Color, blend_rgb
from rich.style import Style
from rich.text import Text

from tablier.game import Game
from tablier.shapes import Place

DOT = "•"
EMPTY = " ·"
LAST = "#ffc83d", 0.42  # a colour, and how much of it is mixed into the ground
AHEAD = "#ffffff", 0.16
SYMBOLS = {r"[\w○●□◇✿*]+": Style(bold=True, underline=True)}  # paths and frames are not underlined
AHEAD_DOT = Style(color="#fff6c9", bold=True)
# Reversed, so that they are seen without colours too
CHOSEN = Style(color="#8fe3ef", bgcolor="#06282d", reverse=True, italic=True)
CURSOR = Style(color="#ffd75f", bgcolor="#241a00", reverse=True, bold=True)
ADVISED = Style(color="#b8f2a8", bgcolor="#0c2a06", reverse=True, underline=True)


@dataclass(frozen=True)
class Highlights:
    """The spots that are highlighted on the board."""

    last: frozenset[str] = frozenset()
    """Those that the last move has changed."""
    ahead: frozenset[str] = frozenset()
    """Those that can be clicked next."""
    advised: frozenset[str] = frozenset()
    chosen: frozenset[str] = frozenset()
    cursor: str = ""


def paint(game: Game, text: str, lit: Highlights) -> Text:
    """The text of a board with its colours and these highlights."""
    painted = _ground(game, text, lit.last, lit.ahead).copy()
    for spots, style in ((lit.advised, ADVISED), (lit.chosen, CHOSEN), ({lit.cursor}, CURSOR)):
        for place in _places(game, spots):
            painted.stylize(style, *_span(place, text))
    return painted


@lru_cache(maxsize=8)
def _ground(game: Game, text: str, last: frozenset[str], ahead: frozenset[str]) -> Text:
    dotted = _dotted(game, text, ahead)
    painted = Text(dotted, no_wrap=True, overflow="ignore")
    for start, end in _field(game, text):
        painted.stylize(game.letters.field, start, end)
    count = text.rindex("\n") + 1
    painted.stylize(game.letters.count, count, len(text))
    _ink(painted, game.letters.inks, count, len(text))
    for spot, places in game.letters.places.items():
        for place in places:
            start, end = _span(place, text)
            is_dot = text[start:end] != dotted[start:end]
            painted.stylize(place.style, start, end)
            if spot in ahead and not is_dot:
                painted.stylize(_mixed(place.style, *AHEAD), start, end)
            if spot in last:
                painted.stylize(_mixed(place.style, *LAST), start, end)
            _ink(painted, game.letters.inks, start, end)
            if spot in ahead and is_dot:
                painted.stylize(AHEAD_DOT, start, end)
            elif spot in ahead:
                _ink(painted, SYMBOLS, start, end)
    return painted


def _ink(painted: Text, inks: Mapping[str, str | Style], start: int, end: int) -> None:
    """Style what these patterns match, such as pieces."""
    letters = painted.plain[start:end]
    for pattern, style in inks.items():
        for found in re.finditer(pattern, letters):
            painted.stylize(style, start + found.start(), start + found.end())


@lru_cache(maxsize=64)
def _mixed(style: str, colour: str, share: float) -> Style:
    """The ground of this style with a share of another colour in it."""
    ground = Style.parse(style).bgcolor
    assert ground is not None
    mixed = blend_rgb(ground.get_truecolor(), Color.parse(colour).get_truecolor(), share)
    return Style(bgcolor=Color.from_triplet(mixed))


def _dotted(game: Game, text: str, ahead: Collection[str]) -> str:
    """The text with a dot in the middle of each empty spot that can be clicked."""
    letters = list(text)
    for spot in ahead:
        spans = [_span(place, text) for place in game.letters.places.get(spot, ())]
        if spans and not any(text[start:end].strip(EMPTY) for start, end in spans):
            letters[sum(spans[0]) // 2] = DOT
    return "".join(letters)


def _places(game: Game, spots: Collection[str]) -> Iterator[Place]:
    return (place for spot in spots for place in game.letters.places.get(spot, ()))


def _field(game: Game, text: str) -> Iterator[tuple[int, int]]:
    """From where to where the field goes in each line: the board and the frame around it."""
    places = list(_places(game, game.letters.places))
    if not places:
        return
    lines = range(min(place.line for place in places), max(place.line for place in places) + 1)
    start = min(place.column for place in places)
    end = max(place.column + place.width for place in places)
    for n, line in enumerate(text.splitlines()):
        if n in lines or _is_frame(line[start:end]):
            at = n * _stride(text)
            left, right = _is_frame(line[start - 1]), _is_frame(line[end : end + 1] or " ")
            yield at + start - left, at + end + right


def _is_frame(letters: str) -> bool:
    return all("─" <= letter <= "╿" for letter in letters)


def _span(place: Place, text: str) -> tuple[int, int]:
    start = place.line * _stride(text) + place.column
    return start, start + place.width


def _stride(text: str) -> int:
    """All lines are equally long."""
    return text.index("\n") + 1


def changed(game: Game, before: str, after: str) -> frozenset[str]:
    """The spots whose letters are not the same in two texts of a board."""
    return frozenset(
        spot
        for spot, places in game.letters.places.items()
        if any(_letters(place, before) != _letters(place, after) for place in places)
    )


def _letters(place: Place, text: str) -> str:
    start, end = _span(place, text)
    return text[start:end]


def spots_by_cell(game: Game) -> dict[tuple[int, int], str]:
    """The spot of each letter, by its line and column."""
    return {
        (place.line, column): spot
        for spot, places in game.letters.places.items()
        for place in places
        for column in range(place.column, place.column + place.width)
    }
