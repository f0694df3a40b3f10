"""Numba for CUDA, set so that a GPU computes the same bytes as a CPU."""

import os
from importlib import import_module
from typing import Any

import numpy as np


def load() -> Any:
    """The module `numba.cuda`; ImportError without it."""
    os.environ.setdefault("NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS", "0")
    if not hasattr(np, "row_stack"):  # numba-cuda 0.30 asks for it, NumPy 2.5 has it no more
        np.row_stack = np.vstack
    cuda = import_module("numba.cuda")
    nvvm: Any = import_module("numba.cuda.cudadrv.nvvm")
    compile_ir = nvvm.compile_ir

    def without_contraction(ir: Any, **options: Any) -> Any:
        """Round after a product as well as after the sum that follows; `jit` cannot say so."""
        return compile_ir(ir, **{"fma": False, **options})

    nvvm.compile_ir = without_contraction
    return cuda
