"""`tablier bot` makes accounts in the server's database, while it runs or not."""

from pathlib import Path

import pytest
from tests.server.bots import Bot
from tests.server.clients import serving
from tests.terminal.conftest import Run

pytestmark = pytest.mark.one_game


def test_a_token_is_printed_alone(run: Run, tmp_path: Path) -> None:
    said = run("bot", "Digger", "--database", str(tmp_path / "tables.sqlite"))
    assert said.code == 0
    assert said.out.startswith("tablier_")
    assert said.out.count("\n") == 1
    assert said.err == "Digger can play now. This is its token; it will not be shown again:\n"


def test_a_token_is_not_stored(run: Run, tmp_path: Path) -> None:
    said = run("bot", "Digger", "--database", str(tmp_path / "tables.sqlite"))
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("tables.sqlite*"))
    assert b"Digger" in stored
    assert said.out.strip().encode() not in stored


def test_a_running_server_knows_the_bot_at_once(run: Run, tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    with serving(database) as server:
        old = run("bot", "Digger", "--database", str(database)).out.strip()
        digger = Bot("Digger", old, str(server.http.base_url))
        assert digger.client.account.get()["username"] == "Digger"
        new = run("bot", "digger", "--renew", "--database", str(database)).out.strip()
        assert Bot("Digger", new, digger.address).client.account.get()["username"] == "Digger"
        assert server.http.get("/api/account", headers=digger.headers).status_code == 401


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("Digger",), "There is already a bot ‘Digger’ here."),
        (("Mole", "--renew"), "There is no bot ‘Mole’ here."),
        (("a b",), "‘a b’ cannot be the name of a bot"),
        ((), "tablier bot needs a value for NAME"),
    ],
)
def test_what_cannot_be_is_said(run: Run, tmp_path: Path, words: list[str], sentence: str) -> None:
    database = ("--database", str(tmp_path / "tables.sqlite"))
    run("bot", "Digger", *database)
    said = run("bot", *words, *database)
    assert said.code == 2
    assert said.err.startswith(sentence)
