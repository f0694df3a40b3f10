"""Which puzzles have been solved at this terminal, kept in a file of the user's."""

import json
from pathlib import Path

from platformdirs import user_state_path

from tablier.texts import refusal


def path() -> Path:
    """Where it is kept."""
    return user_state_path("tablier") / "puzzles.json"


def solved(game: str) -> frozenset[str]:
    """The puzzles of a game that are solved; a file that cannot be read holds none."""
    return frozenset(_read().get(game, ()))


def note(game: str, puzzle: str) -> None:
    """Remember that a puzzle is solved."""
    kept = _read()
    kept[game] = sorted({*kept.get(game, ()), puzzle})
    try:
        path().parent.mkdir(parents=True, exist_ok=True)
        path().write_text(json.dumps(kept, indent=1), "utf-8")
    except OSError as wrong:
        raise refusal("file_error", path=str(path()), reason=wrong.strerror) from wrong


def _read() -> dict[str, list[str]]:
    try:
        kept = json.loads(path().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {name: list(map(str, ids)) for name, ids in kept.items()} if _is_kept(kept) else {}


def _is_kept(kept: object) -> bool:
    return isinstance(kept, dict) and all(isinstance(ids, list) for ids in kept.values())
