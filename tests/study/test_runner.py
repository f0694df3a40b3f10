"""Jobs that are done: rows that say what happened, the same ones everywhere."""

import math
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np
import pytest

import tablier
from tablier.arena.match import Halted
from tablier.nets import net_of
from tablier.portable import draw
from tablier.position import Position
from tablier.search.analysis import Analysis, MoveInfo
from tablier.search.player import Player
from tablier.study.jobs import GameRow, Job, Row, StartRow
from tablier.study.run import StudyRun
from tablier.study.runner import Ally, GameLog, begun, dice_of, is_lost, new_player, run_job, sways
from tablier.study.store import open_store

pytestmark = pytest.mark.one_game

TWO = ("level:1", "level:2")
MOLE_HILL = tablier.game("mole-hill")


def played(job: Job, name: str = "mole-hill") -> GameRow:
    row = run_job(job, name)
    assert isinstance(row, GameRow)
    return row


def timeless(row: Row) -> Row:
    return msgspec.structs.replace(row, seconds=0.0)


def replayed(row: GameRow, name: str) -> list[Position]:
    positions = [tablier.game(name).start(row.seed)]
    for token in row.tokens.split():
        positions.append(positions[-1].play(token))
    return positions


@pytest.mark.parametrize("name", tablier.games())
def test_a_row_says_what_happened(name: str) -> None:
    row = played(Job("strength", "", TWO, seed=3, opening=2), name)
    *before, end = replayed(row, name)
    choices = [len(position.legal_moves) for position in before]
    outcome = end.outcome()
    assert outcome is not None
    assert (row.payoffs, row.ending) == (outcome.payoffs, outcome.reason)
    assert row.moves == len(before)
    assert row.choices == pytest.approx(np.mean(choices), abs=1e-3)
    assert row.tree == pytest.approx(sum(map(math.log10, choices)), abs=1e-2)
    seats = [position.turn for position in before]
    assert row.turns == 1 + sum(a != b for a, b in pairwise(seats))
    assert [seat for seat, _ in row.course] == seats[2:]


@pytest.mark.parametrize("name", tablier.games())
def test_a_random_game_at_machine_speed_is_the_slow_one(name: str) -> None:
    job = Job("strength", "", ("random", "random"), seed=5)
    seed, position = np.uint64(dice_of(job).getrandbits(64)), tablier.game(name).start(5)
    choices, seats = [], []
    while position.legal_actions:
        actions = position.legal_actions
        choices.append(len(actions))
        seats.append(position.turn)
        position = position.after(actions[int(draw(seed, len(choices) - 1, len(actions)))])
    row, outcome = played(job, name), position.outcome()
    assert outcome is not None
    assert (row.moves, row.payoffs, row.ending) == (len(seats), outcome.payoffs, outcome.reason)
    assert row.turns == 1 + sum(a != b for a, b in pairwise(seats))
    assert row.choices == pytest.approx(np.mean(choices), abs=1e-3)
    assert row.tree == pytest.approx(sum(map(math.log10, choices)), abs=1e-2)


def test_scores_are_those_of_the_tally() -> None:
    row = played(Job("strength", "", TWO, seed=1))
    first, second = row.scores
    assert first is not None
    assert second is not None
    assert row.payoffs == (np.sign(first - second), np.sign(second - first))


def rows_of(jobs: list[Job], folder: Path, workers: int) -> list[Row]:
    store = open_store(MOLE_HILL, folder, "a study")
    run = StudyRun(MOLE_HILL, store, jobs, (), workers)
    rows = (timeless(row) for batch in run.results() for row in batch)
    return sorted(rows, key=lambda row: row.key)


def test_two_processes_do_what_one_does(tmp_path: Path) -> None:
    jobs = [Job("strength", "", TWO, seed) for seed in range(4)]
    jobs.append(Job("openings", "", ("simulations:200",), 0))
    alone = rows_of(jobs, tmp_path, workers=1)
    assert rows_of(jobs, tmp_path, workers=2) == alone
    assert {row.key for row in alone} == {job.key for job in jobs}


def test_other_seeds_play_other_games() -> None:
    games = {played(Job("strength", "", TWO, seed)).tokens for seed in range(3)}
    assert len(games) == 3


def test_a_look_at_the_start_values_its_moves() -> None:
    row = run_job(Job("openings", "", ("simulations:500",), 0), "mole-hill")
    assert isinstance(row, StartRow)
    assert sum(move.visits for move in row.moves) == pytest.approx(500, abs=10)
    assert {move.token for move in row.moves} <= {*MOLE_HILL.start().legal_moves}


@pytest.mark.parametrize("part", ["strength", "openings"])
def test_who_is_told_to_stop_hands_in_nothing(part: str) -> None:
    entrants = ("simulations:1000",) * (1 if part == "openings" else 2)
    with pytest.raises(Halted):
        run_job(Job(part, "", entrants, 0), "mole-hill", lambda: True)


@pytest.mark.parametrize("text", ["simulations:20", "level:3"])
def test_an_option_does_not_change_who_judges(text: str) -> None:
    patient = tablier.game("moguli", standstill=100)
    assert net_of(patient) is None
    usual, here = (new_player(text, game, 0) for game in (tablier.game("moguli"), patient))
    assert isinstance(usual, Player)
    assert isinstance(here, Player)
    assert here.net_used is usual.net_used is not None


@pytest.mark.parametrize("text", ["simulations:12", "ally:12,0"])
def test_games_that_begin_with_varied_moves_differ(text: str) -> None:
    jobs = [Job("strength", "", (text, text), seed) for seed in range(6)]
    same = {played(job).tokens for job in jobs}
    different = {played(msgspec.structs.replace(job, varied=6)).tokens for job in jobs}
    assert len(same) == 1  # a search with a net throws no dice
    assert len(different) == 6


def test_only_first_moves_are_varied(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int | None] = []

    def watched(player: Player, position: Position, _: object) -> str:
        seen.append(player.simulations)
        return position.legal_moves[0]

    monkeypatch.setattr(Player, "choose", watched)
    player = begun(new_player("simulations:7777", MOLE_HILL, 0), moves=2)
    for _ in range(4):
        player.choose(MOLE_HILL.start())
    assert seen[2:] == [7777, 7777]
    assert not {7777} & {*seen[:2]}


def test_who_plays_without_a_net_does_so_in_a_study_too() -> None:
    player = new_player("simulations:20,net=off", MOLE_HILL, 0)
    assert isinstance(player, Player)
    assert player.net_used is None


# More than two players


def info(token: str, *values: float, visits: int = 100) -> MoveInfo:
    return MoveInfo(token, visits, values, 0.0, False, (token,))


def analysis(*moves: MoveInfo) -> Analysis:
    start = tablier.game("labyrinthe", players=4).start()
    visits = sum(move.visits for move in moves)
    return Analysis(start, moves, moves[0].values, visits, False, 0.0)


SELFISH = info("a", 0.5, 0.0, -0.3, -0.2)
GENEROUS = info("b", 0.4, -0.2, 0.0, -0.2)
RARE = info("c", 0.9, 0.0, 0.0, -0.9, visits=2)


@pytest.mark.parametrize(("partner", "token"), [(0, "a"), (2, "b")])
def test_an_ally_plays_for_both(partner: int, token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = analysis(SELFISH, GENEROUS, RARE)
    monkeypatch.setattr(Player, "analyse", lambda *_: seen)
    ally = Ally(Player(seen.position.game, simulations=1), partner)
    assert ally.choose(seen.position) == token


def test_who_can_still_win_makes_no_kings() -> None:
    log = GameLog()
    log.add_kingmaking(analysis(SELFISH, GENEROUS))
    assert (log.hopeless, log.kingmaking) == (0, 0)


def test_who_is_lost_makes_a_king_if_moves_lead_to_different_ones() -> None:
    one, other = info("a", -0.3, 0.8, -0.2, -0.3), info("b", -0.3, 0.1, 0.5, -0.3)
    like_one = replace(other, values=(-0.3, 0.3, 0.2, -0.2))
    for second, made in ((other, 1), (like_one, 0)):
        log = GameLog()
        log.add_kingmaking(analysis(one, second))
        assert (log.hopeless, log.kingmaking) == (1, made)


def test_a_small_difference_makes_no_king() -> None:
    one, other = info("a", -0.3, 0.3, 0.2, -0.2), info("b", -0.3, 0.2, 0.3, -0.2)
    assert is_lost([one, other], 0, 4)
    assert not sways([one, other], 0)


def test_a_game_of_four_counts_the_lost() -> None:
    lineup = ("ally:30,2", "ally:30,0", "ally:30,2", "ally:30,0")
    row = played(Job("multiplayer", "players=4 turn_limit=60", lineup, 0), "labyrinthe")
    assert len(row.payoffs) == 4
    assert 0 <= row.kingmaking <= row.hopeless <= row.moves
    assert row.hopeless > 0
