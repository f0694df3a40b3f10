"""Firefox, driven by WebDriver BiDi, which it speaks itself: nothing else has to be installed."""

import itertools
import json
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.browser.person import INSIDE
from websockets.sync.client import ClientConnection, connect

NAMES = ("firefox-esr", "firefox")
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
FLAGS = ("--headless", "--no-remote", "--remote-debugging-port=0")
CHOSEN = (
    ("app.update.enabled", False),
    ("browser.shell.checkDefaultBrowser", False),
    ("datareporting.policy.dataSubmissionEnabled", False),
    ("network.captive-portal-service.enabled", False),
    ("network.connectivity-service.enabled", False),
    ("services.settings.server", "data:,"),
)
"""It asks nobody but the pages that it is sent to."""
PATIENCE = 120  # seconds; the machine may be busy with other tests
MANY = 1 << 26  # bytes of a message


class Firefox:
    """One tab; somebody sits before it."""

    def __init__(self, socket: ClientConnection):
        self._socket, self._numbers = socket, itertools.count()
        self._do("session.new", capabilities={})
        self._tab = self._do("browsingContext.getTree")["contexts"][0]["context"]

    def _do(self, method: str, **given: Any) -> dict[str, Any]:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": given}))
        while True:
            told = json.loads(self._socket.recv(timeout=PATIENCE))
            if told.get("id") == number:
                assert told["type"] == "success", told
                return dict(told["result"])

    def visit(self, address: str) -> None:
        """Go there."""
        self._do("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def run(self, program: str) -> Any:
        """The value of an expression, or of its promise."""
        text = f"Promise.resolve({program}).then(value => JSON.stringify(value ?? null))"
        target = {"context": self._tab}
        told = self._do("script.evaluate", expression=text, target=target, awaitPromise=True)
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])

    def until(self, condition: str) -> None:
        """Wait until an expression is true."""
        self.run(f"""new Promise(resolve => {{
          const check = () => ({condition}) ? resolve() : setTimeout(check, 30);
          check();
        }})""")

    def click(self, selector: str, which: int = 0) -> None:
        """Click inside of what that selector finds, once it is there: the first, or another."""
        found = f"document.querySelectorAll({json.dumps(selector)})[{which}]"
        self.until(found)
        self.run(f"{found}.scrollIntoView({{block: 'nearest'}})")
        self.click_at(*self.run(f"({INSIDE})({found})"))

    def click_at(self, x: float, y: float) -> None:
        """Click there."""
        pressed = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        moved = {"type": "pointerMove", "x": round(x), "y": round(y)}
        mouse = {"type": "pointer", "id": "mouse", "actions": [moved, *pressed]}
        self._do("input.performActions", context=self._tab, actions=[mouse])

    def fill(self, selector: str, text: str) -> None:
        """Write into a field, once it is there."""
        self.until(f"document.querySelector('{selector}')")
        self.run(f"""((field) => {{
          field.value = {json.dumps(text)};
          field.dispatchEvent(new Event("input", {{ bubbles: true }}));
        }})(document.querySelector('{selector}'))""")


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """A new Firefox; it ends with what uses it."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.fail("This needs Firefox. On Debian: apt-get install firefox-esr.", pytrace=False)
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in CHOSEN)
    (profile / "user.js").write_text("\n".join(lines), "utf-8")
    words = (program, *FLAGS, "--profile", str(profile))
    nothing = subprocess.DEVNULL
    with subprocess.Popen(words, stdout=nothing, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            address = next(filter(None, map(LISTENS.search, process.stderr)))[1]
            threading.Thread(target=process.stderr.read, daemon=True).start()  # it may say much
            with connect(f"{address}/session", max_size=MANY, proxy=None) as socket:
                yield Firefox(socket)
        finally:
            process.kill()
