"""Engines: games as WebAssembly for pages that think themselves; built while the server runs.

Until the engine of a game is there, and where it cannot be built, the server thinks.
"""

import gzip
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from tablier.engines.publication import INDEX, Publication, index, is_built, note_failure, published
from tablier.game import Game
from tablier.games import game, games
from tablier.threads import in_thread

LOOK = 5.0  # seconds between two looks for engines that another process may have built
KINDS = {"wasm": "application/wasm", "json": "application/json", "bin": "application/octet-stream"}
FOREVER = "public, max-age=31536000, immutable"


class Engines:
    """The engines that there are, compressed once."""

    def __init__(self, now: Callable[[], float] = time.monotonic):
        self._now, self._looked = now, -LOOK
        self._found: dict[str, Publication] = {}
        self._packed: dict[str, bytes] = {}

    async def index(self) -> bytes:
        """Which games have engines now."""
        await self.names()
        return index(self._found.items())

    async def names(self) -> set[str]:
        """The games that have engines now."""
        if self._now() - self._looked >= LOOK:
            self._looked = self._now()
            await in_thread(self._look)
        return set(self._found)

    async def build(self) -> None:
        """Build what is missing, one game after another, in processes of low priority."""
        await in_thread(self._look)
        missing = [name for name in games(drafts=True) if name not in self._found]
        for name in sorted(missing, key=lambda name: name not in games()):  # drafts come last
            if await in_thread(partial(is_built, game(name))):
                await in_thread(self._look)

    def _look(self) -> None:
        """Find engines that were built meanwhile."""
        for chosen in map(game, games(drafts=True)):
            if chosen.name not in self._found:
                try:
                    self._find(chosen)
                except Exception as wrong:
                    note_failure(chosen, wrong)

    def _find(self, chosen: Game) -> None:
        found = published(chosen)
        if found is not None:
            self._packed.update({name: gzip.compress(each) for name, each in found.files.items()})
            self._found[chosen.name] = found._replace(files={})

    def packed(self, name: str) -> bytes | None:
        """A file of an engine, compressed."""
        return self._packed.get(name)


@get("/engines/{name:str}", include_in_schema=False)
async def show_engine(
    name: FromPath[str], engines: NamedDependency[Engines], request: Request[Any, Any, Any]
) -> Response[bytes]:
    """A file of an engine, or the index of those that there are."""
    if name == INDEX:
        headers = {"Cache-Control": "no-cache"}
        return Response(await engines.index(), media_type=KINDS["json"], headers=headers)
    found = engines.packed(name)
    if found is None:
        raise NotFoundException
    return unpacked_if_needed(found, KINDS[name.rpartition(".")[2]], FOREVER, request)


def unpacked_if_needed(
    packed: bytes, kind: str, caching: str, request: Request[Any, Any, Any]
) -> Response[bytes]:
    """A file that is kept compressed, as it is for browsers that can read it so."""
    headers = {"Cache-Control": caching, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=kind, headers={**headers, "Content-Encoding": "gzip"})
    return Response(gzip.decompress(packed), media_type=kind, headers=headers)
