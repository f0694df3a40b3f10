"""Doctests are looked for where there are some: to look, pytest imports the module."""

from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

Collectors = list[pytest.Collector]


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, Collectors, Collectors]:
    """Leave out a module of doctests without any."""
    found = yield
    if ">>>" in file_path.read_text("utf-8", errors="replace"):
        return found
    return [each for each in found if not isinstance(each, DoctestModule)]
