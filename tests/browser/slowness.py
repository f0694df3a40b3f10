"""A machine so many times slower: the processes of somebody's pages rest most of the time.

The browser could do so itself, by computing in vain as long as it would have taken.
"""

import contextlib
import os
import signal
import time
from threading import Event, Thread

from playwright.sync_api import Browser

RUN = 0.01  # seconds between two rests, at least


def renderers(browser: Browser) -> frozenset[int]:
    """The processes of a browser that have pages."""
    line = browser.new_browser_cdp_session()
    found = line.send("SystemInfo.getProcessInfo")["processInfo"]
    line.detach()
    return frozenset(int(each["id"]) for each in found if each["type"] == "renderer")


class Slowness:
    """Processes that are slow until they are let go."""

    def __init__(self, processes: frozenset[int], times: float):
        self._processes, self._times = processes, times
        self._ended = Event()
        self._thread = Thread(target=self._hold_up, daemon=True)
        self._thread.start()

    def _hold_up(self) -> None:
        began = time.monotonic()
        while not self._ended.wait(RUN):
            self._tell(signal.SIGSTOP)
            self._ended.wait((time.monotonic() - began) * (self._times - 1))
            self._tell(signal.SIGCONT)
            began = time.monotonic()

    def _tell(self, number: int) -> None:
        for process in self._processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def end(self) -> None:
        """Let them run as fast as they can."""
        self._ended.set()
        self._thread.join()
