"""An assertion that fails shows its values, in helpers of the tests as in tests."""

from importlib.util import find_spec
from pathlib import Path

import pytest
from _pytest.assertion.rewrite import AssertionRewritingHook

HERE = Path(__file__).parent
HELPERS = [
    ".".join(path.relative_to(HERE.parent).with_suffix("").parts)
    for path in sorted(HERE.rglob("*.py"))
    if not path.name.startswith("test_") and path.name != "conftest.py"
]


@pytest.mark.parametrize("module", HELPERS)
def test_helpers_show_what_differs(module: str) -> None:
    found = find_spec(module)
    assert found is not None
    assert isinstance(found.loader, AssertionRewritingHook)
