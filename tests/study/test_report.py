"""The report: a function of rows made by hand, in Markdown, in one HTML file and as numbers."""

import csv
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from tests.study.rows import (
    GOLDEN,
    METADATA,
    doublings,
    games,
    played,
    report,
    rows,
    searches,
    strengths,
)

import tablier
from tablier import Refusal
from tablier.study.jobs import Job
from tablier.study.notes import Map, Notes, notes_on
from tablier.study.plan import option_texts
from tablier.study.report import lengths, seats
from tablier.study.report.document import Study, Table, ending
from tablier.study.report.heat import counted
from tablier.study.report.skill import pairs_of
from tablier.study.report.writer import sections_of, write
from tablier.study.store import Store
from tablier.texts import texts

pytestmark = pytest.mark.one_game

LABYRINTHE = tablier.game("labyrinthe")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("study")
    (made / "findings.md").write_text("What somebody made of it.\n", "utf-8")
    report(made)
    return made


def test_the_report_is_the_one_that_was_reviewed(tmp_path: Path) -> None:
    assert report(tmp_path) == GOLDEN.read_text("utf-8")


def test_what_somebody_made_of_it_comes_first(folder: Path) -> None:
    lines = (folder / "report.md").read_text("utf-8").splitlines()
    assert lines[:3] == ["# Le Jeu du Labyrinthe: a study", "", "What somebody made of it."]


def test_the_report_does_not_depend_on_when_it_is_written(folder: Path, tmp_path: Path) -> None:
    report(tmp_path)
    for path in tmp_path.glob("*.svg"):
        assert path.read_text("utf-8") == (folder / path.name).read_text("utf-8"), path.name


def test_every_picture_of_the_text_is_there_and_is_svg(folder: Path) -> None:
    text = (folder / "report.md").read_text("utf-8")
    names = re.findall(r"\]\(([^)]+\.svg)\)", text)
    assert len(names) == len(set(names)) >= 10
    for name in names:
        root = ElementTree.parse(folder / name).getroot()
        assert root.tag.endswith("svg")


class Sources(HTMLParser):
    """What a page would have to fetch, and what it leads to."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {"src": [], "href": []}

    def handle_starttag(self, _: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            self.found.setdefault(name, []).append(value or "")


def test_the_page_needs_nothing_else(folder: Path) -> None:
    parser = Sources()
    parser.feed((folder / "report.html").read_text("utf-8"))
    assert len(parser.found["src"]) >= 10
    assert all(each.startswith("data:image/svg+xml;base64,") for each in parser.found["src"])
    assert parser.found["href"] == ["games.csv", "numbers.csv"]


def test_all_games_and_numbers_are_in_tables(folder: Path) -> None:
    with (folder / "games.csv").open(encoding="utf-8") as file:
        lines = [*csv.DictReader(file)]
    assert len(lines) == len(games(rows()))
    assert {line["ending"] for line in lines} == {"wins", "draw"}
    with (folder / "numbers.csv").open(encoding="utf-8") as file:
        numbers = {(line["row"], line["column"]): line for line in csv.DictReader(file)}
    found = numbers["level 5", "points of seat 1"]
    assert float(found["value"]) == 0.75
    assert float(found["low"]) < 0.75 < float(found["high"])


def test_rows_that_answer_few_questions_make_a_short_report() -> None:
    study = Study(LABYRINTHE, notes_on(LABYRINTHE), strengths())
    titles = [section.title for section in sections_of(study)]
    assert "How long are games?" in titles
    assert "How deep is it?" not in titles
    assert sections_of(Study(LABYRINTHE, Notes(), [])) == []


def test_a_game_counts_with_the_other_of_its_pair() -> None:
    played = games(doublings())
    assert pairs_of(played)[32] == [0.0] + [1.0] * 19
    assert pairs_of(played[1:])[32] == [1.0] * 19


def test_heat_is_where_moves_of_a_kind_were_clicked() -> None:
    told = [game for game in games(strengths()) if game.tokens]
    slides = counted("labyrinthe", told, Map("slides", r"\w+-\w+"))
    taken = counted("labyrinthe", told, Map("walls", ".*:.*", spot=0))
    assert slides == {"a4": len(told)}
    assert taken.total() == len(told)


@pytest.mark.parametrize("name", tablier.games())
def test_the_notes_name_endings_options_and_moves_that_there_are(name: str) -> None:
    game = tablier.game(name)
    notes, known = notes_on(game), texts(game.package, "en")["sentences"]
    assert {key for keys in notes.endings.values() for key in keys} <= known.keys()
    assert notes.variants.keys() <= game.rules.OPTIONS.keys()
    assert {*notes.without_net} <= {*option_texts(game, notes)}
    for each in notes.maps:
        assert any(re.fullmatch(each.moves, token) for token in game.notation.TOKENS), each.title


def test_an_ending_without_a_name_is_called_by_its_key() -> None:
    assert ending(Notes(), games(strengths())[0]) == "draw"


def test_without_matplotlib_somebody_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(Refusal, match=r"tablier\[study\]"):
        lengths.section(Study(LABYRINTHE, Notes(), strengths()))


def test_one_search_is_told_as_one(tmp_path: Path) -> None:
    found = {row.key: row for row in searches()[:1]}
    write(LABYRINTHE, Store(tmp_path, METADATA, found))
    text = (tmp_path / "report.md").read_text("utf-8")
    assert "0 games and 1 search of the start" in text
    assert "a2-a5 is the first choice of the search." in text
    assert "One search of 1000 simulations;" in text


def test_how_many_games_of_strong_players_are_different_is_told() -> None:
    strong = ("simulations:900",) * 2
    games = [played(Job("strength", "", strong, seed), 30, 1, -1) for seed in range(3)]
    same = [msgspec.structs.replace(game, tokens="a2-a5") for game in games]
    one_more = [*same, msgspec.structs.replace(games[0], tokens="a2-a4")]
    said = lengths.beginnings(Study(LABYRINTHE, Notes(), one_more))
    assert said.endswith("Of the 4 games at 900 simulations a move, 2 are different.")


def test_games_that_varied_moves_have_not_decided_are_told_of() -> None:
    strong, late = ("simulations:900",) * 2, 7
    games = [played(Job("strength", "", strong, seed), 30, 0, 0) for seed in range(9)]
    hopes = [150 if seed < 5 else 250 for seed in range(9)]  # the others are not even
    courses = [(((0, 900), (1, -900)) * 6 + ((0, hope), (1, -hope)) * late) for hope in hopes]
    even = [
        msgspec.structs.replace(game, course=course)
        for game, course in zip(games, courses, strict=True)
    ]
    (said,) = seats.from_even_beginnings(Study(LABYRINTHE, Notes(), even))
    assert said.startswith("In 5 of the 9 games at 900 simulations a move, both players expect ")
    assert "−0.2 and 0.2" in said
    assert "100% (57 to 100) of these are drawn" in said
    assert [*seats.from_even_beginnings(Study(LABYRINTHE, Notes(), even[2:]))] == []


def test_varied_first_moves_are_nobodys() -> None:
    jobs = [Job("strength", "", (name, name), 0) for name in ("level:5", "simulations:900")]
    rows = [played(job, 30, 1, -1) for job in jobs]
    study = Study(LABYRINTHE, notes_on(LABYRINTHE), [*rows, *searches()])
    (section,) = (each for each in sections_of(study) if each.title.startswith("Which first"))
    (table,) = (each for each in section.body if isinstance(each, Table))
    assert table.heads[-1] == "played by level 5"
