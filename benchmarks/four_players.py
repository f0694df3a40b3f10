"""One player with a net among three without: `python benchmarks/four_players.py --net FILE`.

Labyrinthe with four players. The one has every seat in turn, from the same opening four times; a
score of 0.25 would be that of an equal. `tablier match labyrinthe … --option players=4` gives each
of two players two seats instead.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass

import tablier
from tablier.arena.entrants import Chooser, compile_players, entrant
from tablier.arena.match import Bout, Played, play
from tablier.arena.pool import imap_unordered, processors
from tablier.arena.score import score
from tablier.payoffs import part_of

SEATS = 4
OPENING = 4  # random moves


@dataclass(frozen=True)
class Alone(Bout):
    """A game in which the first entrant has one seat."""

    seat: int = 0

    def holder(self, seat: int) -> int:
        """Who has that seat: 0 or 1."""
        return int(seat != self.seat)

    def choosers(self) -> list[Chooser]:
        """A player for each seat, each with another seed."""
        seeds = range(SEATS * self.seed, SEATS * (self.seed + 1))
        return [
            self.entrants[self.holder(seat)].new_player(self.game, seed)
            for seat, seed in enumerate(seeds)
        ]


def work(bout: Alone, stop: Callable[[], bool]) -> Played:
    return play(bout, stop)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--net", required=True)
    parser.add_argument("--budget", default="seconds:0.1")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--workers", type=int, default=processors())
    given = parser.parse_args()
    game = tablier.game("labyrinthe", players=SEATS)
    one, three = entrant(f"{given.budget},net={given.net}"), entrant(f"{given.budget},net=off")
    compile_players(game, [one, three])
    bouts = (
        Alone(game, (one, three), seed, OPENING, seat=seat)
        for seed in range(given.games // SEATS)
        for seat in range(SEATS)
    )
    parts: dict[int, list[float]] = {}
    for played in imap_unordered(work, bouts, given.workers):
        bout = played.bout
        assert isinstance(bout, Alone)
        parts.setdefault(bout.seed, []).append(part_of(played.payoffs[bout.seat], SEATS))
    found = score([sum(each) / SEATS for each in parts.values() if len(each) == SEATS])
    print(
        f"{one} alone among three {three}: {found.value:.3f} ({found.low:.3f} to {found.high:.3f})"
    )


if __name__ == "__main__":
    main()
