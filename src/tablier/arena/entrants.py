"""Entrants: players described by text, so that a command line defines a match.

They are::

    random                              any legal move
    level:5                             a level that people play against
    simulations:2000, seconds:0.5       the search within that budget
    uct:2000                            the same search without any knowledge of the game

Behind these, settings of the player or of its plan: `simulations:2000,knowledge=off,exploration=2`;
`net=off` for what the game's features.py knows, `net=FILE` for the net in that file;
`evaluator=FILE.onnx` or `evaluator=MODULE:FUNCTION` for one of your own (see
search/named_evaluators.py); `cpu_time=on` counts seconds in processor time, so that what else the
machine does takes nothing from a player.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

import numpy as np

from tablier.arguments import expect
from tablier.game import Game, value_text
from tablier.nets import Net
from tablier.portable import draw
from tablier.position import Position
from tablier.search.levels import LEVELS, player
from tablier.search.named_evaluators import named_evaluator
from tablier.search.player import Player
from tablier.search.tree import PLAIN
from tablier.texts import refusal
from tablier.threads import Stop, never

Number = TypeVar("Number", int, float)
MOST = 1_000_000_000
LONGEST = 3600.0  # seconds for one move
RANDOM = "random"
Setting = bool | int | float | str
SWITCH = {"on": True, "off": False}


class Chooser(Protocol):
    """A player of one game."""

    hope: float | None
    """The evaluation of its last choice for its own seat, from −1 to 1; None without a search."""

    def choose(self, position: Position, stop: Stop = never) -> str:
        """The token of the move to play; it returns at once when `stop()` is true."""


@dataclass
class RandomPlayer:
    """Plays any legal move."""

    seed: int
    drawn: int = 0
    hope: float | None = None

    def choose(self, position: Position, stop: Stop = never) -> str:  # noqa: ARG002
        """The token of a random move."""
        self.drawn += 1
        return random_move(position, self.seed, self.drawn)


def random_move(position: Position, seed: int, i: int) -> str:
    """The legal move that number `i` of the seed's sequence selects."""
    actions = position.legal_actions
    chosen = int(draw(np.uint64(seed), i, len(actions)))
    return position.game.notation.TOKENS[actions[chosen]]


MAKERS: Mapping[str, Callable[[Game, Any, int], Player]] = {
    "level": lambda game, level, seed: player(game, level=level, seed=seed),
    "simulations": lambda game, n, seed: Player(game, simulations=n, seed=seed),
    "seconds": lambda game, seconds, seed: Player(game, seconds=seconds, seed=seed),
    "uct": lambda game, n, seed: Player(game, simulations=n, seed=seed, knowledge=False),
}
PLAN: Mapping[str, object] = vars(PLAIN)
NET, EVALUATOR = "net", "evaluator"
SETTINGS: Mapping[str, object] = {
    "knowledge": True,
    "softness": 0.0,
    **PLAN,
    NET: True,
    EVALUATOR: "",
    "batch": 1,
    "cpu_time": False,
}
"""What can be set behind a comma; the values have the types of these."""


@dataclass(frozen=True)
class Entrant:
    """A player as its text describes it."""

    kind: str
    budget: int | float = 0
    settings: tuple[tuple[str, Setting], ...] = ()

    def new_player(self, game: Game, seed: int) -> Chooser:
        """A player as described, for one game."""
        if self.kind == RANDOM:
            return RandomPlayer(seed)
        own: dict[str, Any] = {name: to for name, to in self.settings if name not in PLAN}
        plan: dict[str, Any] = {name: to for name, to in self.settings if name in PLAN}
        if isinstance(own.get(NET), str):
            own[NET] = Net.read(game, own[NET])
        if EVALUATOR in own:
            own[EVALUATOR] = named_evaluator(game, own[EVALUATOR])
        player = replace(MAKERS[self.kind](game, self.budget, seed), **own)
        return replace(player, plan=replace(player.way, **plan))

    def __str__(self) -> str:
        first = self.kind if self.kind == RANDOM else f"{self.kind}:{self.budget}"
        return ",".join([first, *(f"{name}={value_text(to)}" for name, to in self.settings)])


def entrant(text: str) -> Entrant:
    """The entrant of that description.

    >>> entrant("simulations:2000,knowledge=off")
    Entrant(kind='simulations', budget=2000, settings=(('knowledge', False),))
    """
    expect(str, text=text)
    if text == RANDOM:
        return Entrant(RANDOM)
    first, *rest = text.split(",")
    kind, colon, budget = first.partition(":")
    if kind not in MAKERS or not colon:
        raise refusal("no_entrant", entrant=text)
    settings = tuple(map(_setting, rest))
    names = [name for name, _ in settings]
    for name in names:
        if names.count(name) > 1:
            raise refusal("option_twice", option=name)
    return Entrant(kind, _budget(kind, budget), settings)


def number(name: str, text: str, least: Number, most: Number) -> Number:
    """The number of that text, a whole one if the bounds are; `name` is what it is for."""
    kind = type(least)
    try:
        value = kind(text)
    except ValueError:
        value = None
    if value is None or not least <= value <= most:
        key = "no_whole_amount" if kind is int else "no_amount"
        raise refusal(key, name=name, value=text, least=f"{least:.10g}", most=f"{most:.10g}")
    return value


def _budget(kind: str, text: str) -> int | float:
    if kind == "seconds":
        return number(kind, text, 0.001, LONGEST)
    return number(kind, text, 1, len(LEVELS) if kind == "level" else MOST)


def _setting(text: str) -> tuple[str, Setting]:
    name, _, value = text.partition("=")
    if name not in SETTINGS:
        raise refusal("no_setting", setting=name, known=", ".join(SETTINGS))
    usual = SETTINGS[name]
    if isinstance(usual, str):
        return name, value
    if isinstance(usual, float):
        return name, number(name, value, -float(MOST), float(MOST))
    if not isinstance(usual, bool):
        return name, number(name, value, 0, MOST)
    if name == NET and value not in ("", *SWITCH):
        return name, value
    if value not in SWITCH:
        raise refusal("bad_option", option=name, value=value, known=", ".join(SWITCH))
    return name, SWITCH[value]


def compile_players(game: Game, entrants: Iterable[Entrant]) -> None:
    """Compile what these entrants need, so that all processes find it on disk."""
    for entrant in entrants:
        start = game.start()
        start.play(entrant.new_player(game, 0).choose(start, stop=lambda: True))
