"""Quantisation: a net of fractions, as it comes from training, as the whole numbers of `kernel`.

Each layer has its own scale: its largest weight becomes 127.
"""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.game import Game
from tablier.nets.kernels import blank, kernel_of

Floats = NDArray[np.float64]
BYTE, SHORT, LONG = 2**7 - 1, 2**15 - 1, 2**30
LAYERS = ("first", "second", "value", "rows")
RESOLUTION = 1024  # steps from 0 to 1 in what the second layer hands on, at least


def shapes(game: Game) -> dict[str, tuple[int, ...]]:
    """The arrays of a net with their shapes: three layers, rows of actions, a bias for each."""
    return {name: field[0].shape for name, field in _fields(game).items() if field[0].shape}


def _fields(game: Game) -> Mapping[str, Any]:
    return dict(kernel_of(game).PACKED.fields)


def quantised(game: Game, floats: Mapping[str, NDArray[Any]]) -> NDArray[Any]:
    """The record that the kernel takes, from arrays of the names and shapes of `shapes`."""
    kernel = kernel_of(game)
    given = {name: np.asarray(floats[name], np.float64) for name in shapes(game)}
    first, second, value, rows = (_scale(given[name]) for name in LAYERS)
    room = SHORT if kernel.MOST <= kernel.FEW else LONG
    shift = max(0, int(math.log2(first * second / RESOLUTION)))
    handed_on = first * second / 2**shift
    net = blank(kernel.NET)
    _put(net, "first", given, first, BYTE)
    _put(net, "first_bias", given, first, room - BYTE * kernel.MOST)
    _put(net, "second", given, second, BYTE)
    _put(net, "second_bias", given, first * second, LONG)
    _put(net, "value", given, value, BYTE)
    _put(net, "value_bias", given, handed_on * value, LONG)
    _put(net, "rows", given, rows, BYTE)
    _put(net, "row_bias", given, handed_on * rows, LONG // kernel.PER_ACTION)
    net["shift"] = shift
    one = kernel.ONE << kernel.FACTOR
    net["value_factor"] = round(one / (handed_on * value))
    net["logit_factor"] = round(one * math.log2(math.e) / (handed_on * rows))
    return net


def dequantised(game: Game, net: NDArray[Any]) -> dict[str, Floats]:
    """Fractions that `quantised` brings back to this record.

    Scales are not in it, for only their products matter: both layers get the same one.
    """
    kernel, record = kernel_of(game), net[0]
    handed_on = 1.9 * RESOLUTION  # anything from 1 to 2 leads to the same shift
    layer = math.sqrt(handed_on * 2.0 ** record["shift"])
    one = kernel.ONE << kernel.FACTOR
    value = one / (handed_on * record["value_factor"])
    rows = one * math.log2(math.e) / (handed_on * record["logit_factor"])
    scales = {
        **{"first": layer, "first_bias": layer, "second": layer, "second_bias": layer * layer},
        **{"value": value, "value_bias": handed_on * value},
        **{"rows": rows, "row_bias": handed_on * rows},
    }
    return {name: record[name] / scales[name] for name in shapes(game)}


def _scale(weights: Floats) -> float:
    return BYTE / max(float(np.abs(weights).max()), 1e-3)


def _put(
    net: NDArray[Any], name: str, floats: Mapping[str, Floats], scale: float, limit: int
) -> None:
    net[name] = np.clip(np.round(floats[name] * scale), -limit, limit)
