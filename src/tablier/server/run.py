"""Runs the server in this process: uvicorn, on uvloop where there is one, with a clean end."""

import asyncio
import contextlib
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, NoReturn

from litestar.types import ASGIApp
from uvicorn import Config, Server
from uvicorn.loops.auto import auto_loop_factory

from tablier.play import traces
from tablier.play.connections import Connections
from tablier.play.settings import Settings
from tablier.server.app import create
from tablier.server.http.connection import http_connections
from tablier.server.http.guard import guarded
from tablier.server.http.offline import Files
from tablier.server.live.endpoint import TableEndpoint
from tablier.server.live.websocket import Outbox, Socket
from tablier.server.logs import log_as_json
from tablier.server.server_registry import ServerRegistry
from tablier.server.store.sqlite import shown
from tablier.texts import refusal

BACKLOG = 1024  # connections that are not yet accepted
END_WITHIN = 20.0  # seconds for all that has to be done at the end
USUAL_PORT, ANY_PORT = 8000, 0


def serve(
    settings: Settings, announce: Callable[[str], None], site: Callable[[], Files] | None = None
) -> NoReturn:
    """Serve until Ctrl-C or a signal to end; `announce` is told the address once it answers.

    `site` makes the files for browsers whose server goes away. It ends the process without Python's
    shutdown: a thread may still compile.
    """
    _run(_serve(settings, announce, site), settings)


def think(settings: Settings, announce: Callable[[str], None]) -> NoReturn:
    """Think for the servers that share a database, until Ctrl-C or a signal to end.

    `announce` is told the database once it works.
    """
    _run(_think(settings, announce), settings)


def _run(work: Coroutine[Any, Any, None], settings: Settings) -> NoReturn:
    log_as_json(settings.log)
    traces.start()
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(work)
    traces.stop()
    sys.stdout.flush()
    os._exit(0)


def choose_port(host: str, wished: int | None) -> int:
    """The port that is wished for; without a wish the usual one, or any if that is taken."""
    wishes = (USUAL_PORT, ANY_PORT) if wished is None else (wished,)
    for port in wishes:
        with contextlib.suppress(OSError, OverflowError):
            return _bind(host, port)
    raise refusal("port_taken", host=host, port=wishes[0])


def _bind(host: str, port: int) -> int:
    """The port that is bound for a moment; an error if it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        if sys.platform != "win32":  # else a port that was just used counts as taken
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))
        return int(probe.getsockname()[1])


def page_address(settings: Settings) -> str:
    """The address to open in a browser."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)
    return f"http://{host}:{settings.port}/"


class _Server(Server):
    """uvicorn without its signal handlers: we close everything in order."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _config(app: ASGIApp, endpoint: TableEndpoint, settings: Settings) -> Config:
    """uvicorn with our sockets, which do not go through the application, and without its logs."""
    outbox = Outbox()
    sockets: Any = lambda **_: Socket(endpoint, outbox)  # noqa: E731
    return Config(
        app,
        host=settings.host,
        port=settings.port,
        http=http_connections(settings),
        ws=sockets,
        lifespan="off",  # the registry is opened here, so that its refusals reach the caller
        backlog=BACKLOG,
        proxy_headers=False,
        server_header=False,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=1,
    )


async def _serve(
    settings: Settings, announce: Callable[[str], None], site: Callable[[], Files] | None
) -> None:
    registry, connections = ServerRegistry(settings), Connections(settings)
    app = create(registry, connections, site)
    endpoint = TableEndpoint(registry, connections)
    server = _Server(_config(guarded(app, settings), endpoint, settings))
    stop = _stop_signal()
    async with registry.opened(), app.lifespan():
        # The garbage collector skips what exists at the start, and runs less often: reference
        # counting frees nearly everything that a move leaves behind.
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)
        serving = asyncio.create_task(server.serve())
        tasks = {serving, asyncio.create_task(stop.wait())}
        announcing = asyncio.create_task(_announce(server, page_address(settings), announce))
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        announcing.cancel()
        await _drain(connections, stop, settings.drain)
        await connections.close()
        server.should_exit = True
        await serving


async def _drain(connections: Connections, stop: asyncio.Event, seconds: float) -> None:
    """Serve on while the load balancer finds out that this server ends; a second signal hurries.

    After that everything has some seconds to end in order.
    """
    connections.is_draining = True
    asyncio.get_running_loop().call_later(seconds + END_WITHIN, os._exit, 1)
    stop.clear()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await stop.wait()


async def _think(settings: Settings, announce: Callable[[str], None]) -> None:
    registry = ServerRegistry(settings)
    if registry.storage.is_sqlite:
        raise refusal("not_shared", database=shown(registry.storage.url))
    stop = _stop_signal()
    async with registry.opened():
        registry.spawn(registry.computers.compiler.warm_up())
        announce(shown(registry.storage.url))
        await stop.wait()


def _stop_signal() -> asyncio.Event:
    """Set by Ctrl-C, or a signal to end."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # on Windows Ctrl-C raises instead
            loop.add_signal_handler(number, stop.set)
    return stop


async def _announce(server: Server, address: str, announce: Callable[[str], None]) -> None:
    """Wait until the server answers, then say where."""
    while not server.started:
        await asyncio.sleep(0.02)
    announce(address)
