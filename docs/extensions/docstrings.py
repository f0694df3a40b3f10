"""Docstrings as Sphinx reads them: `names` are linked where they are known, else shown as code."""

import re
from collections.abc import Iterator

from sphinx.application import Sphinx

COLUMNS = re.compile(r"^\s{4}|\S {3,}\S", re.MULTILINE)
PROMPT = ">>>"
ARRAY = re.compile(r"[\w.~]*ndarray\[tuple\[[\w.~]*Any, \.\.\.\], [\w.~]*dtype\[([^\]]+)\]\]")
NOTHING = "(*args, **kwargs)"


def as_written(
    _app: Sphinx, _what: str, _name: str, _obj: object, _options: object, lines: list[str]
) -> None:
    """Leave what is written in columns, or indented, as it is."""
    paragraphs = "\n".join(lines).split("\n\n")
    lines[:] = "\n\n".join(with_blocks(paragraphs)).splitlines()


def with_blocks(paragraphs: list[str]) -> Iterator[str]:
    """The paragraphs; those in columns are literal blocks of reStructuredText."""
    for paragraph in paragraphs:
        if COLUMNS.search(paragraph) and not paragraph.startswith(PROMPT):
            yield "::"
            yield "\n".join(f"  {line}" for line in paragraph.splitlines())
        else:
            yield paragraph.replace("@", r"\@")  # else it is taken for an address


def in_short(
    _app: Sphinx,
    _what: str,
    _name: str,
    _obj: object,
    _options: object,
    signature: str | None,
    result: str | None,
) -> tuple[str | None, str | None]:
    """Arrays as they are annotated; what a protocol says of its making is nothing."""
    if signature == NOTHING:
        return "", result
    return shortened(signature), shortened(result)


def shortened(text: str | None) -> str | None:
    """A signature with `NDArray[…]` for what NumPy makes of it."""
    return text and ARRAY.sub(r"NDArray[\1]", text)


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", as_written)
    app.connect("autodoc-process-signature", in_short)
    return {"parallel_read_safe": True}
