"""The browser's types are those of the protocol."""

import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.one_game

ROOT = Path(__file__).parent.parent.parent


def test_the_types_are_up_to_date() -> None:
    made = subprocess.run(
        (ROOT / "scripts" / "types", "--print"),
        capture_output=True,
        text=True,
        check=True,
    )
    written = (ROOT / "frontend" / "src" / "protocol.ts").read_text("utf-8")
    assert written == made.stdout, "Run scripts/types."
