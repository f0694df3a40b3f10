"""A real Chromium, a real server, and people with browsers of their own.

Playwright keeps an event loop running, in which no other could; so it ends with each module.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright
from tests.browser.house import House
from tests.browser.person import Person

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
DESK = {"width": 1280, "height": 800}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
PATIENCE = 30_000  # milliseconds; the machine may be busy with other tests
NewPerson = Callable[..., Person]


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


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    program = chromium_program()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS.split())
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all who do not break it."""
    served = House(tmp_path_factory.mktemp("house"))
    served.start()
    yield served
    served.stop()


@pytest.fixture
def person(chromium: Browser) -> Iterator[NewPerson]:
    """Makes people; each has a browser that knows nothing of the others'. Motion is off."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def come(**taste: Any) -> Person:
        wanted = {"viewport": DESK, "locale": "en-GB", "reduced_motion": "reduce", **taste}
        contexts.append(chromium.new_context(**wanted))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        return Person(page)

    yield come
    for context in contexts:
        context.close()
    assert troubles == []
