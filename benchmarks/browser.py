"""Engines in Chromium beside compiled code: simulations a second on one thread, and their ratio.

    python benchmarks/browser.py [--games mole-hill,moguli] [--rounds 40] [--judges net,features]

Both search the start of each game, in turn, round by round, with a new tree each time, judged by
the net of the game or by its features. Time is that of the processor in the thread that searches,
so that other work on the machine counts for little; the fastest round counts. Needs Chromium, which
TABLIER_CHROMIUM can name.
"""

import argparse
import base64
import gzip
import itertools
import os
import shutil
import subprocess
import time
from dataclasses import asdict
from pathlib import Path

from playwright.sync_api import CDPSession, Page, Route, sync_playwright

import tablier
from node import node
from tablier.engines.build import built
from tablier.engines.entries import FEATURES, NET
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
MAKE = "() => { window.tree = window.make(); window.tree.grow(100); }"
GROW = "(simulations) => window.tree.grow(simulations)"
MEMORY = 64_000_000
SECONDS = 0.2  # of a round


def main(games: list[str], rounds: int, judges: list[str]) -> None:
    program = os.environ.get("TABLIER_CHROMIUM") or shutil.which("chromium-headless-shell")
    program = program or shutil.which("chromium")
    if program is None:
        raise SystemExit("There is no Chromium here: name one with TABLIER_CHROMIUM.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page()
        page.route(f"{ADDRESS}/**", answer)
        for name, judge in itertools.product(games, judges):
            page.goto(ADDRESS)
            player = Player(tablier.game(name), simulations=1, net=judge == NET)
            print(compare(page, player, rounds), flush=True)
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


def compare(page: Page, player: Player, rounds: int) -> str:
    """A line for a game."""
    net = player.net_used
    engine = built(player.game, FEATURES if net is None else NET).read_bytes()
    wish = {"plan": asdict(player.way), "memory": MEMORY}
    start = player.game.start().data
    page.evaluate(LOAD, [text(engine), wish, net and text(net.packed), text(start)])
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def in_chromium(simulations: int) -> float:
        page.evaluate(MAKE)
        begin = thread_time(session)
        page.evaluate(GROW, simulations)
        return thread_time(session) - begin

    simulations = int(1000 * SECONDS / native(player, 1000))
    in_chromium(10 * simulations)  # so that the browser has optimised it
    took = [(native(player, simulations), in_chromium(simulations)) for _ in range(rounds)]
    here, there = (simulations / min(each) for each in zip(*took, strict=True))
    packed = len(gzip.compress(engine, 9)) / 1000
    return (
        f"{player.game.name:16}{FEATURES if net is None else NET:10}{here:10,.0f} native"
        f"{there:10,.0f} in Chromium   ratio {there / here:.2f}   {packed:.1f} kB"
    )


def thread_time(session: CDPSession) -> float:
    """Seconds of the processor that the page has used."""
    told = session.send("Performance.getMetrics")["metrics"]
    return float(next(each["value"] for each in told if each["name"] == "ThreadTime"))


def text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def native(player: Player, simulations: int) -> float:
    """Seconds of so many simulations."""
    tree = Tree(player.game, player.way, player.features, 0, MEMORY, player.net_used)
    tree.look_at(player.game.start())
    tree.grow(100)
    begin = time.thread_time()
    tree.grow(simulations)
    return time.thread_time() - begin


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", default=",".join(tablier.games()))
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--judges", default=f"{NET},{FEATURES}")
    given = parser.parse_args()
    main(given.games.split(","), given.rounds, given.judges.split(","))
