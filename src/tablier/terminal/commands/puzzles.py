"""The command `puzzles`: solve them line by line, mine new ones, choose among them, rate them."""

from rich.console import Console

from tablier.game import Game
from tablier.games import game_from_text
from tablier.puzzle import daily_puzzle, puzzle
from tablier.puzzle import puzzles as puzzles_of
from tablier.terminal.arguments import FINE, INTERRUPTED, Flag, Lang, Whole, Words, refuse_together
from tablier.terminal.commands.games import choose as choose_game
from tablier.terminal.mining import (
    MOST_PUZZLES,
    Search,
    Selection,
    choose_puzzles,
    mine_puzzles,
    rate_puzzles,
)
from tablier.terminal.screen import ask, console, preparing, say
from tablier.terminal.session.exercises import solve
from tablier.terminal.session.puzzles import PuzzleSession
from tablier.terminal.words import browser_word
from tablier.texts import refusal
from tablier.themes import theme_names


def puzzles(
    game: str | None = None,
    number: Whole | None = None,
    /,
    *,
    daily: Flag = False,
    theme: Words | None = None,
    mine: Words | None = None,
    choose: Whole | None = None,
    mined: Words | None = None,
    short: Whole = MOST_PUZZLES,
    rate: Flag = False,
    levels: Words = "4-7",
    games: Whole = 200,
    turns: Whole = 3,
    most: Whole = 500_000,
    effort: Whole = 20_000,
    slips: Whole = 1,
    missed: Whole = 0,
    workers: Whole = 1,
    seed: Whole = 0,
    out: Words | None = None,
    lang: Lang,
) -> int:
    """Solve puzzles, mine new ones and choose among them, or rate them again."""
    refuse_together({"--daily": daily, "--mine": mine, "--choose": choose, "--rate": rate})
    if daily:
        return solve_daily(lang)
    screen, told = console(), console(stderr=True)
    chosen = game_from_text(choose_game(screen, ask, lang) if game is None else game)
    is_whole = True
    if mine is not None:
        search = Search(levels, games, turns, most, effort, slips, missed, workers, seed)
        is_whole = mine_puzzles(chosen, search, mine, told, lang)
    elif choose is not None:
        choose_puzzles(chosen, Selection(choose, short, mined, out), told, lang)
    elif rate:
        is_whole = rate_puzzles(chosen, out, workers, told, lang)
    else:
        solve_one(chosen, number, theme, screen, lang)
    return FINE if is_whole else INTERRUPTED


def solve_daily(lang: str) -> int:
    """The puzzle of the day."""
    today, screen = daily_puzzle(), console()
    session = PuzzleSession(today.game.name, lang, screen)
    session.tell("daily", game=today.game.title(lang))
    solve(session, today, ask)
    return FINE


def solve_one(
    game: Game, number: int | None, theme: str | None, screen: Console, lang: str
) -> None:
    """The puzzle of that number, or the next one that is not solved, of that theme."""
    with preparing(screen, lang):
        known = puzzles_of(game.name)
    if not known:
        say(screen, browser_word(lang, "puzzles.none", game=game.title(lang)))
        return
    session = PuzzleSession(game.name, lang, screen)
    session.theme = None if theme is None else theme_named(game, theme, lang)
    solve(session, session.following() if number is None else puzzle(game.name, number), ask)


def theme_named(game: Game, text: str, lang: str) -> str:
    """The key of a theme, by its key or its name in the language."""
    names = theme_names(game, lang)
    for key, name in names.items():
        if text.casefold() in (key, name.casefold()):
            return key
    raise refusal("no_theme", theme=text, known=", ".join(names.values()))
