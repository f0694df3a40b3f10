"""Build: engines are compiled once, by a child process, and kept under a key of their contents.

Those of a wheel lie beside this file; those built later, in the user's cache folder. The key is the
same for every version of Python and Numba: it is made of sources and of the tables in them.
"""

import hashlib
import inspect
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from platformdirs import user_cache_path

from tablier.engines import description, wasm
from tablier.engines.entries import FEATURES, SEARCH, entries_of, searches_of
from tablier.fingerprint import encoded, reached, unwrapped
from tablier.game import Game
from tablier.games import game, games
from tablier.kernels.compilation import LOW, begin_child, child_code, process_lock

PACKAGED = Path(__file__).parent / "built"
"""Engines that came with the package."""
KEY = 20  # digits
UNUSED = 7 * 24 * 3600  # seconds
CHILD = child_code("tablier.engines.build")


class BuildFailed(Exception):
    """An engine could not be built; the message says why."""


def engine_of(chosen: Game, judge: str = FEATURES) -> Path | None:
    """The file of a game's engine, if it was built from the present sources."""
    name = file_name(chosen, judge)
    if (PACKAGED / name).is_file():
        return PACKAGED / name
    kept = cache_folder() / name
    if not kept.is_file():
        return None
    with suppress(OSError):
        kept.touch()  # so that `remove_unused` leaves it
    return kept


def built(chosen: Game, judge: str = FEATURES) -> Path:
    """The same, built now if it has to be: that takes a child process some seconds."""
    found = engine_of(chosen, judge)
    if found is None:
        with process_lock(cache_folder() / f"{chosen.name}.lock"):
            found = engine_of(chosen, judge)
            if found is None:
                found = build(chosen, cache_folder())[judge]
                remove_unused(chosen)
    return found


def remove_unused(chosen: Game) -> None:
    """Remove engines of a game from the cache that nobody has asked for in a week.

    Not all of other sources: another version may run beside this one, and be about to read its own.
    """
    of_game = re.compile(rf"{re.escape(chosen.name)}(-\w+)?-[0-9a-f]{{{KEY}}}\.wasm")
    for path in cache_folder().iterdir():
        with suppress(OSError):  # another process may remove it, too
            if of_game.fullmatch(path.name) and path.stat().st_mtime < time.time() - UNUSED:
                path.unlink()


def file_name(chosen: Game, judge: str) -> str:
    """The name of the file with a game's engine."""
    return f"{chosen.name}-{judge}-{key_of(chosen)}.wasm"


def cache_folder() -> Path:
    """Where engines are kept that did not come with the package."""
    return user_cache_path("tablier") / "engines"


def key_of(chosen: Game) -> str:
    """A hash of all that an engine is made from."""
    functions = map(unwrapped, reached(*(each.function for each in entries_of(chosen).values())))
    # Not those of sys.modules: another thread may be loading the same kernel anew.
    own = {each.__module__: each.__globals__ for each in functions}
    modules = [sys.modules[name] for name in own]
    # The compiler itself is read, not imported: it is needed only where an engine is built.
    compiler = Path(__file__).with_name("compiler.py").read_bytes()
    sources = {inspect.getsource(each).encode() for each in (*modules, description, wasm)}
    tables = {table for each in own.values() for table in _tables(each)}
    digest = hashlib.sha256(compiler)
    for each in (*sorted(sources), *sorted(tables)):
        digest.update(hashlib.sha256(each).digest())
    return digest.hexdigest()[:KEY]


def _tables(names: dict[str, Any]) -> Iterator[bytes]:
    """The arrays of a module with their names: a source may have read them from a file."""
    for name, value in names.items():
        if isinstance(value, np.ndarray):
            yield name.encode() + encoded(value)


def build(chosen: Game, folder: Path, low: int = LOW) -> dict[str, Path]:
    """Build a game's engines into that folder, whole or not at all; the files by judge."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as drafts:
        words = (repr(sys.path), chosen.package, drafts, str(low))
        pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
        with subprocess.Popen(
            (sys.executable, "-P", "-W", "ignore", "-c", CHILD, *words),
            env=os.environ | {"NUMBA_OPT": "0", "NUMBA_DISABLE_JIT": "0"},
            stdin=pipe,
            stdout=nothing,
            stderr=pipe,
            text=True,
            start_new_session=True,
        ) as child:
            assert child.stderr is not None
            said = child.stderr.read()
        if child.returncode:
            raise BuildFailed(f"The engines of {chosen.name} were not built.\n{said}")
        return {
            draft.stem: draft.replace(folder / file_name(chosen, draft.stem))
            for draft in Path(drafts).iterdir()
        }


def main(package: str, folder: str, low: str) -> None:
    """The child process: compile engines and write them, a file for each judge."""
    from tablier.engines.compiler import compiled, lowered_all  # noqa: PLC0415 - LLVM is loaded

    begin_child(low, partial(shutil.rmtree, folder, ignore_errors=True))
    chosen = Game(package)
    entries = entries_of(chosen)
    texts = lowered_all(entries)
    for judge in searches_of(chosen):
        other = (name for name in entries if not name.startswith(SEARCH))
        names = [SEARCH + judge, *other]
        note = partial(description.described, chosen, judge)
        Path(folder, f"{judge}.wasm").write_bytes(compiled(texts, names, note))


def pack(folder: Path = PACKAGED) -> None:
    """Put the engines of all games into a folder, and nothing else: for a wheel."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [(each, judge) for each in map(game, games()) for judge in searches_of(each)]
    engines = {file_name(*each): built(*each).read_bytes() for each in wanted}
    for path in folder.glob("*.wasm"):
        if path.name not in engines:
            path.unlink()
    for name, content in engines.items():
        (folder / name).write_bytes(content)
