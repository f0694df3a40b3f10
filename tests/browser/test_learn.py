"""Lessons in the browser: by mouse with motion, and on a phone's screen by keyboard alone."""

from playwright.sync_api import expect
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.person import SLOW, Person
from tests.browser.server_process import ServerProcess
from tests.browser.test_everybody import serious

import tablier

NAME, TITLE = "mole-hill", "Mole Hill"
LESSONS = {each.step.name: each for each in tablier.lessons(NAME)}


def verdict(someone: Person, *words: str) -> None:
    for each in words:
        expect(someone.page.locator("[data-verdict]")).to_contain_text(each)


def test_from_the_list_of_games_through_lessons_to_a_game(
    server: ServerProcess, person: NewPerson
) -> None:
    someone = person().visit(server.address)
    page, box = someone.page, someone.page.get_by_role("article", name=TITLE)
    expect(box.locator(".opponents > *").first).to_contain_text("Learn in three minutes")
    box.get_by_role("link", name="Learn in three minutes").click()
    expect(someone.board).to_be_visible(timeout=SLOW)
    expect(page.get_by_text("visit as many squares and flowers")).to_be_visible()  # the aim
    expect(page.locator(".board .marked")).to_have_count(4)
    someone.click("e1")
    verdict(someone, "Well done.", LESSONS["open"].words()["done"])
    assert someone.choices() == []
    page.get_by_role("link", name="Next step").click()
    expect(page.get_by_role("heading", name="Take a walk")).to_be_visible()

    verdict(someone, "Moves for this: 2.")
    someone.click("c3")
    verdict(someone, "Player 2 answers b2|b3. Moves left: 1.")
    someone.click("b4")
    verdict(someone, "Not yet: b4 does not do it.")
    someone.button("Try again").click()
    verdict(someone, "Moves for this: 2.")
    someone.click("d2")  # another way than that of the solution
    verdict(someone, "Moves left: 1.")
    someone.button("Show me").click()
    verdict(someone, "Start over")
    someone.click("e1")
    verdict(someone, "Well done.")

    page.get_by_role("link", name="More points than your opponent").click()
    someone.button("Show me").click()
    verdict(someone, "Play e1.")
    expect(page.locator(".arrow")).to_have_count(1)
    someone.click("e1")
    verdict(someone, "You can play now.")
    page.get_by_role("link", name=f"Play {TITLE}").click()
    someone.button("Same screen").click()
    expect(page.get_by_role("dialog")).to_contain_text("before you are trapped")
    someone.button("Start").click()
    expect(someone.board).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("tabpanel")).to_contain_text("before you are trapped")
    page.get_by_role("link", name="All games").click()
    expect(box.locator(".opponents > *").first).to_contain_text("Against the computer")
    box.get_by_role("link", name="Lessons").click()
    expect(page.get_by_role("heading", name="Never back")).to_be_visible()  # the first not learnt
    expect(page.get_by_role("link", name="Take a walk")).to_contain_text(", done")


def test_a_lesson_by_keyboard_alone_on_a_small_screen(
    server: ServerProcess, person: NewPerson
) -> None:
    jump = LESSONS["jump"]
    someone = person(**PHONE, locale="fr-FR", reduced_motion="reduce")
    someone.visit(f"{server.address}/learn/{NAME}/{jump.number}")
    expect(someone.board).to_be_visible(timeout=SLOW)
    expect(someone.page.get_by_text(jump.words("fr")["task"])).to_be_visible()
    assert someone.page.evaluate("document.documentElement.scrollWidth") == 360
    assert serious(someone.page) == []
    said = someone.page.locator("[data-verdict]")
    someone.page.set_viewport_size({"width": 360, "height": 480})
    expect(said).not_to_be_in_viewport()
    someone.spot("a1").focus()
    someone.page.keyboard.press("Enter")
    expect(said).to_contain_text("§")
    expect(said).to_be_in_viewport()
    for i, token in enumerate(jump.solution, 1):
        someone.spot(token).focus()
        someone.page.keyboard.press("Enter")
        expect(someone.page.locator(f'[data-verdict][data-moves="{i}"]')).to_be_visible()
    verdict(someone, jump.words("fr")["done"])
    expect(someone.page.get_by_role("link", name="Étape suivante")).to_be_focused()
    expect(someone.page.get_by_role("link", name="Étape suivante")).to_be_in_viewport()
    someone.page.keyboard.press("Enter")
    title = LESSONS["rod"].words("fr")["title"]
    expect(someone.page.get_by_role("heading", name=title)).to_be_visible()
    someone.visit(f"{server.address}/learn/labyrinthe/1")  # the longest title
    expect(someone.board).to_be_visible(timeout=SLOW)
    assert someone.page.evaluate("document.documentElement.scrollWidth") == 360
