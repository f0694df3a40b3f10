"""Drawings as data: which pieces a move has changed."""

import random

import pytest

from tablier.shapes import Mark, difference

PIECES = [Mark(f"piece-{n}", "piece", n, 0) for n in range(30)]


def applied(before: list[Mark], after: list[Mark]) -> list[Mark]:
    """What who knows the pieces before makes of the difference."""
    gone, places = difference(before, after)
    assert gone == sorted(set(gone))
    assert places == sorted(set(places))
    now = [mark for place, mark in enumerate(before) if place not in gone]
    for place in places:
        now.insert(place, after[place])
    return now


def test_a_difference_leads_from_what_was_to_what_is() -> None:
    for seed in range(300):
        dice = random.Random(seed)
        before, after = some_change(dice)
        if seed % 5 == 0:
            dice.shuffle(after)
        assert applied(before, after) == after, seed
        assert applied(after, before) == before, seed


def some_change(dice: random.Random) -> tuple[list[Mark], list[Mark]]:
    """Pieces, and those after some have gone and others have come."""
    before = dice.sample(PIECES, dice.randrange(20))
    after = list(before)
    for _ in range(dice.randrange(6)):
        rest = [mark for mark in PIECES if mark not in after]
        at = dice.randrange(len(after) + 1)
        after[at : at + dice.randrange(3)] = dice.sample(rest, dice.randrange(3))
    return before, after


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("", "", ([], [])),
        ("abc", "abc", ([], [])),
        ("", "ab", ([], [0, 1])),
        ("ab", "", ([0, 1], [])),
        ("abcdefgh", "abXdefgh", ([2], [2])),
        ("abcdefgh", "acdefghX", ([1], [7])),
        ("abcdefgh", "aXYdefg", ([1, 2, 7], [1, 2])),
        ("abcdefgh", "aZYXWdefgh", ([1, 2], [1, 2, 3, 4])),
    ],
)
def test_what_stays_is_not_told(before: str, after: str, told: tuple[list[int], list[int]]) -> None:
    marks = {letter: Mark(letter, "piece", 0, 0) for letter in before + after}
    assert difference([marks[each] for each in before], [marks[each] for each in after]) == told
