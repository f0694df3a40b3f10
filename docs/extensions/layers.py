"""The directive {layers}: the layers of the code that import-linter checks, with what they are."""

import tomllib
from importlib import import_module

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.ext.autosummary import extract_summary
from sphinx.util.docutils import SphinxDirective

from extensions.repository import ROOT


class Layers(SphinxDirective):
    """A row for each layer, from the top, with a box for each of its modules."""

    def run(self) -> list[nodes.Node]:
        """Called by Sphinx."""
        return [nodes.container("", *map(self.row, layers()), classes=["layers"])]

    def row(self, modules: list[str]) -> nodes.container:
        """One layer."""
        return nodes.container("", *map(self.box, modules))

    def box(self, module: str) -> nodes.container:
        """A module: its name, and the first sentence of its docstring."""
        doc = import_module(f"tablier.{module}").__doc__ or ""
        said = extract_summary(doc.splitlines(), self.state.document.settings)
        name = nodes.paragraph("", "", nodes.literal("", module))
        return nodes.container("", name, nodes.paragraph("", said.replace("`", "")))


def layers() -> list[list[str]]:
    """The modules of each layer, from the top."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    rows = project["tool"]["importlinter"]["contracts"][0]["layers"]
    return [[name.strip("() ") for name in row.split("|")] for row in rows]


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_directive("layers", Layers)
    return {"parallel_read_safe": True}
