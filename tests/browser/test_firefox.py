"""Firefox plays on the page of a server, and on the site without one."""

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.firefox import Firefox, firefox
from tests.browser.person import OPEN, SPOKEN
from tests.browser.server_process import ServerProcess

from file_host import served
from tablier import Position, Record, game
from tablier.tab import site

pytestmark = pytest.mark.one_game

MOVES = 2  # that are left to play


def to_the_end(position: Position) -> list[Position]:
    """The positions of a random game."""
    dice, found = random.Random(4), [position]
    while found[-1].legal_moves:
        found.append(found[-1].play(dice.choice(found[-1].legal_moves)))
    return found


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with firefox(tmp_path_factory.mktemp("firefox")) as opened:
        yield opened


def play(browser: Firefox, address: str, games: list[Position]) -> None:
    """Open a game file on the home page, and click what is left of the game."""
    browser.visit(address)
    browser.click(".more button")
    browser.fill("dialog textarea", str(Record.of(games[0])))
    browser.click("dialog .primary")
    for before, after in itertools.pairwise(games):
        action = before.game.actions[after.moves[-1]]
        for spot in before.game.path(before.state, action):
            browser.click(f'[data-at="{spot}"][aria-disabled="false"], .buttons [data-at="{spot}"]')
    browser.until("document.querySelector('section.card')")


def get_an_answer(browser: Firefox) -> None:
    """From a table to one with the computer, which thinks in the page, and answers with a rod."""
    browser.click("header a")
    browser.click('article:has(a[href*="mole-hill"]) button')
    browser.click("dialog .primary")
    browser.click(OPEN)
    browser.until(f"document.querySelector('{SPOKEN}')?.innerText.includes('|')")


@pytest.mark.long
def test_games_are_played_to_their_end_and_with_the_computer_both_ways(
    browser: Firefox, server: ServerProcess, tmp_path: Path
) -> None:
    games = to_the_end(game("mole-hill").start())[-1 - MOVES :]
    play(browser, server.address, games)
    site.write(tmp_path / "some" / "folder")
    with served(tmp_path) as host:
        play(browser, f"{host}some/folder/", games)
        browser.visit(browser.run("location.href"))  # from the memory that was kept
        browser.until("document.querySelector('svg.board')")
        get_an_answer(browser)
