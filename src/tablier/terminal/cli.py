"""The command line `tablier`: every command is a function; its help page is in texts/.

Bad input is answered with one sentence on the standard error and the exit code 2.
"""

import _thread
import contextlib
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from types import FrameType
from typing import Any

import cyclopts

from tablier import __version__
from tablier.terminal.arguments import BAD_INPUT, FAILED, FINE, INTERRUPTED
from tablier.terminal.words import DEFAULT, language_of, table
from tablier.texts import Refusal, refusal

NAMES = (
    "games learn rules play serve think export puzzles bot perft show analyse review book match "
    "ladder levels study train new_game"
)
AGAIN = 0.05  # seconds after which an interrupt that was lost comes again
COMMANDS: Sequence[Callable[..., int | None]] = [
    getattr(import_module(f"tablier.terminal.commands.{name}"), name) for name in NAMES.split()
]


def spelled(command: Callable[..., int | None]) -> str:
    """The name of a command as it is typed."""
    return command.__name__.replace("_", "-")


class Page:
    """A help page that is its text and nothing else."""

    def __init__(self, words: str):
        self.words = words

    def __call__(self, *_: Any, **__: Any) -> None:
        """Leave out the tables that cyclopts makes."""

    def render_usage(self, *_: object) -> None:
        """Leave out the usage too: the page has it."""

    def render_description(self, *_: object) -> None:
        """Print the page."""
        print(self.words.rstrip())


def app(lang: str) -> cyclopts.App:
    """The command line with its help in that language."""
    pages = {name: Page(page) for name, page in table(lang, "pages").items()}
    commands = cyclopts.App(name="tablier", version=__version__, help_formatter=pages["tablier"])
    for command in COMMANDS:
        name = spelled(command)
        commands.command(command, name=name, help_formatter=pages[name])
    return commands


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    lang = DEFAULT
    try:
        lang, rest = language_of(sys.argv[1:] if arguments is None else arguments)
        with interrupts_kept():
            code = run(rest, lang)
        sys.stdout.flush()
    except Refusal as refused:
        print(refused.sentence(lang), file=sys.stderr)
        return BAD_INPUT
    except EOFError:
        return FINE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader has gone: discard what is still in the buffer
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    return code


@contextlib.contextmanager
def interrupts_kept() -> Iterator[None]:
    """Raise an interrupt again if something has failed since it came, or if it was lost.

    LLVM calls Python while it compiles. An interrupt that is raised there ends nothing, and the
    compilation fails or goes on.
    """
    noted, again = list[int](), list[threading.Timer]()
    unraisable = sys.unraisablehook

    def note_lost(lost: "sys.UnraisableHookArgs") -> None:
        if not noted:
            unraisable(lost)
        elif issubclass(lost.exc_type, KeyboardInterrupt):
            again.append(threading.Timer(AGAIN, _thread.interrupt_main))
            again[-1].start()

    def note(number: int, frame: FrameType | None) -> None:
        noted.append(number)
        signal.default_int_handler(number, frame)

    is_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, note) if is_main else None
    sys.unraisablehook = note_lost
    try:
        yield
    except Exception:
        if noted:
            raise KeyboardInterrupt from None
        raise
    finally:
        sys.unraisablehook = unraisable
        for timer in again:
            timer.cancel()
        if is_main:
            signal.signal(signal.SIGINT, before)


def run(arguments: Sequence[str], lang: str) -> int:
    """Run one command; what is wrong with it is a `Refusal`."""
    commands = app(lang)
    try:
        command, bound, ignored = commands.parse_args(
            arguments, print_error=False, exit_on_error=False
        )
    except cyclopts.CycloptsError as wrong:
        raise usage_error(wrong) from wrong
    given = dict.fromkeys(ignored, lang)
    return command(*bound.args, **bound.kwargs, **given) or FINE


def usage_error(wrong: cyclopts.CycloptsError) -> Refusal:
    """What is wrong with a command line, as one sentence."""
    said = {"command": " ".join(("tablier", *(wrong.command_chain or ())))}
    token = (wrong.unused_tokens or [""])[0]
    match wrong:
        case cyclopts.UnknownCommandError():
            key, said["word"] = "unknown_command", token
            said["known"] = ", ".join(map(spelled, COMMANDS))
        case cyclopts.UnknownOptionError():
            key, said["option"] = "unknown_option", wrong.token.keyword or wrong.token.value
        case cyclopts.UnusedCliTokensError():
            key, said["word"] = "too_many_words", token
        case cyclopts.RepeatArgumentError():
            key, said["option"] = "option_twice", wrong.token.keyword or ""
        case cyclopts.MissingArgumentError() if wrong.argument:
            key, said["argument"] = "missing_argument", wrong.argument.name
        case cyclopts.CoercionError() if wrong.argument and wrong.token:
            key = "bad_value" if wrong.argument.hint is bool else "bad_number"
            said.update(name=wrong.argument.name, value=wrong.token.value)
        case _:
            key = "bad_command_line"
    return refusal(key, **said)
