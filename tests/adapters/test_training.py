"""Examples of learning and searching in short form; docs/examples.md has them in full.

They share one module, and so one process: PyTorch takes seconds to import.
"""

import importlib
import re
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from tablier.adapters.gymnasium import Env
from tablier.arena.entrants import entrant
from tablier.game import load

pytestmark = pytest.mark.one_game

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PAGE = (ROOT / "docs" / "examples.md").read_text("utf-8")
LUNCH = (ROOT / "docs" / "lunch.md").read_text("utf-8")
FOUR = load("yardsticks.connect_four", {})
POINTS = re.compile(r"(\d\.\d\d) of the points against random play")


def run(monkeypatch: pytest.MonkeyPatch, name: str, *words: str) -> None:
    """Run an example as a program, in this process."""
    monkeypatch.setattr(sys, "argv", [name, *words])
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")


def test_maskable_ppo_learns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, "maskable_ppo.py", "--steps=256", "--batch=128", "--games=2")
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith("after 0 steps: ")
    assert last.startswith("after 256 steps: ")
    assert all(0 <= float(part) <= 1 for part in POINTS.findall(first + last))


def test_own_ppo_learns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, "ppo.py", "--rollouts=1", "--boards=16")
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith("after 0 moves, ")
    assert last.startswith("after 1024 moves, ")
    assert POINTS.findall(first) != POINTS.findall(last)


def test_own_ppo_counts_what_is_good_for_the_other_as_bad() -> None:
    """Seat 0 moves, then seat 1 twice and wins: its own moves were good and the first was bad."""
    import torch  # noqa: PLC0415

    advantages_of = runpy.run_path(str(EXAMPLES / "ppo.py"))["generalised_advantages"]
    values, gains = [torch.zeros(1)] * 4, [torch.tensor([gain]) for gain in (0.0, 0.0, 1.0)]
    movers = [torch.tensor([seat]) for seat in (0, 1, 1, 0)]
    ends = [torch.tensor([over]) for over in (False, False, True)]
    found = advantages_of(values, movers, gains, ends)[:, 0].tolist()
    assert found == pytest.approx([-0.9025, 0.95, 1])


def test_stable_baselines_takes_observations_for_what_they_are() -> None:
    """As bytes, planes were pictures to it, and it scaled and turned them."""
    from stable_baselines3.common.env_checker import check_env  # noqa: PLC0415
    from stable_baselines3.common.preprocessing import is_image_space  # noqa: PLC0415

    env = Env("mole-hill")
    assert not is_image_space(env.observation_space)
    check_env(env, warn=False)  # it warns of all that has three dimensions as of pictures


def test_open_spiel_searches(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Labyrinthe of one turn: the search moves once and gets what a draw of two is worth."""
    game = "--game=python_tablier_labyrinthe(turn_limit=2)"
    run(monkeypatch, "openspiel_mcts.py", game, "--games=2", "--simulations=3")
    said = "0.50 of the points against random play in 2 games\n"
    assert capsys.readouterr().out == said


@pytest.mark.parametrize("name", ["maskable_ppo.py", "ppo.py", "openspiel_mcts.py"])
def test_the_page_shows_the_example_and_what_it_says(name: str) -> None:
    assert f"(../examples/{name})" in PAGE
    assert f"{{literalinclude}} ../examples/{name}\n" in PAGE
    shown = re.search(rf"python examples/{name}\n(.*?)```", PAGE, re.DOTALL)
    assert shown is not None
    assert float(POINTS.findall(shown[1])[-1]) >= 0.8


def test_a_net_is_trained_over_a_very_short_lunch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(EXAMPLES))
    lunch: Any = importlib.import_module("lunch")
    assert lunch.FILE.parent == EXAMPLES  # wherever it is begun from
    monkeypatch.setattr(lunch, "FILE", tmp_path / "lunch.pt")
    first, second = lunch.train(FOUR, seconds=0, games=8, simulations=8)
    assert second < first
    assert re.fullmatch(r" +\d+\.\d min  \d+ positions  loss \d\.\d{3}\n", capsys.readouterr().out)
    (named,) = {*re.findall(r"simulations:\d+,evaluator=lunch:load", LUNCH)}
    player = entrant(named).new_player(FOUR, seed=0)
    position = FOUR.start().after(0).after(1).after(0).after(1).after(0).after(1)
    assert player.choose(position) == FOUR.notation.TOKENS[0]
    assert player.hope == 1
    assert "python examples/lunch.py mole-hill --minutes 40" in LUNCH
    assert "python examples/lunch.py mole-hill --minutes 40" in lunch.__doc__
