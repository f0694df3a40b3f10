"""The site without a server where a browser or a host refuses something: it says so."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.browser.conftest import PATIENCE
from tests.browser.person import SLOW, Person

from file_host import served
from tablier.record import Record
from tablier.tab import site

pytestmark = pytest.mark.one_game

REFUSED = "{get() { throw new DOMException('denied', 'SecurityError'); }}"
FILL = """() => {
  self.left = 0; // records for which there is room
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...words) {
    if (self.left-- > 0) return put.apply(this, words);
    throw new DOMException("no room", "QuotaExceededError");
  };
}"""
DOCS = Path(__file__).parents[2] / "docs" / "alone.md"
ENOUGH = next(re.finditer("default-src .*", DOCS.read_text("utf-8")))[0]
NO_WASM = ENOUGH.replace(" 'wasm-unsafe-eval'", "")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("host")
    site.write(folder / "games")
    with served(folder) as address:
        yield f"{address}games/"


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """Without a service worker, so that all requests are those of the page."""
    context = chromium.new_context(locale="en-GB", reduced_motion="reduce", service_workers="block")
    made = context.new_page()
    made.set_default_timeout(PATIENCE)
    yield made
    made.unroute_all(behavior="ignoreErrors")  # what is still on its way
    context.close()


def begin(page: Page, host: str) -> Person:
    """A new game against the computer, from the home page."""
    page.goto(host)
    page.get_by_role("article", name="Mole Hill").get_by_role("button", name="computer").click()
    page.get_by_role("dialog").get_by_role("button", name="Start").click()
    return Person(page)


def play(someone: Person, moves: int) -> None:
    """One more move, and the computer's answer: so many are played then."""
    assert someone.wait_for_turn()
    someone.click(someone.choices()[0])
    someone.page.get_by_role("tab", name="Moves").click()
    expect(someone.page.locator(".moves .tokens button")).to_have_count(moves, timeout=SLOW)
    assert someone.wait_for_turn()


def test_while_python_is_fetched_a_page_says_how_far_it_is(page: Page, host: str) -> None:
    held: list[Route] = []  # which do not arrive
    page.route("**/*.asm.wasm", lambda route: held.append(route))  # noqa: PLW0108
    begin(page, host)
    progress = page.get_by_role("status").filter(has_text="Setting up the table")
    expect(progress).to_have_text(re.compile(r"Setting up the table… [1-9]\d?%"))
    expect(progress.locator("progress")).to_be_visible()
    for route in held:
        route.abort()


def test_where_python_cannot_be_had_a_page_says_so(page: Page, host: str) -> None:
    page.route("**/*.asm.wasm", lambda route: route.abort())
    begin(page, host)
    failed = page.get_by_role("status").filter(has_text="could not be set up")
    expect(failed).to_be_visible()


def send_policy(page: Page, policy: str) -> None:
    """Let the host send a policy with every file."""

    def answer(route: Route) -> None:
        found = route.fetch()
        headers = {**found.headers, "content-security-policy": policy}
        route.fulfill(response=found, headers=headers)

    page.route("**/*", answer)


def test_the_policy_in_the_docs_is_enough(page: Page, host: str) -> None:
    send_policy(page, ENOUGH)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    play(begin(page, host), 2)
    assert [each for each in said if "Content Security Policy" in each] == []


def test_where_webassembly_is_forbidden_a_page_says_so(page: Page, host: str) -> None:
    send_policy(page, NO_WASM)
    begin(page, host)
    failed = page.get_by_role("status").filter(has_text="could not be set up")
    expect(failed).to_be_visible(timeout=SLOW)


def test_without_room_for_a_move_nothing_is_lost_and_it_goes_on_later(
    page: Page, host: str
) -> None:
    someone = begin(page, host)
    play(someone, 2)
    before = someone.moves()
    for worker in page.workers:
        worker.evaluate(FILL)
    someone.click(someone.choices()[0])
    expect(someone.status).to_contain_text("nothing has changed")
    expect(page.get_by_text("no room left")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    assert someone.moves() == before
    for worker in page.workers:
        worker.evaluate("self.left = 1")  # for the move, and not for the computer's answer
    someone.click(someone.choices()[0])
    page.wait_for_function("document.querySelectorAll('.moves .tokens button').length === 3")
    for worker in page.workers:
        worker.evaluate("self.left = Infinity")
    expect(page.locator(".moves .tokens button")).to_have_count(4)
    assert someone.wait_for_turn()
    played = someone.moves()
    page.reload()
    expect(someone.board).to_be_visible(timeout=SLOW)
    assert someone.wait_for_turn()
    assert someone.moves() == played


def test_a_browser_that_keeps_nothing_says_so_and_plays(page: Page, host: str) -> None:
    page.add_init_script(f"Object.defineProperty(self, 'localStorage', {REFUSED})")
    forbid = f"Object.defineProperty(self, 'indexedDB', {REFUSED});"

    def answer(route: Route) -> None:
        found = route.fetch()
        route.fulfill(response=found, body=forbid + found.text())

    page.route("**/worker-*.js", answer)
    someone = begin(page, host)
    play(someone, 2)
    expect(page.get_by_text("saves nothing for this page")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    page.get_by_role("tab").first.click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save game").click()
    assert len(Record.read(saved.value.path().read_text("utf-8")).tokens) == 2
