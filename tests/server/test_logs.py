"""The log says where it went wrong, and no secret."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog
from tests.commands import fork

from tablier.server.logs import MOST_FRAMES, log_as_json

pytestmark = pytest.mark.one_game

SECRET = "hunter2"


@pytest.fixture
def _logging() -> Iterator[None]:
    yield
    structlog.reset_defaults()
    for name in ("tablier", "uvicorn.error", "asyncio"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
        logging.getLogger(name).setLevel(logging.NOTSET)


def fail(depth: int, password: str) -> None:
    if depth:
        fail(depth - 1, password)
    raise OSError("the disk is full")


@pytest.mark.usefixtures("_logging")
@pytest.mark.parametrize("library", [None, "tablier", "uvicorn.error"])
def test_an_error_is_logged_briefly_and_without_values(
    capsys: pytest.CaptureFixture[str], library: str | None
) -> None:
    log_as_json("warning")  # on the standard error of now
    try:
        fail(100, SECRET)
    except OSError:
        log = logging.getLogger(library) if library else structlog.get_logger()
        log.exception("it failed")
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert SECRET not in lines[0]
    said = json.loads(lines[0])
    assert said["event"] == "it failed"
    assert said["exception"][0]["exc_value"] == "the disk is full"
    assert len(said["exception"][0]["frames"]) <= MOST_FRAMES + 1


@pytest.mark.usefixtures("_logging")
@pytest.mark.parametrize(("level", "logged"), [("info", 1), ("warning", 0)])
def test_what_a_table_logs_says_which_table(
    capsys: pytest.CaptureFixture[str], level: str, logged: int
) -> None:
    log_as_json(level)
    logging.getLogger("tablier").info("computer refused", extra={"about": {"table": "abc"}})
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [(each["event"], each["table"], each["level"]) for each in lines] == [
        ("computer refused", "abc", "info")
    ] * logged


@pytest.mark.usefixtures("_logging")
def test_the_log_goes_to_the_standard_error_of_the_moment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = structlog.get_logger()
    with io.StringIO() as closed_later, monkeypatch.context() as then:
        then.setattr("sys.stderr", closed_later)
        log_as_json("warning")
        log.warning("before")
    log.warning("after")
    logging.getLogger("asyncio").error("of a library")
    lines = capsys.readouterr().err.splitlines()
    assert [json.loads(line)["event"] for line in lines] == ["after", "of a library"]


@pytest.mark.parametrize(
    "database", [f"postgresql://ada:{SECRET}@127.0.0.1:1/tables", f"mysql://ada:{SECRET}@db/tables"]
)
def test_no_password_is_told_when_a_database_cannot_be_had(database: str) -> None:
    with fork("serve", "--database", database, "--lang", "en") as server:
        out, err = server.communicate()
    assert (server.returncode, out) == (2, "")
    assert SECRET not in err
    assert "ada" in err
