"""Widgets of the panel: the input line, and rows of labels that can be clicked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Click, Resize
from textual.message import Message
from textual.widgets import Input, Static

GAP = "  "


class Line(Input):
    """The line to type on."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("tab,escape", "app.type")]

    def __init__(self, placeholder: str):
        super().__init__(placeholder=placeholder, id="type", compact=True)


class Strip(Static):
    """Labels in a row that can be clicked."""

    @dataclass
    class Picked(Message):
        """A label was clicked."""

        strip: "Strip"
        name: str

    def __init__(self, *, id: str):
        super().__init__(id=id, markup=False)
        self._labels: Mapping[str, Text] = {}
        self._words = ""

    def set_labels(self, labels: Mapping[str, Text], words: str = "") -> None:
        """Show these labels, by their names, and a text behind them, or below if they are wide."""
        self._labels, self._words = labels, words
        self._draw()

    def on_resize(self, _: Resize) -> None:
        """Leave out what does not fit."""
        self._draw()

    def _fitting(self) -> Sequence[tuple[str, Text]]:
        """As many labels as there is room for; the last one is never left out."""
        found = list(self._labels.items())
        while len(found) > 1 and _length(found) > self.size.width:
            del found[-2]
        return found

    def _draw(self) -> None:
        fitting = self._fitting()
        labels = Text(GAP).join(label for _, label in fitting)
        is_short = _length(fitting) + len(GAP) + len(self._words) <= self.size.width
        between = "" if not fitting else GAP if is_short or self.size.height == 1 else "\n"
        self.update(labels + Text(between + self._words))

    def on_click(self, event: Click) -> None:
        """Find the label that was clicked."""
        start = 0
        for name, label in self._fitting():
            if event.y == 0 and start <= event.x < start + label.cell_len:
                self.post_message(self.Picked(self, name))
            start += label.cell_len + len(GAP)


def _length(labels: Sequence[tuple[str, Text]]) -> int:
    """How many columns labels take, with the gaps between them."""
    return sum(label.cell_len for _, label in labels) + len(GAP) * (len(labels) - 1)
