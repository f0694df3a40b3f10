"""Rulebooks are read into sections, clauses and diagrams, and nothing of them is lost."""

from importlib.resources import files

import pytest

from tablier import LANGUAGES, Refusal, game, games
from tablier.rulebook import Clause, Diagram, Section, read, rulebook

SMALL = """# A Game

Two play it.
It is short.

**Aim.** Take
everything.

**Your turn.** Take something.

## 1 The board
**§1.1** There are `64` squares.
- light
- dark

It is *square*.

```board
a1 - m
The start,
in one line.
```

**§1.2** A clause.

```text
**§9.9** not a clause

## not a section
```

## Notes

Nobody knows who invented it.
"""


def test_title_and_opening() -> None:
    book = read(SMALL)
    assert book.title == "A Game"
    first, *rest = book.opening
    assert first == "Two play it.\nIt is short."
    assert len(rest) == 2


def test_the_aim_is_what_the_opening_says_first() -> None:
    assert read(SMALL).aim == "Take everything."
    assert read("# A Game\n\nTwo play it.\n").aim == ""


def test_a_section_has_a_number_and_a_title() -> None:
    board, notes = read(SMALL).sections
    assert (board.number, board.title) == ("1", "The board")
    assert (notes.number, notes.title) == ("", "Notes")


def test_what_stands_before_the_first_clause_is_the_opening_of_the_section() -> None:
    board, notes = read(SMALL).sections
    assert board.opening == ()
    assert notes.opening == ("Nobody knows who invented it.",)


def test_a_clause_holds_all_up_to_the_next() -> None:
    first, second = read(SMALL).clauses
    assert first == Clause(
        "1.1",
        (
            "There are `64` squares.\n- light\n- dark",
            "It is *square*.",
            Diagram("a1 - m", "The start, in one line."),
        ),
    )
    assert second.number == "1.2"


def test_other_fenced_blocks_stay_as_they_are() -> None:
    _, fenced = read(SMALL).find("1.2").parts  # type: ignore[union-attr]
    assert fenced == "```text\n**§9.9** not a clause\n\n## not a section\n```"


def test_find_takes_clauses_and_sections_with_or_without_sign() -> None:
    book = read(SMALL)
    assert book.find("§1.2") is book.clauses[1]
    assert isinstance(book.find("1"), Section)


def test_a_clause_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(Refusal, match=r"no rule 7.7 in this rulebook; it has 1.1, 1.2\."):
        read(SMALL).find("7.7")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(Refusal, match="There is no language ‘xx’ here"):
        rulebook(game("mole-hill").package, "xx")


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_clause_sign_at_a_line_start_is_a_clause(name: str, lang: str) -> None:
    package = game(name).package
    text = files(package).joinpath("rulebook", f"{lang}.md").read_text("utf-8")
    signs = [line[3:].partition("*")[0] for line in text.splitlines() if line.startswith("**§")]
    assert [clause.number for clause in rulebook(package, lang).clauses] == signs


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_diagram_shows_a_position_and_has_a_caption(name: str, lang: str) -> None:
    chosen = game(name)
    book = rulebook(chosen.package, lang)
    parts = [part for clause in book.clauses for part in clause.parts]
    diagrams = [part for part in parts if isinstance(part, Diagram)]
    assert diagrams
    for diagram in diagrams:
        assert str(chosen.position(diagram.position)) == diagram.position
        assert diagram.caption
