"""A bug in a clause that seldom matters does not get past the contract as it is usually run."""

from typing import Any

import pytest
from tests.games import contract
from tests.games.planted_bugs import BUGS, planted


@pytest.mark.parametrize(
    ("game", "bug", "options"), BUGS, ids=[f"{game} {bug.__name__}" for game, bug, _ in BUGS]
)
def test_a_rare_bug_is_found(
    game: str, bug: Any, options: dict[str, object], pytestconfig: pytest.Config
) -> None:
    case = planted(game, bug, **options)
    with pytest.raises(AssertionError, match=r"rules\.py against naive\.py") as found:
        contract.hold(contract.check_naive, case, pytestconfig.getoption("games"))
    said = "\n".join(found.value.__notes__)
    assert f"{game} (" in said
    assert "position: " in said
