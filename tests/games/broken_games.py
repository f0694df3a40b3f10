"""Mole Hill with a fault, and the check that has to see it."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.games import contract
from tests.games.contract import Case

from tablier.game import load, options_text
from tablier.games import package_of

PACKAGE = package_of("mole-hill")
WHOLE = contract.cases(PACKAGE)[0]
RULES, NOTATION, DRAWING = WHOLE.game.rules, WHOLE.game.notation, WHOLE.game.drawing


def broken(part: str, folder: Path = WHOLE.folder, **faults: Any) -> Case:
    """Mole Hill with some names of one of its modules replaced."""
    game = load(PACKAGE, {})
    vars(game)[part] = SimpleNamespace(**{**vars(getattr(game, part)), **faults})
    return Case(game, folder)


def fails(check: Callable[..., None], case: Case, *games: int, says: str = "") -> None:
    """The check sees the fault, and says these words of it; the game and the check are named."""
    with pytest.raises((AssertionError, FileNotFoundError)) as failure:
        contract.hold(check, case, *games)
    assert says in str(failure.value)
    options = options_text(case.game) or "no options"
    assert f"{case.game.name} ({options}) breaks {check.__name__}:" in notes(failure)


def notes(failure: "pytest.ExceptionInfo[Any]") -> str:
    """What is said of the game and the position that a check was looking at."""
    return "\n".join(failure.value.__notes__)
