"""The command line as a process of its own: exit codes, signals, pipes and real terminals."""

import os
import pty
import re
import select
import signal
from pathlib import Path

import pytest
from tests.commands import Begin, Begun, fork, start

from tablier import Record

pytestmark = pytest.mark.one_game

CTRL_C, CTRL_D = "\x03", "\x04"
COLOUR = re.compile(r"\x1b\[[0-9;]*3[0-7][0-9;]*m")
Ended = tuple[int | None, str, str]
"""The exit code, and what was said and complained about."""


def run(*arguments: str, lines: str = "", begin: Begin = fork) -> Ended:
    with begin(*arguments) as process:
        out, err = process.communicate(lines)
    return process.returncode, out, err


def wait_for(process: Begun, words: str) -> None:
    """Read until a line has these words."""
    assert process.stdout is not None
    while words not in (line := process.stdout.readline()):
        assert line, f"the process ended without a word of {words}"


def test_good_and_bad_input_have_exit_codes() -> None:
    assert run("--version")[0] == 0
    assert run("dance", begin=start)[0] == 2


def test_the_end_of_input_keeps_the_game(kept: Path) -> None:
    code, out, err = run("play", "mole-hill", lines="e4\na1|a2\n")
    assert (code, err) == (0, "")
    assert out.endswith("Continue it with: tablier play mole-hill --resume\n")
    assert Record.read(kept.read_text()).tokens == ("e4", "a1|a2")


@pytest.mark.parametrize(
    ("begin", "ending"),
    [(start, signal.SIGINT), (fork, signal.SIGTERM), (fork, signal.SIGHUP)],
)
def test_a_signal_in_mid_game_keeps_the_game(
    kept: Path, begin: Begin, ending: signal.Signals
) -> None:
    with begin("play", "mole-hill") as process:
        assert process.stdin is not None
        process.stdin.write("e4\nposition\n")
        process.stdin.flush()
        wait_for(process, "e4 - g 1 -")
        process.send_signal(ending)
        out, err = process.communicate()
    assert (process.returncode, err) == (130, "")
    assert out.endswith("is saved. Continue it with: tablier play mole-hill --resume\n")
    assert Record.read(kept.read_text()).tokens == ("e4",)


def test_ctrl_c_before_the_first_move_just_ends(kept: Path) -> None:
    with fork("play", "mole-hill") as process:
        wait_for(process, "Player 1")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, err) == (130, "")
    assert "Traceback" not in out
    assert not kept.exists()


def test_a_reader_that_leaves_is_no_mistake() -> None:
    with start("rules", "mole-hill") as process:
        assert process.stdout is not None
        process.stdout.close()
        process.wait()
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_bytes_that_are_no_text_do_no_harm() -> None:
    with fork("play", "mole-hill") as process:
        process.stdin.buffer.write(b"\xff\xfe\n")
        _, err = process.communicate()
    assert (process.returncode, err) == (0, "")


def test_a_terminal_without_unicode_shows_what_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    code, out, err = run("rules", "mole-hill", "--clause", "1.2", begin=start)
    assert (code, err) == (0, "")
    assert "?1.2 A red flower" in out


def on_a_terminal(
    *arguments: str, talk: tuple[tuple[str, str], ...] = (), begin: Begin = fork
) -> tuple[int | None, str]:
    """The exit code and all that a terminal shows; when words appear, their answer is typed."""
    terminal, other_end = pty.openpty()
    shown, answered, answers = "", 0, list(talk)
    with begin(*arguments, terminal=other_end) as process:
        os.close(other_end)
        while more := read_some(terminal):
            shown += more
            if answers and answers[0][0] in shown[answered:]:
                answered = len(shown)
                os.write(terminal, answers.pop(0)[1].encode())
    os.close(terminal)
    return process.returncode, shown


def read_some(terminal: int) -> str:
    """What a terminal shows next; nothing once the process has gone, or is silent for too long."""
    if not select.select([terminal], [], [], 60)[0]:
        return ""
    try:
        return os.read(terminal, 10_000).decode(errors="replace")
    except OSError:  # so Linux says that nobody holds the other end any more
        return ""


@pytest.fixture(autouse=True)
def _colourful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")


def test_on_a_terminal_rules_are_set_in_bold() -> None:
    code, shown = on_a_terminal("rules", "mole-hill", "--clause", "3.2")
    assert code == 0
    assert "\x1b[1m§3.2\x1b[0m" in shown


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    for command in ("games", "rules mole-hill", "perft mole-hill 2"):
        code, shown = on_a_terminal(*command.split())
        assert code == 0
        assert not COLOUR.search(shown)


def test_a_game_on_a_terminal(kept: Path) -> None:
    talk = (("> ", "e4\n"), ("> ", "position\n"), ("> ", CTRL_D))
    code, shown = on_a_terminal("play", "mole-hill", "--plain", talk=talk)
    assert code == 0
    assert "\r\ne4 - g 1 -\r\n" in shown
    assert "tablier play mole-hill --resume" in shown
    assert kept.exists()


def test_ctrl_c_ends_a_long_count_with_what_was_counted() -> None:
    talk = (("Counting", CTRL_C),)
    code, shown = on_a_terminal("perft", "mole-hill", "12", talk=talk)
    assert code == 130
    assert "total: 0\r\nStopped; this is the count so far." in shown
    assert "Traceback" not in shown
