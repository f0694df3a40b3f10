"""Optional packages: `pip install "tablier[NAME]"` installs them.

They are imported under `extra`, so that the error for a missing one says what to install.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from tablier.texts import Refusal, Sentence


class MissingExtra(Refusal, ModuleNotFoundError):
    """An optional package is not installed. It is an `ImportError`, too."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """A context for imports of packages that the extra of that name installs.

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
