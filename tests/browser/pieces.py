"""What lies on the boards of a page as it is seen, and whether it is what ought to lie there."""

import json
import math
import time
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

from playwright.sync_api import Page, Response
from tests.browser.server_process import observed

import tablier
from tablier.shapes import Label, Shape

PATIENCE = 60  # seconds for whatever is under way: moves of computers, frames, movements
Piece = dict[str, Any]
# Nothing on a board moves any more, and nothing holds a piece where a movement has left it.
AT_REST = """() => !document.getAnimations().some(
  each => each.effect.target?.closest('svg.board'))"""
LYING = """() => [...document.querySelectorAll('svg.board')].map(board => {
  const near = number => Math.round(number * 1000) / 1000 + 0;
  const seen = [...board.querySelectorAll('g.mark[data-mark], .leaving > *')];
  return seen.map(piece => {
    const style = getComputedStyle(piece), to = new DOMMatrix(style.transform);
    const parts = [...piece.querySelectorAll('path, circle, text')];
    return {
      id: piece.dataset.mark ?? 'of a piece that has left',
      shape: parts.map(each => `${each.getAttribute('class')} ${each.textContent}`).join(),
      place: [to.a, to.b, to.c, to.d, to.e, to.f].map(near),
      opacity: near(Number(style.opacity)),
    };
  }).filter(piece => piece.opacity > 0 || piece.id !== 'of a piece that has left');
})"""


def rest(page: Page) -> None:
    """Wait until nothing moves on the boards; it is wrong if that never comes."""
    page.wait_for_function(AT_REST, timeout=PATIENCE * 1000, polling=50)


def lying(page: Page) -> list[list[Piece]]:
    """The pieces on each board, the lowest first."""
    rest(page)
    return [list(board) for board in page.evaluate(LYING)]


def wait_for_board(page: Page, wanted: list[list[Piece]]) -> None:
    """Wait until these pieces lie there, and no others."""
    until = time.monotonic() + PATIENCE
    while (seen := lying(page)) != wanted and time.monotonic() < until:
        page.wait_for_timeout(50)
    assert seen == wanted


def of_marks(marks: list[dict[str, Any]]) -> list[Piece]:
    """How the marks of a position are to be seen, but for their shapes."""
    return [
        {"id": mark["id"], "place": _matrix(mark["x"], mark["y"], mark["turn"]), "opacity": 1}
        for mark in marks
    ]


def of_table(view: dict[str, Any]) -> list[Piece]:
    """How the position of a table is to be seen, as the server knows it."""
    marks, shapes = view["position"]["marks"], _shapes(view["game"], **view["options"])
    return [
        {**piece, "shape": _seen(shapes[mark["piece"]], mark["letters"])}
        for piece, mark in zip(of_marks(marks), marks, strict=True)
    ]


@cache
def _shapes(name: str, **options: Any) -> Mapping[str, Sequence[Shape]]:
    game = tablier.game(name, **options)
    return game.drawing.board(game.option_numbers).pieces


def _seen(shapes: Sequence[Shape], letters: str) -> str:
    written = (each.letters or letters if isinstance(each, Label) else "" for each in shapes)
    return ",".join(f"{each.style} {text}" for each, text in zip(shapes, written, strict=True))


def _matrix(x: float, y: float, turn: float) -> list[float]:
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return [round(number, 3) + 0.0 for number in (cos, sin, -sin, cos, x, y)]


def without_shapes(board: list[Piece]) -> list[Piece]:
    return [{key: piece[key] for key in ("id", "place", "opacity")} for piece in board]


def check(page: Page, answers: list[Response]) -> None:
    """What a page shows is what it would show if it were opened now."""
    if not page.locator("svg.board").count() or not _is_served(page.url):
        return
    page.mouse.move(0, 0)
    path = urlsplit(page.url).path
    if path.startswith("/t/"):
        _check_table(page)
    elif path.startswith(("/puzzles/", "/learn/")):
        _check_exercise(page, answers)
    _check_diagrams(page, answers, first=0 if path.startswith("/rules/") else 1)


def _origin(address: str) -> str:
    return "{0.scheme}://{0.netloc}".format(urlsplit(address))


def _is_served(address: str) -> bool:
    try:
        with urlopen(f"{_origin(address)}/health", timeout=PATIENCE):
            return True
    except (URLError, OSError):
        return False


def _check_table(page: Page) -> None:
    """The present position, as the server has it."""
    back = page.locator("[data-to-game]")
    if back.count():
        back.click()
    until = time.monotonic() + PATIENCE
    while (seen := lying(page)[0]) != (wanted := _served(page.url)) and time.monotonic() < until:
        page.wait_for_timeout(50)
    assert seen == wanted, "The page shows another board than the server has."


def _served(address: str) -> list[Piece]:
    """The pieces on the table of that page."""
    table = urlsplit(address).path.rpartition("/")[2]
    return of_table(json.loads(observed(f"{_origin(address)}/api/tables/{table}")))


def _check_exercise(page: Page, answers: list[Response]) -> None:
    """The position after the last move; if that was taken back, the one before."""
    parts = ("/api/puzzles/", "/api/lessons/")
    views = (answer.json() for answer in reversed(answers) if any(p in answer.url for p in parts))
    is_wrong = page.locator(".verdict.wrong").count() > 0
    view = next(view for view in views if is_wrong or view["verdict"] != "wrong")
    wanted = of_marks(view["position"]["marks"])
    assert without_shapes(lying(page)[0]) == wanted


def _check_diagrams(page: Page, answers: list[Response], first: int) -> None:
    """Each diagram in which somebody plays shows what was last answered of it."""
    said = {
        json.loads(answer.request.post_data or "{}")["text"]: answer
        for answer in answers
        if answer.url.partition("?")[0].endswith("/position")
    }
    for board in lying(page)[first:]:
        wanted = [of_marks(answer.json()["position"]["marks"]) for answer in said.values()]
        assert without_shapes(board) in wanted


def is_answer(response: Response) -> bool:
    """Is this a position that a puzzle, a lesson or a diagram asked for, to be shown?"""
    request = response.request
    if request.method != "POST" or not response.ok:
        return False
    asked = json.loads(request.post_data or "{}")
    return "tokens" in asked and not asked.get("path") and not asked.get("hint")
