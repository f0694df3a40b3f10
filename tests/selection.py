"""Which tests say anything new once a game is added to those that are known.

That is every test but those about a known game alone: the ones in its folder, the ones with a
parameter that names it, and the ones that are marked with `one_game`.
"""

from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

Names = frozenset[str]
PLAIN = (str, Path, dict, list, tuple)


def concerns(item: pytest.Item, known: Names, new: Names) -> bool:
    """Could this test fail because of the new games?"""
    words = parameter_words(item)
    if any(name in words for name in new):
        return True
    is_elsewhere = any(name in words for name in known) or is_in_its_folder(item.path, known)
    return not is_elsewhere and item.get_closest_marker("one_game") is None


def silent_files(items: Collection[pytest.Item], known: Names) -> list[Path]:
    """The files whose tests, with any game more, are those that run without it.

    What is not marked could fail because of it, and what has a game as a parameter could have it.
    """
    loud = {item.path for item in items if _is_loud(item, known)}
    return sorted({item.path for item in items} - loud)


def _is_loud(item: pytest.Item, known: Names) -> bool:
    if is_in_its_folder(item.path, known):
        return False
    words = parameter_words(item)
    return item.get_closest_marker("one_game") is None or any(name in words for name in known)


def is_in_its_folder(path: Path, known: Names) -> bool:
    """Does it lie in the folder of a known game?"""
    return any(part.replace("_", "-") in known for part in path.parent.parts)


def parameter_words(item: pytest.Item) -> str:
    """The words of a test's parameters; a game, or what has one, goes by its name."""
    parameters = getattr(item, "callspec", None)
    return " ".join(map(_words, parameters.params.values() if parameters else ()))


def _words(value: Any) -> str:
    if not isinstance(value, PLAIN):
        value = getattr(getattr(value, "game", value), "name", "")
    return str(value).replace("_", "-")
