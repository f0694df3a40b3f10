"""`tablier think` thinks for servers that share a database; a file is nobody else's."""

from pathlib import Path

import pytest
from tests.terminal.conftest import Run

from tablier.texts import LANGUAGES

pytestmark = pytest.mark.one_game


def test_a_file_is_not_shared(run: Run, tmp_path: Path) -> None:
    database = "--database", str(tmp_path / "tables.sqlite")
    said = [run("think", *database, "--lang", lang) for lang in LANGUAGES]
    assert {each.code for each in said} == {2}
    assert "PostgreSQL" in said[0].err
    assert len({each.err for each in said}) == len(LANGUAGES)
