"""Pictures: well-formed, told in words, with colours to tell apart; docs/ is up to date."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.games.contract import random_game
from tests.games.contract_of_style import COLOURED, IN_BOTH_THEMES

import tablier
from tablier.game import Game
from tablier.pictures.svg import NAMESPACE, picture, style, svg
from tablier.shapes import Board, Circle, Label, Mark, Shape, Spot
from tablier.shapes import Path as Line

ROOT = Path(__file__).parent.parent.parent
GAMES = [tablier.game(name) for name in tablier.games()]
CONTRAST, OUTLINE = 4.5, 3  # WCAG AA for text, and for what else has to be told apart

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def elements(text: str, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(text).iter(f"{{{NAMESPACE}}}{tag}"))


# The function

PIECES: dict[str, list[Shape]] = {
    "pawn": [Circle(0, 0, 0.4, "body"), Label(0, 0.1, "", "number"), Label(0, 0.3, "!", "sign")]
}
SPOT = Spot("a1", "a1", 0.5, 0.5, "M0 0h1v1h-1Z", {})
BOARD = Board(2, 1.5, [[Line("M0 0h2", "line")]], [SPOT], PIECES)


def drawn(*marks: Mark, title: str = "A game", choices: tuple[str, ...] = ()) -> str:
    return svg(BOARD, marks, ".line {}", "game", title=title, description="x", choices=choices)


def test_a_picture_is_as_large_as_its_board() -> None:
    (root,) = elements(drawn(), "svg")
    assert root.attrib["viewBox"] == "0 0 2 1.5"
    assert float(root.attrib["width"]) / float(root.attrib["height"]) == pytest.approx(2 / 1.5)


def test_a_picture_says_what_it_shows() -> None:
    (root,) = elements(drawn(title='<Tic> & "Tac"'), "svg")
    assert root.attrib["role"] == "img"
    assert [root[0].text, root[1].text] == ['<Tic> & "Tac"', "x"]


def test_a_mark_is_put_in_its_place_and_turned() -> None:
    text = drawn(Mark("one", "pawn", 1, 0.25), Mark("two", "pawn", 0.5, 1, turn=90))
    places = [group.attrib["transform"] for group in elements(text, "g")[1:]]
    assert places == ["translate(1 0.25)", "translate(0.5 1) rotate(90)"]


def test_the_letters_of_a_mark_go_where_its_piece_has_an_empty_label() -> None:
    text = drawn(Mark("one", "pawn", 1, 1, letters="17"))
    assert [label.text for label in elements(text, "text")] == ["17", "!"]


def test_choices_have_a_dot_on_their_spots() -> None:
    (dot,) = (circle for circle in elements(drawn(choices=("a1",)), "circle"))
    assert (dot.attrib["class"], dot.attrib["cx"], dot.attrib["cy"]) == ("choice", "0.5", "0.5")
    assert elements(drawn(), "circle") == []


# The games


@every_game
@pytest.mark.parametrize("lang", tablier.LANGUAGES)
def test_pictures_of_random_positions_are_well_formed(game: Game, lang: str) -> None:
    for ply, (position, _) in enumerate(random_game(game.start(1), 1)):
        if ply % 10 == 0:
            text = picture(position, lang=lang)
            (title,), (said,) = elements(text, "title"), elements(text, "desc")
            assert title.text == game.title(lang)
            assert said.text == position.status(lang)


@every_game
def test_a_picture_marks_where_legal_moves_begin(game: Game) -> None:
    position = game.start()
    state = position.state
    buttons = game.drawing.board(game.option_numbers).buttons
    begins = {path[0] for path in game.paths(state, position.legal_actions)} - {*buttons}
    circles = elements(picture(position, choices=True), "circle")
    assert len([dot for dot in circles if dot.attrib["class"] == "choice"]) == len(begins)


def test_shared_colours_are_tokens_with_both_themes() -> None:
    sheet = (ROOT / "src" / "tablier" / "style.css").read_text("utf-8")
    assert "prefers-color-scheme" not in sheet
    odd = [line for line in COLOURED.findall(sheet) if not IN_BOTH_THEMES.fullmatch(line)]
    assert odd == []


def test_a_theme_can_be_chosen_on_the_picture_or_around_it() -> None:
    sheet = (ROOT / "src" / "tablier" / "style.css").read_text("utf-8")
    assert ".tablier {\n  color-scheme: light dark;" in sheet
    for theme in ("light", "dark"):
        around = f'.tablier[data-theme="{theme}"], [data-theme="{theme}"] .tablier'
        assert f"{around} {{ color-scheme: {theme}; }}" in sheet


@every_game
def test_coordinates_can_be_read_by_day_and_in_the_evening(game: Game) -> None:
    for tokens in themes(game):
        assert contrast(tokens["--on-wood"], tokens["--wood"]) >= CONTRAST


PAGE = [
    (words, paper)
    for words in ("--ink", "--ink-soft", "--accent", "--danger")
    for paper in ("--paper", "--paper-raised")
]
ON = [("--on-wood", "--wood"), ("--on-accent", "--accent"), ("--on-danger", "--danger")]
SEATS = [(f"--on-seat-{seat}", f"--seat-{seat}") for seat in range(4)]


@pytest.mark.parametrize(("words", "ground"), [*PAGE, *ON, *SEATS])
def test_letters_can_be_read_in_both_themes(words: str, ground: str) -> None:
    for tokens in themes(GAMES[0]):
        assert contrast(tokens[words], tokens[ground]) >= CONTRAST


@pytest.mark.parametrize("seat", range(4))
def test_seats_stand_out_from_the_page_by_their_colour_or_their_rim(seat: int) -> None:
    for tokens in themes(GAMES[0]):
        for paper in ("--paper", "--paper-raised"):
            seen = (tokens[f"--seat-{seat}"], tokens[f"--seat-{seat}-rim"])
            assert max(contrast(colour, tokens[paper]) for colour in seen) >= OUTLINE
            assert contrast(*seen) >= OUTLINE


def test_pieces_of_mole_hill_have_clear_outlines() -> None:
    for tokens in themes(tablier.game("mole-hill")):
        assert contrast(tokens["--on-plate"], tokens["--plate"]) >= CONTRAST
        for line, ground in OUTLINES:
            assert contrast(tokens[line], tokens[ground]) >= OUTLINE, (line, ground)


OUTLINES = (
    ("--light-hill", "--light-hill-rim"),
    ("--dark-hill", "--dark-hill-contour"),
    ("--rod", "--rod-rim"),
    ("--white", "--white-rim"),
    ("--light-hill", "--dark-hill"),
)


def test_tracks_of_moguli_shine_through_glass() -> None:
    for tokens in themes(tablier.game("moguli")):
        assert contrast(tokens["--below-lit"], tokens["--glass"]) >= CONTRAST


def test_blocks_of_labyrinthe_can_be_told_and_their_names_read() -> None:
    for tokens in themes(tablier.game("labyrinthe")):
        assert contrast(tokens["--on-block"], tokens["--block"]) >= CONTRAST
        rims = (tokens["--block-rim"], tokens["--block-edge"])
        assert max(contrast(rim, tokens["--board"]) for rim in rims) >= OUTLINE


def themes(game: Game) -> tuple[dict[str, str], dict[str, str]]:
    """The shared tokens and those of the game in the light theme and in the dark one."""
    tokens = dict(re.findall(r"(--[\w-]+): ([^;]+);", style(game.package)))
    halves = {
        name: re.fullmatch(r"light-dark\((.+), (.+)\)", value) for name, value in tokens.items()
    }
    day, evening = (
        {name: half[side] if half else tokens[name] for name, half in halves.items()}
        for side in (1, 2)
    )
    return day, evening


def contrast(first: str, second: str) -> float:
    """How much lighter one colour is than the other, as WCAG reckons."""
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# docs/


@pytest.mark.one_game  # docs/add-a-game.md has just run the script
def test_docs_are_up_to_date(tmp_path: Path) -> None:
    """Run scripts/pictures when this fails, and look at what it has changed.

    A game without a page in docs/games/ is not shown there yet.
    """
    subprocess.run([sys.executable, str(ROOT / "scripts" / "pictures"), str(tmp_path)], check=True)
    for folder in ("pictures", "rulebooks"):
        made = contents(tmp_path / folder)
        assert made
        assert contents(ROOT / "docs" / folder) == made


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}
