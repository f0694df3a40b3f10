"""How soon the pages can be used: time from going to an address until the games can be clicked.

python benchmarks/browser.py http://127.0.0.1:8000 [visits]     needs a running server and Chromium
"""

import json
import os
import shutil
import statistics
import sys
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, sync_playwright

FLAGS = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"


def main(address: str, visits: int) -> None:
    program = os.environ.get("TABLIER_CHROMIUM") or shutil.which("chromium")
    places = {"shelf": (address, "article button"), "table": (table(address), "svg.board.live")}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS.split())
        for name, (place, ready) in places.items():
            took = [visit(browser, place, ready) for _ in range(visits)]
            wall, busy = (statistics.median(each) for each in zip(*took, strict=True))
            print(f"{name}: usable after {wall:.0f} ms, of which {busy:.0f} ms of computing")
        browser.close()


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


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"), int(sys.argv[2]) if len(sys.argv) > 2 else 7)
