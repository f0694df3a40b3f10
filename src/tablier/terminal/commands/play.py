"""The command `play`: a game at one terminal, line by line or on the whole screen."""

import secrets

from rich.console import Console

from tablier.terminal.arguments import FINE, INTERRUPTED, Flag, Lang, Options, Whole, Words
from tablier.terminal.commands.games import choose
from tablier.terminal.files import unfinished_path
from tablier.terminal.screen import (
    ask,
    console,
    draw,
    ending_as_ctrl_c,
    is_terminal,
    preparing,
    say,
)
from tablier.terminal.session.history import StartOptions, compile_rules, start
from tablier.terminal.session.lines import Lines
from tablier.terminal.session.opponents import against
from tablier.terminal.session.session import Interface, Session
from tablier.terminal.words import word
from tablier.texts import Refusal


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
    interface: Interface = Lines(screen, ask, lang)
    if is_terminal() and not plain:
        from tablier.terminal.fullscreen.app import GameApp  # noqa: PLC0415 - Textual is large

        interface = GameApp()
    return run(Session(history, lang, interface, opponents, resume), greeting, screen)


def run(session: Session, greeting: str, screen: Console) -> int:
    """Play until somebody leaves, save an unfinished game, and return the exit code."""
    code = FINE
    with ending_as_ctrl_c():
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
