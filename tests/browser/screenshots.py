"""Screenshots of every page: desk and phone, light and dark. Run by scripts/screenshots."""

import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.person import Person
from tests.browser.server_process import COMPUTER, HERE, ServerProcess

import tablier

SIZES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": {**PHONE, "viewport": {"width": 390, "height": 844}},
}
Shot = Callable[[Person, str], None]
Visitor = Callable[[], Person]


@pytest.fixture(params=["light", "dark"])
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=SIZES)
def size(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def visitor(size: str, theme: str, person: NewPerson) -> Visitor:
    return lambda: person(**SIZES[size], color_scheme=theme)


@pytest.fixture
def shot(size: str, theme: str) -> Shot:
    folder = Path(os.environ["TABLIER_SCREENSHOTS"])
    folder.mkdir(parents=True, exist_ok=True)

    def take(someone: Person, name: str) -> None:
        someone.page.wait_for_timeout(400)
        # 256 colours: a third of the bytes, and hardly to be seen
        picture = Image.open(BytesIO(someone.page.screenshot()))
        small = picture.convert("RGB").quantize(method=Image.Quantize.MAXCOVERAGE, kmeans=3)
        small.save(folder / f"{name}-{size}-{theme}.png", optimize=True)

    return take


def open_tab(someone: Person, name: str) -> None:
    """On a phone the tabs are closed at first."""
    tab = someone.page.get_by_role("tab", name=name)
    if tab.get_attribute("aria-selected") == "false":
        tab.click()


def test_games(server: ServerProcess, visitor: Visitor, shot: Shot) -> None:
    someone = visitor().visit(server.address)
    someone.page.get_by_role("article").first.wait_for()
    shot(someone, "games")
    someone.button("Against the computer").first.click()
    shot(someone, "new-game")


@pytest.mark.parametrize("name", tablier.games())
def test_table(name: str, server: ServerProcess, visitor: Visitor, shot: Shot) -> None:
    scene = tablier.game(name).drawing.SCENE
    shot(visitor().host(server.table(name, HERE, HERE, text=scene)), name)


def test_invitation(server: ServerProcess, visitor: Visitor, shot: Shot) -> None:
    someone = visitor().visit(server.address)
    someone.page.get_by_role("article", name="Mole Hill").get_by_text("Invite").click()
    someone.button("Create invite link").click()
    someone.board.wait_for()
    open_tab(someone, "Game")
    shot(someone, "invitation")


def test_analysis(server: ServerProcess, visitor: Visitor, shot: Shot) -> None:
    scene = tablier.game("chain-reaction").drawing.SCENE
    someone = visitor().host(server.table("chain-reaction", HERE, HERE, text=scene))
    someone.button("Analysis").click()
    someone.page.locator(".arrow.best").wait_for()
    someone.page.wait_for_timeout(3000)
    open_tab(someone, "Moves")
    shot(someone, "analysis")


def test_xray(server: ServerProcess, visitor: Visitor, shot: Shot) -> None:
    scene = tablier.game("moguli").drawing.SCENE
    someone = visitor().host(server.table("moguli", HERE, HERE, text=scene))
    someone.button("X-ray").click()
    someone.page.mouse.move(0, 0)
    shot(someone, "xray")


def test_illegal_move(server: ServerProcess, visitor: Visitor, shot: Shot) -> None:
    scene = tablier.game("moguli").drawing.SCENE
    someone = visitor().host(server.table("moguli", HERE, HERE, text=scene))
    someone.click("a4")
    someone.page.locator(".status .clause").click()
    someone.page.locator(".asked").wait_for()
    shot(someone, "illegal-move")


def test_end(server: ServerProcess, visitor: Visitor, shot: Shot) -> None:
    someone = visitor().sit(server.table("mole-hill", HERE, COMPUTER).seat(0))
    open_tab(someone, "Game")
    someone.confirm("Resign")
    someone.end.wait_for()
    shot(someone, "end")


def test_four_players(server: ServerProcess, visitor: Visitor, shot: Shot) -> None:
    made = server.table("labyrinthe", HERE, *[COMPUTER] * 3, options={"players": 4})
    shot(visitor().sit(made.seat(0)), "four-players")


def test_rulebook(server: ServerProcess, visitor: Visitor, shot: Shot) -> None:
    someone = visitor().visit(f"{server.address}/rules/mole-hill")
    someone.page.locator(".rulebook").wait_for()
    shot(someone, "rulebook")


def test_gone(server: ServerProcess, visitor: Visitor, shot: Shot) -> None:
    someone = visitor().visit(f"{server.address}/t/nowhere12345")
    someone.page.get_by_role("heading", name="gone").wait_for()
    shot(someone, "gone")


def test_lesson(server: ServerProcess, visitor: Visitor, shot: Shot) -> None:
    someone = visitor().visit(f"{server.address}/learn/moguli/1")
    someone.board.wait_for()
    shot(someone, "lesson")


def test_share(server: ServerProcess, visitor: Visitor, shot: Shot) -> None:
    scene = tablier.game("mole-hill").drawing.SCENE
    someone = visitor().host(server.table("mole-hill", HERE, HERE, text=scene))
    someone.button("Share").click()
    someone.page.get_by_role("dialog").get_by_role("img").wait_for()
    shot(someone, "share")


@pytest.mark.parametrize("name", [name for name in tablier.games() if tablier.puzzles(name)])
def test_puzzle(name: str, server: ServerProcess, visitor: Visitor, shot: Shot) -> None:
    someone = visitor().visit(f"{server.address}/puzzles/{name}/{tablier.puzzles(name)[-1].number}")
    someone.board.wait_for()
    shot(someone, f"puzzle-{name}")


def test_round_ends(server: ServerProcess, visitor: Visitor, shot: Shot) -> None:
    text = "b2,c3,d3,e3,e2,d1,c1,b1,a2 c3|c4,d3|d4 m 1 -"
    someone = visitor().host(server.table("mole-hill", HERE, HERE, text=text))
    someone.click("a1")
    someone.page.get_by_role("alertdialog").wait_for()
    shot(someone, "round-ends")
    someone.button("Continue").click()
