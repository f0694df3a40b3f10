"""What docs/research.md and docs/planes.md show is what happens."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "research.md").read_text("utf-8")
CHAPTERS = dict(each.split("\n", 1) for each in PAGE.split("\n## ")[1:])
EXAMPLES = {
    name: code
    for name, chapter in CHAPTERS.items()
    for code in re.findall(r"```python\n(.*?)```", chapter, re.DOTALL)
}
PLANES = re.findall(
    r"```python\n(.*?)```", (ROOT / "docs" / "planes.md").read_text("utf-8"), re.DOTALL
)
CODES = EXAMPLES | {f"planes {number}": code for number, code in enumerate(PLANES)}


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_an_example_prints_what_it_says(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = re.findall(r"print\(.*\)  # (.*)", code)
    assert said
    exec(code, {})
    assert capsys.readouterr().out.splitlines() == said


def test_every_chapter_has_its_example() -> None:
    assert len(EXAMPLES) == PAGE.count("```python")
    others = [CHAPTERS[name] for name in CHAPTERS if name not in EXAMPLES]
    assert all("```console\n" in chapter or "```sh\n" in chapter for chapter in others)


def test_every_link_leads_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (ROOT / "docs" / link).resolve().exists(), link
