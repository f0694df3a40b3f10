"""A person at the full-screen game, played by Textual's pilot."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Static

from tablier import Position, Record
from tablier.terminal.fullscreen.app import GameApp
from tablier.terminal.fullscreen.board import Board
from tablier.terminal.session.history import History
from tablier.terminal.session.opponents import PEOPLE, opponents_of
from tablier.terminal.session.session import Session

NARROW, WIDE = (80, 24), (120, 40)
PATIENCE = 30.0  # seconds; a search may have to be compiled


@dataclass
class Person:
    """Somebody at the keyboard and the mouse, who looks at the screen."""

    app: GameApp
    pilot: Pilot[int]

    @property
    def session(self) -> Session:
        return self.app.session

    @property
    def position(self) -> Position:
        return self.session.position

    @property
    def board(self) -> Board:
        return self.app.board

    def played(self) -> str:
        """The moves so far, with a space between."""
        return " ".join(self.session.history.record.tokens)

    def made(self) -> str:
        """The clicks so far, with a space between."""
        return " ".join(self.board.clicks.made)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def poke(self, key: str, is_so: Callable[[], bool]) -> None:
        """Press a key and wait until it is so, however long the computer thinks."""
        self.app.simulate_key(key)
        await self.until(is_so)

    async def type(self, line: str) -> None:
        await self.press("tab")
        await self.write(line)

    async def write(self, line: str) -> None:
        """Put words on the line that waits for some, in place of what is there."""
        await self.press("ctrl+u")
        line_to_type_on = self.app.screen.focused
        assert line_to_type_on is not None
        line_to_type_on.post_message(Paste(line))
        await self.press("enter")

    async def click(self, spot: str) -> None:
        """Click in the middle of the letters of a spot."""
        place = self.position.game.letters.places[spot][0]
        at = (place.column + place.width // 2, place.line)
        await self.pilot.click(Board, offset=at)
        await self.pilot.pause()

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until it is so."""
        end = asyncio.get_running_loop().time() + PATIENCE
        while not is_so():
            assert asyncio.get_running_loop().time() < end, self.seen()
            await self.pilot.pause(0.01)

    async def my_turn(self) -> None:
        """Wait until the computer has moved."""
        await self.until(lambda: not self.session.is_computers_turn)
        await self.pilot.pause()

    def words(self, place: str) -> str:
        """What a part of the panel says."""
        return str(self.app.screen_stack[0].query_one(f"#{place}", Static).render())

    def seen(self) -> str:
        """All letters on the screen."""
        screen = self.app.screen
        lines = screen._compositor.render_strips(screen.size)
        return "\n".join(line.text.rstrip() for line in lines)


def sit(
    play: Callable[[Person], Awaitable[None]],
    start: Position,
    *,
    level: int = 0,
    seat: int = 1,
    tokens: tuple[str, ...] = (),
    lang: str = "en",
    size: tuple[int, int] = NARROW,
) -> GameApp:
    """Let somebody play at a table, and give the table back once they have left."""
    opponents = opponents_of(start.game, level, seat) if level else PEOPLE
    seed = 0 if start == start.game.start() else None
    app = GameApp()
    app.session = Session(History(Record(start, tokens, seed=seed)), lang, app, opponents)

    async def play_there() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(Person(app, pilot))

    run(play_there())
    return app


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, timeout=120))
