"""Firefox plays whole games on the page of a server, and on the site without one."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.firefox import Firefox, firefox
from tests.browser.person import HELD, OPEN
from tests.browser.server_process import ServerProcess
from tests.browser.test_thinking import computed, has_engine

from file_host import served
from tablier import Position, Record, game
from tablier.engines.build import built
from tablier.tab import site

pytestmark = pytest.mark.one_game

NAME = "mole-hill"
END = "document.querySelector('section.card')"
TURN = f"document.querySelector('{OPEN}')"
MOST = 200  # moves of one's own


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with firefox(tmp_path_factory.mktemp("firefox")) as opened:
        yield opened


def start(browser: Firefox, address: str) -> None:
    """From the home page to a new game against the computer of the lowest level."""
    browser.visit(address)
    browser.click(f'article:has(a[href*="{NAME}"]) button')
    browser.fill("dialog input[type=range]", "1")
    browser.click("dialog .primary")


def play(browser: Firefox, dice: random.Random) -> int:
    """Click any spot that can be chosen, to the end of the game; says how often."""
    for clicks in range(MOST):
        browser.until(f"document.querySelector('{HELD}')?.click() || {END} || {TURN}")
        if browser.run(f"!!{END}"):
            return clicks
        count = browser.run(f"document.querySelectorAll('{OPEN}').length")
        browser.click(OPEN, dice.randrange(count))
    raise AssertionError("the game does not end")


def near_the_end(dice: random.Random) -> Position:
    """A position near the end of a game, for two people."""
    seen = [game(NAME).start()]
    while seen[-1].legal_moves:
        seen.append(seen[-1].play(dice.choice(seen[-1].legal_moves)))
    return seen[-4]


@pytest.mark.long
def test_a_whole_game_against_the_computer_on_the_page_of_a_server(
    browser: Firefox, server: ServerProcess
) -> None:
    built(game(NAME))
    while not has_engine(server):
        pass
    places = ("page", "server")
    before = [computed(server, where) for where in places]
    start(browser, server.address)
    assert play(browser, random.Random(4)) > 5
    table = browser.run("location.pathname").rpartition("/")[2]
    view = server.view(table)
    assert (view["result"]["reason"], {*view["movers"]}) == ("rules", {0, 1})
    by_page, by_server = (
        computed(server, where) - n for where, n in zip(places, before, strict=True)
    )
    assert by_page > 5
    assert by_server <= 1, "at most the first one, before the page has loaded its engine"


@pytest.mark.long
def test_whole_games_on_the_site_without_a_server(browser: Firefox, tmp_path: Path) -> None:
    """Against the computer, and of two people from a file; and again from the memory kept."""
    site.write(tmp_path / "some" / "folder")
    dice = random.Random(4)
    with served(tmp_path) as host:
        start(browser, f"{host}some/folder/")
        assert play(browser, dice) > 5
        browser.visit(browser.run("location.href"))  # from the memory that was kept
        browser.until("document.querySelector('svg.board')")
        browser.visit(f"{host}some/folder/")
        browser.click(".more button")
        browser.fill("dialog textarea", str(Record.of(near_the_end(dice))))
        browser.click("dialog .primary")
        assert play(browser, dice) > 0
