"""The plan of a study: what is played, how much of it, and in which order."""

from collections import Counter
from functools import partial

import pytest

import tablier
from tablier.search.levels import levels_of
from tablier.study.jobs import LADDER, MULTIPLAYER, OPENINGS, PARTS, STRENGTH, VARIANTS, Job
from tablier.study.notes import Notes, notes_on
from tablier.study.plan import (
    Case,
    StudyOptions,
    batches,
    cases,
    cost,
    option_texts,
    ordered,
    rotations,
    seconds_of,
)

GAMES = tablier.games()
USUAL = StudyOptions()


def plan(name: str, options: StudyOptions = USUAL) -> list[Case]:
    game = tablier.game(name)
    return [case for case in cases(game, notes_on(game), options) if case.is_worthwhile(options)]


@pytest.mark.parametrize("name", GAMES)
def test_a_study_takes_about_fifty_minutes_of_one_processor(name: str) -> None:
    jobs = ordered(plan(name), USUAL, workers=16)
    assert 15 <= seconds_of(jobs) / 60 <= 75
    assert len({job.key for job in jobs}) == len(jobs)


@pytest.mark.parametrize("name", GAMES)
def test_a_shorter_study_has_fewer_games_of_the_same_kinds(name: str) -> None:
    short = StudyOptions(minutes=10)
    games = {job.key for job in ordered(plan(name, short), short, workers=1)}
    assert games < {job.key for job in ordered(plan(name), USUAL, workers=1)}
    assert short.command(tablier.game(name)) == f"tablier study {name} --minutes 10 --out DIR"


@pytest.mark.parametrize("name", GAMES)
def test_a_study_that_stops_early_has_something_of_each_part(name: str) -> None:
    found = plan(name)
    jobs = ordered(found, USUAL, workers=16)
    first = {job.part for job in jobs[: len(jobs) // 10]}
    assert first == {case.part for case in found}


def test_long_games_do_not_come_last() -> None:
    jobs = ordered(plan("labyrinthe"), USUAL, workers=16)
    wall = seconds_of(jobs) / 16
    longest = max(jobs, key=lambda job: job.cost)
    last = max(i for i, job in enumerate(jobs) if job.cost == longest.cost)
    assert seconds_of(jobs[last:]) / 16 >= min(longest.cost, wall / 2) / 2


def test_the_number_of_games_can_be_wished() -> None:
    options = StudyOptions(games=6)
    jobs = ordered(plan("moguli", options), options, 2)
    kinds = Counter((job.part, job.options, *sorted(job.entrants)) for job in jobs)
    assert set(kinds.values()) == {6}


def test_every_part_can_be_left_out() -> None:
    for part in PARTS:
        options = StudyOptions(games=2, parts=(part,))
        assert {case.part for case in plan("labyrinthe", options)} == {part}


def test_every_option_is_tried_alone_and_beside_the_default() -> None:
    game = tablier.game("moguli")
    assert [*option_texts(game, notes_on(game))] == [
        "compulsory=on",
        "new_start_row=on",
        "cylinder=on",
        "obligation=third_home",
        "turn_limit=100",
    ]
    strong = [case for case in plan("moguli") if case.part == VARIANTS]
    kinds = {(case.options, case.lineups[0][0]) for case in strong}
    seventh = f"simulations:{levels_of(game)[6].simulations}"
    assert {("", seventh), ("cylinder=on", seventh)} <= kinds


def test_an_option_that_a_net_plays_badly_is_tried_without_it() -> None:
    tried = [case for case in plan("labyrinthe") if case.part == VARIANTS]
    sixth = f"simulations:{levels_of(tablier.game('labyrinthe'))[5].simulations}"
    by_player = {
        player: {case.options for case in tried if case.lineups[0][0] == player}
        for player in (sixth, f"{sixth},net=off")
    }
    assert by_player[f"{sixth},net=off"] == {"", "order=pawn_first"}
    assert {"", "corners=adjacent"} < by_player[sixth]
    assert "order=pawn_first" not in by_player[sixth]


def test_where_games_have_one_start_games_begin_with_varied_moves() -> None:
    fixed, drawn = plan("mole-hill"), plan("moguli")
    assert {case.varied for case in fixed if case.part == VARIANTS} == {6}
    begun = {case.lineups[0][0]: case.varied for case in fixed if case.part == STRENGTH}
    eighth = f"simulations:{levels_of(tablier.game('mole-hill'))[7].simulations}"
    assert begun == {"random": 0, "level:2": 0, "level:5": 0, eighth: 6}
    assert {case.varied for case in drawn} == {0}
    starts = {"mole-hill": fixed, "moguli": drawn}
    searched = {name: next(filter(is_of_openings, each)) for name, each in starts.items()}
    assert {name: case.count(USUAL) for name, case in searched.items()} == {
        "mole-hill": 1,
        "moguli": 32,
    }


def is_of_openings(case: Case) -> bool:
    return case.part == OPENINGS


def test_strong_players_are_so_many_simulations_and_gentle_ones_are_levels() -> None:
    chosen = StudyOptions(games=2, levels=("random", "5", "8", "10"), parts=(STRENGTH,))
    eighth = f"simulations:{levels_of(tablier.game('moguli'))[7].simulations}"
    players = [case.lineups[0][0] for case in plan("moguli", chosen)]
    assert players == ["random", "level:5", eighth, "seconds:0.5"]


def test_the_stronger_of_a_couple_has_each_seat_with_the_same_start() -> None:
    case = next(case for case in plan("chain-reaction") if case.part == LADDER)
    first, second = case.jobs(StudyOptions(games=2))
    assert (first.entrants, first.seed) == (tuple(reversed(second.entrants)), second.seed)
    assert first.opening == 2


def test_allies_have_every_seat() -> None:
    table = [case for case in plan("labyrinthe") if case.part == MULTIPLAYER]
    alone, opposite, neighbours = (case.lineups for case in table)
    assert [len(lineups) for lineups in (alone, opposite, neighbours)] == [1, 2, 4]
    assert opposite[0] == ("ally:400,2", "ally:400,0", "ally:400,2", "ally:400,0")
    assert neighbours[1] == ("ally:400,3", "ally:400,0", "ally:400,0", "ally:400,1")


def test_a_game_for_two_has_no_games_of_more() -> None:
    assert not [case for case in plan("mole-hill") if case.part == MULTIPLAYER]


def test_what_would_say_nothing_is_left_out_unless_it_is_wished() -> None:
    case = Case(STRENGTH, "", (("level:10",),), cost=400.0, budget=1000.0, most=50)
    assert not case.is_worthwhile(USUAL)
    assert case.is_worthwhile(StudyOptions(games=1))


def test_batches_are_the_same_jobs_in_the_same_order() -> None:
    jobs = ordered(plan("mole-hill"), USUAL, workers=4)
    assert [job for batch in batches(jobs) for job in batch] == jobs
    assert all(seconds_of(batch[:-1]) < 0.3 for batch in batches(jobs))


def test_costs_grow_with_the_thinking() -> None:
    notes = Notes(moves=100, turns=50, microseconds=10.0)
    game = tablier.game("mole-hill")
    known = partial(cost, game, notes)
    eighth = levels_of(game)[7].simulations
    assert known("simulations:1000") == pytest.approx(100 * (0.001 + 0.01))
    assert known("level:8") == known(f"simulations:{eighth}")
    assert known("seconds:1") == pytest.approx(65.0)
    assert known("level:10") == 2 * known("seconds:1")
    assert known("ally:1000,2") == known("simulations:1000")


def test_a_lineup_that_looks_the_same_from_two_seats_is_not_played_twice() -> None:
    assert rotations("abab") == (("a", "b", "a", "b"), ("b", "a", "b", "a"))


def test_the_key_says_what_is_played() -> None:
    job = Job(OPENINGS, "cylinder=on", ("simulations:50",), 7)
    assert job.key == "openings [cylinder=on] simulations:50 #7"
