"""Options of the test run."""

import pytest
from hypothesis import settings

settings.register_profile("tablier", deadline=None)  # the first call may compile
settings.load_profile("tablier")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=3, help="random games per check (default 3)")
