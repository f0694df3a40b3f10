"""How long a table takes to start in a tab without a server, how soon it answers a move, and how
long a page takes to decide whether its device is fast enough to think.

    python benchmarks/tab.py [repetitions]

Needs Chromium, and nothing else to do for this machine. The start is the time from the click on
Start until the board is there: the first time (nothing is in the browser yet), and later (the
browser was closed and opened again; a game that was begun is opened by its address). Moves are
those of whole random games: from the frame to the worker until its answer, which includes that the
browser has stored it. The decision is measured from the question until the answer, in a browser
that has just been opened: with a worker that is still to be started, and with one that waits.
"""

import html
import itertools
import json
import os
import random
import re
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, sync_playwright

from file_host import served
from tablier import game, games
from tablier.tab import site

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
MOVES = 150
PLAY = """async ([worker, parts, games]) => {
  const started = new Worker(worker, { type: "module" });
  const waiting = [], took = [];
  started.onmessage = ({ data }) => {
    if (data.type === "failed") throw new Error(data.reason);
    if (data.type === "answer" || data.type === "frame") waiting.shift()?.(data);
  };
  const told = (message) => {
    const answered = new Promise((resolve) => waiting.push(resolve));
    started.postMessage(message);
    return answered;
  };
  started.postMessage({ type: "start", ...parts });
  let number = 0;
  for (const [wish, tokens] of games) {
    const asked = { type: "ask", path: "/api/tables", lang: "en", body: JSON.stringify(wish) };
    const { table, secrets } = JSON.parse((await told({ ...asked, number: ++number })).body);
    started.postMessage({ type: "connect", number: ++number, table });
    const send = (frame) => told({ type: "frame", number, frame: JSON.stringify(frame) });
    await send({ type: "join", secrets, lang: "en" });
    for (const [ply, token] of tokens.entries()) {
      const begin = performance.now();
      const { frame } = await send({ type: "play", ply, token });
      took.push(performance.now() - begin);
      if (JSON.parse(frame).type !== "step") throw new Error(frame);
    }
  }
  started.terminate();
  return took;
}"""

DECIDE = """async ([module, name, position, isReady]) => {
  const { computerOf } = await import(module);
  const computer = await computerOf(name, {});
  if (isReady) {
    computer.prepare();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const begin = performance.now();
  await computer.isStrongEnough(10, Uint8Array.from(position));
  return performance.now() - begin;
}"""


@contextmanager
def browser(profile: str) -> Iterator[BrowserContext]:
    """A browser that is opened anew, with what it has kept."""
    program = os.environ.get("TABLIER_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)))
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=program, args=FLAGS.split(), locale="en-GB"
        )
        yield context
        context.close()


def since(page: Page, mark: str) -> float:
    """Milliseconds from a mark until the board is on the screen."""
    page.wait_for_selector("svg.board.live")
    return float(page.evaluate(f"performance.now() - ({mark})"))


def starts(address: str, repetitions: int) -> tuple[float, list[float]]:
    """Milliseconds of the first start, and of later ones."""
    with tempfile.TemporaryDirectory() as profile:
        with browser(profile) as context:
            page = context.new_page()
            page.goto(address)
            page.wait_for_function("navigator.serviceWorker.controller !== null")
            page.locator("article button").first.click()
            page.evaluate("window.begin = performance.now()")
            page.get_by_role("dialog").get_by_role("button", name="Start").click()
            first = since(page, "window.begin")
            page.wait_for_timeout(3000)  # what is kept for later is kept behind the game
            table = page.url
        later = []
        for _ in range(repetitions):
            with browser(profile) as context:
                page = context.new_page()
                page.goto(table, wait_until="commit")
                later.append(since(page, "0"))
                page.wait_for_timeout(1000)
    return first, later


def random_game(name: str, seed: int) -> tuple[dict[str, Any], list[str]]:
    """What is wished for, and the moves of a whole game."""
    position, dice, tokens = game(name).start(seed=seed), random.Random(seed), list[str]()
    seats = [{"kind": "here"}] * position.game.players
    wish = {"game": name, "text": str(position), "seats": seats}
    while position.legal_moves and len(tokens) < MOVES:
        tokens.append(dice.choice(position.legal_moves))
        position = position.play(tokens[-1])
    return wish, tokens


def moves(address: str, files: site.Files, name: str) -> list[float]:
    """Milliseconds of each move of random games, without the first of all: the worker is cold."""
    workers = [each for each in files if each.startswith("assets/worker-")]
    worker = next(each for each in workers if b"pyodide.mjs" in files[each])
    told = html.unescape(re.findall(r'data-tab="(.*?)"', files["index.html"].decode())[0])
    parts = {**json.loads(told), "folder": f"{address}python/"}
    parts["archive"] = address + parts["archive"]
    parts["libraries"] = [address + each for each in parts["libraries"]]
    played, seeds = list[Any](), itertools.count()
    while sum(len(tokens) for _, tokens in played) < MOVES:
        played.append(random_game(name, next(seeds)))
    with tempfile.TemporaryDirectory() as profile, browser(profile) as context:
        page = context.new_page()
        page.goto(address)
        return list(page.evaluate(PLAY, [address + worker, parts, played]))[1:]


def decision(address: str, files: site.Files, name: str, *, is_ready: bool) -> float:
    """Milliseconds until a page knows whether its device can play the highest level."""
    module = next(each for each in files if each.startswith("assets/computer-"))
    position = list(game(name).start().data)
    with tempfile.TemporaryDirectory() as profile, browser(profile) as context:
        page = context.new_page()
        page.goto(address)
        return float(page.evaluate(DECIDE, [address + module, name, position, is_ready]))


def main(repetitions: int) -> None:
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as address:
        site.write(Path(folder) / "site")
        files = site.all_files()
        for name, is_ready in itertools.product(games(), (False, True)):
            decided = decision(f"{address}site/", files, name, is_ready=is_ready)
            print(f"{name}: decided in {decided:.0f} ms, {'ready' if is_ready else 'cold'}")
        first, later = starts(f"{address}site/", repetitions)
        print(f"start: {first:.0f} ms the first time, later {statistics.median(later):.0f}")
        for name in games():
            took = sorted(moves(f"{address}site/", files, name))
            p50, p95 = (took[int(part * (len(took) - 1))] for part in (0.5, 0.95))
            told = f"p50 {p50:.0f} ms, p95 {p95:.0f}, at worst {took[-1]:.0f}"
            print(f"{name}: {len(took)} moves, {told}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
