"""A net of Othello against OpenSpiel's C++ `MCTSBot`, which has a hundred times its simulations.

python benchmarks/othello.py [--net FILE] [--simulations 1000] [--part 100] [--games 100]
    [--workers 1]

Two games in a row have the same random opening, with the seats swapped. Without a net, our search
plays with random rollouts as well. OpenSpiel searches anew at each move; ours keeps its tree.
"""

import argparse
import sys
from pathlib import Path

from search import pairs
from tablier.arena.score import score
from tablier.nets import Net
from yardsticks import yardstick

NAME = "othello"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--net", type=Path)
    parser.add_argument("--simulations", type=int, nargs="+", default=[1000], help="of OpenSpiel's")
    parser.add_argument("--part", type=int, default=100, help="ours are so many times fewer")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    net = options.net and Net.read(yardstick(NAME), options.net)
    for theirs in options.simulations:
        ours = theirs // options.part
        found = pairs(
            *(NAME, options.games, options.workers, theirs), simulations=ours, net=net or False
        )
        scored = score(found)
        print(
            f"{ours} simulations against {theirs:,} of OpenSpiel's: {scored.value:.3f}"
            f" ({scored.low:.3f} to {scored.high:.3f}) over {2 * len(found)} games",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
