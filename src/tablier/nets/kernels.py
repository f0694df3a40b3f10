"""Kernels of nets: `kernel.py`, compiled for a game and for what a net sees of it."""

from types import ModuleType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from tablier.game import Game, optional_module
from tablier.kernels.specialisation import specialise
from tablier.kernels.stand_ins import inputs as stand_in_inputs
from tablier.kernels.stand_ins import notation as stand_in_notation
from tablier.kernels.stand_ins import planes as stand_in_planes
from tablier.nets import kernel
from tablier.texts import refusal

CACHE_LINE = 64  # bytes


def kernel_of(game: Game) -> Any:
    """The functions of `nets.kernel` for this game."""
    return specialise(kernel, cast(ModuleType, game.rules), (stand_in_inputs, inputs_of(game)))


def blank(kind: "np.dtype[Any]") -> NDArray[Any]:
    """A record of zeros at the beginning of a line of the processor's cache."""
    room = np.zeros(kind.itemsize + CACHE_LINE, np.uint8)
    begin = -room.ctypes.data % CACHE_LINE
    return room[begin : begin + kind.itemsize].view(kind)


def setting_of(game: Game, name: str) -> Any:
    """A name of the game's inputs.py that it can leave out: then it is that of the stand-in."""
    return getattr(inputs_of(game), name, getattr(stand_in_inputs, name))


def inputs_of(game: Game) -> ModuleType:
    """The game's inputs.py, or one made from its planes and its tokens."""
    own = optional_module(game, "inputs")
    if own is None and game.planes is None:
        raise refusal("nothing_for_nets", game=game.name)
    return own or specialise(
        stand_in_inputs,
        cast(ModuleType, game.rules),
        (stand_in_planes, game.planes),
        (stand_in_notation, cast(ModuleType, game.notation)),
    )
