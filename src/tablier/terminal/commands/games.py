"""The command `games`: all games with their options, and the choice of one."""

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table

from tablier.game import Game, value_text, values_text
from tablier.games import game_from_text
from tablier.games import games as all_games
from tablier.terminal.arguments import Lang
from tablier.terminal.screen import Ask, console, say
from tablier.terminal.words import word
from tablier.texts import refusal, texts


def games(*, lang: Lang) -> None:
    """Print every game with its options; then the drafts."""
    screen = console()
    for i, game in enumerate(map(game_from_text, all_games())):
        say(screen, "\n" * (i > 0) + f"{game.name}: {game.title(lang)}, {_players(game, lang)}")
        say(screen, _blurb(game, lang))
        options = Table.grid(padding=(0, 2), pad_edge=True)
        for option in game.options:
            for typed, said in _option(game, option, lang):
                options.add_row(typed, said)
        say(screen, options)
    drafts = [name for name in all_games(drafts=True) if name not in all_games()]
    if drafts:
        say(screen, "\n" + word(lang, "drafts", games=", ".join(drafts)))


def choose(screen: Console, ask: Ask, lang: str) -> str:
    """The name of the game that a person picks from the list; if there is one only, that one."""
    known = all_games()
    if len(known) == 1:
        return known[0]
    for number, game in enumerate(map(game_from_text, known), 1):
        say(screen, f"{number:3}  {game.title(lang)}: {_blurb(game, lang)}")
    choices = {str(number): name for number, name in enumerate(known, 1)}
    choices |= {name: name for name in known}
    while True:
        answer = ask(f"{word(lang, 'which_game')} ").strip()
        if answer in choices:
            return choices[answer]
        if answer:
            say(screen, refusal("no_game", game=answer, known=", ".join(known)).sentence(lang))


def _players(game: Game, lang: str) -> str:
    """How many can play: "2 players", "2 or 4 players"."""
    _, seats = game.rules.OPTIONS.get("players", (None, (game.rules.PLAYERS,)))
    return word(lang, "players", n=f" {word(lang, 'or')} ".join(map(str, seats)))


def _blurb(game: Game, lang: str) -> str:
    return str(texts(game.package, lang)["blurb"])


def _option(game: Game, option: str, lang: str) -> Iterator[tuple[str, str]]:
    """How an option is typed and what it means; then the values that have a text of their own."""
    default, values = game.rules.OPTIONS[option]
    words = texts(game.package, lang)["options"][option]
    known = [] if isinstance(values, range) else [value_text(value) for value in values]
    usual = f"({word(lang, 'default')} {value_text(default)})"
    yield f"{option}={'|'.join(known) or values_text(values)}", f"{words['name']} {usual}"
    for value in known:
        if value in words:
            yield f"  {value}", f"… {words[value]}"
