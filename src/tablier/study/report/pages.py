"""The files of a report: Markdown with pictures beside it, one self-contained HTML file, CSV."""

import base64
import csv
import html
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files

from tablier.extras import extra
from tablier.study.jobs import GameRow
from tablier.study.report.document import Cell, Picture, Section, Table
from tablier.study.statistics import Figure

with extra("study"):
    from markdown_it import MarkdownIt

COLUMNS = (
    *("part", "options", "entrants", "seed", "opening", "moves", "turns", "choices", "tree"),
    *("payoffs", "ending", "scores", "hopeless", "kingmaking", "seconds"),
)


def markdown(title: str, head: Sequence[str], sections: Sequence[Section]) -> str:
    """The whole report; pictures are files beside it."""
    blocks = [f"# {title}", *head]
    for section in sections:
        blocks += [f"## {section.title}", section.summary, *map(_block, section.body)]
    return "\n\n".join(filter(None, blocks)) + "\n"


def _block(each: str | Table | Picture) -> str:
    match each:
        case Table(heads, rows):
            return "\n".join(_table(heads, rows))
        case Picture(name, caption, _):
            return f"![{caption}]({name}.svg)\n\n*{caption}.*"
    return each


def _table(heads: Sequence[str], rows: Sequence[Sequence[Cell]]) -> Iterator[str]:
    yield _row(heads)
    yield _row(["---"] * len(heads))
    for row in rows:
        yield _row(map(_cell, row))


def _cell(cell: Cell) -> str:
    return f"**{cell}**" if isinstance(cell, Figure) and cell.is_clear else str(cell)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def page(title: str, text: str, pictures: Iterable[Picture]) -> str:
    """The Markdown as one self-contained HTML file."""
    body = str(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))
    for picture in pictures:
        data = base64.b64encode(picture.svg.encode()).decode()
        body = body.replace(f'src="{picture.name}.svg"', f'src="data:image/svg+xml;base64,{data}"')
    body = re.sub(r"<table>.*?</table>", r'<div class="wide">\g<0></div>', body, flags=re.S)
    style = files(__package__).joinpath("report.css").read_text("utf-8")
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n'
        f"<title>{html.escape(title)}</title>\n"
        f"<style>\n{style}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )


def games_csv(games: Iterable[GameRow]) -> str:
    """All games, one a line; the values of seats are separated by spaces."""
    return _csv(COLUMNS, ([_plain(getattr(game, name)) for name in COLUMNS] for game in games))


def numbers_csv(sections: Iterable[Section]) -> str:
    """Every number of the tables with its interval."""
    heads = ("section", "row", "column", "value", "low", "high", "n")
    return _csv(heads, (line for section in sections for line in _numbers(section)))


def _numbers(section: Section) -> Iterator[list[object]]:
    for table in (each for each in section.body if isinstance(each, Table)):
        for first, *cells in table.rows:
            for head, cell in zip(table.heads[1:], cells, strict=True):
                if isinstance(cell, Figure):
                    ends = (f"{each:.6g}" for each in (cell.value, cell.low, cell.high))
                    yield [section.title, first, head, *ends, cell.n]


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return " ".join(
            "" if each is None else f"{each:g}" if isinstance(each, float) else str(each)
            for each in value
        )
    return value


def _csv(heads: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(lines)
    return out.getvalue()
