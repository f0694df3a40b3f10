"""A net of Othello against OpenSpiel's C++ `MCTSBot`, which has a hundred times its simulations.

python benchmarks/othello.py [--net FILE] [--simulations 1000] [--part 100] [--games 100]
    [--workers 1]

Two games in a row have the same random opening, with the seats swapped. Beside it, the search
without a net has as few simulations against the same opponent.
"""

import argparse
import sys
from pathlib import Path

from search import match
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
        for who in [net, None] if net else [None]:
            scored = match(
                *(NAME, options.games, options.workers, theirs),
                simulations=ours,
                net=who or False,
            )
            name = "net" if who else "search without a net"
            print(f"{name}, {ours} simulations, against {theirs} of OpenSpiel's: {scored}")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
