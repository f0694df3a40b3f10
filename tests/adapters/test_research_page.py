"""What docs/research.md and docs/planes.md show is what happens."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "research.md").read_text("utf-8")
EXAMPLES = re.findall(r"^## (.*?)$.*?```python\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)
PLANES = re.findall(
    r"```python\n(.*?)```", (ROOT / "docs" / "planes.md").read_text("utf-8"), re.DOTALL
)
CODES = dict(EXAMPLES) | {f"planes {number}": code for number, code in enumerate(PLANES)}


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_an_example_prints_what_it_says(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = re.findall(r"print\(.*\)  # (.*)", code)
    assert said
    exec(code, {})
    assert capsys.readouterr().out.splitlines() == said


def test_every_chapter_has_its_example() -> None:
    assert len(EXAMPLES) == PAGE.count("```python") == PAGE.count("\n## ") > 1


def test_every_link_leads_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (ROOT / "docs" / link).resolve().exists(), link
