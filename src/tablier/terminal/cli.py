"""The command line `tablier`: every command is a function; its help page is in texts/.

Bad input is answered with one sentence on the standard error and the exit code 2.
"""

import io
import os
import secrets
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from cyclopts import App, CycloptsError

from tablier import __version__, pictures
from tablier.terminal.arguments import (
    BAD_INPUT,
    FAILED,
    FINE,
    INTERRUPTED,
    Flag,
    Lang,
    Options,
    Whole,
    Words,
)
from tablier.terminal.commands import perft as counting
from tablier.terminal.commands import play as playing
from tablier.terminal.commands import show as showing
from tablier.terminal.commands.analyse import analyse
from tablier.terminal.commands.bot import bot
from tablier.terminal.commands.games import choose, chosen_options, print_shelf, take
from tablier.terminal.commands.ladder import ladder
from tablier.terminal.commands.match import match
from tablier.terminal.commands.new_game import new_game
from tablier.terminal.commands.puzzles import puzzles
from tablier.terminal.commands.rules import print_rules
from tablier.terminal.commands.serve import serve
from tablier.terminal.commands.study import study
from tablier.terminal.complaints import complaint
from tablier.terminal.counts import Counts
from tablier.terminal.files import kept_path, read_record, read_stdin
from tablier.terminal.screen import ask, console, is_terminal, preparing, say
from tablier.terminal.session.lines import Lines
from tablier.terminal.session.opponents import against
from tablier.terminal.session.session import Session
from tablier.terminal.session.start import Wish, begin, compile_rules
from tablier.terminal.words import DEFAULT, language_of, table, word
from tablier.texts import Refusal


def games(*, lang: Lang) -> int:
    """Print the games on the shelf."""
    print_shelf(console(), lang)
    return FINE


def rules(game: str, /, *, clause: str = "", lang: Lang) -> int:
    """Print the rulebook of a game, or one clause of it."""
    print_rules(console(), take(game), lang, clause)
    return FINE


def play(
    game: str | None = None,
    /,
    *,
    seed: Whole | None = None,
    options: Options = (),
    position: Words | None = None,
    load: str | None = None,
    resume: Flag = False,
    level: Whole | None = None,
    seat: Whole | None = None,
    plain: Flag = False,
    lang: Lang,
) -> int:
    """Play a game at one terminal, together or against the computer."""
    screen = console()
    wish = Wish(seed, options, position, load, resume)
    wish.check()
    name = choose(screen, ask, lang) if game is None and load is None else game
    with preparing(screen, lang):
        match = begin(name, wish, secrets.randbits(32))
        opponents = against(match.record, level, seat)
        compile_rules(match)
    is_kept = not resume and kept_path(match.record.game.name).exists()
    greeting = word(lang, "saved_before", game=match.record.game.name) if is_kept else ""
    session = Session(match, lang, Lines(screen, ask, lang), opponents, resume)
    if plain or not is_terminal():
        if greeting:
            say(screen, greeting)
        return playing.play(session, partial(playing.converse, ask=ask))
    from tablier.terminal.fullscreen.app import converse  # noqa: PLC0415 - not all commands need it

    return playing.play(session, partial(converse, greeting=greeting))


def perft(
    game: str,
    depth: Whole,
    /,
    *,
    position: Words | None = None,
    options: Options = (),
    out: Words | None = None,
    lang: Lang,
) -> int:
    """Count the lines of so many moves, split by the first."""
    counting.check_depth(depth, least=0 if out is None else 1)
    chosen = take(game, options)
    start = chosen.start() if position is None else chosen.position(position)
    file = None if out is None else Counts(out, start, chosen_options(game, options))
    if file:
        file.check()
    split = counting.split(start, depth, console(stderr=True), lang, every=file is not None)
    for token, lines in split.lines.items():
        print(f"{token}: {lines}")
    print(word(lang, "total", lines=split.total))
    print(counting.report(split, lang), file=sys.stderr)
    if file and split.counts:
        print(file.keep(split.counts, lang), file=sys.stderr)
    return FINE if split.is_whole else INTERRUPTED


def show(
    record: Words,
    /,
    *,
    number: Whole | None = None,
    ply: Whole | None = None,
    svg: Words | None = None,
    animate: Flag = False,
    seconds: Words | None = None,
    lang: Lang,
) -> int:
    """Print a record, or draw it."""
    showing.check(ply, svg, animate, seconds)
    read = read_stdin(number) if record == "-" else read_record(record, number)
    if svg is None:
        showing.show(console(), read, ply, lang)
    elif animate:
        showing.keep(console(), svg, showing.replay_of(read, seconds, lang), lang)
    else:
        showing.keep(console(), svg, pictures.show(read, ply=ply, lang=lang), lang)
    return FINE


COMMANDS = (
    games, rules, play, serve, puzzles, bot, perft, show, analyse, match, ladder, study, new_game
)  # fmt: skip


def spelled(command: Callable[..., int]) -> str:
    """The name of a command as people type it."""
    return command.__name__.replace("_", "-")


class Page:
    """A help page that says what it says and nothing else."""

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
        raise complaint(wrong, [spelled(each) for each in COMMANDS]) from wrong
    given = dict.fromkeys(ignored, lang)
    return command(*bound.args, **bound.kwargs, **given) or FINE


def _close_silently() -> None:
    """Nobody reads any more: let what is left in the pipe go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
