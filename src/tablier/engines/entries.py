"""Entries: the functions of an engine, around the rules and the search of a game.

Arrays come as pointers, a state as its bytes. A search takes its nodes, some numbers, and then all
blocks of memory that `blocks` names, in that order.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple, cast

import numpy as np
from numba import carray, types  # type: ignore[attr-defined]

from tablier.game import Game, optional_module
from tablier.kernels.specialisation import specialise
from tablier.kernels.stand_ins import features as no_features
from tablier.nets.kernels import kernel_of
from tablier.search import judge, mcts, simulation
from tablier.search.player import features_of
from tablier.search.tree import LINE, PLAN, REMEMBER

FEATURES, NET = "features", "net"
"""What judges positions: an engine has one of them."""
SEARCH = "search_by_"
"""Begins the names of entries that search, before the judge."""
POINTER, SMALL, LARGE, NOTHING = types.voidptr, types.int32, types.uint64, types.void
DEEPEST = mcts.DEEPEST + 1


class Entry(NamedTuple):
    """A function that is called with pointers and numbers, and the types of these."""

    function: Callable[..., Any]
    signature: Any


class Block(NamedTuple):
    """Memory that a search needs: the type of its elements and how many of them."""

    kind: Any
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """Its bytes."""
        return int(np.dtype(self.kind).itemsize * np.prod(self.shape))


class Search(NamedTuple):
    """A search compiled for what judges positions, and the memory of that."""

    run: Any
    tree: Any
    net: Any
    packed: Any
    """The net as it is in a file."""
    scratch: Any


def searches_of(game: Game) -> dict[str, Search]:
    """The searches of a game by judge; a net only if there is anything that it could see."""
    rules = cast(ModuleType, game.rules)
    own: list[Any] = [specialise(judge, rules, (no_features, features_of(game)))]
    if optional_module(game, "inputs") or game.planes:
        own.append(kernel_of(game))
    tree = specialise(mcts, rules)
    return {
        name: Search(
            specialise(simulation, rules, (judge, each), (mcts, tree)).search,
            *(tree, each.NET, each.PACKED, each.SCRATCH),
        )
        for name, each in zip((FEATURES, NET), own, strict=False)
    }


def blocks_of(game: Game, search: Search) -> dict[str, Block]:
    """The memory of a search besides its nodes, in the order of its entry."""
    rules = game.rules
    return {
        "root": Block(rules.STATE, (1,)),
        "state": Block(rules.STATE, (1,)),
        "actions": Block(np.int32, (rules.WIDTH,)),
        "weights": Block(np.float32, (rules.WIDTH,)),
        "payoff": Block(np.float64, (rules.PLAYERS,)),
        "path": Block(np.int32, (DEEPEST, 2)),
        "net": Block(search.net, (1,)),
        "scratch": Block(search.scratch, (1,)),
        "plan": Block(PLAN, (1,)),
    }


def entries_of(game: Game) -> dict[str, Entry]:
    """All functions of a game's engines, by name."""
    searches = searches_of(game)
    searching = {SEARCH + name: search_entry(game, each) for name, each in searches.items()}
    return searching | tree_entries(game, searches[FEATURES]) | rule_entries(game)


def search_entry(game: Game, search: Search) -> Entry:
    """Runs simulations; returns how many nodes are used then."""
    run, tree, net_type, _, scratch_type = search
    node, state_type = tree.NODE, game.rules.STATE
    width, players = game.rules.WIDTH, game.rules.PLAYERS

    def entry(
        nodes, room, used, seed, first, last,  # numbers
        root, state, actions, weights, payoff, path, net, scratch, plan,  # blocks
    ):  # fmt: skip
        return run(
            carray(nodes, (room,), node),
            np.int64(used),
            carray(root, (1,), state_type),
            carray(state, (1,), state_type),
            carray(actions, (width,), np.int32),
            carray(weights, (width,), np.float32),
            carray(payoff, (players,), np.float64),
            carray(path, (DEEPEST, 2), np.int32),
            carray(net, (1,), net_type),
            carray(scratch, (1,), scratch_type),
            carray(plan, (1,), PLAN),
            seed,
            np.int64(first),
            np.int64(last),
        )

    numbers = POINTER, SMALL, SMALL, LARGE, SMALL, SMALL
    return Entry(entry, SMALL(*numbers, *[POINTER] * len(blocks_of(game, search))))


def tree_entries(game: Game, search: Search) -> dict[str, Entry]:
    """What else is done with a tree: tell a line, find a position in it, take over a part of it."""
    tree, node_type, state_type = search.tree, search.tree.NODE, game.rules.STATE
    tell, search_for, copy = tree.line, tree.find, tree.take_root
    size = state_type.itemsize

    def line(nodes, room, node, out):
        return tell(carray(nodes, (room,), node_type), node, carray(out, (LINE,), np.int32))

    def find(nodes, room, states, wanted, least):
        return search_for(
            carray(nodes, (room,), node_type),
            np.int64(0),
            carray(states, (REMEMBER + 1,), state_type),
            carray(states, (REMEMBER + 1, size), np.uint8),
            carray(wanted, (size,), np.uint8),
            np.int64(REMEMBER),
            np.int64(least),
        )

    def take_root(nodes, room, node, spare):
        return copy(carray(nodes, (room,), node_type), node, carray(spare, (room,), node_type))

    return {
        "line": Entry(line, SMALL(POINTER, SMALL, SMALL, POINTER)),
        "find": Entry(find, SMALL(POINTER, SMALL, POINTER, POINTER, SMALL)),
        "take_root": Entry(take_root, SMALL(POINTER, SMALL, SMALL, POINTER)),
    }


def rule_entries(game: Game) -> dict[str, Entry]:
    """What is asked of the rules besides a search."""
    rules = cast(Any, game.rules)
    list_legal, play_one = rules.legal, rules.play
    state_type, width = rules.STATE, rules.WIDTH

    def legal(state, actions):
        return list_legal(carray(state, (1,), state_type)[0], carray(actions, (width,), np.int32))

    def play(state, action):
        play_one(carray(state, (1,), state_type)[0], action)

    return {
        "legal": Entry(legal, SMALL(POINTER, POINTER)),
        "play": Entry(play, NOTHING(POINTER, SMALL)),
    }
