"""Hints by Valkey's publish and subscribe, instead of PostgreSQL's NOTIFY.

They are only hints here, too: one that is lost, or a Valkey that is gone, makes things slower by
two seconds and loses nothing. Who is there, and all else, stays in PostgreSQL.
"""

import asyncio
from collections.abc import Callable
from typing import Any

import structlog

from tablier.extras import extra
from tablier.play import metrics

with extra("valkey"):
    from valkey.asyncio import Valkey, from_url
    from valkey.exceptions import ValkeyError

PATIENCE = 2.0  # seconds for an answer
LISTENING = 5.0  # seconds until the connection is looked at again
RETRY = 0.5  # seconds until the next attempt to connect
log = structlog.get_logger()


class ValkeyHints:
    """A channel of Valkey on which servers tell each other what has changed."""

    def __init__(self, address: str, channel: str, me: str, hear: Callable[[str], None]):
        self._channel, self._me, self._hear = channel, me, hear
        self._client: Valkey = from_url(  # type: ignore[no-untyped-call]
            address,
            decode_responses=True,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            health_check_interval=LISTENING,
        )
        self._listening: asyncio.Task[None] | None = None
        self._has_tried = asyncio.Event()

    async def open(self) -> None:
        """Begin to listen; it is no fault if there is nobody yet."""
        self._listening = asyncio.create_task(self._listen())
        await self._has_tried.wait()

    async def close(self) -> None:
        """Listen no longer."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait([self._listening])
        await self._client.aclose()

    async def tell(self, said: str) -> None:
        """Tell all others, if that is possible."""
        try:
            await self._client.publish(self._channel, f"{self._me} {said}")
        except (OSError, ValkeyError) as wrong:
            _warn(wrong)

    async def _listen(self) -> None:
        while True:
            try:
                async with self._client.pubsub() as channel:
                    await channel.subscribe(self._channel)
                    while True:
                        message = await channel.get_message(timeout=LISTENING)
                        if message is not None:
                            self._take(message)
            except (OSError, ValkeyError) as wrong:
                self._has_tried.set()
                _warn(wrong)
            await asyncio.sleep(RETRY)

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "subscribe":
            self._has_tried.set()
            return
        teller, _, said = message["data"].partition(" ")
        if teller != self._me:
            self._hear(said)


def _warn(wrong: Exception) -> None:
    metrics.faults.inc()
    log.warning("Valkey does not answer", reason=str(wrong) or type(wrong).__name__)
