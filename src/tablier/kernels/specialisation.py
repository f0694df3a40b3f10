"""Compiles a kernel for one game and caches the result on disk.

Numba does not cache functions that take rules as arguments. So the kernel's source is rewritten to
import the game's rules, and stored in the user's cache folder under a hash of all its sources, of
the values they use and of the versions of Numba, NumPy and Python: a cached kernel is never stale.
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

from tablier.fingerprint import cache_all_on_disk, fingerprint
from tablier.kernels.stand_ins import rules as stand_in_rules


@cache
def specialise(
    kernel: ModuleType, rules: ModuleType, *others: tuple[ModuleType, ModuleType]
) -> ModuleType:
    """The module `kernel` for these rules; others are pairs (stand-in, the game's module)."""
    pairs = ((stand_in_rules, rules), *others)
    source = inspect.getsource(kernel)
    for stand_in, own in pairs:
        source = source.replace(f"from {stand_in.__name__} import", f"from {own.__name__} import")
    reached = [each for pair in pairs for each in _importable(*pair)] + _functions(kernel)
    cache_all_on_disk(*reached)
    ingredients = (source, *(inspect.getsource(own) for _, own in pairs), fingerprint(*reached))
    versions = (numba.__version__, np.__version__, sys.version)
    key = hashlib.sha256("\0".join(ingredients + versions).encode()).hexdigest()[:20]
    name = f"{rules.__name__}_{kernel.__name__.rpartition('.')[2]}_{key}".replace(".", "_")
    return _load(name, _cached_file(name, source))


def _importable(stand_in: ModuleType, own: ModuleType) -> list[Any]:
    """What a kernel can import from the game's module: the names that the stand-in has."""
    return [
        vars(own)[name] for name in sorted(vars(stand_in)) if name in vars(own) and name[0] != "_"
    ]


def _functions(kernel: ModuleType) -> list[Any]:
    """The functions that are defined in the kernel."""
    found = (each for _, each in sorted(vars(kernel).items()) if callable(each))
    return [each for each in found if getattr(each, "__module__", "") == kernel.__name__]


def _cached_file(name: str, source: str) -> Path:
    """The file of that name in the cache, written atomically if it is not there."""
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
