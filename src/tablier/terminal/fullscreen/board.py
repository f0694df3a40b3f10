"""The widget of the board: it turns clicks and keys into moves of a given position."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Click
from textual.geometry import Region
from textual.message import Message
from textual.widgets import Static

from tablier.clicks import Clicks, clicks_of
from tablier.game import Game
from tablier.position import Position
from tablier.shapes import Spot
from tablier.terminal.fullscreen.paint import Highlights, paint, spots_by_cell

NEAR = ((0, 0), (0, -1), (0, 1), (-1, 0), (1, 0))  # cells around a click that may be meant
WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
STEEPEST = 1.8  # the largest offset aside per unit ahead: within 60° of the direction
FAR = float("inf")


class Board(Static, can_focus=True):
    """Draws a position; arrow keys and clicks choose among its legal moves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(way, f"go('{way}')") for way in WAYS),
        Binding("enter,space", "choose"),
        Binding("escape", "step_back"),
        Binding("pagedown", "leaf(1)"),
        Binding("pageup", "leaf(-1)"),
        Binding("tab,colon,slash", "app.type"),
    ]

    @dataclass
    class Played(Message):
        """The clicks have become a move."""

        token: str

    @dataclass
    class Tried(Message):
        """These clicks lead to no legal move."""

        made: tuple[str, ...]

    class Pointed(Message):
        """The cursor or the clicks have changed."""

    def __init__(self, position: Position):
        super().__init__(id="board")
        self.position = position
        self.clicks = Clicks({})
        self.cursor = ""
        self.last: frozenset[str] = frozenset()
        self.advised: frozenset[str] = frozenset()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.position.game

    @cached_property
    def spots(self) -> dict[str, Spot]:
        """All spots by their ids."""
        board = self.game.drawing.board(self.game.option_numbers)
        return {spot.id: spot for spot in board.spots}

    @cached_property
    def _by_letter(self) -> dict[tuple[int, int], str]:
        return spots_by_cell(self.game)

    def label(self, spot: str) -> str:
        """The name of a spot as tokens write it; a button is its own."""
        return self.spots[spot].label if spot in self.spots else spot

    @property
    def beside(self) -> list[str]:
        """The spots that can be clicked next and have no letters on the board."""
        return [spot for spot in self.clicks.ahead if spot not in self.game.letters.places]

    def set_position(self, position: Position, last: frozenset[str], *, is_live: bool) -> None:
        """Show a position; if `is_live`, its moves can be chosen."""
        if position.game != self.game:
            self.__dict__.pop("spots", None)
            self.__dict__.pop("_by_letter", None)
            self.cursor = ""
        self.position, self.last, self.advised = position, last, frozenset()
        self._set_clicks(clicks_of(position) if is_live else Clicks({}))

    def advise(self, token: str) -> None:
        """Mark the spots of a move that is recommended."""
        action = self.game.actions[token]
        self.advised = frozenset(self.game.path(self.position.state, action))
        self._draw()

    def _set_clicks(self, clicks: Clicks) -> None:
        self.clicks = clicks
        if self.cursor not in {*self.spots, *clicks.ahead}:
            self.cursor = (clicks.ahead or list(self.spots))[0]
        self._draw()

    def _draw(self) -> None:
        text = self.game.drawing.text(self.position.state)
        lines = text.splitlines()
        self.styles.width, self.styles.height = len(lines[0]), len(lines)
        highlights = Highlights(
            self.last,
            frozenset(self.clicks.ahead),
            self.advised,
            frozenset(self.clicks.made),
            self.cursor,
        )
        self.update(paint(self.game, text, highlights))
        self.post_message(self.Pointed())

    def on_mount(self) -> None:
        """Begin to draw."""
        self._draw()

    def point(self, spot: str) -> None:
        """Move the cursor there, and scroll so that it can be seen."""
        self.cursor = spot
        self._draw()
        self.see_cursor()

    def see_cursor(self) -> None:
        """Scroll the least that shows the cursor and a little around it."""
        for place in self.game.letters.places.get(self.cursor, ())[:1]:
            region = Region(place.column, place.line, place.width, 1).grow((2, 3, 2, 3))
            x, y = self.virtual_region.offset
            if self.parent is not None:
                self.screen.query_one("#scroll").scroll_to_region(
                    region.translate((x, y)), animate=False, force=True
                )

    def click_spot(self, spot: str) -> None:
        """Click on a spot: a step of a path, a whole move, or an illegal one."""
        if not self.clicks.tokens:
            return
        clicks = self.clicks.add(spot)
        if clicks.token:
            self.post_message(self.Played(clicks.token))
        elif clicks.leads_nowhere:
            self.post_message(self.Tried(clicks.made))
        else:
            is_further = len(clicks.made) > len(self.clicks.made)
            self.cursor = clicks.ahead[0] if is_further else spot
            self._set_clicks(clicks)
            self.see_cursor()

    def action_go(self, way: str) -> None:
        """Follow an arrow key."""
        jumps = len(self.clicks.made) > len(self.clicks.given)
        self.point(arrow(self.spots, self.cursor, way, self.clicks.ahead, jumps=jumps))

    def action_leaf(self, by: int) -> None:
        """Go to the next or the previous choice."""
        self.point(turn_over(self.clicks.ahead, self.cursor, by))

    def action_choose(self) -> None:
        """Click where the cursor is."""
        self.click_spot(self.cursor)

    def action_step_back(self) -> None:
        """Take back the last click; the cursor goes where it was."""
        made, clicks = self.clicks.made, self.clicks.back()
        if len(clicks.made) < len(made):
            self.cursor = made[-1]
            self._set_clicks(clicks)
            self.see_cursor()

    def on_click(self, event: Click) -> None:
        """Click on the spot that is meant: the one there, or one beside it that leads on."""
        event.stop()
        near = [self._by_letter.get((event.y + down, event.x + right)) for down, right in NEAR]
        wanted = (spot for spot in near if spot in self.clicks.ahead)
        spot = next(wanted, near[0])
        if spot is None:
            self.action_step_back()
        else:
            self.cursor = spot
            self.click_spot(spot)


# Arrow keys


def arrow(
    spots: Mapping[str, Spot], here: str, way: str, ahead: Sequence[str], *, jumps: bool
) -> str:
    """The spot that an arrow key leads to; it `jumps` over what cannot be chosen.

    Buttons, which have no place on the board, stand side by side below it.
    """
    choices = [spots[each] for each in ahead if each in spots]
    buttons = [each for each in ahead if each not in spots]
    if here not in spots:
        return _from_button(list(spots.values()), choices, buttons, here, way)
    start = spots[here]
    chosen = nearest(start, way, choices) if jumps else None
    beside = start.neighbours.get(way)
    below = buttons[0] if way == "down" and buttons else here
    return chosen or beside or nearest(start, way, choices) or below


def _from_button(
    spots: Sequence[Spot], choices: Sequence[Spot], buttons: Sequence[str], here: str, way: str
) -> str:
    """Where an arrow key leads from a button: to another one, or up to the lowest choice."""
    if way == "up":
        return max(choices or spots, key=lambda spot: spot.y).id
    return here if way == "down" else turn_over(buttons, here, WAYS[way][0])


def nearest(start: Spot, way: str, choices: Iterable[Spot]) -> str | None:
    """The nearest of the choices in that direction."""
    best = min(choices, key=lambda spot: _cost(start, spot, way), default=None)
    return best.id if best and _cost(start, best, way) < FAR else None


def _cost(start: Spot, spot: Spot, way: str) -> float:
    right, down = WAYS[way]
    x, y = spot.x - start.x, spot.y - start.y
    along, aside = x * right + y * down, abs(x * down) + abs(y * right)
    return along + 2 * aside if along > 0.05 and aside <= along * STEEPEST else FAR


def turn_over(ahead: Sequence[str], here: str, by: int) -> str:
    """The next or the previous choice, in their order."""
    if not ahead:
        return here
    at = ahead.index(here) if here in ahead else -1 if by > 0 else 0
    return ahead[(at + by) % len(ahead)]
