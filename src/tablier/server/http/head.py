"""The head of a page: language, title and description, for clients that run no script."""

from functools import cache
from html import escape

from tablier.games import game, games
from tablier.puzzle import puzzles
from tablier.texts import PACKAGE, texts

LANGUAGE = '<html lang="en"'
TITLE = "<title>Tablier</title>"
ABOUT = '<meta name="description" content="Board games worth finding again." />'


def headed(page: str, path: str, lang: str) -> str:
    """The page of index.html with the head that the page of this address has."""
    title, about = title_and_about(*_kind_and_game(path), lang)
    page = page.replace(LANGUAGE, f'<html lang="{lang}"', 1)
    page = page.replace(TITLE, f"<title>{escape(title)}</title>", 1)
    return page.replace(ABOUT, f'<meta name="description" content="{escape(about)}" />', 1)


def _kind_and_game(path: str) -> tuple[str, str]:
    """Which page it is: the page of all games, a table, or a page of a game that there is."""
    kind, _, rest = path.strip("/").partition("/")
    name = rest.partition("/")[0]
    if kind == "t":
        return "table", ""
    return (kind, name) if name in games(drafts=True) else ("home", "")


@cache
def title_and_about(kind: str, name: str, lang: str) -> tuple[str, str]:
    """The title, as the page will set it itself, and a sentence or two."""
    shared = texts(PACKAGE, lang)
    about = shared["server"]["pages"][kind]
    if not name:
        names = ", ".join(sorted(game(each).title(lang) for each in games()))
        return "Tablier", about.format(games=names)
    chosen = game(name)
    words = {"game": chosen.title(lang), "n": len(puzzles(name))}
    titles = {
        "play": f"{words['game']} – Tablier",
        "rules": f"{shared['browser']['home']['rules']}: {words['game']}",
        "puzzles": shared["browser"]["puzzles"]["title"].format(**words),
    }
    if kind == "puzzles" and not words["n"]:
        about = shared["browser"]["puzzles"]["none"]
    return titles[kind], about.format(**words, blurb=texts(chosen.package, lang)["blurb"])
