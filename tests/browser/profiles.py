"""Profiles of a browser; most were somebody else's before, with the same wishes.

A new one has to start a process for its pages. One that was used is made as new instead: nothing
that was stored or loaded is left, and its pages are closed but for an empty one, the next one's.
"""

import time
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page
from tests.browser.slowness import Slowness, renderers

MOST = 4  # that are kept, those that were used last
NEARLY_NOW = 600  # seconds
AS_USUAL = "() => [Date.now() / 1000, navigator.onLine]"


class Profiles:
    """Those of one browser."""

    def __init__(self, browser: Browser):
        self._browser = browser
        self._wishes: dict[BrowserContext, dict[str, Any]] = {}
        self._slow: dict[BrowserContext, Slowness] = {}
        self._free: list[Page] = []

    def page(self, slowed: float, **wishes: Any) -> Page:
        """An empty page for somebody who was never here, on a machine that much slower."""
        if slowed != 1:
            return self._slow_page(slowed, **wishes)
        for free in self._free:
            if self._wishes[free.context] == wishes:
                self._free.remove(free)
                return free
        page = self._browser.new_context(**wishes).new_page()
        self._wishes[page.context] = wishes
        return page

    def _slow_page(self, times: float, **wishes: Any) -> Page:
        others = renderers(self._browser)
        page = self._browser.new_context(**wishes).new_page()
        self._slow[page.context] = Slowness(renderers(self._browser) - others, times)
        return page

    def put_back(self, context: BrowserContext) -> None:
        """Nobody uses it any more: it is made as new, or goes."""
        if context in self._slow:
            self._slow.pop(context).end()
            context.close()
            return
        page = context.new_page()  # before others are closed, or their process would end with them
        if not _is_usual(page) or context.service_workers:
            self._close(context)
            return
        _forget(page)
        self._free.append(page)
        while len(self._free) > MOST:
            self._close(self._free.pop(0).context)

    def _close(self, context: BrowserContext) -> None:
        del self._wishes[context]
        context.close()


def _is_usual(page: Page) -> bool:
    """Does a new page have the time of day and a network?"""
    now, is_online = page.evaluate(AS_USUAL)
    return bool(is_online) and abs(now - time.time()) < NEARLY_NOW


def _forget(page: Page) -> None:
    """Close all other pages, and leave nothing of what they have stored or loaded."""
    context = page.context
    others = [other for other in context.pages if other is not page]
    origins = {"{0.scheme}://{0.netloc}".format(urlsplit(other.url)) for other in others}
    for other in others:
        other.close()
    line = context.new_cdp_session(page)
    for origin in origins:
        line.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    line.send("Network.clearBrowserCache")
    line.detach()
    context.clear_cookies()
    context.clear_permissions()
