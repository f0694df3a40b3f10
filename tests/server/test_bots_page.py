"""examples/bot.py plays as it is, and what docs/bots.md shows is what happens."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.bots import SOON, Bot, new_bot
from tests.server.clients import HERE, Server, visiting

pytestmark = pytest.mark.one_game

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "bots.md").read_text("utf-8")
EXAMPLE = ROOT / "examples" / "bot.py"


@pytest.fixture
def waiting(server: Server) -> Iterator[Bot]:
    """A bot of examples/bot.py, which waits."""
    bot = new_bot(server, "Example")
    command = [sys.executable, str(EXAMPLE), bot.address, bot.token]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            until_online(bot)
            yield bot
            assert process.poll() is None, "the example has ended"
        finally:
            process.kill()
            assert process.stderr is not None
            assert process.stderr.read() == ""


def until_online(bot: Bot) -> None:
    for _ in range(1000):
        if bot.id in [each["id"] for each in bot.client.bots.get_online_bots()]:
            return
    raise AssertionError("the example does not come")


@pytest.mark.anyio
async def test_the_example_plays_with_people_and_bots(server: Server, waiting: Bot) -> None:
    other = new_bot(server)
    made = other.challenges.create(waiting.name, rated=False, variant="chain-reaction turn_limit=4")
    table = server.make("mole-hill", [HERE, {"kind": "bot", "name": waiting.name}])
    async with visiting(server, table["table"], *table["secrets"]) as ada:
        while ada.table["seats"][1]["asked"]:
            await ada.wait("changed")
        await ada.play("e4")
        await ada.wait("moved")
        assert ada.table["movers"] == [0, 1]
        await ada.ask("resign", "changed", seat=0)
    while not other.client.games.get_ongoing():
        pass
    assert other.playing(made["id"]).result(SOON)[-1]["status"] in ("draw", "variantEnd")


def test_the_page_shows_the_example() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code in EXAMPLE.read_text("utf-8")


def curls() -> list[str]:
    blocks = "".join(re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)).replace("\\\n", "")
    return [line for line in blocks.splitlines() if line.startswith("curl ")]


def test_commands_of_the_page_work(server: Server) -> None:
    bot = new_bot(server)
    assert len(curls()) == 2
    for line in curls():
        words = shlex.split(line.replace("$TOKEN", bot.token))
        pairs = list(zip(words[1::2], words[2::2], strict=False))
        form = "&".join(value for flag, value in pairs if flag == "-d").replace(" ", "%20")
        headers = dict(value.split(": ") for flag, value in pairs if flag == "-H")
        headers["content-type"] = "application/x-www-form-urlencoded"
        path = httpx.URL(words[-1]).path
        answer = server.http.post(path, content=form, headers=headers)
        assert answer.status_code == 201, answer.text


def test_every_address_of_the_api_is_on_the_page(server: Server) -> None:
    paths = server.get("/api/schema/openapi.json").json()["paths"]
    private = [path for path in paths if any("security" in how for how in paths[path].values())]
    assert len(private) == 17
    for path in private:
        named = [part for part in path.split("/") if "{" not in part]
        assert f"/{named[-1]}" in PAGE, path


def test_every_link_leads_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", PAGE):
        assert (ROOT / "docs" / link).resolve().exists(), link
