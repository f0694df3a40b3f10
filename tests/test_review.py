"""The review of a game: what moves cost, how they are judged, and how accurate a player was."""

import math
import random

import pytest

import tablier
from tablier import Evaluation, Record, Review, ReviewedMove, review
from tablier.review import MOST_TURNING_POINTS, volatility

pytestmark = pytest.mark.one_game
GAME = tablier.game("mole-hill")
MOVES = ("e1", "e1|e2", "d1", "d1|d2", "c1", "c1|c2")


def evaluation(share: float, best: str = "") -> Evaluation:
    """Of two players: the first one wins with this probability."""
    value = 2 * share - 1
    return Evaluation((value, -value), (best,) if best else ())


def move(before: float, after: float, seat: int = 0, best: str = "d4") -> ReviewedMove:
    return ReviewedMove(0, seat, "e4", evaluation(before, best), evaluation(after))


@pytest.mark.parametrize(
    ("loss", "judgement"),
    [
        (0.0, None),
        (0.049, None),
        (0.05, "inaccuracy"),
        (0.099, "inaccuracy"),
        (0.10, "mistake"),
        (0.149, "mistake"),
        (0.15, "blunder"),
        (0.6, "blunder"),
    ],
)
def test_a_move_is_judged_by_what_it_cost(loss: float, judgement: str | None) -> None:
    assert move(0.7, 0.7 - loss).judgement == judgement
    assert move(0.3, 0.3 + loss, seat=1).judgement == judgement
    assert move(0.7 - loss, 0.7).judgement is None  # it has gained
    assert move(0.7, 0.7 - loss, best="e4").judgement is None  # nothing was better


def test_the_accuracy_of_a_move_is_that_of_lichess() -> None:
    assert move(0.5, 0.5).accuracy == 100
    for percent in (1, 5, 10, 30, 80):
        expected = 103.1668 * math.exp(-0.04354 * percent) - 3.1669 + 1
        found = move(0.9, 0.9 - percent / 100).accuracy
        assert found == pytest.approx(max(0, expected), abs=0.01)


def test_turning_points_are_mistakes_and_what_gives_the_lead_away() -> None:
    assert move(0.9, 0.8).is_turning_point
    assert move(0.52, 0.46).is_turning_point  # an inaccuracy, but now the other one leads
    assert not move(0.9, 0.84).is_turning_point
    assert not move(0.51, 0.49).is_turning_point


def made_up(shares: list[float]) -> Review:
    """A review of a random game with these win probabilities."""
    dice, position = random.Random(1), GAME.start()
    for _ in shares[1:]:
        position = position.play(dice.choice(position.legal_moves))
    found = tuple(evaluation(share, "i7") for share in shares)
    return Review(Record.of(position), found)


def test_the_accuracy_of_a_player_is_lower_the_more_was_given_away() -> None:
    even = made_up([0.5] * 13)
    assert list(even.accuracies) == [100, 100]
    assert len(even.turning_points) == 0
    shares = [0.5] * 13
    shares[3:] = [0.3] * 10  # the first player has given something away
    worse, other = made_up(shares).accuracies
    assert worse is not None
    assert worse < 95
    assert other == 100
    shares[7:] = [0.1] * 6  # and once more
    worst = made_up(shares).accuracies[0]
    assert worst is not None
    assert worst < worse


def test_who_has_not_moved_has_no_accuracy() -> None:
    assert made_up([0.5, 0.5]).accuracies == (100, None)


def test_what_was_at_stake_is_weighed_by_windows_as_lichess_does() -> None:
    assert volatility([50.0] * 30) == [0.5] * 29
    weights = volatility([50.0] * 10 + [90.0] * 90)
    assert len(weights) == 99
    assert max(weights) == weights[9] == 12
    assert weights[-1] == 0.5


def test_only_so_many_turning_points_are_told_and_the_costliest() -> None:
    shares = [0.9 if ply % 2 == 0 else 0.1 + ply / 100 for ply in range(31)]
    points = made_up(shares).turning_points
    assert len(points) == MOST_TURNING_POINTS
    assert [each.ply for each in points] == sorted(each.ply for each in points)
    assert (
        min(each.loss for each in points)
        >= sorted((each.loss for each in made_up(shares).moves), reverse=True)[
            MOST_TURNING_POINTS - 1
        ]
    )


def test_a_review_is_the_same_each_time_and_says_how_far_it_is() -> None:
    record, heard = Record(GAME.start(), MOVES), list[tuple[int, int]]()
    found = review(record, simulations=200, watch=lambda *now: heard.append(now))
    assert heard == [(done, 7) for done in range(1, 8)]
    assert found == review(record, simulations=200)
    assert found.json()["moves"][1]["move"] == "e1|e2"
    for each in found.moves:
        position = GAME.start().play_all(MOVES[: each.ply])
        assert each.seat == position.turn
        position.play_all(each.before.line)  # the best line is legal


def test_a_finished_game_ends_with_its_result() -> None:
    end = GAME.position("c4,b3,a2,b2,b1 c4|c5 m 2 9")
    found = review(Record(end, ("a1",)), simulations=50)
    assert found.evaluations[-1] == Evaluation((1.0, -1.0), (), proven=True)


def test_four_players_are_judged_by_their_share_of_the_point() -> None:
    four = Evaluation((1.0, -1 / 3, -1 / 3, -1 / 3))
    assert [four.share(seat) for seat in range(4)] == pytest.approx([1, 0, 0, 0])
    even = Evaluation((0.0,) * 4, ("best",))
    assert even.share(2) == 0.25
    lost = ReviewedMove(0, 1, "other", even, four)
    assert (lost.loss, lost.judgement) == (0.25, "blunder")
