"""Engines under Node grow the same trees as compiled code, node by node and byte by byte."""

import base64
import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.engines.node import run_node

import tablier
from tablier.engines.build import built
from tablier.engines.entries import FEATURES, NET, searches_of
from tablier.game import Game
from tablier.nets import Net
from tablier.nets.quantisation import shapes
from tablier.position import Position
from tablier.search.analysis import Analysis
from tablier.search.player import Player, merged
from tablier.search.tree import Tree

SCRIPT = Path(__file__).with_name("trees.ts")
MEMORY = 4_000_000
MOVES, SIMULATIONS = (3, 11, 26), (150, 130)


@dataclass(frozen=True)
class Case:
    """A search of a position, then of one some moves later, in the same tree."""

    positions: tuple[Position, ...]
    player: Player

    def tree(self) -> Tree:
        player = self.player
        return Tree(
            *(player.game, player.way, player.features, player.seed, MEMORY, player.net_used)
        )

    def job(self, folder: Path) -> dict[str, Any]:
        """The same for Node."""
        net = self.player.net_used
        wish: dict[str, Any] = {"seed": self.player.seed, "memory": MEMORY}
        wish |= {"plan": asdict(self.player.way), "seats": self.player.game.players}
        if net is not None:
            (folder / "net").write_bytes(net.packed)
            wish |= {"net": str(folder / "net")}
        steps = [
            {"position": base64.b64encode(each.data).decode(), "simulations": SIMULATIONS}
            for each in self.positions
        ]
        return {
            "engine": str(built(self.player.game, FEATURES if net is None else NET)),
            "wish": wish,
            "steps": steps,
        }


def cases(game: Game) -> list[Case]:
    """Openings and later positions with various options, seeds and judges."""
    nets = [Net.of(game, weights(game))] if NET in searches_of(game) else []
    found = []
    for number, options in enumerate(variants(game)):
        chosen = tablier.game(game.name, **options)
        by_features = Player(chosen, simulations=1, seed=number, net=False)
        dull = replace(by_features, plan=replace(by_features.way, insight=0.3))
        by_nets = [Player(chosen, simulations=1, seed=number, net=net) for net in nets]
        players = [by_features, *([] if options else [dull]), *by_nets]
        lines = [line(chosen, number, MOVES[number % len(MOVES)])]
        found += [Case(positions, player) for positions in lines for player in players]
    return found


def variants(game: Game) -> list[dict[str, Any]]:
    """The usual options, and each other value of one of them; of numbers, the ends."""
    every = [
        {name: value}
        for name, (usual, values) in game.rules.OPTIONS.items()
        for value in ((values[0], values[-1]) if isinstance(values, range) else values)
        if value != usual
    ]
    return [{}, {}, {}, *every]


def line(game: Game, seed: int, moves: int) -> tuple[Position, ...]:
    """A position after so many random moves, and two that follow it."""
    dice, found = np.random.default_rng(seed), [game.start(seed)]
    for _ in range(moves + 3):
        legal = found[-1].legal_actions
        if legal:
            found.append(found[-1].after(int(dice.choice(legal))))
    playable = [each for each in found if each.legal_actions]
    return tuple(dict.fromkeys((playable[-3:][0], playable[-1])))


def weights(game: Game) -> dict[str, Any]:
    dice = np.random.default_rng(7)
    return {name: dice.normal(0, 0.3, shape) for name, shape in shapes(game).items()}


@pytest.mark.parametrize("name", tablier.games())
def test_trees_under_node_are_the_same_to_the_byte(name: str, tmp_path: Path) -> None:
    chosen = cases(tablier.game(name))
    jobs = tmp_path / "jobs.json"
    jobs.write_text(json.dumps([case.job(tmp_path) for case in chosen]))
    run_node(SCRIPT, jobs, tmp_path)
    trees = []
    for number, case in enumerate(chosen):
        trees.append(tree := case.tree())
        for step, position in enumerate(case.positions):
            tree.look_at(position)
            for simulations in SIMULATIONS:
                tree.grow(simulations)
            theirs = tmp_path / f"{number}-{step}"
            assert_same(tree, theirs.with_suffix(".nodes").read_bytes())
            assert told(tree) == json.loads(theirs.with_suffix(".json").read_text())
    position = chosen[0].positions[-1]
    both = [
        tree for case, tree in zip(chosen, trees, strict=True) if case.positions[-1] == position
    ]
    assert len(both) > 1
    assert said(merged(position, both, 0)) == json.loads((tmp_path / "merged.json").read_text())


def said(analysis: Analysis) -> dict[str, Any]:
    """What merge.ts says of trees of one position."""
    actions = analysis.position.game.actions
    moves = [
        {
            "action": actions[move.token],
            "visits": move.visits,
            "values": [*move.values],
            "prior": move.prior,
            "proven": move.proven,
            "line": [actions[token] for token in move.line],
        }
        for move in analysis.moves
    ]
    values = [*analysis.values]
    return {
        "moves": moves,
        "values": values,
        "visits": analysis.visits,
        "proven": analysis.proven,
    }


def assert_same(tree: Tree, theirs: bytes) -> None:
    """Name the first node that differs."""
    nodes = np.frombuffer(theirs, tree.nodes.dtype)
    for number, (ours, other) in enumerate(zip(tree.nodes, nodes, strict=False)):
        assert ours.tobytes() == other.tobytes(), f"node {number}: {ours}, not {other}"
    assert len(tree.nodes) == len(nodes)


def told(tree: Tree) -> dict[str, Any]:
    """What tree.ts reports of a tree."""
    nodes = tree.nodes
    moves = [
        {
            "action": int(nodes[child].action),
            "visits": int(nodes[child].visits),
            "values": nodes["value"][child].tolist()[: tree.game.players],
            "prior": float(nodes[child].prior),
            "proven": bool(nodes[child].proven),
            "line": tree.line(child),
        }
        for child in tree.children(0)
    ]
    return {
        "turn": int(nodes[0].turn),
        "visits": int(nodes[0].visits),
        "proven": tree.is_decided,
        "moves": sorted(moves, key=lambda move: move["action"]),
    }
