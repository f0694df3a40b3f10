"""Matches: paired openings, seats changed, and the same games for the same seed."""

from dataclasses import replace

import pytest

from tablier import Record, game
from tablier.arena.entrants import Chooser, RandomPlayer, entrant
from tablier.arena.match import (
    Bout,
    Halted,
    Played,
    Tally,
    draw_opening,
    expected_winner,
    pairs,
    play,
    usual_opening,
)

pytestmark = pytest.mark.one_game

MOLE_HILL = game("mole-hill")
RANDOM, UCT = entrant("random"), entrant("uct:8")
COUPLE = (UCT, RANDOM)


def drawn(bout: Bout) -> tuple[str, ...]:
    return draw_opening(bout.start(), bout.opening, bout.seed)


def test_a_pair_is_one_opening_with_the_seats_changed() -> None:
    bouts = list(pairs(MOLE_HILL, COUPLE, games=6, seed=0, opening=4))
    assert len(bouts) == 6
    for first, second in zip(bouts[::2], bouts[1::2], strict=True):
        assert (first.seed, drawn(first)) == (second.seed, drawn(second))
        assert [first.holder(seat) for seat in range(2)] == [0, 1]
        assert [second.holder(seat) for seat in range(2)] == [1, 0]
    assert len({drawn(bout) for bout in bouts}) == 3


def test_both_games_of_a_pair_really_begin_with_the_opening() -> None:
    first, second = map(play, pairs(MOLE_HILL, COUPLE, games=2, seed=9, opening=4))
    opening = drawn(first.bout)
    assert len(opening) == 4
    assert first.tokens[:4] == second.tokens[:4] == opening
    assert first.record().tags == {"Player1": "uct:8", "Player2": "random", "Opening": "4"}
    assert second.record().tags == {"Player1": "random", "Player2": "uct:8", "Opening": "4"}


def test_where_chance_has_a_say_a_pair_shares_its_start() -> None:
    first, second, third, _ = pairs(game("moguli"), COUPLE, games=4, seed=0, opening=0)
    assert first.start() == second.start() != third.start()


def test_an_opening_is_drawn_only_where_the_start_is_not() -> None:
    assert usual_opening(MOLE_HILL) == 2
    assert usual_opening(game("moguli")) == 0


def test_an_opening_never_ends_the_game() -> None:
    bout = Bout(MOLE_HILL, COUPLE, opening=1000)
    assert 10 < len(drawn(bout)) < 1000
    assert bout.start().play_all(drawn(bout)).legal_moves


def test_of_four_seats_everybody_has_each_in_turn() -> None:
    four = game("labyrinthe", players=4)
    first, second = pairs(four, COUPLE, games=2, seed=0, opening=0)
    assert [first.holder(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [second.holder(seat) for seat in range(4)] == [1, 0, 1, 0]


def test_a_seed_gives_the_same_game_again() -> None:
    bout = Bout(MOLE_HILL, COUPLE, seed=3, opening=2)
    assert play(bout) == play(bout)
    assert play(bout).tokens != play(Bout(MOLE_HILL, COUPLE, seed=4, opening=2)).tokens


def test_nobody_plays_a_game_twice_against_itself() -> None:
    """Equal players with equal dice would share every pair, and a match would prove nothing."""
    first, second = map(play, pairs(MOLE_HILL, (UCT, UCT), games=2, seed=0, opening=0))
    assert first.tokens != second.tokens


def test_a_game_is_played_by_the_rules_to_its_end() -> None:
    played = play(Bout(MOLE_HILL, COUPLE, seed=5, opening=2))
    outcome = MOLE_HILL.start(5).play_all(played.tokens).outcome()
    assert outcome is not None
    assert played.payoffs == outcome.payoffs
    assert Record.read(str(played.record())) == played.record()


def test_a_game_can_be_broken_off() -> None:
    with pytest.raises(Halted):
        play(Bout(MOLE_HILL, COUPLE), stop=lambda: True)


@pytest.mark.parametrize(
    ("payoffs", "swapped", "score"),
    [
        ((1.0, -1.0), False, 1.0),
        ((1.0, -1.0), True, 0.0),
        ((0.0, 0.0), True, 0.5),
        ((-1 / 3, -1 / 3, 1.0, -1 / 3), False, 1.0),
        ((-1 / 3, -1 / 3, 1.0, -1 / 3), True, 0.0),
        ((1 / 3, 1 / 3, -1 / 3, -1 / 3), False, 0.5),
        ((1 / 9, 1 / 9, 1 / 9, -1 / 3), True, pytest.approx(1 / 3, abs=1e-6)),
    ],
)
def test_a_score_is_the_part_of_the_prize(
    payoffs: tuple[float, ...], swapped: bool, score: float
) -> None:
    assert Played(Bout(MOLE_HILL, COUPLE, swapped=swapped), (), payoffs).score == score


def test_a_tally_counts_games_moves_and_whole_pairs() -> None:
    tally = Tally()
    bouts = list(pairs(MOLE_HILL, COUPLE, games=6, seed=0, opening=0))
    ends = [(1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (-1.0, 1.0)]
    for bout, payoffs in zip(bouts, ends, strict=False):
        tally.add(Played(bout, ("e4", "a1|a2"), payoffs))
    assert (tally.games, tally.wins, tally.draws, tally.losses) == (5, 2, 1, 2)
    assert tally.moves == 10
    assert tally.pairs == [0.5, 0.75]


def hoping(*hopes: float | None) -> list[Chooser]:
    return [RandomPlayer(seed=0, hope=hope) for hope in hopes]


def test_who_wins_is_agreed_when_winner_and_losers_are_sure() -> None:
    assert expected_winner(hoping(0.96, -0.97), 0.95) == 0
    assert expected_winner(hoping(-1.0, 1.0), 0.95) == 1
    assert expected_winner(hoping(0.96, -0.9), 0.95) is None
    assert expected_winner(hoping(0.9, -1.0), 0.95) is None
    assert expected_winner(hoping(0.96, None), 0.95) is None
    assert expected_winner(hoping(0.96, -0.97), None) is None


def test_with_four_players_each_loser_expects_a_third_of_the_loss() -> None:
    assert expected_winner(hoping(-0.33, 0.96, -0.33, -0.33), 0.95) == 1
    assert expected_winner(hoping(-0.33, 0.96, -0.2, -0.33), 0.95) is None


def test_an_agreed_game_ends_early_and_its_record_says_so() -> None:
    couple = entrant("simulations:60"), entrant("uct:60")
    first, _ = pairs(MOLE_HILL, couple, games=2, seed=3, opening=2)
    whole, broken_off = play(first), play(replace(first, agree=0.3))
    assert not whole.agreed
    assert broken_off.agreed
    assert whole.tokens[: len(broken_off.tokens)] == broken_off.tokens
    assert sorted(broken_off.payoffs) == [-1, 1]
    winner = broken_off.payoffs.index(1) + 1
    assert broken_off.record().tags["Termination"] == f"agreed: player {winner} wins"
