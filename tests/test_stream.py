"""Several records in one file: read and written one at a time, and a bad one spoils no other."""

import io
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.test_record import records

import tablier
from tablier import BadRecord, Record, read_records, write_records

GAME = tablier.game("mole-hill")
FINE = str(Record(GAME.start(), ("e4", "a1|a2"), seed=0))
WRONG = FINE.replace("a1|a2", "a1")
OPEN = FINE.replace("a1|a2", "{never ends")


def read(text: str) -> tuple[list[Record], list[BadRecord]]:
    bad: list[BadRecord] = []
    return list(read_records(io.StringIO(text), bad.append)), bad


def test_records_are_read_back_in_their_order(tmp_path: Path) -> None:
    games = [tablier.game(name).start() for name in tablier.games()]
    written = [Record(start, start.legal_moves[:1]) for start in games]
    with (tmp_path / "games.tablier").open("w", encoding="utf-8") as file:
        write_records(written, file)
    with (tmp_path / "games.tablier").open(encoding="utf-8") as file:
        assert list(read_records(file)) == written


@settings(max_examples=25)
@given(st.lists(records(), max_size=4))
def test_any_records_are_read_back(written: list[Record]) -> None:
    file = io.StringIO()
    write_records(written, file)
    assert read(file.getvalue()) == (written, [])


def test_a_file_without_records_has_none() -> None:
    assert read("") == ([], [])
    assert read("\n \n") == ([], [])


@pytest.mark.parametrize(
    "text",
    [
        FINE + FINE,
        FINE + "\n\n\n" + FINE,
        "\ufeff" + FINE + "\n" + FINE,
        (FINE + "\n" + FINE).replace("\n", "\r\n"),
        "% a line for programs\n" + FINE + "; a line for people\n" + FINE,
        FINE.replace('[Game "mole-hill"]', '[Event "x"]\n[Game "mole-hill"]') * 2,
        '[Game "mole-hill"]\n\n[Game "mole-hill"]\n',
        '[Game "mole-hill"]\n[Game "mole-hill"]\n',
        FINE.replace("a1|a2", '{as in\n[Game "moguli"]\nand others} a1|a2') * 2,
        FINE.replace("a1|a2", "{a\n[b]} a1|a2 ; {\n") * 2,
    ],
    ids=["no gap", "gaps", "bom", "crlf", "lines", "event", "bare", "bare gap", "tag", "brackets"],
)
def test_a_record_begins_where_tags_follow_moves(text: str) -> None:
    found, bad = read(text)
    assert not bad
    assert len(found) == 2


def test_lines_may_come_with_their_ends_or_without_or_several_at_once() -> None:
    whole = FINE + "\n" + FINE
    for lines in (whole.split("\n"), whole.splitlines(keepends=True), [FINE, FINE]):
        assert len(list(read_records(lines))) == 2


@pytest.mark.parametrize(("spoiled", "line", "token"), [(WRONG, 15, "a1"), (OPEN, 15, "{")])
def test_a_bad_record_says_which_and_where_and_the_rest_is_read(
    spoiled: str, line: int, token: str
) -> None:
    found, (bad,) = read("\n".join([FINE, spoiled, FINE]))
    assert len(found) == 2
    assert (bad.number, bad.line, bad.token) == (2, line, token)
    for lang, words in {"en": "Game 2, line 15", "fr": "Partie 2, ligne 15"}.items():
        assert bad.sentence(lang).startswith(words)


def test_without_a_handler_the_first_bad_record_is_raised() -> None:
    reading = read_records(io.StringIO("\n".join([FINE, WRONG, FINE])))
    assert len(next(reading)) == 2
    with pytest.raises(BadRecord, match="Game 2, line 15, at ‘a1’"):
        next(reading)


def test_what_comes_before_the_tags_is_a_bad_record_of_its_own() -> None:
    found, (bad,) = read("Some games:\n" + FINE)
    assert (len(found), bad.number, bad.line) == (1, 1, 1)


def test_one_text_with_two_games_is_told_so() -> None:
    for text in (FINE + FINE, FINE.replace("*\n", "\n") + FINE):
        with pytest.raises(BadRecord, match=r"at ‘\[Game’: Another game starts here"):
            Record.read(text)


def test_records_of_a_game_share_what_it_has_worked_out() -> None:
    first, second = read_records([FINE, FINE])
    assert first.game is second.game


def test_records_are_read_when_they_are_asked_for() -> None:
    asked: list[str] = []

    def lines() -> Iterator[str]:
        for line in (FINE * 3).splitlines():
            asked.append(line)
            yield line

    reading = read_records(lines())
    assert asked == []
    next(reading)
    assert len(asked) == len(FINE.splitlines()) + 1


def test_a_long_file_takes_no_more_memory_than_a_short_one() -> None:
    def peak(n: int) -> int:
        tracemalloc.start()
        assert sum(len(record) for record in read_records(FINE for _ in range(n))) == 2 * n
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak(10)  # what is worked out once
    assert peak(500) < 400_000  # bytes; to keep them all takes twice as much
