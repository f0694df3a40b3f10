"""Signatures in the reference: arrays as they are annotated, and none where there is nothing."""

import re

from sphinx.application import Sphinx

ARRAY = re.compile(r"[\w.~]*ndarray\[tuple\[[\w.~]*Any, \.\.\.\], [\w.~]*dtype\[([^\]]+)\]\]")
OF_A_PROTOCOL = "(*args, **kwargs)"


def shorten(*called: object) -> tuple[str | None, ...]:
    """Called by Sphinx; the last two arguments are the signature and the type of the result."""
    signature, result = (text if isinstance(text, str) else None for text in called[-2:])
    if signature == OF_A_PROTOCOL:
        return "", result
    return tuple(text and ARRAY.sub(r"NDArray[\1]", text) for text in (signature, result))


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("autodoc-process-signature", shorten)
    return {"parallel_read_safe": True}
