"""The role {version}`name`: which version of a package is at hand while the site is built."""

import re
from importlib.metadata import PackageNotFoundError, requires, version

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxRole

from extensions.repository import ROOT, read_json

LOCKS = ("frontend/package-lock.json", "benchmarks/boardgameio/package-lock.json")
NEEDED = re.compile(r"([\w.-]+)[^>;]*>=([\w.]+)")


class Version(SphinxRole):
    """The version that is installed, or else the oldest that would do."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Called by Sphinx."""
        return [nodes.Text(version_of(self.text))], []


def version_of(name: str) -> str:
    """The version of a Python package or of one from npm."""
    try:
        return version(name)
    except PackageNotFoundError:
        return from_npm(name) or at_least(name)


def from_npm(name: str) -> str | None:
    """The version that is locked."""
    for path in LOCKS:
        locked = read_json(ROOT / path)["packages"].get(f"node_modules/{name}")
        if locked is not None:
            return str(locked["version"])
    return None


def at_least(name: str) -> str:
    """What our own package asks for."""
    for line in requires("tablier") or ():
        needed = NEEDED.match(line)
        if needed and needed[1] == name:
            return f"≥ {needed[2]}"
    return "not installed here"


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_role("version", Version())
    return {"parallel_read_safe": True}
