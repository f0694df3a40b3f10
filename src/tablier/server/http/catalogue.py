"""The catalogue: the games as the browser shows them."""

import hashlib
from functools import cache
from importlib.resources import files

from tablier.game import Game, value_text
from tablier.games import game, games, package_of
from tablier.puzzle import puzzles
from tablier.search.levels import LEVELS, rating
from tablier.server import views
from tablier.server.wire.protocol import GameInfo, LevelInfo, OptionInfo, OptionValue, View
from tablier.texts import PACKAGE, seat_name, texts


@cache
def all_games(lang: str) -> list[GameInfo]:
    """All games, in the order of their titles."""
    return sorted((named(name, lang) for name in games()), key=lambda each: each.title)


@cache
def named(name: str, lang: str) -> GameInfo:
    """The game of that name, which may be a draft."""
    return game_info(game(name), lang)


@cache
def style(name: str) -> str:
    """The style sheet of a game."""
    return files(package_of(name)).joinpath("style.css").read_text("utf-8")


@cache
def style_address(name: str) -> str:
    """The address of a game's style sheet, which changes with its contents."""
    version = hashlib.sha256(style(name).encode()).hexdigest()[:12]
    return f"/api/games/{name}/style.css?v={version}"


@cache
def shared_style() -> str:
    """The style sheet that all games share."""
    return files(PACKAGE).joinpath("style.css").read_text("utf-8")


def game_info(chosen: Game, lang: str) -> GameInfo:
    """A game with its default options."""
    words, rules, drawing = texts(chosen.package, lang), chosen.rules, chosen.drawing
    scene = chosen.position(drawing.SCENE)
    return GameInfo(
        name=chosen.name,
        title=chosen.title(lang),
        blurb=words["blurb"],
        author=words["author"],
        length=words["length"],
        players=list(rules.OPTIONS.get("players", (0, (rules.PLAYERS,)))[1]),
        seats=[seat_name(i, lang, chosen.package) for i in range(rules.PLAYERS)],
        options=[option_info(chosen, name, lang) for name in rules.OPTIONS],
        levels=[LevelInfo(i, rating(chosen, i)) for i in range(1, len(LEVELS) + 1)],
        views=[View(name, words["views"][name], key) for name, key in chosen.views.items()],
        piece_names=chosen.piece_names(lang),
        spot_names=chosen.spot_names(lang),
        legend=words.get("legend", {}),
        style=style_address(chosen.name),
        puzzles=len(puzzles(chosen.name)),
        board=views.board(chosen),
        scene=list(drawing.marks(scene.state)),
    )


def option_info(chosen: Game, name: str, lang: str) -> OptionInfo:
    """An option with its values, or with the least and the most of a number."""
    default, values = chosen.rules.OPTIONS[name]
    words = texts(chosen.package, lang)["options"][name]
    if isinstance(values, range):
        return OptionInfo(name, words["name"], default, [], values[0], values[-1])
    known = {True: "yes", False: "no"}
    labels = [
        str(texts(PACKAGE, lang)["server"][known[value]])
        if isinstance(value, bool)
        else str(words.get(value_text(value), value))
        for value in values
    ]
    pairs = zip(values, labels, strict=True)
    return OptionInfo(name, words["name"], default, [OptionValue(*pair) for pair in pairs])
