"""Payoffs: what each seat gets when a game ends, for any number of seats.

The winners share one point evenly; in a draw all do. A payoff is a seat's part of the point, scaled
so that the sum is 0 and a single winner has 1: (n · part − 1) ÷ (n − 1) with n seats. With two
seats that is 1, 0 and −1. A player who resigns, runs out of time or tries an illegal action loses.

With four seats a single winner has 1 and the others −⅓; a single loser has −⅓ and the others 1⁄9.
"""

from collections.abc import Collection

from tablier.portable import rule


def of_winner(winners: int, n: int) -> float:
    """The payoff of each of this number of winners among n seats.

    >>> of_winner(1, 2), of_winner(2, 2), of_winner(1, 4)
    (1.0, 0.0, 1.0)
    """
    return (n - winners) / ((n - 1) * winners)


def of_loser(n: int) -> float:
    """The payoff of a loser among n seats.

    >>> of_loser(2), of_loser(5)
    (-1.0, -0.25)
    """
    return -1 / (n - 1)


def of_part(part: float, n: int) -> float:
    """The payoff for a part of the point among n seats.

    >>> of_part(0.5, 2), of_part(0.5, 3)
    (0.0, 0.25)
    """
    return (part * n - 1) / (n - 1)


def part_of(payoff: float, n: int) -> float:
    """The part of the point, 0 to 1, for a payoff among n seats.

    >>> part_of(-1, 2), part_of(0.25, 3)
    (0.0, 0.5)
    """
    return (payoff * (n - 1) + 1) / n


def share_of(value: float, n: int) -> float:
    """The part of the point that an evaluation promises, which may lie beyond all payoffs.

    >>> share_of(0, 2), share_of(1, 4), share_of(-1, 4)
    (0.5, 1.0, 0.0)
    """
    return min(1.0, max(0.0, part_of(value, n)))


def won(n: int, winners: Collection[int]) -> tuple[float, ...]:
    """The payoffs of n seats if these share the point.

    >>> won(2, {1}), won(3, {0, 1})
    ((-1.0, 1.0), (0.25, 0.25, -0.5))
    """
    win, loss = of_winner(len(winners), n), of_loser(n)
    return tuple(win if seat in winners else loss for seat in range(n))


def lost(n: int, losers: Collection[int]) -> tuple[float, ...]:
    """The payoffs of n seats if these forfeit the game.

    >>> lost(2, {1}), lost(3, {2})
    ((1.0, -1.0), (0.25, 0.25, -0.5))
    """
    return won(n, [seat for seat in range(n) if seat not in losers])


# The same for compiled code; the functions above are plain Python.

winner_gets, loser_gets, part_gets = rule(of_winner), rule(of_loser), rule(of_part)


@rule
def forfeit(payoff, n, loser):
    """Write the payoffs of n seats if this one forfeits the game."""
    for seat in range(n):
        payoff[seat] = loser_gets(n) if seat == loser else winner_gets(n - 1, n)
