"""How soon the pages can be used, and what Lighthouse says of them as a phone sees them.

    (cd benchmarks/lighthouse && npm install)
    python benchmarks/pages.py http://127.0.0.1:8000 [visits]

Needs a running server and Chromium. First the time from going to an address until the games can be
clicked; then, for each page, the four marks of Lighthouse (a slow phone on a slow network, both
simulated), medians of so many visits. Lighthouse scales the time that work took here, so on a
machine that is busy with something else give the whole run priority: `chrt -r 10 python …` as root.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, sync_playwright

from node import node

FLAGS = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
LIGHTHOUSE = (
    Path(__file__).parent / "lighthouse" / "node_modules" / "lighthouse" / "cli" / "index.js"
)
MARKS = ("performance", "accessibility", "best-practices", "seo")
ATTEMPTS = 3
BLOCKED = "total-blocking-time"


def main(address: str, visits: int) -> None:
    program = os.environ.get("TABLIER_CHROMIUM") or shutil.which("chromium")
    if program is None:
        raise SystemExit("There is no Chromium here: name one with TABLIER_CHROMIUM.")
    at_table = table(address)
    places = {"games": (address, "article button"), "table": (at_table, "svg.board.live")}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS.split())
        for name, (place, ready) in places.items():
            took = [visit(browser, place, ready) for _ in range(visits)]
            wall, busy = (statistics.median(each) for each in zip(*took, strict=True))
            print(f"{name}: usable after {wall:.0f} ms, of which {busy:.0f} ms of computing")
        browser.close()
    judged = {"games": "/", "rulebook": "/rules/labyrinthe", "puzzle": "/puzzles/mole-hill/1"}
    pages = {name: address + path for name, path in judged.items()} | {"table": at_table}
    for name, place in pages.items():
        print(f"{name}: {judge(program, place, visits)}")


def table(address: str) -> str:
    """A new table of the game with the largest board; the link to its first seat."""
    wish = {"game": "labyrinthe", "seats": [{"kind": "here"}, {"kind": "here"}]}
    headers = {"content-type": "application/json"}
    with urlopen(Request(f"{address}/api/tables", json.dumps(wish).encode(), headers)) as answer:
        made = json.load(answer)
    return f"{address}/t/{made['table']}#s={made['secrets'][0]}"


def visit(browser: Browser, place: str, ready: str) -> tuple[float, float]:
    """Milliseconds on the clock and of computing, in a browser that has never been there."""
    page = browser.new_page()
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    page.goto(place, wait_until="commit")
    page.wait_for_selector(ready)
    wall = page.evaluate("performance.now()")
    told = session.send("Performance.getMetrics")["metrics"]
    metrics = {each["name"]: each["value"] for each in told}
    page.close()
    return wall, 1000 * metrics["ThreadTime"]


def judge(program: str, place: str, visits: int) -> str:
    """The marks of a page and how long it kept its visitor waiting."""
    reports = [lighthouse(program, place) for _ in range(visits)]
    marks = {
        mark: statistics.median(100 * report["categories"][mark]["score"] for report in reports)
        for mark in MARKS
    }
    blocked = statistics.median(report["audits"][BLOCKED]["numericValue"] for report in reports)
    told = ", ".join(f"{mark} {score:.0f}" for mark, score in marks.items())
    return f"{told}; blocked for {blocked:.0f} ms"


def lighthouse(program: str, place: str) -> dict[str, Any]:
    """One report; a browser that showed nothing in time is asked again."""
    if not LIGHTHOUSE.is_file():
        raise SystemExit("npm install in benchmarks/lighthouse first")
    flags = f"--chrome-flags=--headless {FLAGS}"
    words = (place, "--quiet", "--output=json", f"--only-categories={','.join(MARKS)}", flags)
    paths = {**os.environ, "CHROME_PATH": program}
    for _ in range(ATTEMPTS):
        command = [node(), str(LIGHTHOUSE), *words]
        done = subprocess.run(command, env=paths, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return dict(json.loads(done.stdout))
    raise SystemExit(f"Lighthouse could not judge {place}:\n{done.stderr}")


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"), int(sys.argv[2]) if len(sys.argv) > 2 else 7)
