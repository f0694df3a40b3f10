"""The wire: uvicorn's sockets, which can also send a frame at once.

ASGI sends in a task, when its turn comes, and through all layers of the application. What happens
at a table is told to everybody there by a plain call; so is the frame, unless the socket is full.
"""

from collections.abc import Callable, Mapping
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

AT_ONCE = "tablier.at_once"
SendAtOnce = Callable[[bytes], bool]


class Wire(WebSocketsSansIOProtocol):
    """A socket that tells the application how to send at once, as an extension of ASGI."""

    async def run_asgi(self) -> None:
        """Hand the socket over to the application."""
        cast(dict[str, Any], self.scope["extensions"])[AT_ONCE] = self.send_at_once
        await super().run_asgi()

    def send_at_once(self, text: bytes) -> bool:
        """Send a frame of text, if the socket takes it now."""
        is_open = self.conn.state is State.OPEN and not self.transport.is_closing()
        if not is_open or not self.writable.is_set():
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True


def at_once(scope: Mapping[str, Any]) -> SendAtOnce:
    """How to send at once on the socket of this scope; other servers than ours never do."""
    found: SendAtOnce = (scope.get("extensions") or {}).get(AT_ONCE, lambda _: False)
    return found
