"""Nets in ONNX files as evaluators, by ONNX Runtime: `pip install "tablier[onnx]"`."""

from collections.abc import Iterable
from os import PathLike, fspath
from typing import Any

import numpy as np

from tablier.arguments import expect
from tablier.extras import extra
from tablier.game import Game
from tablier.search.evaluator import Answer, Batch
from tablier.texts import refusal

with extra("onnx"):
    import onnxruntime

BYTES, FLOATS = TYPES = "tensor(uint8)", "tensor(float)"


class OnnxEvaluator:
    """A net with one input, the planes, and two outputs, logits and values, as `Evaluator` says.

    Planes come as bytes if the input wants bytes, else as 32-bit floats from 0 to 1, each on its
    scale. An output named `logits` and one named `values` are found by name, else by their order.
    """

    def __init__(self, game: Game, path: str | PathLike[str], *, threads: int = 1):
        expect(Game, game=game)
        expect(str, PathLike, path=path)
        expect(int, threads=threads)
        if game.planes is None:
            raise refusal("no_planes", game=game.name)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = threads
        try:
            self._session: Any = onnxruntime.InferenceSession(
                fspath(path), options, providers=onnxruntime.get_available_providers()
            )
        except Exception as error:  # ONNX Runtime has one of its own for each reason
            raise refusal("no_net_file", path=fspath(path), reason=str(error)) from error
        inputs, outputs = self._session.get_inputs(), self._session.get_outputs()
        if len(inputs) != 1 or len(outputs) != 2:
            given = {"inputs": len(inputs), "outputs": len(outputs)}
            raise refusal("onnx_shape", path=fspath(path), **given)
        names = [each.name for each in outputs]
        self._outputs = ["logits", "values"] if {*names} == {"logits", "values"} else names
        self._input = inputs[0]
        if not takes(game, self._input):
            found = {"found": spelled(self._input.type, self._input.shape)}
            wanted = {"wanted": spelled(" / ".join(TYPES), ("N", *game.planes.SHAPE))}
            raise refusal("onnx_input", path=fspath(path), game=game.name, **found, **wanted)

    def __call__(self, batch: Batch, /) -> Answer:
        """What the net says."""
        seen = batch.planes if self._input.type == BYTES else batch.scaled
        logits, values = self._session.run(self._outputs, {self._input.name: seen})
        return logits, np.asarray(values)


def takes(game: Game, entry: Any) -> bool:
    """Is that an input for any number of positions of this game?"""
    shape = game.planes.SHAPE if game.planes is not None else ()
    n, *rest = entry.shape or (0,)
    if entry.type not in TYPES or isinstance(n, int) or len(rest) != len(shape):
        return False
    return all(
        not isinstance(have, int) or have == want for have, want in zip(rest, shape, strict=True)
    )


def spelled(kind: str, shape: Iterable[object]) -> str:
    """The type of an input in words."""
    return f"{kind} [{', '.join(map(str, shape))}]"
