"""Every puzzle that is shipped is won by its solution; some are proven anew on all lines."""

import json
import random
from dataclasses import replace
from datetime import date, timedelta
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tablier
from tablier.arena.mining.selection import canonical, taken, with_few_short, wrong_ends
from tablier.arena.mining.solver import turns_after
from tablier.puzzle import (
    FIRST_DAY,
    Page,
    Puzzle,
    _rows,
    daily_number,
    daily_numbers,
    daily_puzzle,
    puzzle,
    read,
)
from tablier.search import proof
from tablier.search.prover import ANY, Prover, exhausted, kernel_of
from tablier.texts import LANGUAGES, Refusal
from tablier.themes import theme_names, themes_of

pytestmark = pytest.mark.one_game

NAME = "chain-reaction"
DAILY = json.loads((Path(__file__).parent / "cases/daily.json").read_text("utf-8"))
GAMES = [name for name in tablier.games() if tablier.puzzles(name)]
MOST_SEEN = 20_000_000  # positions
PROVEN = 2  # puzzles of each game that are proven anew


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_many_puzzles_from_easy_to_hard(name: str) -> None:
    known = tablier.puzzles(name)
    levels = [each.level for each in known]
    assert levels == sorted(levels)
    assert len(known) >= 120
    assert set(levels) >= set(range(1, 10))
    assert sum(each.turns == 1 for each in known) <= len(known) / 4


def test_there_are_puzzles() -> None:
    assert NAME in GAMES


@pytest.mark.parametrize("name", GAMES)
def test_no_two_puzzles_are_alike_not_even_by_a_symmetry(name: str) -> None:
    known = tablier.puzzles(name)
    assert len({canonical(each.position) for each in known}) == len(known)


@pytest.mark.parametrize("name", GAMES)
def test_numbers_are_for_ever(name: str) -> None:
    """The first twenty are those of the first day, of which some are listed no longer."""
    first = [puzzle(name, number) for number in range(1, 21)]
    assert all(each.added == "2026-11-15" for each in first)
    assert all(each.retired == (each.left is not None) for each in first)
    assert all(each.left is None for each in tablier.puzzles(name))


@pytest.mark.parametrize("name", GAMES)
def test_the_file_says_when_and_how_it_was_made(name: str) -> None:
    made = json.loads(files(tablier.game(name).package).joinpath("puzzles.json").read_text("utf-8"))
    assert made["game"] == name
    assert made["version"] == tablier.game(name).rules.VERSION
    assert made["command"].startswith(f"tablier puzzles {name} --choose ")
    assert made["date"] >= "2026-01-01"
    levels = files(tablier.game(name).package).joinpath("levels.json")
    if levels.is_file():  # their difficulties are those of the levels that there are
        assert made["rated"] >= json.loads(levels.read_text("utf-8"))["date"]


@pytest.mark.parametrize("name", GAMES)
def test_puzzles_are_won_by_their_solutions_in_their_turns(name: str) -> None:
    for each in tablier.puzzles(name):
        assert len(each.position.legal_moves) >= 3
        assert 1 <= len(each.winning()) <= 3
        assert each.moves >= 2
        found = each.try_(*own_moves(each))
        assert found.verdict == "solved"
        assert exhausted(found.position, each.seat, 0, MOST_SEEN)[0]
        assert each.turns is None or turns_taken(each) <= each.turns


def own_moves(each: Puzzle) -> tuple[str, ...]:
    own: tuple[str, ...] = ()
    while winning := each.winning(*own):
        own += winning[:1]
    assert len(own) == each.moves
    return own


def turns_taken(each: Puzzle) -> int:
    """The solver's turns in the main line."""
    seats, position = [], each.position
    for token in each.solution():
        seats.append(position.turn)
        position = position.play(token)
    own = [seat == each.seat for seat in seats]
    return sum(here and not before for before, here in zip([False, *own], own, strict=False))


def some(name: str) -> list[Puzzle]:
    """A few puzzles of a game, from easy to hard."""
    known = tablier.puzzles(name)
    return [known[(2 * i + 1) * len(known) // (2 * PROVEN)] for i in range(PROVEN)]


@pytest.mark.parametrize("name", GAMES)
def test_the_answers_are_true(name: str) -> None:
    """The second opinion: no memory, no guesses, every line of so many turns."""
    for each in some(name):
        left, turns = MOST_SEEN, {"": ANY if each.turns is None else each.turns}
        for key, page in each.answers.items():
            position = each.try_(*key.split()).position
            for token in position.legal_moves:
                after = position.play(token)
                rest = turns_after(position, after, turns[key])
                turns[f"{key} {token}".strip()] = rest
                wins, seen = exhausted(after, each.seat, rest, left)
                assert wins is (token in page.right or token in page.slow), (each.number, token)
                left -= seen


@pytest.mark.parametrize("name", GAMES)
def test_themes_are_facts_and_have_names(name: str) -> None:
    for each in some(name):
        assert each.themes == themes_of(each)
    told = {theme for each in tablier.puzzles(name) for theme in each.themes}
    assert len(told) >= 3
    for lang in LANGUAGES:
        assert told <= set(theme_names(tablier.game(name), lang))


@pytest.mark.parametrize("name", GAMES)
def test_a_wrong_move_is_answered(name: str) -> None:
    for each in some(name):
        for token in set(each.position.legal_moves) - set(each.winning()):
            tried = each.try_(token)
            assert tried.verdict == "wrong"
            assert tried.position.is_over or tried.position.turn == each.seat


@pytest.mark.parametrize("name", GAMES)
def test_no_wrong_move_wins_by_a_limit(name: str) -> None:
    """Nor does the answer to it; only first moves are looked at here, all were when chosen."""
    for each in tablier.puzzles(name):
        outcomes = [end.outcome() for end in wrong_ends(each, "")]
        assert all(one is None or one.payoffs[each.seat] < 1 for one in outcomes), each.number


def test_the_puzzle_of_a_day_is_of_each_game_in_turn() -> None:
    days = [FIRST_DAY + timedelta(days=i) for i in range(8)]
    found = [daily_puzzle(day) for day in days]
    assert [each.game.name for each in found] == 2 * sorted(GAMES)
    assert len({each.id for each in found}) == 8
    assert found[4].number == daily_numbers(found[4].game.name)[1]


def test_the_puzzle_of_a_day_is_the_same_in_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = DAILY["games"]
    monkeypatch.setattr("tablier.puzzle.games", lambda: tuple(numbers))
    monkeypatch.setattr("tablier.puzzle._rows", numbers.get)
    monkeypatch.setattr("tablier.puzzle.daily_numbers", numbers.get)
    found = [[day, *daily_number(date.fromisoformat(day))] for day, *_ in DAILY["puzzles"]]
    assert found == DAILY["puzzles"]


def test_puzzles_that_are_added_or_retired_later_change_no_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = daily_numbers(NAME)
    known = [each.json() for each in read(tablier.game(NAME), _rows(NAME))]
    number = before[0]
    known[number - 1] = replace(puzzle(NAME, number), retired=True).json()
    rows = (*known, {**known[-1], "added": "2999-01-01", "position": "new"})
    monkeypatch.setattr("tablier.puzzle._rows", lambda _: rows)
    assert daily_numbers(NAME) == (*before, len(rows))


def test_answers_are_read_under_their_former_name() -> None:
    row = tablier.puzzles(NAME)[0].json()
    row["book"] = row.pop("answers")
    (found,) = read(tablier.game(NAME), [row])
    assert found.answers == found.book == tablier.puzzles(NAME)[0].answers


def test_of_those_won_in_one_turn_some_of_each_level_stay() -> None:
    known = tablier.puzzles("labyrinthe")
    stay = [each for each in with_few_short(known, 4) if not each.retired]
    assert len({each.level for each in stay if each.turns == 1}) == 4
    longer = [each for each in known if each.turns != 1]
    assert [each for each in stay if each.turns != 1] == longer
    assert len(stay) == len(longer) + 4


def test_puzzles_are_taken_of_levels_that_have_few() -> None:
    levels = {
        level: [each for each in tablier.puzzles(NAME) if each.level == level] for level in (3, 4)
    }
    found = taken(levels, 6, {4: 2})
    assert sorted(each.level for each in found) == [3, 3, 3, 3, 4, 4]


def test_a_move_that_wins_too_slowly_is_taken_back() -> None:
    each = next(
        each
        for name in GAMES
        for each in tablier.puzzles(name)
        if any(page.slow for page in each.answers.values())
    )
    key, page = next((key, page) for key, page in each.answers.items() if page.slow)
    tried = each.try_(*key.split(), page.slow[0])
    assert tried.verdict == "slow"
    with pytest.raises(Refusal, match="decided"):
        each.try_(*key.split(), *page.slow[:1], "anything")


def test_an_illegal_move_is_refused_as_everywhere() -> None:
    first = tablier.puzzles(NAME)[0]
    with pytest.raises(tablier.IllegalMove):
        first.try_("nonsense")


def test_nothing_follows_a_wrong_move() -> None:
    first = tablier.puzzles(NAME)[0]
    wrong = next(move for move in first.position.legal_moves if move not in first.winning())
    with pytest.raises(Refusal, match="decided"):
        first.try_(wrong, wrong)


def test_a_number_that_there_is_not() -> None:
    with pytest.raises(Refusal, match="there is no number 9999"):
        puzzle(NAME, 9999)


def test_a_page_knows_the_line_of_each_move() -> None:
    page = Page({"a": ""}, {"x y": "b c", "z": "*"})
    assert [page.refutation(token) for token in "bcd"] == ["x y", "x y", "z"]


@pytest.mark.parametrize("name", GAMES)
def test_the_prover_and_all_lines_agree(name: str) -> None:
    prover = Prover(tablier.game(name), effort=100_000)
    for each in tablier.puzzles(name)[:3]:
        turns = ANY if each.turns is None else each.turns
        for token in each.position.legal_moves[:5]:
            after = each.position.play(token)
            rest = turns_after(each.position, after, turns)
            found = exhausted(after, each.seat, rest, MOST_SEEN)[0]
            assert prover.wins(after, each.seat, rest) is found


@pytest.mark.parametrize("name", GAMES)
def test_what_is_decided_early_is_so_at_the_end(name: str) -> None:
    """Nobody wins by the aim of the game in fewer turns than were said to be needed."""
    kernel: Any = kernel_of(proof, tablier.game(name))
    dice, payoff = random.Random(1), np.zeros(tablier.game(name).rules.PLAYERS)
    for each in tablier.puzzles(name)[::10]:
        position, said = each.position, list[tuple[int, int]]()
        own = 0
        while not position.is_over and own < 200:
            for seat in range(2):
                said.append((seat, int(kernel.result(position.state, payoff, seat, ANY))))
            position = position.play(dice.choice(position.legal_moves))
            own += 1
        outcome = position.outcome()
        if outcome is not None:
            won = [seat for seat, certain in said if certain == proof.WON]
            lost = [seat for seat, certain in said if certain == proof.LOST]
            assert all(outcome.payoffs[seat] == 1 for seat in won)
            assert all(outcome.payoffs[seat] < 1 for seat in lost)


def test_a_prover_that_may_not_look_far_does_not_guess() -> None:
    start = tablier.game("mole-hill").start()
    assert Prover(start.game, effort=10).wins(start, 0) is None
    assert exhausted(start, 0, ANY, 1000)[0] is None
    assert exhausted(start, 0, ANY, 10**6, moves=3)[0] is None


@pytest.mark.parametrize("name", GAMES)
def test_no_two_questions_have_the_same_key(name: str) -> None:
    """What the prover remembers is found under a hash of position, seat and turns."""
    game = tablier.game(name)
    kernel: Any = kernel_of(proof, game)
    questions = {
        (after.data, seat)
        for each in tablier.puzzles(name)[::5]
        for after in map(each.position.after, each.position.legal_actions)
        for seat in range(2)
    }
    keys = {
        kernel.hashed(np.frombuffer(data, np.uint64), seat, turns)
        for data, seat in questions
        for turns in (1, 2, ANY)
    }
    assert len(keys) == 3 * len(questions) > 20
