"""A new game runs the tests that it could break, and no others."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.selection import concerns

import tablier

KNOWN, NEW = frozenset({"mole-hill"}), frozenset({"hexapawn"})


def is_run(*parameters: Any, path: str = "tests/test_record.py", one_game: bool = False) -> bool:
    params = dict(enumerate(parameters))
    item: Any = SimpleNamespace(
        path=Path(path),
        callspec=SimpleNamespace(params=params),
        get_closest_marker=lambda _: one_game or None,
    )
    return concerns(item, KNOWN, NEW)


@pytest.mark.parametrize(
    "about",
    ["mole-hill", "python_tablier_mole_hill(a=1)", tablier.game("mole-hill"), ("mole-hill", 3)],
)
def test_what_is_about_a_known_game_is_left_out(about: object) -> None:
    assert not is_run(about)
    assert is_run(about, "hexapawn")


def test_what_has_a_game_goes_by_its_name() -> None:
    assert not is_run(SimpleNamespace(game=tablier.game("mole-hill")))
    assert is_run(SimpleNamespace(game=tablier.game("moguli")))


def test_folders_of_known_games_are_left_out() -> None:
    assert not is_run(path="tests/games/mole_hill/test_rules.py")
    assert is_run(path="tests/games/hexapawn/test_rules.py")
    assert is_run(path="tests/games/test_contract.py")


def test_all_else_is_run_unless_it_is_marked() -> None:
    assert is_run()
    assert is_run("en", 3)
    assert not is_run("en", one_game=True)
    assert is_run("hexapawn", one_game=True)
