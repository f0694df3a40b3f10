"""Evaluators by name, for command lines: a file FILE.onnx, or MODULE:FUNCTION.

The function takes the game and returns an evaluator. Its module is looked for in the folder where
the command runs, too.
"""

import importlib
import inspect
import sys
from functools import cache
from pathlib import Path

from tablier.game import Game
from tablier.search.evaluator import Evaluator
from tablier.texts import refusal

ONNX = ".onnx"


@cache
def named_evaluator(game: Game, name: str) -> Evaluator:
    """The evaluator of that name, loaded once."""
    if name.endswith(ONNX):
        from tablier.search.onnx import OnnxEvaluator  # noqa: PLC0415 - needs an extra

        return OnnxEvaluator(game, name)
    module, colon, function = name.partition(":")
    if not colon:
        raise refusal("no_evaluator", name=name, reason="MODULE:FUNCTION")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        make = getattr(importlib.import_module(module), function)
        inspect.signature(make).bind(game)
    except (AttributeError, ImportError, TypeError, ValueError) as error:
        raise refusal("no_evaluator", name=name, reason=str(error)) from error
    found: Evaluator = make(game)
    if not callable(found):
        raise refusal("no_evaluator", name=name, reason=refusal("not_callable"))
    return found
