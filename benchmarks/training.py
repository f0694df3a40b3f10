"""Train a net for a yardstick: `python benchmarks/training.py connect_four --minutes 4 --out FILE`.

The games of Tablier are trained by `tablier train GAME`.
"""

import argparse
from pathlib import Path

from tablier.arena.pool import processors
from tablier.game import load
from tablier.training.curve import Point
from tablier.training.settings import Settings
from tablier.training.training import training


def show(point: Point) -> None:
    print(
        f"{point.seconds:7.1f} s  net {point.generation}  {point.games} games  loss"
        f" {point.policy_loss:.3f} {point.value_loss:.3f}  against the best {point.gained:.3f}"
        f"  against the search without a net {point.score:.3f}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("yardstick")
    parser.add_argument("--minutes", type=float, default=4.0)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--workers", type=int, default=processors())
    wished = parser.parse_args()
    settings = Settings(seconds=60 * wished.minutes, workers=wished.workers)
    game = load(f"yardsticks.{wished.yardstick}", {})
    run = training(game, wished.out, settings, wished.resume)
    run.mark = show
    run.compile()
    run.run()


if __name__ == "__main__":
    main()
