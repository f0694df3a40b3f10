"""The command `puzzles`: solve them line by line, or find new ones."""

from tablier.games import game_from_text
from tablier.puzzle import puzzle
from tablier.puzzle import puzzles as puzzles_of
from tablier.terminal.arguments import FINE, INTERRUPTED, Lang, Whole, Words
from tablier.terminal.commands.games import choose
from tablier.terminal.puzzles.finding import Search, find_puzzles
from tablier.terminal.puzzles.solving import PuzzleSession, solve
from tablier.terminal.screen import ask, console, preparing, say
from tablier.terminal.words import word


def puzzles(
    game: str | None = None,
    number: Whole | None = None,
    /,
    *,
    find: Whole | None = None,
    levels: Words = "5-8",
    games: Whole = 200,
    left: Whole = 3,
    effort: Whole = 5000,
    workers: Whole = 1,
    seed: Whole = 0,
    out: Words | None = None,
    lang: Lang,
) -> int:
    """Solve puzzles, or find new ones."""
    screen = console()
    name = choose(screen, ask, lang) if game is None else game
    chosen = game_from_text(name)
    if find is not None:
        search = Search(find, levels, games, left, effort, workers, seed)
        is_whole = find_puzzles(chosen, search, out, console(stderr=True), lang)
        return FINE if is_whole else INTERRUPTED
    with preparing(screen, lang):
        known = puzzles_of(name)
    if not known:
        say(screen, word(lang, "puzzles.none", game=chosen.title(lang)))
        return FINE
    session = PuzzleSession(name, lang, screen)
    session.start(session.next() if number is None else puzzle(name, number))
    solve(session, ask)
    return FINE
