"""Writes the report into the folder of the study."""

from collections.abc import Sequence
from pathlib import Path

from tablier.game import Game
from tablier.study.notes import notes_on
from tablier.study.report import (
    drama,
    ends,
    heat,
    lengths,
    multiplayer,
    openings,
    scores,
    seats,
    skill,
    variants,
)
from tablier.study.report.document import Picture, Section, Study
from tablier.study.report.pages import games_csv, markdown, numbers_csv, page
from tablier.study.store import Store

QUESTIONS = (lengths, ends, seats, scores, skill, drama, openings, heat, variants, multiplayer)
PAGE, TEXT, FINDINGS = "report.html", "report.md", "findings.md"
GAMES, NUMBERS = "games.csv", "numbers.csv"


def write(game: Game, store: Store) -> Path:
    """Write the report of a study beside its rows; return the path of its page."""
    rows = sorted(store.rows.values(), key=lambda row: row.key)
    study = Study(game, notes_on(game), rows)
    sections = sections_of(study)
    pictures = [each for part in sections for each in part.body if isinstance(each, Picture)]
    title = f"{game.title()}: a study"
    text = markdown(title, head(study, store), sections)
    files = {
        TEXT: text,
        PAGE: page(title, text, pictures),
        GAMES: games_csv(study.played),
        NUMBERS: numbers_csv(sections),
        **{f"{picture.name}.svg": picture.svg for picture in pictures},
    }
    for name, content in files.items():
        (store.folder / name).write_text(content, "utf-8")
    return store.folder / PAGE


def sections_of(study: Study) -> list[Section]:
    """All questions that these rows can answer, with their answers."""
    return [found for each in QUESTIONS if (found := each.section(study)) is not None]


def head(study: Study, store: Store) -> Sequence[str]:
    """What was played when, by which command; and the findings, if somebody wrote them down."""
    seconds = sum(row.seconds for row in study.rows)
    commands = "\n".join(store.metadata.commands)
    told = store.folder / FINDINGS
    searches = "1 search" if len(study.searches) == 1 else f"{len(study.searches)} searches"
    return [
        told.read_text("utf-8").strip() if told.exists() else "",
        f"{len(study.played)} games and {searches} of the start, begun on "
        f"{store.metadata.date}, {seconds / 60:.0f} min of one processor. Version "
        f"{store.metadata.version} of the rules. Numbers in brackets are 95% confidence intervals.",
        f"```sh\n{commands}\n```",
        f"All games: [{GAMES}]({GAMES}); all numbers of the tables: [{NUMBERS}]({NUMBERS}).",
    ]
