"""The command `serve`: says where it is, ends when it is told to, refuses with a sentence."""

import asyncio
import logging
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from tests.commands import Begin, fork, start
from tests.server.clients import HERE, Server, computer, free_port, serving, visiting
from websockets.exceptions import ConnectionClosed

from tablier.server.logs import LIBRARIES, OURS
from tablier.terminal.cli import main

pytestmark = pytest.mark.one_game


@pytest.mark.parametrize(("begin", "number"), [(fork, signal.SIGINT), (start, signal.SIGTERM)])
def test_one_line_says_where_and_a_signal_ends_it(
    tmp_path: Path, begin: Begin, number: int
) -> None:
    port = free_port()
    with begin("serve", "--port", str(port), "--database", str(tmp_path / "t.sqlite")) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        process.send_signal(number)
        out, err = process.communicate()
    assert f"http://127.0.0.1:{port}/" in line
    assert (process.returncode, out, err) == (0, "", "")


@pytest.mark.anyio
async def test_all_who_are_there_are_told_that_the_server_stops(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    with serving(database) as server:
        made = server.make("mole-hill", [HERE, computer(10)])
        async with visiting(server, made["table"], *made["secrets"]) as client:
            await client.play("e4")
            await client.wait("thinking")
            ended = asyncio.create_task(asyncio.to_thread(server.stop))
            with pytest.raises(ConnectionClosed):
                await client.wait("never")
            assert client.socket.close_code == 1012
            assert await ended == 0
        assert server.process.stderr is not None
        assert server.process.stderr.read() == ""
    with serving(database) as server:
        assert server.get(f"/api/tables/{made['table']}").json()["tokens"][:1] == ["e4"]


def test_a_taken_port_is_refused_or_another_is_chosen(server: Server, tmp_path: Path) -> None:
    database = str(tmp_path / "t.sqlite")
    wish = ("--port", str(server.port), "--database", database, "--lang", "en")
    with fork("serve", *wish) as process:
        _, err = process.communicate()
    assert err == f"Port {server.port} of 127.0.0.1 cannot be used; choose another.\n"
    with socket.socket() as usual:
        usual.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            usual.bind(("127.0.0.1", 8000))
            usual.listen()
        except OSError:
            pass  # somebody else has it, which does as well
        with fork("serve", "--database", database) as process:
            assert process.stdout is not None
            line = process.stdout.readline()
            process.kill()
    assert "http://127.0.0.1:" in line
    assert "http://127.0.0.1:8000/" not in line


def test_a_refusal_is_an_exit_code_and_one_line() -> None:
    with start("serve", "--host", "999.1.1.1", "--port", "1", "--lang", "en") as process:
        out, err = process.communicate()
    assert (process.returncode, out) == (2, "")
    assert err.startswith("Port 1 of 999.1.1.1 cannot be used")
    assert err.count("\n") == 1


@pytest.fixture
def logs() -> Iterator[None]:
    """What is logged goes where it went before, although a server was begun in this process."""
    libraries = [logging.getLogger(name) for name in (OURS, *LIBRARIES)]
    before = [(each, each.handlers, each.propagate, each.level) for each in libraries]
    yield
    structlog.reset_defaults()
    for library, handlers, propagate, level in before:
        library.handlers, library.propagate = handlers, propagate
        library.setLevel(level)


@pytest.fixture
def handlers() -> Iterator[None]:
    """Those of signals, put back: a process that ends has no need of that."""
    before = [(number, signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM)]
    yield
    for number, handler in before:
        signal.signal(number, handler)


@pytest.mark.usefixtures("logs", "handlers")
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--database", "mysql://x/y"), "‘mysql://x/y’ is not a database"),
        (("--database", "/proc/nowhere/t.sqlite"), "The database "),
        (("--port", "99999999999"), "Port 99999999999 of 127.0.0.1 cannot be used"),
        (("--log", "loud"), "--log cannot be ‘loud’"),
        (("--workers", "0"), "--workers takes a whole number from 1 to 256, not ‘0’."),
    ],
)
def test_what_cannot_be_served_is_refused_with_a_sentence(
    arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *arguments, "--lang", "en"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(sentence)
    assert err.count("\n") == 1
