"""Every public name is typed and explained with an example, and all examples are run."""

import doctest
import inspect
import tomllib
import typing
from pathlib import Path

import pytest

import tablier

ROOT = Path(__file__).parent.parent
NAMES = sorted(tablier.__all__)


def has_example(docstring: str | None, name: str) -> bool:
    examples = doctest.DocTestParser().get_examples(docstring or "")
    return any(name in example.source for example in examples)


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_has_an_example(name: str) -> None:
    thing = getattr(tablier, name)
    described = thing if inspect.isclass(thing) or inspect.isroutine(thing) else tablier
    assert has_example(inspect.getdoc(described), "" if described is thing else name)


@pytest.mark.parametrize("name", NAMES)
def test_every_public_function_is_typed(name: str) -> None:
    thing = getattr(tablier, name)
    if inspect.isroutine(thing):
        parameters = inspect.signature(thing).parameters
        hints = typing.get_type_hints(thing, localns=vars(tablier))
        assert hints.keys() == parameters.keys() | {"return"}


def test_examples_of_the_whole_package_are_run() -> None:
    options = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]
    assert "--doctest-modules" in options["ini_options"]["addopts"]
    assert "src" in options["ini_options"]["testpaths"]
