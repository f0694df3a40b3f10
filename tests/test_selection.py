"""A new game runs the tests that it could break, and no others."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.selection import concerns, silent_files

import tablier

KNOWN, NEW = frozenset({"mole-hill"}), frozenset({"hexapawn"})


def item_of(*parameters: Any, path: str = "tests/test_record.py", one_game: bool = False) -> Any:
    return SimpleNamespace(
        path=Path(path),
        callspec=SimpleNamespace(params=dict(enumerate(parameters))),
        get_closest_marker=lambda _: one_game or None,
    )


def is_run(*parameters: Any, **more: Any) -> bool:
    return concerns(item_of(*parameters, **more), KNOWN, NEW)


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


def test_files_are_silent_if_no_test_in_them_could_say_anything_new() -> None:
    of_all, marked = item_of(path="a.py"), item_of(path="b.py", one_game=True)
    of_each = item_of("mole-hill", path="c.py", one_game=True)
    known = item_of(path="tests/games/mole_hill/test_rules.py")
    mixed = [item_of(path="d.py"), item_of(path="d.py", one_game=True)]
    items = [of_all, marked, of_each, known, *mixed]
    assert silent_files(items, KNOWN) == [marked.path, known.path]
