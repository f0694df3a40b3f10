"""Shapes as SVG: one picture in one file, in light and dark, that says what it shows.

A game's classes stand in its style.css, below a class with the name of the game; the tokens of the
house stand in the style.css beside this module. The browser uses both files as they are.
"""

from collections.abc import Iterable, Sequence
from importlib.resources import files
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from tablier.position import Position
from tablier.shapes import Board, Circle, Label, Mark, Path, Shape, Spot, number
from tablier.texts import HOUSE

NAMESPACE = "http://www.w3.org/2000/svg"
PIXELS = 60  # a square, where the page does not say how large the picture is
CHOICE_RADIUS = 0.11


def picture(
    position: Position, description: str = "", lang: str = "en", choices: bool = False
) -> str:
    """The position as SVG; with `choices`, the spots where a legal move begins have a dot."""
    game, drawing, state = position.game, position.game.drawing, position.state
    begins = (drawing.spots(state, action)[0] for action in position.legal_actions)
    return svg(
        drawing.board(game.option_numbers),
        drawing.marks(state),
        style(game.package),
        game.name,
        title=game.title(lang),
        description=description or position.status(lang),
        choices=begins if choices else (),
    )


def style(package: str) -> str:
    """The CSS of the house, then that of the game in the package."""
    sheets = (files(home).joinpath("style.css").read_text("utf-8") for home in (HOUSE, package))
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
) -> str:
    """The board of the game of that name with its pieces; choices are ids of spots to mark."""
    root = _root(board, name)
    SubElement(root, "title").text = title
    SubElement(root, "desc").text = description
    SubElement(root, "style").text = f"\n{style}"
    for layer in board.layers:
        _draw_all(SubElement(root, "g"), layer)
    for mark in marks:
        _draw_all(SubElement(root, "g", {"transform": _transform(mark)}), _piece(board, mark))
    _draw_all(root, _dots(board.spots, set(choices)))
    ElementTree.indent(root, space=" ")
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _root(board: Board, name: str) -> Element:
    width, height = number(board.width), number(board.height)
    return Element(
        "svg",
        {
            "xmlns": NAMESPACE,
            "viewBox": f"0 0 {width} {height}",
            "width": number(board.width * PIXELS),
            "height": number(board.height * PIXELS),
            "role": "img",
            "class": f"{HOUSE} {name}",
        },
    )


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


def _draw_all(parent: Element, shapes: Iterable[Shape]) -> None:
    for shape in shapes:
        _draw(parent, shape)


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
