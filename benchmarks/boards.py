"""One board that is played on and on with random moves: the same function on the CPU and on a GPU.

Use it through `specialise`: it compiles this file anew for the rules of a game.
"""

from typing import Any

from tablier.kernels.stand_ins.rules import legal, outcome, play
from tablier.portable import draw, kernel


@kernel
def play_on(
    start: Any, state: Any, actions: Any, payoff: Any, seed: Any, moves: Any, trace: Any, won: Any
) -> Any:
    """Make that many random moves, beginning anew whenever a game is over; return how many were.

    The moves are noted in `trace` as far as it goes, what each seat got is added up in `won`;
    `actions` and `payoff` are scratch.
    """
    state[0] = start[0]
    games = 0
    ply = 0
    while ply < moves:
        n = legal(state[0], actions)
        if n > 0:
            action = actions[draw(seed, ply, n)]
            play(state[0], action)
            if ply < len(trace):
                trace[ply] = action
            ply += 1
        else:
            outcome(state[0], payoff)
            for seat in range(len(won)):
                won[seat] += payoff[seat]
            state[0] = start[0]
            games += 1
    return games
