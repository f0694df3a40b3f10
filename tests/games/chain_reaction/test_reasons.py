"""What Chain Reaction says for a move is true, as the slow rules see it (§4, §5, §6)."""

import random
from collections import Counter
from dataclasses import replace

from tests.games.chain_reaction import naive
from tests.games.reasons import Facts, choices, plural, said_of

import tablier
from tablier.games.chain_reaction import reasons
from tablier.reasons import Choice

GAME = tablier.game("chain-reaction")
# A white tower on d7 falls into d9: two points. Black threatens the same on the other side.
GOAL = ".b...b./...X.../......./......./......./......./.w...w./....... w 1 - 0 0 2"
THREAT = "......./......./......./......./......./w..b.../...b.../w...w.. w 0 - 0 0 2"


def read(position: tablier.Position) -> naive.Position:
    return naive.read(str(position), position.game.options)


def score(position: naive.Position, seat: int) -> int:
    return (position.white_score, position.black_score)[seat]


def goes_on(position: naive.Position, seat: int) -> bool:
    """Does the seat continue its turn with a tower?"""
    has_tower = naive.tower_square(position) is not None
    return naive.turn(position) == seat and has_tower and not position.pending


def at_hand(position: naive.Position) -> int:
    """The most points that the player to move can score in a turn, trying everything."""
    seat, best = naive.turn(position), 0
    for token in naive.legal(position):
        after = naive.play(position, token)
        best = max(best, score(after, seat) - score(position, seat))
        if goes_on(after, seat):
            best = max(best, at_hand(after))
    return best


def truth(choice: Choice) -> Facts:
    """Everything that can be said for a move, by the slow rules."""
    before, after, end = map(read, (choice.before, choice.after, choice.turn_end))
    seat = naive.turn(before)
    now, later = score(after, seat) - score(before, seat), score(end, seat) - score(after, seat)
    found: Facts = {}
    for key, points in (("scores", now), ("will_score", later)):
        if points > 0:
            found |= plural(key, points)
    lost = score(before, 1 - seat) - score(after, 1 - seat)
    if lost > 0:
        found["stuck"] = {"n": lost}
    if not now and goes_on(after, seat):
        had = naive.tower_square(before) is not None
        found["keeps" if had else "builds"] = {"square": naive.tower_square(after)}
    return found


def stopped(choice: Choice) -> Facts:
    """The points that the other side could have scored, had this turn been passed."""
    before, end = read(choice.before), read(choice.turn_end)
    passed = replace(before, mover=naive.OTHER[before.mover], turns=before.turns + 1)
    threat, left = at_hand(passed), at_hand(end)
    return plural("takes_points" if left else "stops_goal", threat - left) if left < threat else {}


def of_points(facts: Facts) -> Facts:
    """Only what is said of the points of the other side."""
    return {key: each for key, each in facts.items() if key[:5] in ("stops", "takes")}


def test_what_is_said_of_a_turn_is_true_and_nothing_is_left_out() -> None:
    said: set[str] = set()
    for choice in choices("chain_reaction", every=25, seed=1):
        facts = said_of(choice)
        own = {key: each for key, each in facts.items() if key not in of_points(facts)}
        assert own == truth(choice), (str(choice.before), choice.token, choice.line)
        said |= own.keys()
    assert {"builds", "keeps", "scores", "will_score"} <= said


def test_points_now() -> None:
    goal = Choice(GAME.position(GOAL), "d7*d9")
    assert said_of(goal) == {"scores": {"n": 2}} == truth(goal)


def test_a_goal_is_stopped_exactly_where_the_other_side_could_score_and_cannot_any_more() -> None:
    threat = GAME.position(THREAT)
    for token in threat.legal_moves:
        choice = Choice(threat, token)
        if choice.after.turn != choice.seat and not read(choice.after).pending:
            has_tower = naive.tower_square(read(choice.after)) is not None
            assert of_points(said_of(choice)) == ({} if has_tower else stopped(choice)), token


def by_rules(position: tablier.Position) -> int:
    """The most points that can be scored in a turn, by playing all of its moves."""
    seat, best, seen, waiting = position.turn, 0, {position.data}, [position]
    while waiting and best < reasons.MOST_POINTS:
        here = waiting.pop()
        for after in map(here.after, here.legal_actions):
            best = max(best, int(after.state.score[seat]) - int(here.state.score[seat]))
            is_on = after.turn == seat and after.state.tower >= 0 and not after.state.returning
            if is_on and after.data not in seen:
                seen.add(after.data)
                waiting.append(after)
    return best


def test_points_at_hand_are_those_that_the_rules_allow() -> None:
    found: Counter[int] = Counter()
    dice, position = random.Random(2), GAME.start()
    for _ in range(300):
        position = GAME.start() if position.is_over else position
        position = position.after(dice.choice(position.legal_actions))
        if position.state.tower < 0 and dice.randrange(4) == 0:
            points = reasons.points_at_hand(position)
            assert points == by_rules(position), str(position)
            found[points] += 1
    assert min(found[points] for points in (0, 1, 2)) >= 3
