"""How it looks: the title face, and that nothing moves when it arrives."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.gate import Answers
from tests.browser.server_process import ServerProcess

import tablier
from tablier import LANGUAGES
from tablier.search.levels import rating

FACE = Path(__file__).parent.parent.parent / "frontend" / "src" / "fonts" / "young-serif.woff2"
HEADINGS = "h1, h2, h3"
WITHOUT_NUMBERS = "document.querySelectorAll('h2 .number').forEach(each => each.remove())"
BOXES = f"""[...document.querySelectorAll("{HEADINGS}")].map(each => {{
  const box = each.getBoundingClientRect();
  return [each.textContent, box.x, box.y, box.height];
}})"""
WIDTHS = f"""[...document.querySelectorAll("{HEADINGS}")].map(each => {{
  const letters = document.createRange();
  letters.selectNodeContents(each);
  return letters.getBoundingClientRect().width;
}})"""
MOVED = """() => new Promise(tell => {
  const found = [];
  new PerformanceObserver(list => found.push(...list.getEntries().map(each => each.value)))
    .observe({type: "layout-shift", buffered: true});
  requestAnimationFrame(() => setTimeout(() => tell(found)));
})"""
LOADED = "document.fonts.ready.then(() => document.fonts.check('20px \"Young Serif\"'))"


def faces(page: Page, selector: str) -> set[str]:
    """The fonts that the glyphs of these elements are really taken from."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    asked: dict[str, Any] = {"nodeId": root, "selector": selector}
    nodes = session.send("DOM.querySelectorAll", asked)["nodeIds"]
    used = [session.send("CSS.getPlatformFontsForNode", {"nodeId": node}) for node in nodes]
    return {font["familyName"] for each in used for font in each["fonts"]}


def test_the_title_face_is_small() -> None:
    assert FACE.stat().st_size < 25_000


@pytest.mark.parametrize("path", ["/", "/rules/labyrinthe", "/rules/moguli"])
def test_every_letter_of_a_heading_is_in_the_title_face(
    path: str, server: ServerProcess, person: NewPerson
) -> None:
    someone = person().visit(server.address + path)
    for lang in LANGUAGES:
        page = someone.read_in(lang).page
        expect(page.get_by_role("heading").nth(2)).to_be_visible()
        assert page.evaluate(LOADED)
        page.evaluate(WITHOUT_NUMBERS)
        assert faces(page, HEADINGS) == {"Young Serif"}, lang


def test_nothing_moves_when_the_title_face_arrives(
    server: ServerProcess, person: NewPerson
) -> None:
    """Until then a face at home stands in, which is given the same measures."""
    page = person().page
    held: list[Route] = []
    page.route("**/*.woff2", lambda route: held.append(route))  # noqa: PLW0108
    page.goto(server.address, wait_until="commit")
    expect(page.get_by_role("article")).to_have_count(len(tablier.games()))
    page.wait_for_function("() => [...document.fonts].some(each => each.status === 'loading')")
    before, narrower = page.evaluate(BOXES), page.evaluate(WIDTHS)
    assert "Young Serif" not in faces(page, "h1")
    for route in held:
        route.continue_()
    assert page.evaluate(LOADED)
    assert faces(page, "h1") == {"Young Serif"}
    assert page.evaluate(BOXES) == before
    assert page.evaluate(WIDTHS) == pytest.approx(narrower, rel=0.06)


def test_nothing_moves_when_a_puzzle_arrives(server: ServerProcess, person: NewPerson) -> None:
    """Its board has its place on the page before anybody knows how it looks."""
    page = person(**PHONE).page
    held: list[Route] = []
    page.route("**/api/puzzles/mole-hill/1*", lambda route: held.append(route))  # noqa: PLW0108
    page.goto(f"{server.address}/puzzles/mole-hill/1")
    expect(page.locator(".frame")).to_be_visible()
    for route in held:
        route.continue_()
    expect(page.locator("svg.board")).to_be_visible()
    expect(page.locator(".verdict")).to_be_visible()
    assert page.evaluate(MOVED) == []


def test_nothing_moves_when_the_page_can_be_kept(server: ServerProcess, person: NewPerson) -> None:
    """Who is about to open a file does not hit what stands beside it."""
    page = person().page
    answers = Answers(page, "**/api/offline")
    page.goto(server.address)
    answers.wait()
    opens = page.get_by_role("button", name="Open a game file")
    before = opens.bounding_box()
    answers.let_go()
    expect(page.get_by_role("button", name="Make available offline")).to_be_visible()
    assert opens.bounding_box() == before


def test_a_rating_is_said_in_games_won(server: ServerProcess, person: NewPerson) -> None:
    """Against the level below, or against random play, as the measured ratings have it."""
    page = person().visit(server.address).page
    page.get_by_role("article", name="Mole Hill").get_by_text("Against the computer").click()
    ratings = [0, *(rating(tablier.game("mole-hill"), level) or 0 for level in range(1, 11))]
    for level in range(1, 11):
        page.get_by_role("slider").fill(str(level))
        said = page.locator("dialog").get_by_text(f"Rating {ratings[level]} (random play: 0).")
        found = re.search(r"about (\d+) of (\d+) games against (.+)\.", said.inner_text())
        assert found is not None
        wins, games, whom = found.groups()
        share = 1 / (1 + 10 ** ((ratings[level - 1] - ratings[level]) / 400))
        assert int(wins) / int(games) == pytest.approx(share, abs=0.05)
        assert whom == (f"level {level - 1}" if level > 1 else "random play")


def test_the_head_of_the_page_is_as_wide_as_the_games(
    server: ServerProcess, person: NewPerson
) -> None:
    someone = person(**PHONE).visit(server.address)
    for lang in LANGUAGES:
        page = someone.read_in(lang).page
        game = page.get_by_role("article").first.bounding_box()
        preferences = page.locator("header .preferences").bounding_box()
        assert game is not None
        assert preferences is not None
        assert preferences["x"] + preferences["width"] <= game["x"] + game["width"], lang
