"""Where things lie in the repository."""

import json
from pathlib import Path
from typing import Any

import tablier
from tablier.game import Game

ROOT = Path(__file__).parents[2]


def game_named(name: str) -> Game:
    """The game, with its usual options."""
    return tablier.game(name)


def home(game: Game) -> Path:
    """The folder of a game."""
    return ROOT / "src" / game.package.replace(".", "/")


def tests(game: Game) -> Path:
    """The folder of a game's tests."""
    return ROOT / "tests" / "games" / home(game).name


def read_json(path: Path) -> Any:
    """What a JSON file holds."""
    return json.loads(path.read_text("utf-8"))
