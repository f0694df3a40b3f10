"""What there was before the option `order` came is as it was: bytes, numbers, texts and files.

So it is with what there was before `opening` got its default of now, `printed`: it says `full`.
"""

import hashlib
import json
from importlib.resources import files
from pathlib import Path

import pytest

import tablier
from tablier import Record, Refusal
from tablier.game import Value, options_text
from tablier.puzzle import puzzle
from tablier.search.levels import LEVELS, rating
from tablier.terminal.commands.ladder import read_ladder
from tablier.training.folder import State, open_folder

GAME = tablier.game("labyrinthe", opening="full")
PAWN_FIRST = tablier.game("labyrinthe", order="pawn_first", opening="full")
PRINTED = tablier.game("labyrinthe")
ACTIONS = 19_993
OPTIONS: dict[str, Value] = {
    "players": 2,
    "corners": "opposite",
    "opening": "full",
    "turn_limit": 400,
}
PUZZLES = 198
"""All of them, retired ones too."""


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, "652640419c12bebc"),
        ({"players": 4}, "66939c7723c8f0cb"),
        ({"corners": "adjacent"}, "927ba368230a38ba"),
        ({"opening": "pawn"}, "e348ab5afce6efe8"),
    ],
)
def test_games_begin_with_the_same_bytes(options: dict[str, Value], expected: str) -> None:
    """§2.1 Samples and nets hold states; §2.2, §2.7 only the new values make others."""
    options = {"opening": "full", **options}
    start = tablier.game("labyrinthe", **options).start()
    assert digest(start.data) == expected
    for new in ({"order": "pawn_first"}, {"opening": "printed"}):
        assert tablier.game("labyrinthe", **{**options, **new}).start().data != start.data


def test_actions_keep_their_numbers() -> None:
    """§6.6 Pass comes behind all that there were."""
    tokens = GAME.notation.TOKENS
    assert digest(" ".join(tokens[:ACTIONS]).encode()) == "9516c4fef3d02c5c"
    assert tokens[ACTIONS:] == ("pass",)
    assert GAME.rules.VERSION == 1


def test_records_name_the_order_only_where_it_is_another() -> None:
    """§2.7 The text of a game by the old rules is what it was, and both are read back."""
    said = {
        GAME: "opening=full",
        PAWN_FIRST: "order=pawn_first opening=full",
        PRINTED: "opening=printed",
    }
    for game, words in said.items():
        written = f"players=2 corners=opposite {words} turn_limit=400"
        assert options_text(game) == written
        record = Record(game.start(), ("b2-b4", "A1:w2"), seed=0)
        assert f'[Options "{written}"]' in str(record)
        assert Record.read(str(record)) == record


def test_a_game_from_before_that_a_block_began_is_read() -> None:
    """§2.2 Its options name `full`, and so it goes on."""
    text = """[Game "labyrinthe"]
[RulesVersion "1"]
[Options "players=2 corners=opposite opening=full turn_limit=400"]
[Seed "0"]

A1:w2 b2-b4 A2:e1 *
"""
    record = Record.read(text)
    assert (record.game, record.start) == (GAME, GAME.start())
    assert record.tokens == ("A1:w2", "b2-b4", "A2:e1")
    assert Record.read(str(record)) == record


def test_puzzles_name_the_opening_that_there_was() -> None:
    """§2.2 Else their games and their ids would be others."""
    for number in range(1, PUZZLES + 1):
        found = puzzle("labyrinthe", number)
        assert found.json()["options"]["opening"] == found.game.options["opening"] == "full"


def test_puzzles_keep_their_ids() -> None:
    ids = [puzzle("labyrinthe", number).id for number in range(1, PUZZLES + 1)]
    assert digest(" ".join(ids).encode()) == "e229d2fda860e2a5"


def test_the_levels_were_measured_with_the_order_that_there_was() -> None:
    ladder = json.loads(files(GAME.package).joinpath("ladder.json").read_text("utf-8"))
    measured = tablier.game("labyrinthe", **ladder["options"])
    assert measured.options["order"] == "either"
    assert all(rating(measured, level) for level in range(1, len(LEVELS) + 1))
    assert rating(PAWN_FIRST, 1) is None


def test_a_ladder_from_before_is_one_of_the_game_of_before(tmp_path: Path) -> None:
    ladder = json.loads(files(GAME.package).joinpath("ladder.json").read_text("utf-8"))
    path = str(tmp_path / "ladder.json")
    Path(path).write_text(json.dumps({**ladder, "options": OPTIONS}), "utf-8")
    assert read_ladder(GAME, path).options == OPTIONS
    for game in (PAWN_FIRST, PRINTED):
        with pytest.raises(Refusal, match="ladder"):
            read_ladder(game, path)


def test_a_training_from_before_goes_on(tmp_path: Path) -> None:
    before = State("labyrinthe", 1, OPTIONS, 0, 200, games=7)
    open_folder(tmp_path, GAME, before, resume=False)
    for game in (GAME, PAWN_FIRST, PRINTED):
        fresh = State("labyrinthe", 1, dict(game.options), 0, 200)
        if game == GAME:
            assert open_folder(tmp_path, game, fresh, resume=True)[1].games == 7
        else:
            with pytest.raises(Refusal, match="training"):
                open_folder(tmp_path, game, fresh, resume=True)
