"""The card of each page: a picture for previews of its link, at the page's address and /card.png.

A card names no player: whoever posts a link may not know who keeps its preview.
"""

from tablier.games import game, games
from tablier.lesson import lesson
from tablier.pictures.card import Shown, card
from tablier.pictures.svg import last_move
from tablier.play.table import Table
from tablier.position import Position
from tablier.puzzle import puzzle
from tablier.server.http.pages import kind_and_game, title_and_about
from tablier.texts import PACKAGE, seat_name, texts


def page_card(path: str, lang: str) -> str:
    """The card of the page with that path, as SVG; pages that are no game's show all games."""
    kind, name = kind_and_game(path)
    if not name:
        tagline = str(texts(PACKAGE, lang)["browser"]["home"]["tagline"])
        return card("Tablier", tagline, [_scene(each) for each in games()])
    title, about = title_and_about(kind, name, lang)
    number = path.strip("/").removeprefix(f"{kind}/{name}").strip("/")
    if number:
        return (_puzzle_card if kind == "puzzles" else _lesson_card)(name, int(number), lang)
    if kind == "play":
        chosen = game(name)
        title, about = chosen.title(lang), str(texts(chosen.package, lang)["blurb"])
    return card(title, about, [_scene(name)])


def _scene(name: str) -> Shown:
    chosen = game(name)
    return Shown(chosen.position(chosen.drawing.SCENE))


def _puzzle_card(name: str, number: int, lang: str) -> str:
    chosen, words = puzzle(name, number), texts(PACKAGE, lang)["browser"]["puzzles"]
    player = seat_name(chosen.seat, lang, chosen.game.package)
    return card(
        chosen.game.title(lang), words[chosen.task].format(player=player), [Shown(chosen.position)]
    )


def _lesson_card(name: str, number: int, lang: str) -> str:
    chosen = lesson(name, number)
    words = chosen.words(lang)
    return card(words["title"], words["task"], [Shown(chosen.position)])


def table_card(table: Table, lang: str) -> str:
    """The card of a table: its position, and whose turn it is or how the game ended."""
    position = table_position(table, table.ply)
    shown = [Shown(position, last_move(position))]
    return card(table.game.title(lang), sentence(table, lang), shown)


def table_position(table: Table, ply: int) -> Position:
    """The position after so many moves, which knows the last one."""
    here = table.at(ply)
    return table.at(ply - 1).play(table.tokens[ply - 1]) if ply else here


def sentence(table: Table, lang: str) -> str:
    """Whose turn it is, or how the game ended, by the names of the seats alone."""
    if table.ending is None:
        outcome = None if table.position.legal_actions else table.position.outcome()
        return table.position.status(lang) if outcome is None else outcome.sentence(lang)
    loser = table.ending.loser
    player = "" if loser is None else seat_name(loser, lang, table.game.package)
    return str(texts(PACKAGE, lang)["server"][table.ending.reason].format(player=player))
