"""The puzzles that were solved at this terminal, in a file of the user's."""

import json
from pathlib import Path

import msgspec
from platformdirs import user_state_path

from tablier.terminal.files import write_state


def path() -> Path:
    """The path of the file."""
    return user_state_path("tablier") / "puzzles.json"


def solved(game: str) -> frozenset[str]:
    """The ids of the puzzles of a game that are solved; none if the file cannot be read."""
    return frozenset(_read().get(game, ()))


def mark_solved(game: str, puzzle: str) -> None:
    """Remember that a puzzle is solved."""
    ids = _read()
    ids[game] = sorted({*ids.get(game, ()), puzzle})
    write_state(path(), json.dumps(ids, indent=1))


def _read() -> dict[str, list[str]]:
    try:
        return msgspec.json.decode(path().read_bytes(), type=dict[str, list[str]])
    except (OSError, msgspec.MsgspecError):
        return {}
