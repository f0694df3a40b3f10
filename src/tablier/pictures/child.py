"""Renders one picture in a process of its own: a program that is at play must not wait for it.

The order comes by the standard input, the picture goes to the standard output. Rendering holds
Python's lock for a tenth of a second and more, a whole game takes seconds.
"""

import os
import subprocess
import sys
from pathlib import Path

from msgspec import Struct, json

PATIENCE = 60  # seconds
LAZY = 10  # niceness


class Order(Struct, frozen=True):
    """SVG to be rendered as PNG, or else a record to be made a GIF of."""

    svg: str = ""
    record: str = ""
    lang: str = "en"
    theme: str = "light"
    size: int | None = None
    seconds_per_move: float = 1.0
    most: int = 300
    """Frames; of a longer game, only every second move is shown, or every third."""


def rendered(order: Order) -> bytes:
    """Have it rendered by another process of low priority; waits for it."""
    source = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, (source, os.environ.get("PYTHONPATH"))))
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    told = [sys.executable, "-m", __name__]
    work = json.encode(order)
    done = subprocess.run(
        told, input=work, stdout=subprocess.PIPE, check=True, timeout=PATIENCE, env=plain
    )
    return done.stdout


def render(order: Order) -> bytes:
    """The picture."""
    from tablier.pictures.png import png  # noqa: PLC0415 - who orders one needs none of it

    return png(order.svg) if order.svg else _gif(order)


def _gif(order: Order) -> bytes:
    from tablier.pictures.gif import gif  # noqa: PLC0415
    from tablier.pictures.svg import Appearance  # noqa: PLC0415
    from tablier.record import Record  # noqa: PLC0415

    positions = list(Record.read(order.record).positions())
    look = Appearance(order.size, order.theme)
    every = -(-len(positions) // order.most)
    return gif(positions, order.seconds_per_move, order.lang, look, every)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(LAZY)
    sys.stdout.buffer.write(render(json.decode(sys.stdin.buffer.read(), type=Order)))
