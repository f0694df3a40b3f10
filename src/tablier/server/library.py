"""The games as the server needs them: compiled before they are used where nobody may wait."""

import asyncio
from functools import lru_cache

from tablier.game import Game, Value
from tablier.games import game, games
from tablier.position import Position
from tablier.search.player import Player
from tablier.server.workers import in_thread


class Library:
    """Remembers which games are compiled."""

    def __init__(self) -> None:
        self._ready: dict[str, asyncio.Task[None]] = {}

    async def prepare(self, chosen: str) -> None:
        """Return once the rules of that game answer at once."""
        if chosen not in self._ready:
            self._ready[chosen] = asyncio.create_task(
                in_thread(lambda: compile_rules(game(chosen)))
            )
        await asyncio.shield(self._ready[chosen])

    async def warm_up(self) -> None:
        """Compile everything, one game after another, without getting in anybody's way."""
        for name in games():
            await self.prepare(name)
        for name in games():
            chosen = game(name)
            await in_thread(lambda chosen=chosen: compile_search(chosen), low=True)  # type: ignore[misc]


@lru_cache(maxsize=64)
def shared_game(name: str, options: tuple[tuple[str, Value], ...]) -> Game:
    """The game with these options, one for all tables: its tokens alone may take a megabyte."""
    return game(name, **dict(options))


def compile_rules(chosen: Game) -> None:
    """Call everything once that a table needs."""
    position = chosen.position(chosen.drawing.SCENE)
    for each in (chosen.start(), position):
        _look_at(each)


def _look_at(position: Position) -> None:
    chosen, state = position.game, position.state
    position.outcome()
    position.status()
    chosen.notation.tally(state)
    chosen.notation.explain(state, "?")
    chosen.drawing.marks(state)
    for action in position.legal_actions[:1]:
        chosen.path(state, action)
        chosen.drawing.route(state, action)
        str(position.after(action))


def compile_search(chosen: Game) -> None:
    """Let the computer player think for a moment."""
    Player(chosen, simulations=2, memory=1_000_000).choose(chosen.start())
