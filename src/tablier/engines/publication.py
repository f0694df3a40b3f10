"""Publication: engines as files that browsers load, from a server or from a site without one.

`index.json` says which games have an engine, and the name of the file that describes it; that one
names the others. A name has a hash of the contents in it, so all but the index may be kept.
"""

import hashlib
import json
import logging
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, NamedTuple

from tablier.engines.build import built, engine_of
from tablier.engines.entries import FEATURES, NET, searches_of
from tablier.game import Game, load
from tablier.games import game, games
from tablier.nets import Net, net_of
from tablier.search.advice import BUDGETS
from tablier.search.levels import levels_for
from tablier.search.player import Player, features_of
from tablier.search.tree import Plan

INDEX = "index.json"
Files = dict[str, bytes]
log = logging.getLogger("tablier")


class Publication(NamedTuple):
    """The engines of a game: all files, and the name of the one that describes them."""

    name: str
    files: Files


def all_files() -> Files:
    """All files of all games with their index; engines that are missing are built."""
    ready = {each.name: each for each in map(game, games()) if is_built(each)}
    found = {name: published(each) for name, each in ready.items()}
    named = {name: each for name, each in found.items() if each is not None}
    files = {name: data for each in named.values() for name, data in each.files.items()}
    return {**files, INDEX: index(named.items())}


def is_built(chosen: Game) -> bool:
    """Build the engines of a game, unless they are there; if that fails, the log says why."""
    try:
        built(chosen)
    except Exception as wrong:  # whatever it is, there are games without engines
        note_failure(chosen, wrong)
        return False
    return True


def note_failure(chosen: Game, wrong: Exception) -> None:
    """Log in a line why a game has no engine."""
    reason = str(wrong).strip().rpartition("\n")[2]
    log.warning("no engine", extra={"about": {"game": chosen.name, "why": reason}})


def index(found: Iterable[tuple[str, Publication]]) -> bytes:
    """Which games have engines, and where they are described."""
    return _encoded({name: each.name for name, each in found})


def published(chosen: Game) -> Publication | None:
    """The files of a game's engines, if they were built."""
    engines = {judge: engine_of(chosen, judge) for judge in searches_of(chosen)}
    files: Files = {}

    def put(kind: str, ending: str, data: bytes) -> str:
        name = f"{chosen.name}{kind}-{hashlib.sha256(data).hexdigest()[:12]}.{ending}"
        files[name] = data
        return name

    def judged(judge: str, plan: Any, net: Net | None) -> dict[str, Any]:
        path = engines[judge]
        assert path is not None
        return {
            "engine": put(f"-{judge}", "wasm", path.read_bytes()),
            "weights": net and put("-weights", "bin", net.packed),
            "plan": asdict(Plan(*plan)),
            "levels": [asdict(level) for level in levels_for(chosen, net is not None)],
        }

    if None in engines.values():
        return None
    usual = load(chosen.package, {})
    net = net_of(usual)
    said = {
        "players": usual.players,
        "memory": Player.memory,
        "advice": BUDGETS,
        "tokens": put("-tokens", "json", _encoded(chosen.notation.TOKENS)),
        FEATURES: judged(FEATURES, features_of(chosen).PLAN, None),
        NET: net and {**judged(NET, net.plan, net), "options": known_options(usual, net)},
    }
    return Publication(put("", "json", _encoded(said)), files)


def known_options(usual: Game, net: Net) -> dict[str, list[Any]]:
    """The values of all options that the net was trained with."""
    return {name: list(net.options.get(name, [value])) for name, value in usual.options.items()}


def _encoded(said: Any) -> bytes:
    return json.dumps(said, separators=(",", ":"), ensure_ascii=False).encode()
