"""The command `rules`: a rulebook as text, its diagrams drawn in letters."""

from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tablier.game import Game
from tablier.games import game_from_text
from tablier.rulebook import Clause, Diagram, Part, Rulebook, Section, rulebook
from tablier.terminal.arguments import Lang
from tablier.terminal.screen import console, draw

INDENT = (0, 0, 0, 4)


def rules(game: str, /, *, clause: str = "", lang: Lang) -> None:
    """Print the rulebook of a game, or one clause of it."""
    print_rules(console(), game_from_text(game), lang, clause)


def print_rules(screen: Console, game: Game, lang: str, number: str = "") -> None:
    """Print the whole rulebook of a game, or one section or clause of it."""
    book = rulebook(game.package, lang)
    entry = book.find(number) if number else book
    for renderable in blocks(entry, game):
        _print(screen, renderable)


def _print(screen: Console, renderable: RenderableType) -> None:
    """Print one block and an empty line; what goes into a file gets no spaces at line ends."""
    if screen.is_terminal:
        screen.print(renderable, "", crop=False, sep="\n")
        return
    with screen.capture() as captured:
        screen.print(renderable, crop=False)
    lines = (line.rstrip() for line in captured.get().splitlines())
    draw(screen, "\n".join(lines) + "\n")


def blocks(entry: Rulebook | Section | Clause, game: Game) -> Iterator[RenderableType]:
    """Paragraphs, headings and diagrams, one after the other."""
    match entry:
        case Clause():
            first, *rest = entry.parts
            yield from _parts((f"**§{entry.number}** {first}", *rest), game)
        case Section():
            yield _markdown(f"## {entry.number} {entry.title}")
            yield from _parts(entry.opening, game)
            for clause in entry.clauses:
                yield from blocks(clause, game)
        case Rulebook():
            yield _markdown(f"# {entry.title}")
            yield from _parts(entry.opening, game)
            for section in entry.sections:
                yield from blocks(section, game)


def _parts(parts: tuple[Part, ...], game: Game) -> Iterator[RenderableType]:
    for part in parts:
        yield _diagram(part, game) if isinstance(part, Diagram) else _markdown(part)


def _markdown(words: str) -> RenderableType:
    from rich.markdown import Markdown  # noqa: PLC0415 - takes long, and most commands need none

    return Markdown(words)


def _diagram(diagram: Diagram, game: Game) -> RenderableType:
    drawing = game.drawing.text(game.position(diagram.position).state)
    board = Text(drawing, no_wrap=True, overflow="ignore")
    return Padding(Group(board, Text(), Text(diagram.caption, style="italic")), INDENT)
