"""A browser that was somebody else's knows nothing of them."""

import pytest
from playwright.sync_api import Browser
from tests.browser.profiles import Profiles
from tests.browser.server_process import ServerProcess

pytestmark = pytest.mark.one_game

WISHES = {"viewport": {"width": 200, "height": 200}}
LEAVE = "() => { localStorage.own = sessionStorage.own = 'ours'; document.cookie = 'own=ours'; }"
FIND = "() => [localStorage.length, sessionStorage.length, document.cookie]"


def test_what_was_stored_is_gone(
    chromium: Browser, profiles: Profiles, server: ServerProcess
) -> None:
    assert chromium.is_connected()
    page = profiles.page(1, **WISHES)
    page.goto(f"{server.address}/favicon.svg")
    page.evaluate(LEAVE)
    profiles.put_back(page.context)
    again = profiles.page(1, **WISHES)
    assert again.context == page.context
    again.goto(f"{server.address}/favicon.svg")
    assert again.evaluate(FIND) == [0, 0, ""]
    again.clock.set_fixed_time(0)
    profiles.put_back(again.context)
    other = profiles.page(1, **WISHES)
    assert other.context != again.context, "one with another time is not kept"
    profiles.put_back(other.context)
