"""How often players of Connect Four choose a move that keeps the exact value of a position.

python benchmarks/connect_four.py [--net FILE] [--simulations 100 1000] [--seconds 0.1]
    [--openspiel] [--every 1] [--workers 1]

The positions are those of yardsticks/connect_four/positions.txt: in all of them some moves keep the
value and others do not. Asked are the net by itself (its policy), the search with the net, the
search without any knowledge, and OpenSpiel's C++ `MCTSBot` with random rollouts, each with as many
simulations. Every position is new to them: no tree is kept.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from tablier.nets import Net
from tablier.search.player import Player
from tablier.study.statistics import share
from yardsticks import yardstick
from yardsticks.connect_four.positions import Known, position_of, read

NAME = "connect_four"
STAGES = range(0, 36, 6)  # stones
CHUNK = 50  # positions that a worker is given at a time
POLICY = 2  # simulations: one looks at the position, one at the move that the net likes best


@dataclass(frozen=True)
class Entrant:
    """A player and its budget; without a net it knows nothing, unless it is OpenSpiel's."""

    net: Net | None = None
    simulations: int | None = None
    seconds: float | None = None
    is_openspiel: bool = False

    def __str__(self) -> str:
        if self.simulations == POLICY:
            return "net's policy"
        who = "OpenSpiel" if self.is_openspiel else "search" if self.net is None else "net"
        budget = f"{self.seconds:g} s" if self.simulations is None else f"{self.simulations:,}"
        return f"{who} {budget}"

    def choose(self, known: Known) -> int:
        """The column that it chooses."""
        if self.is_openspiel:
            return their_choice(known, self.simulations or 1)
        player = Player(
            yardstick(NAME),
            simulations=self.simulations,
            seconds=self.seconds,
            knowledge=self.net is not None,
            net=self.net or False,
        )
        return player.game.actions[player.choose(position_of(known.moves))]


def their_choice(known: Known, simulations: int) -> int:
    """The column that OpenSpiel's search chooses."""
    import pyspiel  # noqa: PLC0415 - nets can be checked without it

    from search import their_bot  # noqa: PLC0415

    theirs = pyspiel.load_game(NAME)
    state = theirs.new_initial_state()
    for token in known.moves:
        state.apply_action(yardstick(NAME).actions[token])
    return int(their_bot(theirs, simulations, known.ply).step(state))


def keeps(entrant: Entrant, known: Known) -> bool:
    """Does it keep the value of the position?"""
    return entrant.choose(known) in known.keeping


def stages(asked: Sequence[Known], kept: Sequence[bool]) -> Iterator[str]:
    """The part of each stage of the game."""
    for first in STAGES:
        some = [each for known, each in zip(asked, kept, strict=True) if stage(known) == first]
        yield f"{100 * sum(some) / len(some):8.1f}" if some else f"{'':8}"


def stage(known: Known) -> int:
    """The least number of stones of its stage."""
    return known.ply // STAGES.step * STAGES.step


def row(entrant: Entrant, asked: Sequence[Known], workers: int) -> str:
    """What is printed of a player."""
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        some = map if workers == 1 else partial(pool.map, chunksize=CHUNK)
        kept = list(some(partial(keeps, entrant), asked))
    whole = share(sum(kept), len(kept))
    interval = f"{100 * whole.low:6.2f} to {100 * whole.high:6.2f}"
    return f"{entrant!s:20}{100 * whole.value:7.2f} ({interval}){''.join(stages(asked, kept))}"


def entrants(options: argparse.Namespace) -> Iterator[Entrant]:
    """Those that were asked for."""
    net = options.net and Net.read(yardstick(NAME), options.net)
    if net:
        yield Entrant(net, POLICY)
    for simulations in options.simulations:
        if net:
            yield Entrant(net, simulations)
        yield Entrant(None, simulations)
        if options.openspiel:
            yield Entrant(None, simulations, is_openspiel=True)
    for seconds in options.seconds:
        if net:
            yield Entrant(net, seconds=seconds)
        yield Entrant(None, seconds=seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--net", type=Path)
    parser.add_argument("--simulations", type=int, nargs="*", default=[100, 1000])
    parser.add_argument("--seconds", type=float, nargs="*", default=[])
    parser.add_argument("--openspiel", action="store_true", help="ask OpenSpiel's search as well")
    parser.add_argument("--every", type=int, default=1, help="ask for every so many positions")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    asked = read()[:: options.every]
    heads = "".join(f"{f'{first}-{first + STAGES.step - 1}':>8}" for first in STAGES)
    print(f"{len(asked)} positions: moves that keep the value, in %; by stones{heads}")
    for entrant in entrants(options):
        print(row(entrant, asked, options.workers), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
