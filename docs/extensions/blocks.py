"""The blocks of add-a-game.md in their order: files to be written and commands to be run."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from extensions.repository import ROOT

PAGE = ROOT / "docs" / "add-a-game.md"
BLOCK = re.compile(
    r"^(?P<fence>`{3,})\{code-block\} (?P<kind>\w+)\n"
    r":caption: (?P<path>\S+)\n(?P<text>.*?)^(?P=fence)$"
    r"|^```console\n\$ (?P<command>[^\n]+)\n(?P<printed>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)


@dataclass(frozen=True)
class File:
    """A block with the name of a file; a second one for the same file goes on where it ended."""

    kind: str
    path: str
    text: str

    def write(self, root: Path) -> None:
        """Add it to the files below `root`; a diff changes the file that is there."""
        target = root / self.path
        target.parent.mkdir(parents=True, exist_ok=True)
        if self.kind == "diff":
            target.write_text(changed(target.read_text("utf-8"), self.text), "utf-8")
        else:
            before = target.read_text("utf-8") + "\n" if target.exists() else ""
            target.write_text(before + self.text, "utf-8")


@dataclass(frozen=True)
class Command:
    """A command, and what the page says that it prints."""

    words: str
    printed: str


def blocks() -> Iterator[File | Command]:
    """All of the page."""
    for block in BLOCK.finditer(PAGE.read_text("utf-8")):
        if block["command"]:
            yield Command(block["command"], block["printed"])
        else:
            path = block["path"].replace("\\", "")  # \\_ is how Markdown writes _
            yield File(block["kind"], path, block["text"])


def changed(text: str, diff: str) -> str:
    """The text with the lines that have a plus put where the others are found."""
    lines = diff.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if line[0] != "+")
    new = "".join(line[1:] for line in lines if line[0] != "-")
    if old not in text:
        raise ValueError(f"add-a-game.md changes lines that are not there:\n{old}")
    return text.replace(old, new)
