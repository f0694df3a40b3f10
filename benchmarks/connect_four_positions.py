"""Make positions.txt of Connect Four: positions of all stages with the exact value of every move.

python benchmarks/connect_four_positions.py [--each 195] [--threads 1] [--out FILE]

Games are played by the search without a net, 100 simulations a move, in which a part of the moves
is random: in some games all, in others every second, fifth or twentieth. Of half of their positions
those are kept in which not all moves are worth the same. No two are alike or mirror images. There
are so many of each number of stones from 12 to 35; of fewer stones there are fewer, since
solving them takes longer, and of none to two stones there are none.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tablier.position import Position
from tablier.search.player import Player
from yardsticks import yardstick
from yardsticks.connect_four.positions import FILE, Known, position_of, write
from yardsticks.connect_four.solver import Solver

EARLY = (0, 0, 0, 1, 1, 3, 4, 8, 20, 80, 120, 150)
LATEST = 35
RANDOM = (1.0, 0.5, 0.2, 0.05)  # part of the moves of a game that is any
TAKEN = 0.5  # of the positions of a game
SIMULATIONS = 100
SPARE = 3  # times as many positions as are wanted: often all moves are worth the same
MOST_GAMES = 20_000


def game(number: int) -> Iterator[tuple[str, Position]]:
    """The positions of a game that is not over, each with the moves that lead to it."""
    dice, moves = random.Random(number), ""
    part = RANDOM[number % len(RANDOM)]
    player = Player(yardstick("connect_four"), simulations=SIMULATIONS, seed=number, memory=10**6)
    position = player.game.start()
    while position.legal_actions:
        yield moves, position
        is_any = dice.random() < part
        token = dice.choice(position.legal_moves) if is_any else player.choose(position)
        moves, position = moves + token, position.play(token)


def candidates(wanted: list[int]) -> list[list[str]]:
    """The moves to positions of games, by the number of stones; no two are alike."""
    found: list[list[str]] = [[] for _ in wanted]
    seen: set[Position] = set()
    mirror, dice = yardstick("connect_four").symmetries[1], random.Random(0)
    for number in range(MOST_GAMES):
        if all(len(found[ply]) >= SPARE * wanted[ply] for ply in range(len(EARLY), len(wanted))):
            break
        for moves, position in game(number):
            is_taken = len(moves) <= LATEST and dice.random() < TAKEN
            if is_taken and position not in seen:
                seen |= {position, mirror.position(position)}
                found[len(moves)].append(moves)
    return found


def solved(solver: Solver, moves: list[str], wanted: int, threads: int) -> Iterator[Known]:
    """The first so many of these positions whose moves are not all worth the same."""
    with ThreadPoolExecutor(threads) as pool:
        for first in range(0, len(moves), threads):
            if not wanted:
                return
            some = moves[first : first + threads]
            values = pool.map(solver.values, map(position_of, some))
            for known in map(Known, some, values):
                if wanted and known.matters:
                    yield known
                    wanted -= 1


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--each", type=int, default=195, help="positions of a number of stones")
    parser.add_argument("--bits", type=int, default=24, help="of the solver's table")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    options = parser.parse_args()
    wanted = [*EARLY, *[options.each] * (LATEST + 1 - len(EARLY))]
    found: list[Known] = []
    begin = time.monotonic()
    moves = candidates(wanted)
    print(f"{time.monotonic() - begin:6.1f} s  {sum(map(len, moves))} positions", flush=True)
    solver = Solver(options.bits)
    for ply in reversed(range(len(wanted))):
        some = list(solved(solver, moves[ply], wanted[ply], options.threads))
        found += some
        write(found, options.out)
        print(f"{time.monotonic() - begin:6.1f} s  {ply} stones: {len(some)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
