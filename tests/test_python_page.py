"""What docs/python.md shows is what happens."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
PAGE = (DOCS / "python.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("code", EXAMPLES)
def test_an_example_prints_what_it_says(
    code: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)  # files that it writes go there
    said = re.findall(r"print\(.*\)  # (.*)", code)
    assert said
    exec(code, {})
    assert capsys.readouterr().out.splitlines() == said


@pytest.mark.parametrize("page", ["python.md", "tutorial.ipynb"])
def test_every_link_leads_somewhere(page: str) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", (DOCS / page).read_text("utf-8")):
        assert (DOCS / link).exists(), link
