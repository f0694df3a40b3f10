"""Options of the test run."""

import gc
import signal
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("tablier", deadline=None)  # the first call may compile
settings.load_profile("tablier")

gc.set_threshold(100_000, 50, 1000)  # with all tests in memory, there is much to look through

# A test run in the background ignores Ctrl-C, and so would every process that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# An assertion that fails in a helper shows its values as well, as one in a test does.
pytest.register_assert_rewrite(*(f"tests.{path.stem}" for path in Path(__file__).parent.iterdir()))


from tests import forked_process  # noqa: E402, F401 - says what is imported before a fork


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--games", type=int, default=100, help="random games of each case (default 100)"
    )
    parser.addoption("--known", default="", help="leave out what is about these games alone (a,b)")
    parser.addoption("--slowed", type=float, default=1, help="slow browsers down so many times")


def pytest_itemcollected(item: pytest.Item) -> None:
    """The tests in the folder of a game are found by its name, too: `-k mole-hill`."""
    item.extra_keyword_matches.add(item.path.parent.name.replace("_", "-"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long tests first; with --known, those that a game which is not among these could break."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    known = frozenset(filter(None, config.getoption("known").split(",")))
    if known:
        from tests.selection import concerns  # noqa: PLC0415 - now that assertions are rewritten

        from tablier.games import games  # noqa: PLC0415 - not before it is needed

        new = frozenset(games()) - known
        is_kept = {item: concerns(item, known, new) for item in items}
        config.hook.pytest_deselected(items=[item for item in items if not is_kept[item]])
        items[:] = [item for item in items if is_kept[item]]
