"""The archive that a tab unpacks: those of our modules that it needs.

Compiled libraries are not in it: they are loaded before Python begins.
"""

import itertools
import zipfile
from collections.abc import Iterable, Iterator
from importlib.resources import files
from io import BytesIO
from pathlib import Path, PurePosixPath

from tablier.texts import PACKAGE

FOLDERS = ("games", "play", "texts")
"""Folders of the package; its own modules are packed with them."""
PARTS = {
    "search": ("__init__.py", "advice.py", "analysis.py", "levels.py"),
    "tab": (
        "__init__.py",
        "boot.py",
        "collection.py",
        "copies.py",
        "host.py",
        "storage.py",
        "thinker.py",
    ),
}
"""Of these folders only what tables need: of the search ratings, and what advice takes and says."""
LEFT_OUT_OF_GAMES = (
    "aim.py",
    "book.json",
    "features.py",
    "inputs.py",
    "net.bin",
    "net.json",
    "planes.py",
    "rulebook",
    "study.toml",
    "style.css",
    "symmetries.py",
)
LEFT_OUT_OF_PYTHON = (
    "_pyrepl",
    "curses",
    "doctest.py",
    "ftplib.py",
    "imaplib.py",
    "mailbox.py",
    "multiprocessing",
    "pdb.py",
    "pickletools.py",
    "poplib.py",
    "pydoc.py",
    "pydoc_data",
    "smtplib.py",
    "turtle.py",
    "unittest",
    "wsgiref",
    "xml",
    "xmlrpc",
)
"""What nobody needs of the standard library where nobody types Python."""
COMPILED = ".so"
UNUSED = (COMPILED, ".pyi")
STAND_INS = "tab/stand_ins"
DATE = (1980, 1, 1, 0, 0, 0)
"""Of all files, so that the same files make the same archive."""


def packed(wheels: Iterable[Path]) -> bytes:
    """The archive, with the modules of these wheels."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, contents in [*_modules(), *itertools.chain(*map(_contents, wheels))]:
            if name.endswith(UNUSED):
                continue
            archive.writestr(zipfile.ZipInfo(name, DATE), contents, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def trimmed(library: bytes) -> bytes:
    """The archive of the standard library without what is never imported here."""
    made = BytesIO()
    with (
        zipfile.ZipFile(BytesIO(library)) as whole,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive,
    ):
        for each in whole.infolist():
            if PurePosixPath(each.filename).parts[0] not in LEFT_OUT_OF_PYTHON:
                archive.writestr(each, whole.read(each), zipfile.ZIP_DEFLATED)
    return made.getvalue()


def libraries(wheels: Iterable[Path]) -> dict[str, bytes]:
    """What is compiled in these wheels, by its path among our modules."""
    found = itertools.chain(*map(_contents, wheels))
    return {name: contents for name, contents in found if name.endswith(COMPILED)}


def _modules() -> Iterator[tuple[str, bytes]]:
    """All files of the package that a tab needs, by their names in the archive."""
    folder = Path(str(files(PACKAGE)))
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not path.is_file() or "__pycache__" in path.parts:
            continue
        if name.startswith(f"{STAND_INS}/"):
            yield name.removeprefix(f"{STAND_INS}/"), path.read_bytes()
        elif _is_packed(name):
            yield f"{PACKAGE}/{name}", path.read_bytes()


def _contents(wheel: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            yield name, archive.read(name)


def _is_packed(name: str) -> bool:
    parts = PurePosixPath(name).parts
    if len(parts) == 1:
        return True
    if parts[0] == "games" and len(parts) > 2:
        return parts[2] not in LEFT_OUT_OF_GAMES
    return parts[0] in FOLDERS or parts[1] in PARTS.get(parts[0], ())
