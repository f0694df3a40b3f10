"""Net: the weights of a small net for one game, and the file that holds them.

A file has two lines of text, then the bytes of the record `kernel.PACKED`. The first line names the
format and the checksum of all that follows; the second is a JSON object, the fields of `Header`.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from tablier.game import Game, load
from tablier.nets.kernels import blank, inputs_of, kernel_of
from tablier.nets.quantisation import quantised
from tablier.texts import Refusal, refusal

FILE = "net.bin"
"""The name of a net's file in the folder of its game."""
FORMAT = "tablier-net-1"
LARGEST = 1 << 26  # bytes; more is no net, whatever it is
Plan = tuple[float, float, int, int]
"""The fields of `tree.Plan`."""


class Header(msgspec.Struct, frozen=True):
    """What stands before the weights."""

    game: str
    rules: int
    """The rules' VERSION."""
    sizes: tuple[int, ...]
    """`kernel.SIZES`: the version of the inputs, and how many there are of everything."""
    plan: Plan
    options: Mapping[str, list[Any]] = {}
    """The values of options that it was trained with; of those not named here, the default."""
    training: Mapping[str, Any] = {}
    """Anything worth knowing: the command, the games, the date."""


@dataclass(frozen=True, eq=False)
class Net:
    """A net of a game: `weights` is what the kernel takes."""

    package: str
    weights: NDArray[Any] = field(repr=False)
    plan: Plan
    options: Mapping[str, list[Any]] = field(default_factory=dict)
    training: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game, floats: Mapping[str, NDArray[Any]], **more: Any) -> "Net":
        """The net with these weights, arrays as `quantisation.shapes` names them."""
        return cls(game.package, quantised(game, floats), **{"plan": inputs_of(game).PLAN} | more)

    @classmethod
    def read(cls, game: Game, path: Path | str) -> "Net":
        """The net in that file; `Refusal` says why if it is none, or not one for this game."""
        try:
            with Path(path).open("rb") as file:
                return cls.from_bytes(game, file.read(LARGEST), path)
        except OSError as error:
            reason = error.strerror or str(error)
            raise refusal("no_net_file", path=str(path), reason=reason) from error

    @classmethod
    def from_bytes(cls, game: Game, data: bytes, path: Path | str | None = None) -> "Net":
        """The net of a file with these bytes; `path` is for what is said of a bad one."""
        first, _, rest = data.partition(b"\n")
        if first != _first_line(rest):
            raise _damaged(path)
        line, _, body = rest.partition(b"\n")
        try:
            header = msgspec.json.decode(line, type=Header)
        except msgspec.DecodeError as error:
            raise _damaged(path) from error
        if header.game != game.name:
            raise refusal("net_of_other_game", theirs=header.game, ours=game.name)
        kernel = kernel_of(game)
        fits = header.rules == game.rules.VERSION and header.sizes == kernel.SIZES
        if not fits or len(body) != kernel.PACKED.itemsize:
            raise refusal("net_does_not_fit", game=game.name)
        weights = _converted(np.frombuffer(body, kernel.PACKED), kernel.NET)
        return cls(game.package, weights, header.plan, header.options, header.training)

    @property
    def packed(self) -> bytes:
        """The bytes of its weights in a file: `kernel.PACKED`."""
        return _converted(self.weights, kernel_of(Game(self.package)).PACKED).tobytes()

    def to_bytes(self) -> bytes:
        """The bytes of its file."""
        game = Game(self.package)
        header = Header(
            *(game.name, game.rules.VERSION, kernel_of(game).SIZES),
            *(self.plan, self.options, self.training),
        )
        rest = msgspec.json.encode(header) + b"\n" + self.packed
        return _first_line(rest) + b"\n" + rest

    def write(self, path: Path | str) -> None:
        """Write its file, whole or not at all."""
        draft = Path(f"{path}.part")
        draft.write_bytes(self.to_bytes())
        draft.replace(path)

    def is_trained_for(self, game: Game) -> bool:
        """Was it trained with the options of this game?"""
        usual = load(game.package, {}).options
        return all(
            value in self.options.get(name, [usual[name]]) for name, value in game.options.items()
        )

    def __reduce__(self) -> tuple[Callable[[Game, bytes], "Net"], tuple[Game, bytes]]:
        return Net.from_bytes, (Game(self.package), self.to_bytes())


def _converted(weights: NDArray[Any], kind: "np.dtype[Any]") -> NDArray[Any]:
    """The same weights as a record of that type, which has the same fields."""
    found = blank(kind)
    for name in kind.names or ():
        found[name] = weights[name]
    return found


def _damaged(path: Path | str | None) -> Refusal:
    return refusal("bad_net") if path is None else refusal("bad_net_file", path=str(path))


def _first_line(rest: bytes) -> bytes:
    return f"{FORMAT} {hashlib.sha256(rest).hexdigest()}".encode()


def net_of(game: Game) -> Net | None:
    """The net in the game's folder, if there is one that fits and knows these options."""
    net = _packaged(game.package)
    return net if net is not None and net.is_trained_for(game) else None


@cache
def _packaged(package: str) -> Net | None:
    path = files(package).joinpath(FILE)
    if not path.is_file():
        return None
    try:
        return Net.from_bytes(Game(package), path.read_bytes())
    except Refusal:
        return None  # it was trained for other rules or inputs
