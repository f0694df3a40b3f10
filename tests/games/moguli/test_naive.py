"""The fast rules against the slow ones where random games do not get: bonuses, goals, full rows.

Every special rule has to be seen on the way, so that the comparison is worth something.
"""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from tests.games.moguli import naive
from tests.games.moguli.players import crowded_position, play_on, random_position

import tablier
from tablier import Game, Position
from tablier.game import Value
from tablier.games.moguli.ways import best_way
from tablier.portable import plain

VARIANTS: list[dict[str, Value]] = [
    {"compulsory": compulsory, "new_start_row": compulsory != cylinder, "cylinder": cylinder}
    for compulsory, cylinder in product((False, True), repeat=2)
]
VARIANTS += [{"standstill": 7}]
VARIANTS += [
    {"compulsory": on, "new_start_row": not on, "cylinder": on, "obligation": "third_home"}
    for on in (False, True)
]
ENDINGS = {"second_home", "first_home", "both_home", "stuck_wins", "still_wins", "limit_wins"}
MOST_GAMES = 500
"""In which all of that has to be seen."""
TURNS = {
    "turn_and_move",
    "free_and_turn",
    "free_now",
    "move_a_pawn",
    "duty_is_stuck",
    "duty_needs_turn",
    "only_turn",
    "turn_a_tile",
    "turn_two",
    "turn_more",
    "last_turn",
    "last_turn_bound",
    "last_turn_lost",
}


def name(variant: Mapping[str, Value]) -> str:
    return " ".join(key for key, value in variant.items() if value) or "defaults"


def start(game: Game, dice: random.Random, n: int) -> Position:
    """Now and then the beginning of a game, else somewhere in its middle."""
    if n % 8 == 0:
        return game.start(n)
    crowded = n % 4 == 1 and game.options["obligation"] == "third_home"
    return crowded_position(game, dice) if crowded else random_position(game, dice)


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_fast_and_slow_rules_agree_and_see_everything(
    variant: dict[str, Value], pytestconfig: pytest.Config
) -> None:
    expected = TURNS | ENDINGS | {"bonus"}
    expected |= {"choose_row"} if variant.get("new_start_row") else set()
    expected |= {"freed", "returns", "bound"} if "obligation" in variant else set()
    seen: Counter[str] = Counter()
    dice, n, wanted = random.Random(name(variant)), 0, max(60, pytestconfig.getoption("games"))
    while n < wanted or (not expected <= {*+seen} and n < MOST_GAMES):
        limit = dice.choice([400, 400, 12])
        game = tablier.game("moguli", **variant, turn_limit=limit)
        for position, token in play_on(start(game, dice, n), dice, zeal=0.8):
            slow = naive.read(str(position), game.options)
            assert_same(position, slow)
            seen[game.notation.status(position.state).key] += 1
            seen["bonus"] += "+" in str(position).split()[4]
            seen.update(differences(slow) if "obligation" in variant else ())
            if token:
                assert naive.write(naive.play(slow, token)) == str(position.play(token))
        n += 1
    assert expected <= {*+seen}, expected - {*+seen}


def differences(slow: naive.Position) -> list[str]:
    """What the third pawn home does here, and what two free gates would have done."""
    usual = replace(slow, options={**slow.options, "obligation": "two_free"})
    freed = naive.duty_binds(usual) and not naive.duty_binds(slow)
    returns = not freed and {*naive.pawn_moves(slow)} > {*naive.pawn_moves(usual)}
    said = {"freed": freed, "returns": returns, "bound": naive.duty_binds(slow)}
    return [what for what, is_so in said.items() if is_so]


def assert_same(position: Position, slow: naive.Position) -> None:
    outcome = position.outcome()
    assert naive.write(slow) == str(position)
    assert tuple(naive.legal(slow)) == position.legal_moves, str(position)
    assert naive.outcome(slow) == (outcome and outcome.payoffs), str(position)
    assert naive.turn(slow) == position.turn


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_compiled_and_plain_rules_agree_to_the_byte(variant: dict[str, Value]) -> None:
    game = tablier.game("moguli", **variant)
    twin = plain(game.rules)  # type: ignore[arg-type]
    dice = random.Random(5)
    for _ in range(6):
        for position, token in play_on(random_position(game, dice), dice, zeal=0.8)[:-1]:
            state, out = position.state, np.empty(game.rules.WIDTH, np.int32)
            n = twin.legal(state, out)
            assert tuple(out[:n].tolist()) == position.legal_actions
            twin.play(state, game.actions[token])
            assert state.tobytes() == position.play(token).data


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_a_move_takes_the_shortest_way_and_earns_the_bonus_if_any_way_does(
    variant: dict[str, Value],
) -> None:
    """§5.1 The way that is shown is one of all ways that there are."""
    game = tablier.game("moguli", **variant)
    dice = random.Random(11)
    shown = bonuses = 0
    for _ in range(150):
        position = random_position(game, dice)
        slow = naive.read(str(position), game.options)
        for token in position.legal_moves:
            if "-" in token:
                pawn, end = token.split("-")
                every = [way for way in naive.ways(slow, pawn) if way.end == end]
                way = best_way(position.state, *(naive.SQUARES.index(gate) for gate in (pawn, end)))
                found = next(one for one in every if stages(one) == named(way))
                best = [one for one in every if one.bonus] or every
                assert found in best
                assert found.length == min(one.length for one in best)
                shown += 1
                bonuses += found.bonus
    assert shown > bonuses > 0


def stages(way: naive.Way) -> list[tuple[str, ...]]:
    return [way.first, way.below, way.second]


def named(way: object) -> list[tuple[str, ...]]:
    return [
        tuple(naive.SQUARES[gate] for gate in getattr(way, stage))
        for stage in ("first", "below", "second")
    ]
