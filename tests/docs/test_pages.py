"""The sources of the pages: links between files, examples, figures and what they rest on."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

from tablier.texts import texts

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"(?<!`)\]\((?!https?:|mailto:|#)([^)\s]+)\)")
AT_THE_ROOT = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
PAGES = [path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts]
FENCED = re.compile(r"^(`{3,})[^`]*?^\1$", re.DOTALL | re.MULTILINE)


def prose(path: Path) -> str:
    return FENCED.sub("", path.read_text("utf-8"))


def anchors(path: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub and the site make them."""
    headings = re.findall(r"^#+ (.+)$", prose(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in headings}


@pytest.mark.parametrize(
    "path", [*AT_THE_ROOT, *PAGES], ids=lambda path: str(path.relative_to(ROOT))
)
def test_links_between_files_lead_somewhere(path: Path) -> None:
    for link in LINK.findall(prose(path)):
        name, _, anchor = link.partition("#")
        base = ROOT if name.startswith("/") else path.parent
        target = (base / name.lstrip("/")).resolve() if name else path
        assert target.exists(), link
        if anchor and target.suffix == ".md":
            included = target.name.replace("contributing", "CONTRIBUTING")
            known = anchors(target) | anchors(
                ROOT / included if included != target.name else target
            )
            assert anchor in known, link


def test_the_first_example_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    page = (ROOT / "docs" / "index.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(code, {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"print\(.*\)  # (.*)", code)


def test_refusals_that_a_page_quotes_are_those_of_the_server() -> None:
    page = (ROOT / "docs" / "bots.md").read_text("utf-8")
    quoted = re.findall(r'"error": "([^"…]+)', page)
    sentences = texts("tablier", "en")["sentences"].values()
    assert quoted
    for words in quoted:
        assert any(each.startswith(words.strip()) for each in sentences), words


def test_contributing_lists_the_layers_of_the_code_from_the_bottom() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    listed = re.findall(r"^  (\w+)(?:\.py|/) ", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.M)
    for layer in reversed(layers):
        here = {name.strip("() ") for name in layer.split("|")}
        assert {listed.pop(0) for _ in here} == here
    assert listed == []


# Performance


def sections(name: str) -> list[str]:
    return (ROOT / "docs" / name).read_text("utf-8").split("\n## ")[1:]


@pytest.mark.parametrize(
    "section", sections("performance.md"), ids=lambda text: text.split("\n")[0]
)
def test_figures_have_the_command_that_prints_them(section: str) -> None:
    """Each section begins with its command, but the one that tells what was tried."""
    if section.startswith("What limits us"):
        return
    commands = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
    assert commands
    before, _, _ = section.partition("\n| ")
    assert "```sh" in before
    for program in re.findall(r"benchmarks/\w+\.py", "".join(commands)):
        assert (ROOT / program).is_file(), program


# Peers


ROW = re.compile(
    r"^\| .+\{version\}`([^`]+)` \| (.+?) \| .+? \| \[\S+\]\(\.\./(tests/\S+)\) \|$", re.M
)
SUITES = ROW.findall((ROOT / "docs" / "peers.md").read_text("utf-8"))


@pytest.mark.parametrize(("peer", "told", "path"), SUITES, ids=[peer for peer, _, _ in SUITES])
def test_what_we_say_to_run_of_a_peer_is_in_the_test(peer: str, told: str, path: str) -> None:
    code = (ROOT / path).read_text("utf-8") + "".join(
        each.read_text("utf-8") for each in (ROOT / path).parent.glob("re*.py")
    )
    for name in re.findall(r"`([\w.]+)`", told):
        assert name in code, (peer, name)


def of_extra(name: str) -> list[str]:
    """The packages that an extra asks for, with those of the extras that it names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found = []
    for package in project["optional-dependencies"][name]:
        others = re.fullmatch(r"tablier\[(.+)\]", package)
        found += (
            [each for other in others[1].split(",") for each in of_extra(other)]
            if others
            else [package]
        )
    return found


def test_every_peer_is_asked_for_by_the_test_extra() -> None:
    wanted = "\n".join(of_extra("test"))
    assert len(SUITES) > 5
    for peer, _, _ in SUITES:
        if peer != "axe-core":  # comes with the browser's packages
            assert re.search(rf"^{re.escape(peer)}\W", wanted, re.MULTILINE), peer
            assert version(peer)
