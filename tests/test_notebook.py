"""The tutorial: its cells show what is stored with them."""

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

pytestmark = pytest.mark.one_game

ROOT = Path(__file__).parent.parent
TUTORIAL = ROOT / "docs" / "tutorial.ipynb"


@pytest.fixture(scope="module")
def again(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tutorial, run from its first cell to its last."""
    file = tmp_path_factory.mktemp("notebook") / "tutorial.ipynb"
    script = ROOT / "scripts" / "notebook"
    subprocess.run([sys.executable, str(script), str(file)], check=True, capture_output=True)
    return file


def test_every_cell_shows_what_is_stored(again: Path) -> None:
    """Run scripts/notebook when this fails, and look at what it has changed."""
    cells = zip(
        nbformat.read(TUTORIAL, as_version=4).cells,
        nbformat.read(again, as_version=4).cells,
        strict=True,
    )
    for stored, shown in cells:
        assert shown.get("outputs") == stored.get("outputs"), stored.source


def test_nothing_tells_where_and_when_it_was_run(again: Path) -> None:
    assert TUTORIAL.read_text("utf-8") == again.read_text("utf-8")


def test_the_tutorial_is_small_enough_to_be_read_on_a_page() -> None:
    assert TUTORIAL.stat().st_size < 500_000
