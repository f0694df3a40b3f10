"""The renderer of a server: one picture at a time, in another process, and the newest are kept.

Nobody at play waits for a picture, however many are asked for.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from tablier.pictures.child import Order, rendered
from tablier.texts import refusal
from tablier.threads import in_thread

MOST_BYTES = 32_000_000  # of pictures that are kept
MOST_WAITING = 8


class Renderer:
    """Renders pictures and keeps them by their keys."""

    def __init__(self, render: Callable[[Order], bytes] = rendered):
        self._render = render
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._turn = asyncio.Semaphore(1)
        self._waiting = 0

    async def picture(self, key: str, order: Callable[[], Order]) -> bytes:
        """The picture of that key; `order` is called, in a thread, if it has to be rendered."""
        kept = self._found(key)
        if kept is not None:
            return kept
        if self._waiting >= MOST_WAITING:
            raise refusal("too_many_pictures")
        self._waiting += 1
        try:
            async with self._turn:
                kept = self._found(key)
                if kept is None:
                    kept = await in_thread(lambda: self._render(order()))
                    self._keep(key, kept)
                return kept
        finally:
            self._waiting -= 1

    def _found(self, key: str) -> bytes | None:
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def _keep(self, key: str, picture: bytes) -> None:
        self._kept[key] = picture
        while sum(map(len, self._kept.values())) > MOST_BYTES:
            self._kept.popitem(last=False)
