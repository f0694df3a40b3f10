"""Compiles a kernel for one game and keeps the result on disk for every later process.

Numba never caches functions that take rules as arguments. So the kernel's source is written anew
with the game's rules imported at its top, into the user's cache folder, under a name made of the
contents of everything that went into it: an edited rule can never meet a stale kernel, nor can a
table that was read from a file which has changed.
"""

import hashlib
import importlib.util
import inspect
import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
from platformdirs import user_cache_path

from tablier.fingerprint import fingerprint, keep_all
from tablier.kernels.stand_ins import rules as stand_in_rules


@cache
def specialise(
    kernel: ModuleType, rules: ModuleType, *others: tuple[ModuleType, ModuleType]
) -> ModuleType:
    """The functions of `kernel`, compiled for these rules; others are (stand-in, own)."""
    pairs = ((stand_in_rules, rules), *others)
    source = inspect.getsource(kernel)
    for stand_in, own in pairs:
        source = source.replace(f"from {stand_in.__name__} import", f"from {own.__name__} import")
    reached = [each for pair in pairs for each in _taken(*pair)] + _functions(kernel)
    keep_all(*reached)
    ingredients = (source, *(inspect.getsource(own) for _, own in pairs), fingerprint(*reached))
    versions = (numba.__version__, np.__version__, sys.version)
    key = hashlib.sha256("\0".join(ingredients + versions).encode()).hexdigest()[:20]
    name = f"{rules.__name__}_{kernel.__name__.rpartition('.')[2]}_{key}".replace(".", "_")
    return _load(name, _keep(name, source))


def _taken(stand_in: ModuleType, own: ModuleType) -> list[Any]:
    """What a kernel can take from the game's own module: what the stand-in has too."""
    return [
        vars(own)[name] for name in sorted(vars(stand_in)) if name in vars(own) and name[0] != "_"
    ]


def _functions(kernel: ModuleType) -> list[Any]:
    """The kernel's own functions, for what they call and reach elsewhere."""
    found = (each for _, each in sorted(vars(kernel).items()) if callable(each))
    return [each for each in found if getattr(each, "__module__", "") == kernel.__name__]


def _keep(name: str, source: str) -> Path:
    """The file of that name in the cache, written whole or not at all."""
    folder = user_cache_path("tablier") / "kernels"
    path = folder / f"{name}.py"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=folder, text=True)
        with os.fdopen(handle, "w") as file:
            file.write(source)
        Path(draft).replace(path)
    return path


def _load(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
