"""Bugs as people make them: a clause that seldom matters is wrong in the fast rules.

Each is told by the game, the function at fault and what it does wrong, and is written as a wrapper
of the real rule: it calls it, and spoils the result where the clause matters.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from tests.games.contract_case import Case, cases

from tablier.games import package_of

Rules = Any
Bug = Callable[[Rules], dict[str, Any]]


def planted(game: str, bug: Bug, **options: object) -> Case:
    """The game with these options and a bug in its rules."""
    case = next(
        case
        for case in cases(package_of(game))
        if all(case.game.options[name] == value for name, value in options.items())
    )
    rules = case.game.rules
    vars(case.game)["rules"] = SimpleNamespace(**{**vars(rules), **bug(rules)})
    return case


# Moves that are missing


def without_last(rules: Rules, applies: Callable[[Any], bool]) -> dict[str, Any]:
    """The last legal action is forgotten in some positions, unless it is the only one."""

    def legal(state: Any, out: Any) -> int:
        n = int(rules.legal(state, out))
        return n - 1 if n > 1 and applies(state) else n

    return {"legal": legal}


def late_jump(rules: Rules) -> dict[str, Any]:
    """Mole Hill §5: from the centre, late in a round, one square is forgotten."""
    return without_last(
        rules,
        lambda state: bool(
            state.turn == state.second
            and state.hills > 9
            and state.trail[state.hills - 1] == rules.CENTRE
        ),
    )


def full_centre(rules: Rules) -> dict[str, Any]:
    """Labyrinthe §3.5: of the squares for a displaced pawn one is forgotten."""
    return without_last(rules, lambda state: bool(state.doubled != rules.NOWHERE))


def last_tower(rules: Rules) -> dict[str, Any]:
    """Chain Reaction §4.5: in the fifth segment one fall is forgotten."""
    return without_last(rules, lambda state: bool(state.segments == rules.MOST_SEGMENTS - 1))


def bonus_turning(rules: Rules) -> dict[str, Any]:
    """Moguli §5.2: after a bonus one turning is forgotten."""
    return without_last(rules, lambda state: bool(state.bonus and state.turnings == 1))


# Moves that do something else


def changed_after(rules: Rules, change: Callable[[Any, Any, int], None]) -> dict[str, Any]:
    """After the move something is put otherwise: by the state before, the state now, the action."""

    def play(state: Any, action: int) -> None:
        before = state.copy()
        rules.play(state, action)
        change(before, state, action)

    return {"play": play}


def middle_goal(rules: Rules) -> dict[str, Any]:
    """Chain Reaction §5.1: two points at once, beyond ten, are counted as one."""

    def change(before: Any, after: Any, _: int) -> None:
        seat = before.turn
        if after.score[seat] - before.score[seat] == 2 and before.score[seat] > 3:
            after.score[seat] -= 1

    return changed_after(rules, change)


def penalty_forgotten(rules: Rules) -> dict[str, Any]:
    """Chain Reaction §6.1: who is stuck with points below zero loses none."""

    def change(before: Any, after: Any, _: int) -> None:
        for seat in range(2):
            if after.score[seat] < before.score[seat] < 0:
                after.score[seat] = before.score[seat]

    return changed_after(rules, change)


def siege_forgotten(rules: Rules) -> dict[str, Any]:
    """Chain Reaction §7.4: a siege does not end the game."""

    def change(_: Any, after: Any, __: int) -> None:
        if after.standing == rules.SIEGE:
            after.standing = rules.OPEN

    return changed_after(rules, change)


def barred_forgotten(rules: Rules) -> dict[str, Any]:
    """Labyrinthe §4.5: no block is barred after a turn in which a pawn came to the centre."""

    def change(before: Any, after: Any, _: int) -> None:
        if before.doubled != rules.NOWHERE and after.barred != before.barred:
            after.barred = before.barred

    return changed_after(rules, change)


def still_turns(rules: Rules) -> dict[str, Any]:
    """Moguli §7.2: the count of still turns is not set back by a move with a bonus."""

    def change(before: Any, after: Any, _: int) -> None:
        if before.bonus and before.still > 0 and after.turn != before.turn:
            after.still = before.still

    return changed_after(rules, change)


# Ends


def paid(rules: Rules, applies: Callable[[Any, Any], bool]) -> dict[str, Any]:
    """In some ends the first seat wins."""

    def outcome(state: Any, payoff: Any) -> bool:
        over = bool(rules.outcome(state, payoff))
        if over and applies(state, payoff):
            payoff[:] = 0
            payoff[0], payoff[1] = 1, -1
        return over

    return {"outcome": outcome}


def low_draw(rules: Rules) -> dict[str, Any]:
    """Mole Hill §7.2: who is equal after few hills has won."""
    return paid(rules, lambda state, payoff: bool(payoff[0] == 0 and state.hills < 15))


def beaten_at_home(rules: Rules) -> dict[str, Any]:
    """Moguli §7.1: who has enough pawns home loses if he is the second player."""
    return paid(rules, lambda _, payoff: bool(payoff[1] > 0))


def leader_of_four(rules: Rules) -> dict[str, Any]:
    """Labyrinthe §7.1: where the second of four leads, the first is paid."""
    return paid(rules, lambda _, payoff: bool(payoff[1] == 1))


def by_points(rules: Rules) -> dict[str, Any]:
    """Chain Reaction §7.1: who reaches the target wins even if he is second."""
    return paid(rules, lambda state, payoff: bool(state.standing == rules.POINTS and payoff[0] < 0))


BUGS: list[tuple[str, Bug, dict[str, object]]] = [
    ("mole-hill", late_jump, {}),
    ("mole-hill", low_draw, {}),
    ("moguli", bonus_turning, {}),
    ("moguli", still_turns, {}),
    ("moguli", beaten_at_home, {}),
    ("chain-reaction", last_tower, {}),
    ("chain-reaction", middle_goal, {}),
    ("chain-reaction", penalty_forgotten, {}),
    ("chain-reaction", by_points, {}),
    ("chain-reaction", siege_forgotten, {"siege": True}),
    ("labyrinthe", full_centre, {}),
    ("labyrinthe", barred_forgotten, {}),
    ("labyrinthe", leader_of_four, {"players": 4}),
]
