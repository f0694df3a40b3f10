"""Dialogs over the board: questions, pages, the rulebook, the end of a game."""

from collections.abc import Iterator
from typing import ClassVar

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, OptionList, Static

from tablier.game import Game
from tablier.rulebook import Clause, Rulebook, Section, rulebook
from tablier.terminal.commands.rules import blocks
from tablier.terminal.fullscreen.panel_text import opponent_names
from tablier.terminal.session.opponents import PEOPLE, Opponents, opponents_of
from tablier.terminal.words import word

ESCAPE = Binding("escape", "dismiss(None)")


class FileName(ModalScreen[str | None]):
    """Asks for the name of a file."""

    BINDINGS: ClassVar[list[BindingType]] = [ESCAPE]

    def __init__(self, question: str, usual: str, lang: str):
        super().__init__()
        self.question, self.usual, self.lang = question, usual, lang

    def compose(self) -> ComposeResult:
        """The question and a line to answer on."""
        with Vertical(classes="card") as card:
            card.border_subtitle = word(self.lang, "fullscreen.leave")
            yield Static(self.question, markup=False)
            yield Input(self.usual, compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give the name back."""
        event.stop()
        self.dismiss(event.value.strip() or None)


class Page(ModalScreen[None]):
    """Something longer to read; arrow keys scroll it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ESCAPE,
        Binding("enter,q,question_mark", "dismiss(None)"),
    ]

    def __init__(self, title: str, page: RenderableType, lang: str):
        super().__init__()
        self.heading, self.page, self.lang = title, page, lang

    def compose(self) -> ComposeResult:
        """The page in its frame."""
        with VerticalScroll(classes="page") as page:
            page.border_title = self.heading
            page.border_subtitle = word(self.lang, "fullscreen.leave")
            yield from self.parts()

    def parts(self) -> Iterator[Static]:
        """What is on the page."""
        yield Static(self.page, markup=False)


class Rules(Page, inherit_bindings=False):
    """The rulebook, opened at a clause."""

    BINDINGS: ClassVar[list[BindingType]] = [ESCAPE, Binding("r,q,enter", "dismiss(None)")]

    def __init__(self, game: Game, lang: str, number: str = ""):
        super().__init__(game.title(lang), "", lang)
        self.game, self.number = game, number.removeprefix("§")

    def parts(self) -> Iterator[Static]:
        """All parts of the book, each with its number as its id."""
        book = rulebook(self.game.package, self.lang)
        yield from self._part(Rulebook(book.title, book.opening, ()))
        for section in book.sections:
            yield from self._part(Section(section.number, section.title, section.opening, ()))
            for clause in section.clauses:
                yield from self._part(clause)

    def _part(self, entry: Rulebook | Section | Clause) -> Iterator[Static]:
        number = "" if isinstance(entry, Rulebook) else entry.number
        for n, block in enumerate(blocks(entry, self.game)):
            part = Static(block, id=_id(number) if number and n == 0 else None)
            part.set_class(number != "" and number == self.number, "wanted")
            yield part

    def on_mount(self) -> None:
        """Open it where it was asked for."""
        if self.number:
            self.call_after_refresh(self._scroll)

    def _scroll(self) -> None:
        part = self.query_one(f"#{_id(self.number)}")
        self.query_one(VerticalScroll).scroll_to_widget(part, top=True, animate=False)


def _id(number: str) -> str:
    return f"part-{number.replace('.', '-')}"


class NewGame(ModalScreen[Opponents | None]):
    """Asks against whom to play, and from which seat."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ESCAPE,
        Binding("left", "turn(-1)"),
        Binding("right", "turn(1)"),
    ]

    def __init__(self, game: Game, opponents: Opponents, lang: str):
        super().__init__()
        self.game, self.lang = game, lang
        self.level = opponents.level if opponents.seats else 0
        own = [seat for seat in range(game.players) if seat not in opponents.seats]
        self.seat = own[0] if opponents.seats else 0

    def compose(self) -> ComposeResult:
        """The seat, and the opponents to choose from."""
        with Vertical(classes="card") as card:
            card.border_title = word(self.lang, "fullscreen.new_game")
            card.border_subtitle = word(self.lang, "fullscreen.leave")
            yield Static(id="seat", markup=False)
            yield OptionList(*opponent_names(self.game, self.lang), compact=True)

    def on_mount(self) -> None:
        """Offer what was chosen before."""
        self.query_one(OptionList).highlighted = self.level
        self.action_turn(0)

    def action_turn(self, by: int) -> None:
        """Take the next seat."""
        self.seat = (self.seat + by) % self.game.players
        name = self.game.seat_names(self.lang)[self.seat]
        self.query_one("#seat", Static).update(word(self.lang, "fullscreen.your_seat", name=name))

    def on_click(self, event: object) -> None:
        """A click on the seat takes the next one."""
        if getattr(event, "widget", None) is self.query_one("#seat"):
            self.action_turn(1)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Begin."""
        level = event.option_index
        self.dismiss(opponents_of(self.game, level, self.seat + 1) if level else PEOPLE)


class Card(ModalScreen[str | None]):
    """Words with buttons below: a question, news, or the end of the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ESCAPE,
        Binding("left,up", "app.focus_previous"),
        Binding("right,down", "app.focus_next"),
    ]

    def __init__(self, title: str, words: str, buttons: dict[str, str]):
        super().__init__()
        self.heading, self.words, self.buttons = title, words, buttons

    def compose(self) -> ComposeResult:
        """The title, the words and the buttons."""
        with Vertical(classes="card"):
            if self.heading:
                yield Static(self.heading, classes="head", markup=False)
            yield Static(self.words, markup=False)
            with Horizontal(classes="answers"):
                for name, label in self.buttons.items():
                    yield Button(label, id=name, compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Return the name of the button."""
        self.dismiss(event.button.id)
