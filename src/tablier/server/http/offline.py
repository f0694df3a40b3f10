"""For browsers whose server goes away: the site without a server, in the folder offline/.

It is made when somebody first asks for it, since most visitors never do.
"""

import asyncio
import gzip
import mimetypes
from collections.abc import Callable
from typing import Any

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException

from tablier.games import games
from tablier.play.wire.protocol import OfflineInfo
from tablier.server.http.engines import Engines, unpacked_if_needed
from tablier.server.http.routes import CHECKED
from tablier.threads import in_thread

Files = dict[str, bytes]
KINDS = {
    "mjs": "text/javascript",
    "js": "text/javascript",
    "wasm": "application/wasm",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
}


class OfflineSite:
    """The files, compressed once, as they are made; nobody may be able to."""

    def __init__(self, make: Callable[[], Files] | None, engines: Engines):
        self._make, self._engines = make, engines
        self._making = asyncio.Lock()
        self._packed: Files = {}

    async def is_there(self) -> bool:
        """Can a browser have it? Not before the engines of all games are built."""
        return self._make is not None and set(games()) <= set(await self._engines.names())

    async def file(self, name: str) -> bytes | None:
        """A file, compressed."""
        if not await self.is_there():
            return None
        async with self._making:
            if not self._packed:
                self._packed = await in_thread(self._compressed)
        return self._packed.get(name)

    def _compressed(self) -> Files:
        made = self._make() if self._make is not None else {}
        return {name: gzip.compress(each, 6, mtime=0) for name, each in made.items()}


TheSite = NamedDependency[OfflineSite]


@get("/api/offline")
async def show_offline(offline: TheSite) -> OfflineInfo:
    """Can the games be had for use while the server is away?"""
    return OfflineInfo(await offline.is_there())


@get(["/offline", "/offline/{_:path}", "/service-worker.js"], include_in_schema=False)
async def show_file(offline: TheSite, request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file of the site; its service worker is for all pages of the server."""
    name = request.url.path.strip("/")
    found = await offline.file(name)
    if found is None:
        name = f"{name}/index.html"
        found = await offline.file(name)
    if found is None:
        raise NotFoundException
    return unpacked_if_needed(found, kind_of(name), CHECKED, request)


def kind_of(name: str) -> str:
    """The media type of a file."""
    ending = name.rpartition(".")[2]
    return KINDS.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"
