"""Train a net without a terminal: `python benchmarks/training.py connect_four --out FILE`.

It takes the yardsticks, and the games of Tablier as `tablier train` does.
"""

import argparse
from pathlib import Path

import tablier
from tablier.arena.pool import processors
from tablier.game import load
from tablier.nets import Net
from tablier.training.curve import Point
from tablier.training.settings import settings_for


def show(point: Point) -> None:
    print(
        f"{point.seconds:7.1f} s  net {point.generation}  {point.games} games  loss"
        f" {point.policy_loss:.3f} {point.value_loss:.3f}  against the best {point.gained:.3f}"
        f"  against the search without a net {point.score:.3f}",
        flush=True,
    )


def main() -> None:
    from tablier.training.training import training  # noqa: PLC0415 - workers need no PyTorch

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=4.0)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--begin", type=Path, help="the net to begin with")
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--workers", type=int, default=processors())
    given = parser.parse_args()
    is_own = given.game in tablier.games()
    game = tablier.game(given.game) if is_own else load(f"yardsticks.{given.game}", {})
    settings = settings_for(
        game, seconds=60 * given.minutes, simulations=given.simulations, workers=given.workers
    )
    run = training(game, given.out, settings, given.resume)
    if given.begin:
        run.begin_with(Net.read(game, given.begin))
    run.mark = show
    run.compile()
    run.run()


if __name__ == "__main__":
    main()
