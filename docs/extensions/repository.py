"""Where things lie in the repository."""

import json
from pathlib import Path
from typing import Any

from tablier.game import Game

ROOT = Path(__file__).parents[2]


def folder_of(game: Game) -> Path:
    """The folder of a game."""
    return ROOT / "src" / game.package.replace(".", "/")


def tests_of(game: Game) -> Path:
    """The folder of a game's tests."""
    return ROOT / "tests" / "games" / folder_of(game).name


def read_json(path: Path) -> Any:
    """What a JSON file holds."""
    return json.loads(path.read_text("utf-8"))
