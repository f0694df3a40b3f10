"""Modules and files that prose names are there: in pages, docstrings and comments."""

import fnmatch
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "tests", "benchmarks", "examples", "docs", "scripts", "frontend")
LEFT_OUT = {"_build", "node_modules", "__pycache__", "static"}
MODULE = re.compile(r"\btablier((?:\.[a-z]\w*)+)")
FILE = re.compile(r"(?<![\w./:-])[\w.*<>/-]*[\w*>]\.(?:py|ts|svelte|css|toml|ipynb|md)\b(?![\w/(])")
FOLDER = re.compile(rf"(?<![\w./:-])(?:{'|'.join(FOLDERS)})/[\w.*<>/-]*[\w>]/?")
COMMENTS = {
    ".py": re.compile(r'"""(?s:.*?)"""|(?<![\S"\'])#.*'),
    ".ts": re.compile(r"(?<!\S)//.*|/\*(?s:.*?)\*/"),
    ".svelte": re.compile(r"(?<!\S)//.*|/\*(?s:.*?)\*/|<!--(?s:.*?)-->"),
    ".css": re.compile(r"/\*(?s:.*?)\*/"),
}
LINK = re.compile(r"\]\([^)]*\)")  # tests/docs/test_pages.py follows them
NOT_KEPT = re.compile(
    r"hexapawn|my_game|NAME|_build|server/static|engines/built|tab/pyodide|^/api/"
)  # made by somebody


@cache
def files() -> list[Path]:
    """All files of the repository, from its root, without what is installed or built."""
    found = [path.relative_to(ROOT) for path in ROOT.iterdir() if path.is_file()]
    for top in FOLDERS:
        for folder, inner, names in os.walk(ROOT / top):
            inner[:] = {*inner} - LEFT_OUT
            found += [Path(folder, name).relative_to(ROOT) for name in names]
    return sorted(found)


def prose(path: Path) -> str:
    """What a file tells people: the whole of a page, docstrings and comments of code."""
    text = (ROOT / path).read_text("utf-8")
    comments = COMMENTS.get(path.suffix)
    return "\n".join(found[0] for found in comments.finditer(text)) if comments else text


def is_module_or_name(dotted: str) -> bool:
    """Does it lead to a module, or to a name that a module speaks of?"""
    folder, parts = ROOT / "src" / "tablier", dotted.strip(".").split(".")
    while parts and (folder / parts[0]).is_dir():
        folder /= parts.pop(0)
    module = folder / f"{parts[0]}.py" if parts else folder
    if parts and module.is_file():
        parts.pop(0)
    else:
        module = folder / "__init__.py"
    return not parts or re.search(rf"\b{parts[0]}\b", module.read_text("utf-8")) is not None


@cache
def endings() -> set[str]:
    """The paths of all files and folders, whole and without some of their first folders."""
    parts = [path.parts[:n] for path in files() for n in range(1, len(path.parts) + 1)]
    return {"/".join(part[n:]) for part in parts for n in range(len(part))}


@cache
def is_there(name: str) -> bool:
    """Is there a file or folder that ends so? `<game>` and `*` stand for anything."""
    name = re.sub(r"<\w+>", "*", name.removeprefix("../")).strip("/")
    return name in endings() or ("*" in name and bool(fnmatch.filter(endings(), name)))


def lost_names(path: Path) -> Iterator[str]:
    """What the file names and is not there."""
    text = LINK.sub("]", prose(path)).replace("\\_", "_")
    for name in {*FILE.findall(text), *FOLDER.findall(text)}:
        if not NOT_KEPT.search(name) and not is_there(name):
            yield name
    for found in MODULE.finditer(text):
        if not NOT_KEPT.search(found[0]) and not is_module_or_name(found[1]):
            yield found[0]


def is_read(path: Path) -> bool:
    """All but the changelog, which also names what was there before."""
    is_prose = path.suffix in {".md", *COMMENTS} or path.parts[0] == "scripts"
    return is_prose and path.name != "CHANGELOG.md"


def test_what_is_named_exists() -> None:
    read = filter(is_read, files())
    assert [f"{path}: {name}" for path in read for name in lost_names(path)] == []


@pytest.mark.parametrize(
    "name", ["src/tablier/shelf.py", "games/*/cloth.py", "docs/house.md", "tablier/games/nobody/"]
)
def test_what_is_not_there_is_found_missing(name: str) -> None:
    assert not is_there(name)


def test_names_of_modules_lead_to_modules_and_what_is_in_them() -> None:
    assert is_module_or_name(".play.table.Table")
    assert is_module_or_name(".player")
    assert not is_module_or_name(".play.chair")
    assert not is_module_or_name(".position.Chair")
