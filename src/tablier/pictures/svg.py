"""SVG: a position as one file with a description, for the light and the dark theme.

The CSS classes of a game are in its style.css, below a class with the name of the game; what games
share is in tablier/style.css. The browser uses both files unchanged.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from tablier.pictures.overlays import Overlay, trail
from tablier.shapes import Board, Circle, Label, Mark, Path, Shape, Spot, number
from tablier.texts import PACKAGE

if TYPE_CHECKING:
    from tablier.position import Position

NAMESPACE = "http://www.w3.org/2000/svg"
PIXELS = 60  # a square, by default
CHOICE_RADIUS = 0.11


@dataclass(frozen=True)
class Appearance:
    """The size, the theme and the view of a picture."""

    width: float | None = None
    """In pixels; None for PIXELS a square."""
    theme: str = ""
    """"light" or "dark"; "" follows the reader's system."""
    view: str = ""
    """One of the game's VIEWS, or "" for none."""


DEFAULT = Appearance()


def picture(
    position: "Position",
    description: str = "",
    lang: str = "en",
    choices: bool = False,
    overlays: Sequence[Overlay] = (),
    appearance: Appearance = DEFAULT,
) -> str:
    """The position as SVG; with `choices`, the spots where a legal move begins have a dot."""
    game, drawing, state = position.game, position.game.drawing, position.state
    begins = (path[0] for path in game.paths(state, position.legal_actions))
    return svg(
        drawing.board(game.option_numbers),
        drawing.marks(state),
        style(game.package),
        game.name,
        title=game.title(lang),
        description=description or position.status(lang),
        choices=begins if choices else (),
        overlays=overlays,
        appearance=appearance,
    )


def last_move(position: "Position") -> list[Overlay]:
    """The trail of the move that led to the position, if it was reached by a move."""
    before, token = position.previous, position.last_move
    return [] if before is None or token is None else [trail(before, token)]


@cache
def style(package: str) -> str:
    """The shared CSS, then that of the game in the package."""
    sheets = (files(home).joinpath("style.css").read_text("utf-8") for home in (PACKAGE, package))
    return "\n".join(sheets)


def svg(
    board: Board,
    marks: Sequence[Mark],
    style: str,
    name: str,
    *,
    title: str,
    description: str,
    choices: Iterable[str] = (),
    overlays: Iterable[Overlay] = (),
    appearance: Appearance = DEFAULT,
) -> str:
    """The board of the game of that name with its pieces; choices are ids of spots to mark."""
    root = new_svg(board.width, board.height, name, appearance)
    describe(root, title, description, style)
    for layer in board.layers:
        draw_all(SubElement(root, "g"), layer)
    draw_pieces(root, board, marks)
    for overlay in overlays:
        draw_overlay(root, overlay)
    draw_all(root, _dots(board.spots, set(choices)))
    return serialized(root)


def new_svg(width: float, height: float, name: str, appearance: Appearance = DEFAULT) -> Element:
    """An empty picture of the game of that name; width and height are in squares."""
    pixels = width * PIXELS if appearance.width is None else appearance.width
    view = [f"view-{appearance.view}"] if appearance.view else []
    theme = {"data-theme": appearance.theme} if appearance.theme else {}
    return Element(
        "svg",
        {
            "xmlns": NAMESPACE,
            "viewBox": f"0 0 {number(width)} {number(height)}",
            "width": number(pixels),
            "height": number(pixels * height / width),
            "role": "img",
            "class": " ".join([PACKAGE, name, *view]),
            **theme,
        },
    )


def describe(root: Element, title: str, description: str, style: str) -> None:
    """Add the title, the description and the style sheet of a picture."""
    SubElement(root, "title").text = title
    SubElement(root, "desc").text = description
    SubElement(root, "style").text = f"\n{style}"


def draw_pieces(parent: Element, board: Board, marks: Iterable[Mark]) -> None:
    """Draw the pieces of a position."""
    for mark in marks:
        draw_all(SubElement(parent, "g", {"transform": _transform(mark)}), _piece(board, mark))


def draw_overlay(parent: Element, overlay: Overlay) -> None:
    """Draw an overlay as one group."""
    opacity = {} if overlay.opacity == 1 else {"opacity": number(overlay.opacity)}
    draw_all(SubElement(parent, "g", {"class": overlay.style, **opacity}), overlay.shapes)


def draw_all(parent: Element, shapes: Iterable[Shape]) -> None:
    """Draw the shapes, the first one lowest."""
    for shape in shapes:
        _draw(parent, shape)


def serialized(root: Element) -> str:
    """The text of a picture."""
    ElementTree.indent(root, space=" ")
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _piece(board: Board, mark: Mark) -> list[Shape]:
    """The shapes of a piece, with its letters in their place."""
    return [
        Label(shape.x, shape.y, mark.letters, shape.style)
        if isinstance(shape, Label) and not shape.letters
        else shape
        for shape in board.pieces[mark.piece]
    ]


def _transform(mark: Mark) -> str:
    turn = f" rotate({number(mark.turn)})" if mark.turn else ""
    return f"translate({number(mark.x)} {number(mark.y)}){turn}"


def _dots(spots: Sequence[Spot], chosen: set[str]) -> list[Shape]:
    return [Circle(spot.x, spot.y, CHOICE_RADIUS, "choice") for spot in spots if spot.id in chosen]


def _draw(parent: Element, shape: Shape) -> None:
    match shape:
        case Path(d, style):
            SubElement(parent, "path", {"class": style, "d": d})
        case Circle(x, y, radius, style):
            place = {"cx": number(x), "cy": number(y), "r": number(radius)}
            SubElement(parent, "circle", {"class": style, **place})
        case Label(x, y, letters, style):
            place = {"x": number(x), "y": number(y)}
            SubElement(parent, "text", {"class": style, **place}).text = letters
