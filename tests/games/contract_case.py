"""A game that is held to the contract, and what is said when it does not keep it."""

import importlib
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from tablier.game import Game, load, options_text
from tablier.position import Position
from tablier.texts import languages

HERE = Path(__file__).parent
Step = tuple[Position, int]
"""A position and the action that is played there; −1 where the game is over."""
OVER = -1
ENTRY = {"options", "text", "counts"}
HOW = 'an entry is {"options": {}, "text": "…", "counts": [20, 400]}, {} if all are usual'


@dataclass(frozen=True)
class Case:
    """A game with one choice of options, and where its tests live."""

    game: Game
    folder: Path
    samples: dict[int, list[Step]] = field(default_factory=dict, compare=False, repr=False)
    """What was chosen from so many random games, see contract_positions.py."""
    now: list[Step] = field(default_factory=list, compare=False, repr=False)
    """What a check is looking at."""

    @property
    def naive(self) -> ModuleType:
        return importlib.import_module(f"tests.games.{self.folder.name}.naive")

    @property
    def perft(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads((self.folder / "perft.json").read_text())
        for n, entry in enumerate(found, 1):
            missing = sorted(ENTRY - entry.keys())
            assert not missing, f"entry {n} of perft.json lacks {missing}: {HOW}"
        return found

    @property
    def playthroughs(self) -> list[Path]:
        return sorted((self.folder / "playthroughs").glob("*.tablier"))

    @property
    def languages(self) -> tuple[str, ...]:
        return languages(self.game.package, "texts")

    @property
    def rulebook_languages(self) -> tuple[str, ...]:
        return languages(self.game.package, "rulebook")

    def rulebook(self, lang: str) -> str:
        return (self.home / "rulebook" / f"{lang}.md").read_text("utf-8")

    @property
    def home(self) -> Path:
        package = importlib.import_module(self.game.package)
        return Path(str(package.__file__)).parent

    def token(self, action: int) -> str:
        tokens = self.game.notation.TOKENS
        return tokens[action] if 0 <= action < len(tokens) else f"action {action}"

    def tokens(self, actions: Any) -> str:
        return " ".join(map(self.token, actions)) or "–"

    def file(self, name: str) -> str:
        """A file of the game as people call it."""
        return f"games/{self.folder.name}/{name}"


def cases(package: str) -> list[Case]:
    """The game with its defaults, then with each option changed alone."""
    folder = HERE / package.rpartition(".")[2]
    defaults = load(package, {})
    changed = [
        {name: value}
        for name, (default, values) in defaults.rules.OPTIONS.items()
        for value in _samples(values)
        if value != default
    ]
    return [Case(load(package, options), folder) for options in [{}, *changed]]


def _samples(values: Any) -> list[Any]:
    if not isinstance(values, range):
        return list(values)
    return [values[0], values[len(values) // 20], values[-1]]


def hold(check: Callable[..., None], case: Case, *games: int) -> None:
    """Hold the game to this part of the contract; who breaks it is told where."""
    with explained(check, case):
        check(case, *games)


@contextmanager
def explained(check: Callable[..., None], case: Case) -> Iterator[None]:
    """Tell, with whatever is raised in here, which game breaks what, and in which position."""
    case.now.clear()
    try:
        yield
    except Exception as wrong:
        wrong.add_note("\n".join([*promise(check, case), *place(case)]))
        raise


def promise(check: Callable[..., None], case: Case) -> Iterator[str]:
    says = re.sub(r"\s+", " ", check.__doc__ or "").strip()
    yield f"{case.game.name} ({options_text(case.game) or 'no options'}) breaks {check.__name__}:"
    yield f"  {says}"


def place(case: Case) -> Iterator[str]:
    """Where a check was when something happened, as words and as a line to try it out."""
    for position, action in case.now:
        try:
            text = str(position)
        except Exception as wrong:  # or nobody would hear of what happened first
            yield f"  position: notation.write cannot write it, {wrong!r}"
            continue
        chosen = "".join(f", {name}={value!r}" for name, value in case.game.chosen)
        move = f".play({case.token(action)!r})" if action >= 0 else ""
        yield f"  position: {text}"
        yield f"  move: {case.token(action)}" if action >= 0 else "  the game is over there"
        yield f"  try: tablier.game({case.game.name!r}{chosen}).position({text!r}){move}"
