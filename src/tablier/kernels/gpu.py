"""Numba for CUDA, as the versions that there are need it."""

from importlib import import_module
from typing import Any

import numpy as np


def load() -> Any:
    """The module `numba.cuda`; ImportError without it."""
    if not hasattr(np, "row_stack"):  # numba-cuda 0.30 asks for it, NumPy 2.5 has it no more
        np.row_stack = np.vstack
    return import_module("numba.cuda")
