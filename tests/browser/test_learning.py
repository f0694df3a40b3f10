"""From the first lesson to exploring a game: by keyboard alone, with motion, in every language."""

from collections.abc import Collection

from playwright.sync_api import Locator, expect
from tests.browser.conftest import DESK, PHONE, NewPerson
from tests.browser.person import SLOW, Person
from tests.browser.server_process import COMPUTER, HERE, ServerProcess
from tests.browser.test_labels import CUT

import tablier
from tablier.engines.build import built
from tablier.texts import PACKAGE, texts

NAME = "mole-hill"
GAME = tablier.game(NAME)
RECORD = """[Game "mole-hill"]

i7 a1|a2 h7 e6|f6 g7 a1|b1 1-0
"""
RED = ("a4", "e1", "e7", "i4")  # flowers
PUZZLE = next(each for each in tablier.puzzles(NAME) if each.position.turn == 0)
FARTHEST = 120  # stops of the tab key, on any page
PHONE_IN_PORTRAIT = {**PHONE, "viewport": {"width": 390, "height": 844}}
FOCUSED = "each => each === document.activeElement"
WHERE = "document.activeElement.closest('.board') && document.activeElement.dataset.at"


class Reader:
    """Somebody who reads one language, and uses nothing but keys."""

    def __init__(self, someone: Person, lang: str):
        self.someone = someone
        self.page = someone.page
        self.words = texts(PACKAGE, lang)["browser"]

    def say(self, key: str, **values: object) -> str:
        table, _, name = key.partition(".")
        return str(self.words[table][name]).format(**values)

    def tab_to(self, thing: Locator) -> None:
        expect(thing).to_be_visible(timeout=SLOW)
        for _ in range(FARTHEST):
            if thing.evaluate(FOCUSED):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Nobody comes to {thing} by the tab key.")

    def press(self, thing: Locator) -> None:
        self.tab_to(thing)
        self.page.keyboard.press("Enter")

    def button(self, key: str) -> Locator:
        return self.page.get_by_role("button", name=self.say(key))

    def choose(self, spots: Collection[str], key: str = "Tab") -> None:
        """Find the board by this key, go from choice to choice, and take one of these."""
        self.someone.wait_for_turn()
        for _ in range(FARTHEST):
            if self.page.evaluate(WHERE):
                break
            self.page.keyboard.press(key)
        for _ in range(FARTHEST):
            if self.page.evaluate(WHERE) in spots:
                break
            self.page.keyboard.press("PageDown")
        assert self.page.evaluate(WHERE) in spots
        self.page.keyboard.press("Enter")

    def open_tab(self, key: str) -> None:
        """Tabs are one stop; arrow keys go from one to the next."""
        tab = self.page.get_by_role("tab", name=self.say(key))
        self.tab_to(self.page.locator("[role=tab][tabindex='0']"))
        for _ in range(4):
            if tab.evaluate(FOCUSED):
                break
            self.page.keyboard.press("ArrowRight")
        expect(tab).to_have_attribute("aria-selected", "true")

    def check(self) -> None:
        """Nothing is wider than the screen, and no label is cut."""
        wide: int = self.page.evaluate("innerWidth")
        assert self.page.evaluate("document.documentElement.scrollWidth") == wide
        assert self.page.locator(".button:visible").evaluate_all(CUT) == []


def test_a_lesson_and_a_hint_in_english_at_a_desk(server: ServerProcess, person: NewPerson) -> None:
    built(GAME)  # what thinks in the page
    reader = Reader(person(viewport=DESK, locale="en"), "en")
    learn(reader, server, "en")
    ask_for_a_hint(reader, server)


def test_a_review_and_exploring_in_french_on_a_small_phone(
    server: ServerProcess, person: NewPerson
) -> None:
    built(GAME)
    reader = Reader(person(**PHONE, locale="fr"), "fr")
    review(reader, server)
    explore(reader)


def test_a_lesson_and_a_puzzle_in_german_on_a_phone(
    server: ServerProcess, person: NewPerson
) -> None:
    reader = Reader(person(**PHONE_IN_PORTRAIT, locale="de"), "de")
    learn(reader, server, "de")
    solve(reader, server)


def learn(reader: Reader, server: ServerProcess, lang: str) -> None:
    page = reader.someone.visit(server.address).page
    box = page.get_by_role("article", name=GAME.title(lang))
    expect(box).to_be_visible(timeout=SLOW)
    reader.check()
    reader.press(box.get_by_role("link", name=reader.say("learn.first")))
    lesson = tablier.lessons(NAME)[0]
    expect(page.get_by_text(lesson.words(lang)["task"])).to_be_visible(timeout=SLOW)
    reader.check()
    reader.choose(RED)
    expect(page.locator("[data-verdict]")).to_contain_text(lesson.words(lang)["done"])
    reader.press(page.get_by_role("link", name=reader.say("learn.next")))
    heading = tablier.lessons(NAME)[1].words(lang)["title"]
    expect(page.get_by_role("heading", name=heading)).to_be_visible()


def ask_for_a_hint(reader: Reader, server: ServerProcess) -> None:
    """Where the end is near, so that it takes no time; it says why, in words of the game."""
    made = server.table(NAME, HERE, COMPUTER, text="d3,c3 b2|b3 m 1 -")
    page = reader.someone.sit(made.seat(0)).page
    reader.press(reader.button("tools.hint").first)
    hint = page.locator("[data-hint]")
    expect(hint).to_be_visible(timeout=SLOW)
    token = next(
        each
        for each in GAME.position(made_text(server, made.table)).legal_moves
        if f" {each}. " in hint.inner_text().replace("\u202f", " ")
    )
    assert hint.inner_text().partition(f"{token}. ")[2].endswith(".")
    reader.check()


def made_text(server: ServerProcess, table: str) -> str:
    return str(server.view(table)["position"]["text"])


def review(reader: Reader, server: ServerProcess) -> None:
    page = reader.someone.host(server.opened(RECORD)).page
    reader.open_tab("tabs.review")
    if reader.button("review.start").is_visible():
        reader.press(reader.button("review.start"))
    curve = page.get_by_role("slider", name=reader.say("review.curve"))
    reader.tab_to(curve)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(curve).to_have_attribute("aria-valuenow", "1")
    point = page.locator(".points > li > button").first
    reader.press(point)
    expect(point).to_have_attribute("aria-current", "step")
    expect(page.locator(".board .arrow.best")).to_have_count(1)
    reader.check()
    reader.tab_to(reader.button("review.try_again"))


def explore(reader: Reader) -> None:
    """The review is in the tree; other moves get values when they are asked for."""
    page = reader.page
    reader.open_tab("tabs.moves")
    reader.press(reader.button("explore.explore").last)
    items = page.get_by_role("treeitem")
    expect(items).to_have_count(7)
    expect(page.locator("[role=treeitem] .value")).to_have_count(6)
    page.keyboard.press("ArrowRight")
    expect(items.nth(1)).to_have_attribute("aria-selected", "true")
    reader.choose(["c3|c4"])
    expect(items).to_have_count(8)
    expect(page.locator("[role=treeitem] .value")).to_have_count(6)
    evaluate = reader.button("explore.evaluate")
    reader.press(evaluate)
    expect(page.locator(".evaluate [role=status]")).to_have_text(reader.say("explore.evaluated"))
    expect(page.locator("[role=treeitem] .value")).to_have_count(7)
    expect(evaluate).to_be_focused()
    reader.check()


def solve(reader: Reader, server: ServerProcess) -> None:
    page = reader.someone.visit(f"{server.address}/puzzles/{NAME}/{PUZZLE.number}").page
    expect(reader.someone.board).to_be_visible(timeout=SLOW)
    reader.check()
    reader.press(reader.button("puzzles.hint"))
    reader.press(reader.button("puzzles.show"))
    expect(page.locator("[data-verdict]")).to_contain_text(PUZZLE.winning()[0])
    reader.choose(PUZZLE.winning()[:1], "Shift+Tab")
    expect(page.locator('[data-verdict][data-moves="1"]')).to_be_visible()
