"""The command `play`: a game at one terminal, line by line or on the whole screen."""

import contextlib
import secrets
import signal
from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console

from tablier.games import game_from_text, package_of
from tablier.record import Record
from tablier.terminal.arguments import (
    FINE,
    INTERRUPTED,
    Flag,
    Lang,
    Options,
    Whole,
    Words,
    refuse_together,
)
from tablier.terminal.commands.games import choose
from tablier.terminal.files import read_record, read_unfinished, unfinished_path
from tablier.terminal.screen import ask, console, draw, is_terminal, preparing, say
from tablier.terminal.session.history import History
from tablier.terminal.session.lines import Lines
from tablier.terminal.session.opponents import against
from tablier.terminal.session.session import Interface, Session
from tablier.terminal.words import word
from tablier.texts import Refusal, refusal

ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


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
    begin = StartOptions(seed, options, position, load, resume)
    begin.check()
    name = choose(screen, ask, lang) if game is None and load is None else game
    with preparing(screen, lang):
        history = start(name, begin, secrets.randbits(32))
        opponents = against(history.record, level, seat)
        compile_rules(history)
    is_saved = not resume and unfinished_path(history.record.game.name).exists()
    greeting = word(lang, "saved_before", game=history.record.game.name) if is_saved else ""
    lines = plain or not is_terminal()
    interface = Lines(screen, ask, lang) if lines else full_screen()
    return run(Session(history, lang, interface, opponents, resume), greeting, screen)


@dataclass(frozen=True)
class StartOptions:
    """What the command line says of the game to start."""

    seed: int | None = None
    options: tuple[str, ...] = ()
    position: str | None = None
    load: str | None = None
    resume: bool = False
    number: int | None = None
    """Of the game in a file of several."""

    def check(self) -> None:
        """Refuse options that contradict each other."""
        files = {"--load": self.load, "--resume": self.resume}
        refuse_together({"--seed": self.seed, "--position": self.position, **files})
        refuse_together({"--option": self.options, **files})


def start(name: str | None, options: StartOptions, seed: int) -> History:
    """The game that the options ask for; `seed` is used where they name none.

    Only a file that is loaded says by itself which game it is.
    """
    if options.load is not None:
        return History(_of_game(name, read_record(options.load, options.number)))
    assert name is not None
    game = game_from_text(name, " ".join(options.options))
    if options.resume:
        return History(_of_game(name, read_unfinished(game)))
    if options.position is not None:
        return History(Record(game.position(options.position)))
    seed = seed if options.seed is None else options.seed
    return History(Record(game.start(seed), seed=seed))


def compile_rules(history: History) -> None:
    """Call every rule once, so that all are compiled before the game starts."""
    position = history.position
    position.outcome()
    position.game.drawing.text(position.state)
    for action in position.legal_actions[:1]:
        str(position.after(action))


def _of_game(name: str | None, record: Record) -> Record:
    """The record, if it is one of the game of that name; without a name, any."""
    if name is not None and package_of(name) != record.game.package:
        raise refusal("other_game", theirs=record.game.name, ours=name)
    return record


def full_screen() -> Interface:
    """The interface that fills the screen; only where it is used is its library imported."""
    from tablier.terminal.fullscreen.app import TableApp  # noqa: PLC0415

    return TableApp()


def run(session: Session, greeting: str, screen: Console) -> int:
    """Play until somebody leaves, save an unfinished game, and return the exit code."""
    code = FINE
    with _signals_as_interrupts():
        try:
            code = session.interface.play(session, greeting)
        except EOFError:
            pass
        except KeyboardInterrupt:
            code = INTERRUPTED
        leave(session, screen)
    return code


def leave(session: Session, screen: Console) -> None:
    """Save an unfinished game, and say how to resume it."""
    try:
        session.save_unfinished()
    except Refusal:  # at least its record is printed
        draw(screen, str(session.history.record))
        raise
    if session.in_mid_game and (session.is_changed or session.resumed):
        say(screen, word(session.lang, "game_saved", game=session.position.game.name))


@contextlib.contextmanager
def _signals_as_interrupts() -> Iterator[None]:
    """SIGTERM and SIGHUP end the game as Ctrl-C does."""
    before = {ending: signal.signal(ending, signal.default_int_handler) for ending in ENDINGS}
    try:
        yield
    finally:
        for ending, handler in before.items():
            signal.signal(ending, handler)
