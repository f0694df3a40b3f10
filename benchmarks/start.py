"""How soon a new process plays its first computer move, and how soon a search stops when told to.

python benchmarks/start.py [GAME]

The first process of all compiles and keeps what it compiled; every later one only loads it.
"""

import statistics
import subprocess
import sys
import time

import tablier
from tablier import Player

REPETITIONS = 5
FIRST_MOVE = """
import sys, tablier
game = tablier.game(sys.argv[1])
tablier.player(game, level=5).choose(game.start())
"""


def first_move(game: str) -> float:
    """Seconds from the start of Python to the first move of level 5."""
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", FIRST_MOVE, game], check=True)
    return time.perf_counter() - begin


def stopping(game: str) -> float:
    """Seconds from being told to stop to having stopped, at worst."""
    chosen, worst = tablier.game(game), 0.0
    Player(chosen, simulations=1).analyse(chosen.start())  # loads what was compiled
    for i in range(20):
        told = time.perf_counter() + 0.1 + i / 100
        player = Player(chosen, seconds=60.0)
        player.analyse(chosen.start(i), stop=lambda told=told: time.perf_counter() > told)  # type: ignore[misc]
        worst = max(worst, time.perf_counter() - told)
    return worst


def main() -> int:
    for game in sys.argv[1:] or tablier.games():
        first = first_move(game)
        later = statistics.median(first_move(game) for _ in range(REPETITIONS))
        print(
            f"{game}: first move after {first:.2f} s in the first process, {later:.2f} s in later "
            f"ones; stops within {1000 * stopping(game):.0f} ms",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
