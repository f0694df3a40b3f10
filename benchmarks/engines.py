"""Engines in a browser beside compiled code: simulations per second on one thread, and their ratio.

    python benchmarks/engines.py [--games mole-hill,moguli] [--rounds 40] [--net]

Both search the start of each game, in turn, round by round, with a new tree each time. The fastest
round counts: the work is the same in all, and it was disturbed least. With --net, a net judges
positions instead of features: that of the game, or one of random weights. Needs Chromium, which
TABLIER_CHROMIUM can name.
"""

import argparse
import base64
import gzip
import os
import shutil
import subprocess
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Page, Route, sync_playwright

import tablier
from node import node
from tablier.engines.build import built
from tablier.engines.entries import FEATURES, NET
from tablier.game import Game
from tablier.nets import Net, net_of
from tablier.nets.quantisation import shapes
from tablier.search.player import Player
from tablier.search.tree import Tree

SOURCES = Path(__file__).parent.parent / "frontend" / "src" / "engine"
ADDRESS = "http://engines.test"
STRIP = (
    'import {stripTypeScriptTypes as strip} from "node:module";'
    'import {readFileSync} from "node:fs";'
    'process.stdout.write(strip(readFileSync(process.argv[1], "utf-8")))'
)
LOAD = """async ([engine, wish, net, position]) => {
  const { Tree } = await import("/tree.ts");
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const module = await WebAssembly.compile(bytes(engine));
  window.make = () => {
    const tree = new Tree(module, { ...wish, net: net && bytes(net) });
    tree.lookAt(bytes(position));
    return tree;
  };
}"""
MEASURE = """(simulations) => {
  const tree = window.make();
  tree.grow(100);
  const begin = performance.now();
  tree.grow(simulations);
  return (performance.now() - begin) / 1000;
}"""
MEMORY = 64_000_000
SECONDS = 0.05  # of a round


def main(games: list[str], rounds: int, with_net: bool) -> None:
    program = os.environ.get("TABLIER_CHROMIUM") or shutil.which("chromium-headless-shell")
    program = program or shutil.which("chromium")
    if program is None:
        raise SystemExit("There is no Chromium here: name one with TABLIER_CHROMIUM.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page()
        page.route(f"{ADDRESS}/**", answer)
        for name in games:
            page.goto(ADDRESS)
            game = tablier.game(name)
            net = (net_of(game) or Net.of(game, weights(game))) if with_net else False
            print(compare(page, Player(game, simulations=1, net=net), rounds), flush=True)
        browser.close()


def answer(route: Route) -> None:
    """The sources as JavaScript, and an empty page."""
    name = route.request.url.removeprefix(ADDRESS).strip("/")
    if not name:
        route.fulfill(content_type="text/html", body="<!doctype html><title>engines</title>")
        return
    words = node(), "--no-warnings", "--input-type=module", "-e", STRIP, str(SOURCES / name)
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    route.fulfill(content_type="text/javascript", body=done.stdout)


def weights(game: Game) -> dict[str, Any]:
    dice = np.random.default_rng(0)
    return {name: dice.normal(0, 0.3, shape) for name, shape in shapes(game).items()}


def compare(page: Page, player: Player, rounds: int) -> str:
    """A line for a game."""
    net = player.net_used
    engine = built(player.game, FEATURES if net is None else NET).read_bytes()
    wish = {"plan": asdict(player.way), "memory": MEMORY}
    start = player.game.start().data
    page.evaluate(LOAD, [text(engine), wish, net and text(net.weights.tobytes()), text(start)])
    simulations = int(1000 * SECONDS / native(player, 1000))
    page.evaluate(MEASURE, 10 * simulations)  # so that the browser has optimised it
    took = [
        (native(player, simulations), page.evaluate(MEASURE, simulations)) for _ in range(rounds)
    ]
    here, there = (simulations / min(each) for each in zip(*took, strict=True))
    packed = len(gzip.compress(engine, 9)) / 1000
    return (
        f"{player.game.name:16}{here:12,.0f} native{there:12,.0f} in Chromium"
        f"   ratio {there / here:.2f}   {packed:.1f} kB"
    )


def text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def native(player: Player, simulations: int) -> float:
    """Seconds of so many simulations."""
    tree = Tree(player.game, player.way, player.features, 0, MEMORY, player.net_used)
    tree.look_at(player.game.start())
    tree.grow(100)
    begin = time.perf_counter()
    tree.grow(simulations)
    return time.perf_counter() - begin


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", default=",".join(tablier.games()))
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--net", action="store_true")
    given = parser.parse_args()
    main(given.games.split(","), given.rounds, given.net)
