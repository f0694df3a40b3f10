"""The command `learn`: the lessons of a game, line by line."""

from tablier.games import game_from_text
from tablier.lesson import lesson, lessons
from tablier.terminal.arguments import FINE, Lang, Whole
from tablier.terminal.commands.games import choose
from tablier.terminal.screen import ask, console, preparing, say
from tablier.terminal.session.exercises import solve
from tablier.terminal.session.lessons import LessonSession
from tablier.terminal.words import browser_word


def learn(game: str | None = None, step: Whole | None = None, /, *, lang: Lang) -> int:
    """Learn a game by playing."""
    screen = console()
    name = choose(screen, ask, lang) if game is None else game
    chosen = game_from_text(name)
    with preparing(screen, lang):
        known = lessons(name)
    if not known:
        say(screen, browser_word(lang, "learn.none", game=chosen.title(lang)))
        return FINE
    session = LessonSession(name, lang, screen)
    solve(session, session.following() if step is None else lesson(name, step), ask)
    return FINE
