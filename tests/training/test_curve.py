"""The curve of a training in its file."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tablier.texts import Refusal
from tablier.training.curve import Point, read

BEATEN = Point(
    seconds=60, generation=1, games=70, samples=900, policy_loss=1, value_loss=0.5, gained=0.5,
    is_best=True, score=1.0, elo=float("inf"), low=210.123456, high=float("inf"),
)  # fmt: skip


def refuse(name: str) -> None:
    pytest.fail(f"{name} is no JSON")


def test_a_net_that_wins_all_games_has_a_curve_that_every_program_can_read(tmp_path: Path) -> None:
    path = tmp_path / "net.json"
    read(path, {"game": "moguli"}).add(BEATEN)
    (point,) = json.loads(path.read_text("utf-8"), parse_constant=refuse)["curve"]
    assert (point["elo"], point["low"], point["high"]) == (None, 210.1235, None)


def test_curves_of_before_with_infinity_go_on(tmp_path: Path) -> None:
    path = tmp_path / "net.json"
    path.write_text(
        '{"game": "moguli", "curve": [{"seconds": 60.0, "generation": 1, "elo": Infinity}]}'
    )
    curve = read(path, {"game": "moguli"})
    curve.add(replace(BEATEN, generation=2))
    written = json.loads(path.read_text("utf-8"), parse_constant=refuse)["curve"]
    assert [(point["generation"], point["elo"]) for point in written] == [(1, None), (2, None)]


@pytest.mark.parametrize(
    "text",
    [
        *("", "hello", "[1, 2]", '{"hello": 1}', '{"game": "moguli", "curve": 3}', "\udcff"),
        '{"game": "moguli", "curve": [{"seconds": 3}]}',
        '{"game": "mole-hill", "curve": []}',
    ],
)
def test_what_is_no_curve_of_the_game_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "net.json"
    path.write_text(text, "utf-8", "surrogateescape")
    with pytest.raises(Refusal, match="is not the curve of this training"):
        read(path, {"game": "moguli"})
    assert path.read_text("utf-8", "surrogateescape") == text
