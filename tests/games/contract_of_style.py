"""What must hold for the style sheet of every game, as checks of a game; see contract.py."""

import re
from collections.abc import Iterator

from tests.games.contract_case import Case, cases

from tablier.pictures.svg import style

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
CLASS = re.compile(r"\.([a-z][\w-]*)")
TOKEN, USED = re.compile(r"(--[\w-]+):"), re.compile(r"var\((--[\w-]+)\)")
COLOURED = re.compile(r"^.*#[0-9a-f]{6}.*$", re.MULTILINE)
IN_BOTH_THEMES = re.compile(r"  --[\w-]+: (light-dark\(#\w{6}, #\w{6}\)|#\w{6});")


def sheet(case: Case) -> str:
    """The game's style sheet without its comments."""
    return COMMENT.sub("", (case.home / "style.css").read_text("utf-8"))


def classes(case: Case) -> Iterator[str]:
    """All classes of the shapes that the game draws, with any of its options."""
    for game in (case.game, *(other.game for other in cases(case.game.package)[1:])):
        board = game.drawing.board(game.option_numbers)
        for group in (*board.layers, *board.pieces.values()):
            for shape in group:
                yield from shape.style.split()


def check_classes(case: Case) -> None:
    """Every class of a shape has a style, and every style has a shape."""
    views = {f"view-{name}" for name in case.game.views}
    styled = set(CLASS.findall(sheet(case))) - {case.game.name, "table", *views}
    used, file = set(classes(case)), case.file("style.css")
    assert not used - styled, f"{file} has no style for the classes {sorted(used - styled)}"
    assert not styled - used, f"{file} has styles that no shape needs: {sorted(styled - used)}"


def check_selectors(case: Case) -> None:
    """The styles of a game hold in its own pictures alone."""
    found = re.findall(r"([^{}]+)\{", sheet(case))
    selectors = [each.strip() for group in found for each in group.split(",")]
    assert selectors, f"{case.file('style.css')} is empty"
    own = re.compile(rf"(\.(table|view-\w+))?\.{case.game.name}( \S+)?")
    odd = [each for each in selectors if not own.fullmatch(each)]
    assert not odd, f"selectors of {case.file('style.css')} begin with .{case.game.name}: {odd}"


def check_style_tokens(case: Case) -> None:
    """Every token (--wood) that is used is known, and every one that the game has is used."""
    used, file = set(USED.findall(sheet(case))), case.file("style.css")
    unknown = sorted(used - set(TOKEN.findall(style(case.game.package))))
    assert not unknown, f"{file} uses tokens that nobody has set: {unknown}"
    unused = sorted(set(TOKEN.findall(sheet(case))) - used)
    assert not unused, f"{file} sets tokens that it never uses: {unused}"


def check_colours(case: Case) -> None:
    """Colours are tokens that know both themes."""
    file = case.file("style.css")
    assert "prefers-color-scheme" not in sheet(case), f"{file}: light-dark(…, …) asks for the theme"
    odd = [line for line in COLOURED.findall(sheet(case)) if not IN_BOTH_THEMES.fullmatch(line)]
    wanted = "“  --name: light-dark(#aabbcc, #112233);”"
    assert not odd, f"colours of {file} stand in lines like {wanted}: {odd}"
