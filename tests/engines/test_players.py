"""Players under Node choose the same moves as those of Python, and have the same days."""

import base64
import json
import random
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.engines.node import run_node
from tests.engines.test_agreement import variants

import tablier
from tablier.engines.build import built
from tablier.engines.entries import FEATURES, NET
from tablier.engines.publication import published
from tablier.game import Game
from tablier.nets import net_of
from tablier.position import Position
from tablier.search.levels import form, levels_of, on_the_day

SCRIPT = Path(__file__).with_name("players.ts")
MOVES = 5
SEEDS = [*range(10), *(7**n for n in range(10, 22))]


@dataclass(frozen=True)
class Case:
    """A player of a level who plays the beginning of a game."""

    game: Game
    level: int
    seed: int

    def moves(self) -> tuple[list[Position], list[int]]:
        """The positions in which it chooses, and what it chooses; others play at random."""
        player = tablier.player(self.game, level=self.level, seed=self.seed)
        dice, position = random.Random(self.seed), self.game.start(self.seed)
        positions, actions = list[Position](), list[int]()
        while position.legal_actions and len(actions) < MOVES:
            action = dice.choice(position.legal_actions)
            if position.turn == 0:
                action = self.game.actions[player.choose(position)]
                positions.append(position)
                actions.append(action)
            position = position.after(action)
        return positions, actions


def cases(game: Game) -> list[Case]:
    """All kinds of levels that do not take long; the net and, where there is a use, features."""
    others = [tablier.game(game.name, **options) for options in variants(game)]
    by_features = [each for each in others if net_of(each) is None][:1]
    of_more = [each for each in others if each.players > game.players][:1]
    usual = [Case(game, level, 2**62 + 5 * level) for level in (1, 3, 5, 6)]
    return [
        *usual,
        *(Case(each, 4, 3) for each in by_features),
        *(Case(each, 6, seed) for each in of_more for seed in range(3)),
    ]


@pytest.mark.parametrize("name", tablier.games())
def test_players_under_node_choose_the_same(name: str, tmp_path: Path) -> None:
    game = tablier.game(name)
    built(game)
    found = published(game)
    assert found is not None
    for each, data in found.files.items():
        (tmp_path / each).write_bytes(data)
    jobs, expected = list[dict[str, Any]](), list[Any]()
    for case in cases(game):
        positions, actions = case.moves()
        expected.append({"days": [days(case.game, seed) for seed in SEEDS], "actions": actions})
        jobs.append(
            {
                "game": found.name,
                "judge": FEATURES if net_of(case.game) is None else NET,
                "seats": case.game.players,
                "level": case.level,
                "seed": str(case.seed),
                "seeds": [str(seed) for seed in SEEDS],
                "positions": [base64.b64encode(each.data).decode() for each in positions],
            }
        )
    (tmp_path / "jobs.json").write_text(json.dumps(jobs))
    assert json.loads(run_node(SCRIPT, tmp_path / "jobs.json", tmp_path)) == expected


def days(game: Game, seed: int) -> list[dict[str, Any]]:
    """How all levels play in the game with that seed."""
    levels = levels_of(game)
    return [asdict(on_the_day(levels, i + 1, form(seed))) for i in range(len(levels))]
