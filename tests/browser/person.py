"""A person at a browser: what they see and what they do, in words of the game."""

import random
from typing import Any

from playwright.sync_api import Locator, Page, Response, expect
from tests.browser.pieces import is_answer
from tests.browser.server_process import Made

SLOW = 120_000  # milliseconds; the first game of its kind compiles
SPOKEN = "[data-spoken]"
HELD = ".card.low button"
"""Goes on from what is held on the board."""
OPEN = '.board .spots [aria-disabled="false"], .buttons button'
# A point inside a spot's area, as near to its middle as can be; areas may be curved.
INSIDE = """(path) => {
  if (!path.getBBox) {
    const {x, y, width, height} = path.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }
  const box = path.getBBox(), matrix = path.getScreenCTM();
  const middle = {x: box.x + box.width / 2, y: box.y + box.height / 2};
  const points = [middle];
  for (let i = 1; i < 10; i++) for (let j = 1; j < 10; j++)
    points.push({x: box.x + box.width * i / 10, y: box.y + box.height * j / 10});
  const inside = points.filter(p => path.isPointInFill(new DOMPoint(p.x, p.y)));
  inside.sort((a, b) => Math.hypot(a.x - middle.x, a.y - middle.y)
    - Math.hypot(b.x - middle.x, b.y - middle.y));
  const found = new DOMPoint(inside[0].x, inside[0].y).matrixTransform(matrix);
  return [found.x, found.y];
}"""


class Person:
    """Somebody who looks at one page."""

    def __init__(self, page: Page):
        self.page = page
        self.status = page.locator(".status")
        self.board = page.locator("svg.board")
        self.end = page.locator("section.card")
        self.answers: list[Response] = []
        page.on("response", self._hear)

    def _hear(self, response: Response) -> None:
        """Keep what puzzles and diagrams were answered."""
        if is_answer(response):
            self.answers.append(response)

    def visit(self, address: str) -> "Person":
        self.page.goto(address)
        return self

    def sit(self, address: str) -> "Person":
        """Open the link to a table and wait until it is set."""
        self.visit(address)
        expect(self.board).to_be_visible(timeout=SLOW)
        return self

    def host(self, made: Made) -> "Person":
        """Take all seats of a table that people take, as at one screen."""
        secrets = [secret for secret in made.secrets if secret]
        self.visit(f"{made.address}/favicon.svg")  # what loads fastest and shares its storage
        self.page.evaluate(
            "([key, seats]) => localStorage.setItem(key, JSON.stringify(seats))",
            [f"tablier.seats.{made.table}", {"own": secrets, "shared": {}}],
        )
        return self.sit(made.watch)

    def read_in(self, lang: str) -> "Person":
        """Have the page in another language from now on."""
        page = self.page.locator("html")
        if page.get_attribute("lang") != lang:
            self.page.evaluate(
                "lang => localStorage.setItem('tablier.settings', JSON.stringify({lang}))", lang
            )
            self.page.reload()
            expect(page).to_have_attribute("lang", lang)
        return self

    # Seeing

    def choices(self) -> list[str]:
        """The spots and buttons that can be clicked now."""
        return self.progress_and_choices()[1]

    def moves(self) -> list[str]:
        """The moves so far, as the list of moves has them."""
        self.page.get_by_role("tab").nth(1).click()
        return self.page.locator(".moves .tokens button").all_inner_texts()

    def spot(self, name: str) -> Locator:
        return self.page.locator(f'.board .spots [data-at="{name}"], .buttons [data-at="{name}"]')

    def marks(self) -> list[dict[str, Any]]:
        """Where the pieces lie."""
        return list(
            self.page.locator(".board g.mark[data-mark]").evaluate_all(
                "all => all.map(each => ({id: each.dataset.mark, at: each.dataset.at}))"
            )
        )

    def wait_for_turn(self) -> bool:
        """Wait until there is something to do; says whether the game goes on.

        Whoever is shown the end of a round goes on at once.
        """
        self.page.wait_for_function(
            f"""() => {{
              document.querySelector('{HELD}')?.click();
              return document.querySelector('{OPEN}') || document.querySelector('section.card');
            }}""",
            timeout=SLOW,
            polling=30,
        )
        return not self.end.is_visible()

    # Doing

    def place(self, name: str) -> tuple[float, float]:
        """Where on the screen a spot is."""
        x, y = self.spot(name).evaluate(INSIDE)
        return x, y

    def click(self, *names: str) -> None:
        for name in names:
            self.page.mouse.click(*self.place(name))

    def play_at_random(self, dice: random.Random) -> None:
        """Click through one legal move."""
        before, choices = self.progress_and_choices()
        for _ in range(6):
            if not choices:  # the last move is on its way
                return
            self.click(dice.choice(choices))
            self.page.wait_for_timeout(30)
            now, choices = self.progress_and_choices()
            if now != before:
                return

    def progress_and_choices(self) -> tuple[str, list[str]]:
        """Both at one moment: an answer between two looks would be taken for no answer."""
        progress, choices = self.page.evaluate(
            """([spoken, open]) => [
              document.querySelector(spoken)?.innerText ?? '',
              [...document.querySelectorAll(open)].map(each => each.dataset.at),
            ]""",
            [SPOKEN, OPEN],
        )
        return str(progress), [str(each) for each in choices]

    def progress(self) -> str:
        """Something that is another after each move."""
        return self.page.locator(SPOKEN).inner_text()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)

    def confirm(self, name: str) -> None:
        """Press a button that asks once more, and say yes."""
        self.button(name).click()
        self.page.get_by_role("dialog").get_by_role("button", name=name).click()
