"""Description: what a browser has to know of an engine, as a custom section of its module."""

import json
import math
from typing import Any

from tablier.engines.entries import SEARCH, blocks_of, searches_of
from tablier.game import Game
from tablier.search.tree import LINE, PLAN, REMEMBER, WORTH_KEEPING

SECTION = "tablier"


def described(game: Game, judge: str, data: int) -> tuple[str, bytes]:
    """The name and the content of the section, for an engine with so many bytes of data."""
    search = searches_of(game)[judge]
    said = {
        "game": game.name,
        "version": game.rules.VERSION,
        "players": game.rules.PLAYERS,
        "data": data,
        "state": game.rules.STATE.itemsize,
        "line": LINE,
        "remember": REMEMBER,
        "worth_keeping": WORTH_KEEPING,
        "node": layout(search.tree.NODE),
        "plan": layout(PLAN),
        "search": SEARCH + judge,
        "net": ways(search.packed, search.net),
        "blocks": {name: block.size for name, block in blocks_of(game, search).items()},
    }
    return SECTION, json.dumps(said, separators=(",", ":")).encode()


def ways(packed: Any, net: Any) -> list[list[int]]:
    """How a net gets from its file into the memory, a list for each field: where it is there and
    here, how many numbers it has, and of how many bytes each is there and here.
    """
    fields = [(*packed.fields[name], *net.fields[name]) for name in net.names]
    return [
        [place, where, math.prod(kind.shape), kind.base.itemsize, wide.base.itemsize]
        for kind, place, wide, where in fields
    ]


def layout(kind: Any) -> dict[str, Any]:
    """The size of a record, and of its fields the type and the place."""
    places = {
        name: [field[0].base.str[1:], field[1]] for name, field in sorted(kind.fields.items())
    }
    return {"size": kind.itemsize, "fields": places}
