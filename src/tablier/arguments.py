"""Checks of argument types, with messages that name the argument, the type and the value.

A wrong type is a programming error: a `TypeError`, in English. An invalid value of the right type
is a `Refusal` (texts.py), in the reader's language.
"""

import numbers
import os
import reprlib
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class Writable(Protocol):
    """An open text file, or another object that text can be written to."""

    def write(self, text: str, /) -> object:
        """Write text."""


Kind = Any
"""A class, None, or the name of a class that the module cannot import."""
WORDS: dict[Kind, str] = {
    None: "None",
    bool: "True or False",
    int: "a whole number",
    float: "a number",
    str: "a string",
    bytes: "bytes",
    os.PathLike: "a path",
    Callable: "a function",
    Iterable: "a list or another iterable, and no single string",
    Mapping: "a dict",
    ModuleType: "a module",
    Writable: "an open text file",
}


def expect(*kinds: Kind, **given: object) -> None:
    """Raise `TypeError` if one of these arguments is of none of these kinds.

    NumPy's numbers are numbers as well; True and False are none.

    >>> expect(int, None, simulations=None)
    >>> expect(int, None, simulations="many")
    Traceback (most recent call last):
    TypeError: simulations must be a whole number or None, not 'many' (a str).
    """
    for name, value in given.items():
        if type(value) not in kinds and not any(is_a(kind, value) for kind in kinds):
            wanted = " or ".join(WORDS.get(kind) or _named(kind) for kind in kinds)
            got = "None" if value is None else f"{reprlib.repr(value)} ({_named(type(value))})"
            raise TypeError(f"{name} must be {wanted}, not {got}.")


def is_a(kind: Kind, value: object) -> bool:
    """Is the value of that kind?"""
    if kind is None or value is None:
        return kind is value
    if kind is int or kind is float:
        number = numbers.Integral if kind is int else numbers.Real
        return isinstance(value, number) and not isinstance(value, bool)
    if kind is Iterable:
        return isinstance(value, Iterable) and not isinstance(value, str | bytes)
    if isinstance(kind, str):
        return any(each.__name__ == kind for each in type(value).__mro__)
    return isinstance(value, kind)


def _named(kind: Kind) -> str:
    """The name of a class with its article."""
    name = str(getattr(kind, "__name__", kind))
    return f"{'an' if name[0] in 'AEIOaeio' else 'a'} {name}"
