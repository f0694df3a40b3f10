"""A real Chromium, a real server, and people with browsers of their own.

One Chromium serves all tests of a process, since it takes long to start; so do its profiles, see
profiles.py. Playwright keeps an event loop running, in which no other could: between modules,
Python is told that none is.
"""

import asyncio.events
import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.browser import pieces
from tests.browser.person import Person
from tests.browser.profiles import Profiles
from tests.browser.server_process import ServerProcess

NAMES = (
    "chromium-headless-shell",  # the same engine without windows
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
# The last three: the pages of one person share a process, which takes long to start, and what draws
# has none of its own (4 to 12% of the processor time).
FLAGS = """--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
  --process-per-site --renderer-process-limit=1 --in-process-gpu"""
DESK = {"width": 1280, "height": 800}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
PATIENCE = 30_000  # milliseconds; the machine may be busy with other tests
NewPerson = Callable[..., Person]
Loop = asyncio.AbstractEventLoop


expect.set_options(timeout=PATIENCE)


def chromium_program() -> str:
    found = os.environ.get("TABLIER_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if not found:
        pytest.fail(
            "These tests need Chromium. On Debian: apt-get install chromium; "
            "or name a program with TABLIER_CHROMIUM.",
            pytrace=False,
        )
    return str(found)


@pytest.fixture(scope="session")
def launched() -> Iterator[tuple[Browser, Loop]]:
    """Chromium, and the loop in which Playwright speaks with it."""
    program = chromium_program()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS.split())
        loop = asyncio.get_running_loop()
        asyncio.events._set_running_loop(None)
        yield browser, loop
        asyncio.events._set_running_loop(loop)
        browser.close()


@pytest.fixture(scope="module")
def chromium(launched: tuple[Browser, Loop]) -> Iterator[Browser]:
    browser, loop = launched
    asyncio.events._set_running_loop(loop)
    yield browser
    asyncio.events._set_running_loop(None)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all who do not break it."""
    served = ServerProcess(tmp_path_factory.mktemp("server"))
    served.start()
    yield served
    served.stop()


@pytest.fixture(scope="session")
def slowed(pytestconfig: pytest.Config) -> float:
    """How many times slower than they are the browsers think the processor is."""
    return float(pytestconfig.getoption("--slowed"))


@pytest.fixture(scope="session")
def profiles(launched: tuple[Browser, Loop]) -> Profiles:
    return Profiles(launched[0])


@pytest.fixture
def person(chromium: Browser, profiles: Profiles, slowed: float) -> Iterator[NewPerson]:
    """Makes people; each has a browser that knows nothing of the others'.

    They have what most people have, movement included. When a test has ended, everybody's board
    shows what it would show if the page were opened now.
    """
    assert chromium.is_connected()
    people: list[Person] = []
    troubles: list[str] = []

    def come(*, slowed: float = slowed, **preferences: Any) -> Person:
        page = profiles.page(slowed, **{"viewport": DESK, "locale": "en-GB", **preferences})
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        people.append(Person(page))
        return people[-1]

    yield come
    for each in people:
        pieces.check(each.page, each.answers)
        profiles.put_back(each.page.context)
    assert troubles == []
