"""Packages that only some need: `pip install "tablier[NAME]"` brings them.

The library alone needs little more than NumPy and Numba. Where more is imported, it is imported
under `extra`, so that somebody who has not installed it is told what to install.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from tablier.texts import Refusal, Sentence


class MissingExtra(Refusal, ModuleNotFoundError):
    """A package is not installed; says what to install. It is an `ImportError`, too."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Import in here what the extra of that name brings.

    >>> with extra("server"):
    ...     import a_package_that_is_not_installed
    Traceback (most recent call last):
    tablier.extras.MissingExtra: The package a_package_that_is_not_installed is missing. \
Install it with: pip install "tablier[server]"
    """
    try:
        yield
    except MissingExtra:
        raise
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package == __name__.partition(".")[0]:
            raise
        said = {"package": package, "name": name}
        raise MissingExtra(Sentence("no_extra", values=said)) from missing
