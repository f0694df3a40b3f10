"""The site without a server, in a sub-folder of `python -m http.server`: it needs no network."""

import json
import os
import random
import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser import test_games, test_puzzles
from tests.browser.application import check_application
from tests.browser.conftest import PATIENCE, PHONE
from tests.browser.person import OPEN, SLOW, Person
from tests.browser.slowness import renderers
from tests.browser.test_everybody import serious

from file_host import served
from tablier import games
from tablier.record import Record
from tablier.tab import site

pytestmark = pytest.mark.one_game

FOLDER = "some/folder"
TIMES = 20  # that a page is opened again, on a busy machine
SERVED = "!window.isOld && navigator.serviceWorker.controller !== null"
# Somebody who plays the first move that can be chosen, as fast as the page lets them, by its keys.
PLAY = """async (open) => {
  const pause = () => new Promise(resolve => setTimeout(resolve, 30));
  while (!document.querySelector('section.card')) {
    document.querySelector('.card.low button')?.click();
    const spot = document.querySelector(open);
    if (spot?.matches('button')) spot.click();
    spot?.focus();
    spot?.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}));
    await pause();
  }
}"""
# Say which moves are shown, whenever that changes.
TELL = """new MutationObserver(() => console.log(JSON.stringify({
  shown: [...document.querySelectorAll('.moves .tokens button')].map(each => each.innerText)
}))).observe(document.querySelector('.moves'), {childList: true, subtree: true})"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site."""
    written = tmp_path_factory.mktemp("host") / FOLDER
    site.write(written)
    return written


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[str]:
    with served(folder.parents[FOLDER.count("/")]) as address:
        yield f"{address}{FOLDER}/"


@pytest.fixture
def others(chromium: Browser) -> frozenset[int]:
    """Processes of pages before the visitor comes."""
    return renderers(chromium)


@pytest.fixture
def visitor(chromium: Browser, host: str) -> Iterator[Person]:
    """Somebody whose browser asks nobody but that folder."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    page, asked, troubles = context.new_page(), list[str](), list[str]()
    page.set_default_timeout(PATIENCE)
    context.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(host)
    yield Person(page)
    context.close()
    assert [each for each in asked if not each.startswith((host, "blob:", "data:"))] == []
    assert troubles == []


def killed_while_playing(visitor: Person, others: frozenset[int]) -> tuple[Person, list[str]]:
    """The browser kills the tab at any moment of a quick series of moves, and it is opened again.

    Says which moves had been shown.
    """
    old, shown = visitor.page, list[list[str]]()
    old.on("console", lambda said: shown.append(json.loads(said.text)["shown"]))
    old.evaluate(TELL)
    old.evaluate(f"void ({PLAY})({json.dumps(OPEN)})")
    enough = random.randint(3, 8)
    while not (shown and len(shown[-1]) > enough):
        old.wait_for_timeout(random.uniform(1, 20))
    assert old.context.browser is not None
    with old.expect_event("crash"):
        for process in renderers(old.context.browser) - others:
            os.kill(process, signal.SIGKILL)
    new = Person(old.context.new_page())
    new.page.set_default_timeout(PATIENCE)
    new.page.goto(old.url)
    old.close()
    return new, shown[-1]


def is_waiting(page: Page) -> bool:
    """Look for a newer site, until the browser has all of it."""
    return bool(
        page.evaluate("""async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          await registration.update();
          const { installing } = registration;
          if (installing)
            await new Promise((resolve) => (installing.onstatechange = resolve));
          return registration.waiting !== null;
        }""")
    )


@pytest.mark.long
def test_a_game_is_played_kept_and_continued_without_a_network(
    others: frozenset[int], visitor: Person, host: str, folder: Path, tmp_path: Path
) -> None:
    page = visitor.page
    read_pages_of_their_own(visitor, host)
    begin_while_another_is_published(visitor, folder)
    expect(visitor.board).to_be_visible(timeout=SLOW)
    visitor.click("e4")
    expect(page.locator("[data-spoken]")).to_contain_text("|", timeout=SLOW)  # its answer
    visitor.button("Hint").click()
    expect(page.locator(".arrows path").first).to_be_attached()
    assert len(visitor.moves()) == 2
    page.context.set_offline(True)
    visitor, shown = killed_while_playing(visitor, others)
    page = visitor.page
    expect(visitor.board).to_be_visible(timeout=SLOW)
    assert visitor.wait_for_turn()
    played = visitor.moves()
    assert (played[: len(shown)], len(played) % 2) == (shown, 0)
    visitor.button("Analysis").click()
    expect(page.locator(".depth")).to_contain_text("depth")
    visitor.button("Analysis").click()
    page.get_by_role("tab").first.click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save game").click()
    saved.value.save_as(tmp_path / "game.tablier")
    assert len(Record.read((tmp_path / "game.tablier").read_text("utf-8")).tokens) == len(played)
    share_the_game(page)
    visitor.click(visitor.choices()[0])
    page.get_by_role("tab", name="Moves").click()
    expect(page.locator(".moves .tokens button")).to_have_count(len(played) + 2, timeout=SLOW)
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("heading", name="Continue")).to_be_visible()
    page.get_by_role("button", name="Open a game file").click()
    page.locator("input[type=file]").set_input_files(tmp_path / "game.tablier")
    page.get_by_role("dialog").locator(".primary").click()
    expect(visitor.board).to_be_visible(timeout=SLOW)
    assert visitor.moves() == played
    solve_a_puzzle(visitor)
    play_whole_games(visitor)
    keep_all_games(visitor, tmp_path / "all.json", len(played))
    play_by_keyboard_on_a_phone(visitor, tmp_path / "all.json")
    renew_the_site(visitor, folder)


def begin_while_another_is_published(visitor: Person, folder: Path) -> None:
    """Python was not needed before, and is gone from the host: the page is renewed by itself."""
    page, html = visitor.page, visitor.page.locator("html")
    version = html.get_attribute("data-tab") or ""
    page.wait_for_function(SERVED)
    page.evaluate("window.isOld = true")
    page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})  # past the worker
    page.wait_for_function(SERVED)
    publish_another(folder)
    for _ in range(2):
        page.get_by_role("article", name="Mole Hill").get_by_role("button", name="computer").click()
        page.get_by_role("dialog").get_by_role("button", name="Start").click()
        expect(html).not_to_have_attribute("data-tab", version, timeout=SLOW)


def publish_another(folder: Path) -> None:
    """The same site as another version, with other names; files with the old ones are gone."""
    worker = (folder / site.WORKER).read_text("utf-8")
    names = re.findall(r'const SITE = "tablier-(\w+)"|/modules-(\w+)\.zip', worker)
    for name in {"".join(each) for each in names}:
        for path in (*folder.rglob("*.html"), folder / site.WORKER):
            text = path.read_text("utf-8")
            path.write_text(text.replace(name, name[1:] + name[0]), "utf-8")
        for path in folder.rglob(f"*{name}*"):
            path.rename(path.with_name(path.name.replace(name, name[1:] + name[0])))


def share_the_game(page: Page) -> None:
    """As a moving picture, which the page makes itself; there is no link that others could open."""
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as drawn:
        page.get_by_role("button", name="Animation (GIF)").click()
    assert Path(drawn.value.path()).read_bytes().startswith(b"GIF89a")
    assert page.get_by_role("dialog").get_by_role("textbox").count() == 0
    page.keyboard.press("Escape")


def solve_a_puzzle(visitor: Person) -> None:
    """One that the browser opens by its address."""
    page = visitor.page
    first = test_puzzles.FIRST
    page.goto(
        f"{page.url.partition(FOLDER)[0]}{FOLDER}/puzzles/{test_puzzles.NAME}/?{first.number}"
    )
    expect(visitor.board).to_be_visible(timeout=SLOW)
    first = test_puzzles.FIRST
    page.get_by_role("link", name=f"Puzzle {first.number}, level {first.level}").click()
    expect(page.get_by_text(f"Puzzle {first.number}", exact=True)).to_be_visible()
    test_puzzles.solve(visitor)
    page.get_by_role("link", name="All games").click()


def play_whole_games(visitor: Person) -> None:
    """One of each kind to its end against level 2; the first by keys alone and with movement."""
    page = visitor.page
    for name in games():
        is_first = name == games()[0]
        page.emulate_media(reduced_motion="no-preference" if is_first else "reduce")
        test_games.begin(visitor, name, level=2)
        if is_first:
            test_games.play_by_keyboard(visitor)
        else:
            page.evaluate(PLAY, OPEN)
        expect(visitor.end).to_be_visible(timeout=SLOW)
        if is_first:
            visitor.end.get_by_role("button", name="Review").click()
            expect(page.get_by_text("accuracy").first).to_be_visible(timeout=SLOW)
        page.get_by_role("link", name="All games").click()
    page.emulate_media(reduced_motion="reduce")


def keep_all_games(visitor: Person, file: Path, moves: int) -> None:
    """Save all games to one file, lose them, and read them again."""
    page = visitor.page
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save all games").click()
    saved.value.save_as(file)
    page.evaluate("localStorage.clear(), indexedDB.deleteDatabase('tablier')")
    page.reload()
    expect(page.get_by_role("article", name="Moguli")).to_be_visible()
    assert page.get_by_role("heading", name="Continue").count() == 0
    page.get_by_role("button", name="Open a game file").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill('{"tablier": "all games", "version": 1, "tables": [{}]}')
    dialog.locator(".primary").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Nothing was changed", timeout=SLOW)
    page.locator("input[type=file]").set_input_files(file)
    dialog.locator(".primary").click()
    expect(dialog.get_by_role("status")).to_have_text(
        f"Games read: {2 + len(games())}. Already here: 0."
    )
    page.keyboard.press("Escape")
    continued = page.get_by_role("link", name="Mole Hill").filter(has_text=f"played: {moves}")
    continued.first.click()
    expect(visitor.board).to_be_visible()
    visitor.click(visitor.choices()[0])
    expect(visitor.status).to_contain_text("gardener")


def play_by_keyboard_on_a_phone(visitor: Person, file: Path) -> None:
    """In the other languages, without a mouse, on a small screen; axe finds nothing."""
    page = visitor.page
    page.set_viewport_size(PHONE["viewport"])
    for lang, words in (("fr", "jardinier"), ("de", "Gärtner")):
        choose_language(page, lang)
        expect(visitor.status).to_contain_text(words, timeout=SLOW)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(page) == []
    visitor.spot(visitor.choices()[0]).focus()
    page.keyboard.press("Enter")
    expect(visitor.status).to_contain_text("Maulwurf")
    page.locator("main a, header a").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Alle Partien speichern")).to_be_visible()
    assert serious(page) == []
    page.get_by_role("button", name="Partiedatei öffnen").click()
    page.locator("input[type=file]").set_input_files(file)
    wide = "form => Math.max(...[...form.children].map(each => each.getBoundingClientRect().right))"
    right = page.get_by_role("dialog").locator("form").evaluate(wide)
    assert right <= PHONE["viewport"]["width"] - 8
    page.keyboard.press("Escape")
    page.get_by_role("article", name="Mole Hill").get_by_role("button").last.focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Starten").focus()
    page.keyboard.press("Enter")
    expect(visitor.board).to_be_visible(timeout=SLOW)
    page.set_viewport_size({"width": 1280, "height": 800})
    choose_language(page, "en")
    expect(visitor.button("Hint")).to_be_visible()


def choose_language(page: Page, lang: str) -> None:
    """Beside a board."""
    page.locator("header [popovertarget=preferences]").click()
    page.locator("#preferences select").select_option(lang)
    page.keyboard.press("Escape")


def renew_the_site(visitor: Person, folder: Path) -> None:
    """Publish another one during a game: the game goes on, and the next start has all of it."""
    page, html = visitor.page, visitor.page.locator("html")
    page.context.set_offline(False)
    version = json.loads(html.get_attribute("data-tab") or "")
    publish_another(folder)
    assert is_waiting(page)
    for each in ("assets", "engines"):  # another bundle and other rules: the old ones are gone
        shutil.rmtree(folder / each)
    visitor.click("e4")
    expect(visitor.status).to_contain_text("gardener")
    page.reload()
    expect(visitor.board).to_be_visible(timeout=SLOW)
    visitor.button("Hint").click()
    expect(page.locator(".arrows path").first).to_be_attached(timeout=SLOW)
    played = visitor.moves()
    assert json.loads(html.get_attribute("data-tab") or "") == version
    page.context.set_offline(True)
    page.get_by_role("link", name="All games").click()
    for _ in range(TIMES):  # the new one takes over a moment after nobody has it open
        page.goto("about:blank")
        page.go_back()
        expect(page.get_by_role("article", name="Moguli")).to_be_visible()
        renewed = json.loads(html.get_attribute("data-tab") or "")["archive"]
        if renewed != version["archive"]:
            break
    assert renewed != version["archive"]
    assert page.evaluate("async (name) => Boolean(await caches.match(name))", renewed)
    page.get_by_role("link", name="Mole Hill").filter(has_text="played: 1").first.click()
    expect(visitor.board).to_be_visible(timeout=SLOW)
    assert visitor.moves() == played


def read_pages_of_their_own(visitor: Person, host: str) -> None:
    """Every page has its address."""
    page = visitor.page
    page.get_by_role("article", name="Moguli").get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Moguli")
    assert page.url == f"{host}rules/moguli/"
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Moguli")
    check_application(page, host)
    page.goto(f"{host}play/labyrinthe/")
    opponents = ["Against the computer", "Same screen"]
    buttons = page.get_by_role("article").get_by_role("button")
    expect(buttons).to_have_text(opponents)
    sizes = buttons.evaluate_all("all => all.map(each => [each.offsetWidth, each.offsetHeight])")
    assert sizes[0] == sizes[1]  # no button is alone in half a row
    page.get_by_role("link", name="All games").click()
