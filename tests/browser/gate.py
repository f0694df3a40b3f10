"""Frames between a page and the server in another order than usual: held back, let go, lost."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute

PATIENCE = 60_000  # milliseconds


class Gate:
    """Stands between a page and its table; holds frames of the server if it is told to."""

    def __init__(self, page: Page):
        self.page = page
        self.sent: list[dict[str, Any]] = []
        """What the page has said."""
        self.held: list[dict[str, Any]] = []
        """What the server has said and the page has not heard."""
        self.kept: list[str | bytes] = []
        """What the page has said and the server has not heard."""
        self._types: set[str] = set()
        self._line: WebSocketRoute
        self._server: WebSocketRoute
        page.route_web_socket("**/socket", self._connect)

    def _connect(self, line: WebSocketRoute) -> None:
        self._line, self._server = line, line.connect_to_server()
        line.on_message(self._up)
        self._server.on_message(self._down)

    def _up(self, message: str | bytes) -> None:
        frame = json.loads(message)
        self.sent.append(frame)
        if frame["type"] in self._types:
            self.kept.append(message)
        else:
            self._server.send(message)

    def _down(self, message: str | bytes) -> None:
        frame = json.loads(message)
        if frame["type"] in self._types:
            self.held.append(frame)
        else:
            self._line.send(message)

    def hold(self, *types: str) -> None:
        """From now on frames of these types reach neither the page nor the server."""
        self._types = set(types)

    def wait(self, *types: str) -> None:
        """Wait until just these frames are held."""
        self.wait_until(lambda: [frame["type"] for frame in self.held] == list(types))

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        for _ in range(PATIENCE // 20):
            if is_so():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"It never came: {[frame['type'] for frame in self.held]}")

    def ask(self, **frame: Any) -> None:
        """Say something to the server that the page has not said."""
        self._server.send(json.dumps(frame))

    def give(self, *numbers: int) -> None:
        """Let these of the held frames go to the page, and all that come; the others are lost."""
        held, self.held, self._types = self.held, [], set()
        for message in self.kept:
            self._server.send(message)
        self.kept.clear()
        for number in numbers:
            self._line.send(json.dumps(held[number]))

    def let_go(self) -> None:
        """Hold nothing any more."""
        self.give(*range(len(self.held)))

    def lose_line(self) -> None:
        """The connection breaks; what was held is lost."""
        self.kept.clear()
        self.give()
        self._line.close(code=1012)


class Answers:
    """Holds the answers to requests of a page until they are let go."""

    def __init__(self, page: Page, pattern: str):
        self.page = page
        self._held: list[Route] = []
        self._is_open = False
        page.route(pattern, self._take)

    def _take(self, route: Route) -> None:
        if self._is_open:
            route.continue_()
        else:
            self._held.append(route)

    def wait(self) -> None:
        """Wait until something has been asked."""
        for _ in range(PATIENCE // 20):
            if self._held:
                return
            self.page.wait_for_timeout(20)
        raise AssertionError("Nothing was asked.")

    def let_go(self) -> None:
        """Answer what was asked, and whatever will be."""
        self._is_open = True
        for route in self._held:
            route.continue_()
