"""What the README shows is what happens."""

import re
from pathlib import Path

import pytest

import tablier
from tablier.terminal.cli import COMMANDS, spelled

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


def test_the_example_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    found = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert found is not None
    code = found[1]
    said = re.findall(r"print\(.*\)  # (.*)", code)
    names: dict[str, object] = {}
    exec(code, names)
    assert capsys.readouterr().out.splitlines() == said
    position = names["position"]
    assert isinstance(position, tablier.Position)
    assert f"position.legal_moves  # {position.legal_moves}" in code


def test_every_command_is_named() -> None:
    assert {spelled(command) for command in COMMANDS} <= {
        *re.findall(r"^tablier ([\w-]+)", README, re.M)
    }


def test_every_link_leads_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", README):
        assert (Path(__file__).parents[1] / link).exists(), link
