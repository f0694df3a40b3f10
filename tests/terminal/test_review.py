"""`tablier review`: the same game, the same words; saved with comments and the best lines."""

import json
from pathlib import Path

import pytest
from tests.terminal.conftest import Run

from tablier import Record, game, review

pytestmark = pytest.mark.one_game
GAME = Record(game("mole-hill").start(), ("i7", "a1|a2", "h7", "e6|f6", "g7", "a1|b1"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.tablier"
    path.write_text(str(GAME), "utf-8")
    return path


def test_it_prints_accuracy_curve_and_turning_points(run: Run, file: Path) -> None:
    said = run("review", str(file), "--simulations", "300").out
    found = review(GAME, simulations=300)
    assert found.turning_points
    for seat, accuracy in enumerate(found.accuracies, 1):
        assert accuracy is not None
        assert f"Accuracy (Player {seat}): {round(accuracy)}%" in said
    for move in found.turning_points:
        assert all(word in said for word in (move.token, found.explain(move).sentence()))
    german = run("review", str(file), "--simulations", "300", "--lang", "de").out
    assert "Genauigkeit (Spieler 1)" in german


def test_it_saves_the_game_with_comments_and_the_best_lines(
    run: Run, file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "reviewed.tablier"
    told = json.loads(
        run("review", str(file), "--simulations", "300", "--json", "--out", str(out)).out
    )
    saved = Record.read(out.read_text("utf-8"))
    judged = [move["ply"] for move in told["moves"] if move["judgement"]]
    assert saved.tokens == GAME.tokens
    assert judged
    assert sorted(saved.variations) == judged
    assert sorted(saved.comments) == [ply + 1 for ply in judged]
    for ply in judged:
        assert list(saved.variations[ply][0].tokens) == told["moves"][ply]["pv"]


def test_without_a_move_there_is_nothing_to_review(run: Run, file: Path) -> None:
    file.write_text('[Game "mole-hill"]\n\n*\n', "utf-8")
    refused = run("review", str(file))
    assert (refused.code, "nothing to review" in refused.err) == (2, True)
