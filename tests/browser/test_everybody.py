"""For everybody: three languages, two themes, small screens, screen readers."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.person import Person
from tests.browser.server_process import COMPUTER, HERE, LINK, ServerProcess

from tablier import games

ROOT = Path(__file__).parent.parent.parent
AXE = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
AT_REST = """() => !document.getAnimations().some(
  each => each.playState === 'running' && each.effect.getTiming().iterations !== Infinity)"""
SERIOUS = {"serious", "critical"}
COLOURS = ("color-contrast", "link-in-text-block")


def serious(page: Page) -> list[str]:
    """What axe-core finds that keeps people out, in both themes, which differ in colours alone."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found = _found(page)
    page.emulate_media(color_scheme="dark")
    found += _found(page, *COLOURS)
    page.emulate_media(color_scheme="light")
    return found


def _found(page: Page, *rules: str) -> list[str]:
    """What breaks these rules, or any; once nothing fades or slides any more."""
    page.wait_for_function(AT_REST)
    found: list[dict[str, Any]] = page.evaluate(
        """rules => axe
          .run({resultTypes: ['violations'], ...(rules.length ? {runOnly: rules} : {})})
          .then(report => report.violations)""",
        rules,
    )
    return [
        f"{each['id']}: {node['html'][:120]} {node['failureSummary']}"
        for each in found
        if each["impact"] in SERIOUS
        for node in each["nodes"][:3]
    ]


def pages(someone: Person, server: ServerProcess) -> Iterator[str]:
    """All pages and their states, one after the other."""
    page = someone.page
    someone.visit(server.address)
    expect(page.get_by_role("article")).to_have_count(len(games()))
    yield "games"
    page.get_by_role("button", name="Against the computer").nth(1).click()
    page.get_by_text("Clock and variants").click()
    yield "new game"
    page.get_by_role("button", name="Close").click()
    someone.sit(server.table("moguli", HERE, LINK).seat(0))
    yield "table"
    someone.click("c4")
    yield "table with a tile chosen"
    page.get_by_role("tab", name="Moves").click()
    yield "moves"
    page.get_by_role("tab", name="Rules").click()
    expect(page.locator(".rulebook")).to_be_visible()
    yield "rules beside the board"
    page.get_by_role("tab", name="Game").click()
    someone.confirm("Cancel game")
    expect(someone.end).to_be_visible()
    yield "end"
    someone.visit(f"{server.address}/rules/labyrinthe")
    expect(page.locator(".rulebook")).to_be_visible()
    yield "rulebook"
    someone.visit(f"{server.address}/t/nowhere12345")
    expect(page.get_by_role("heading")).to_be_visible()
    yield "gone"


def test_axe_finds_nothing_serious(server: ServerProcess, person: NewPerson) -> None:
    someone = person(color_scheme="light")
    found = {name: serious(someone.page) for name in pages(someone, server)}
    assert {name: troubles for name, troubles in found.items() if troubles} == {}


@pytest.mark.parametrize(
    ("locale", "against", "turn"),
    [
        ("fr-FR", "Contre l’ordinateur", "À vous"),
        ("de-AT", "Gegen den Computer", "Du bist am Zug"),
        ("ja-JP", "Against the computer", "Your turn"),
    ],
)
def test_the_language_of_the_browser(
    locale: str, against: str, turn: str, server: ServerProcess, person: NewPerson
) -> None:
    someone = person(locale=locale).visit(server.address)
    expect(someone.button(against)).to_have_count(len(games()))
    someone.sit(server.table("mole-hill", HERE, COMPUTER).seat(0))
    expect(someone.status).to_contain_text(turn)


def test_changing_the_language_in_mid_game(server: ServerProcess, person: NewPerson) -> None:
    someone = person().sit(server.table("mole-hill", HERE, COMPUTER).seat(0))
    someone.button("Language, theme and sound").click()
    someone.page.get_by_role("combobox", name="Language").select_option("de")
    expect(someone.status).to_contain_text("Du bist am Zug")
    expect(someone.status).to_contain_text("Maulwurf")
    expect(someone.page.locator("html")).to_have_attribute("lang", "de")
    someone.page.reload()
    expect(someone.status).to_contain_text("Du bist am Zug")


def test_the_theme_is_remembered(server: ServerProcess, person: NewPerson) -> None:
    someone = person(color_scheme="light").visit(server.address)
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    bright = someone.page.evaluate(paper)
    someone.button("Theme: system").click()
    someone.page.get_by_role("button", name="Theme: light", exact=True).click()
    expect(someone.page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = someone.page.evaluate(paper)
    assert dark != bright
    someone.page.reload()
    expect(someone.page.get_by_role("article")).to_have_count(len(games()))
    assert someone.page.evaluate(paper) == dark


@pytest.mark.parametrize("game", games())
def test_nothing_is_cut_off_on_a_small_phone(
    game: str, server: ServerProcess, person: NewPerson
) -> None:
    someone = person(**PHONE).sit(server.table(game, HERE, COMPUTER).seat(0))
    width, height = PHONE["viewport"]["width"], PHONE["viewport"]["height"]
    size = "({w: document.documentElement.scrollWidth, h: document.documentElement.scrollHeight})"
    assert someone.page.evaluate(size) == {"w": width, "h": height}
    for part in (".status", ".tools", "[role=tablist]", "svg.board"):
        box = someone.page.locator(part).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height


def test_the_list_of_games_fits_a_small_phone(server: ServerProcess, person: NewPerson) -> None:
    someone = person(**PHONE).visit(server.address)
    expect(someone.page.get_by_role("article")).to_have_count(len(games()))
    assert someone.page.evaluate("document.documentElement.scrollWidth") == 360
    for button in someone.page.get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44


def test_spots_say_what_lies_there_and_whether_they_can_be_chosen(
    server: ServerProcess, person: NewPerson
) -> None:
    someone = person().sit(server.table("chain-reaction", HERE, COMPUTER).seat(0))
    expect(someone.spot("c3")).to_have_attribute("aria-label", "c3, white piece, can be chosen")
    expect(someone.spot("c8")).to_have_attribute("aria-label", "c8, black piece")


def test_each_move_is_spoken(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("mole-hill", HERE, COMPUTER)
    someone = person().sit(made.seat(0))
    someone.click("e4")
    expect(someone.page.locator("[aria-live]")).to_contain_text("Computer, level 1:")


def test_a_rulebook_prints_without_buttons(server: ServerProcess, person: NewPerson) -> None:
    someone = person().visit(f"{server.address}/rules/mole-hill")
    expect(someone.button("Try it out").first).to_be_visible()
    someone.page.emulate_media(media="print")
    expect(someone.button("Try it out").first).to_be_hidden()
    expect(someone.page.locator("header")).to_be_hidden()
    expect(someone.page.get_by_role("heading", name="Mole Hill")).to_be_visible()


def test_no_box_stands_alone_in_its_row(server: ServerProcess, person: NewPerson) -> None:
    someone = person().visit(server.address)
    boxes = someone.page.get_by_role("article")
    expect(boxes).to_have_count(len(games()))
    for width in (360, 600, 700, 800, 960, 1024, 1180, 1280, 1400):
        someone.page.set_viewport_size({"width": width, "height": 800})
        tops = boxes.evaluate_all("all => all.map(each => each.getBoundingClientRect().y)")
        rows = [tops.count(top) for top in sorted(set(tops))]
        assert rows[-1] > 1 or max(rows) == 1 or (max(rows) == 2 and len(games()) % 2), width
        assert someone.page.evaluate("document.documentElement.scrollWidth") == width
