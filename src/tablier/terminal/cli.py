"""The command line `tablier`: every command is a function; its help page is in texts/.

Bad input is answered with one sentence on the standard error and the exit code 2.
"""

import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from cyclopts import App, CycloptsError

from tablier import __version__
from tablier.terminal.arguments import BAD_INPUT, FAILED, FINE, INTERRUPTED
from tablier.terminal.commands.analyse import analyse
from tablier.terminal.commands.bot import bot
from tablier.terminal.commands.games import games
from tablier.terminal.commands.ladder import ladder
from tablier.terminal.commands.match import match
from tablier.terminal.commands.new_game import new_game
from tablier.terminal.commands.perft import perft
from tablier.terminal.commands.play import play
from tablier.terminal.commands.puzzles import puzzles
from tablier.terminal.commands.rules import rules
from tablier.terminal.commands.serve import serve
from tablier.terminal.commands.show import show
from tablier.terminal.commands.study import study
from tablier.terminal.commands.train import train
from tablier.terminal.usage_errors import usage_error
from tablier.terminal.words import DEFAULT, language_of, table
from tablier.texts import Refusal

COMMANDS = (
    games, rules, play, serve, puzzles, bot, perft, show, analyse, match, ladder, study, train,
    new_game,
)  # fmt: skip


def spelled(command: Callable[..., int]) -> str:
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


def app(lang: str) -> App:
    """The command line with its help in that language."""
    pages = {name: Page(page) for name, page in table(lang, "pages").items()}
    commands = App(name="tablier", version=__version__, help_formatter=pages["tablier"])
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
        code = run(rest, lang)
        sys.stdout.flush()
    except Refusal as refusal:
        print(refusal.sentence(lang), file=sys.stderr)
        return BAD_INPUT
    except EOFError:
        return FINE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _close_silently()
        return FAILED
    return code


def run(arguments: Sequence[str], lang: str) -> int:
    """Run one command; what is wrong with it is a `Refusal`."""
    commands = app(lang)
    try:
        command, bound, ignored = commands.parse_args(
            arguments, print_error=False, exit_on_error=False
        )
    except CycloptsError as wrong:
        raise usage_error(wrong, [spelled(each) for each in COMMANDS]) from wrong
    given = dict.fromkeys(ignored, lang)
    return command(*bound.args, **bound.kwargs, **given) or FINE


def _close_silently() -> None:
    """The reader of the pipe has gone: discard what is still in the buffer."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
