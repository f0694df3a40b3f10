"""The widget of the board: it turns clicks and keys into moves of a given position."""

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
from tablier.terminal.fullscreen.navigation import arrow, turn_over
from tablier.terminal.fullscreen.paint import Highlights, paint, spots_by_cell

NEAR = ((0, 0), (0, -1), (0, 1), (-1, 0), (1, 0))  # cells around a click that may be meant


class Board(Static, can_focus=True):
    """Draws a position; arrow keys and clicks choose among its legal moves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(way, f"go('{way}')") for way in ("up", "down", "left", "right")),
        Binding("enter,space", "choose"),
        Binding("escape", "step_back"),
        Binding("pagedown", "leaf(1)"),
        Binding("pageup", "leaf(-1)"),
        Binding("tab,colon,slash", "app.type"),
    ]

    class Played(Message):
        """The clicks have become a move."""

        def __init__(self, token: str):
            self.token = token
            super().__init__()

    class Tried(Message):
        """These clicks lead to no legal move."""

        def __init__(self, made: tuple[str, ...]):
            self.made = made
            super().__init__()

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
