"""All games of a browser in one file: nothing is lost, whatever is there and whatever is read."""

import json
from typing import Any

import pytest
from tests.tab.scripts import Memory, text

from tablier.tab.host import Host

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]

WISH = {"game": "mole-hill", "seats": [{"kind": "here"}, {"kind": "here"}]}
PAGE = {"seats": {"t": {"own": ["secret"]}}}


class Browser:
    """A browser with its own games."""

    def __init__(self) -> None:
        self.database = Memory()
        self.host = Host(self.database)

    async def asked(self, path: str, body: object = None) -> Any:
        answer = await self.host.answer(path, "en", body if isinstance(body, str) else text(body))
        return answer.status, json.loads(answer.body)

    async def begin(self, *tokens: str) -> str:
        _, made = await self.asked("/api/tables", WISH)
        await self.play(made["table"], *tokens)
        return str(made["table"])

    async def play(self, name: str, *tokens: str) -> None:
        table = await self.host._registry.open(name)
        for token in tokens:
            await table.play({0, 1}, table.ply, token)

    async def tokens(self, table: str) -> list[str]:
        return list((await self.asked(f"/api/tables/{table}"))[1]["tokens"])

    async def file(self) -> str:
        _, file = await self.asked("/api/collection", PAGE)
        return json.dumps(file)

    async def read(self, file: str) -> dict[str, Any]:
        status, told = await self.asked("/api/collection/read", file)
        assert status == 200, told
        return dict(told)


async def test_another_browser_goes_on_with_all_games() -> None:
    one, other = Browser(), Browser()
    tables = [await one.begin(), await one.begin("e4", "a1|a2")]
    told = await other.read(await one.file())
    assert told == {"new": 2, "known": 0, "renamed": {}, "page": PAGE}
    await other.play(tables[1], "c7")
    assert await other.tokens(tables[1]) == ["e4", "a1|a2", "c7"]
    assert await one.read(await other.file()) == {**told, "new": 1, "known": 1}
    assert await one.tokens(tables[1]) == ["e4", "a1|a2", "c7"]


async def test_what_went_on_here_is_kept() -> None:
    browser = Browser()
    table = await browser.begin("e4")
    file = await browser.file()
    await browser.play(table, "a1|a2")
    assert (await browser.read(file))["new"] == 0
    assert await browser.tokens(table) == ["e4", "a1|a2"]


async def test_of_two_ways_to_go_on_both_are_kept_once() -> None:
    one, other = Browser(), Browser()
    table = await one.begin("e4")
    await other.read(await one.file())
    await one.play(table, "a1|a2")
    await other.play(table, "b1|b2", "c7")
    file = await other.file()
    told = await one.read(file)
    assert await one.tokens(table) == ["e4", "a1|a2"]
    assert await one.tokens(told["renamed"][table]) == ["e4", "b1|b2", "c7"]
    again = await one.read(file)
    assert (again["new"], again["renamed"]) == (0, told["renamed"])


async def bad_files() -> list[str]:
    browser = Browser()
    await browser.begin("e4")
    await browser.begin("e4", "a1|a2")
    good = json.loads(await browser.file())
    table = good["tables"][1]
    twice = {**table, "moves": [table["moves"][0]] * 2}
    unnamed = {**table, "table": {**table["table"], "id": "../.."}}
    parts: list[dict[str, Any]] = [
        {"tablier": "nothing"},
        {"version": 2},
        {"tables": [good["tables"][0], twice]},
        {"tables": [good["tables"][0], unnamed]},
        {"tables": [good["tables"][0], {**table, "seats": []}]},
        {"tables": [good["tables"][0], {**table, "table": {"id": "t"}}]},
    ]
    whole, changed = json.dumps(good), [json.dumps({**good, **each}) for each in parts]
    return ["", "[Game]", whole[: len(whole) // 2], *changed]


async def test_a_bad_file_is_refused_and_changes_nothing() -> None:
    browser = Browser()
    await browser.begin("e4")
    before = dict(browser.database.records)
    for file in await bad_files():
        status, told = await browser.asked("/api/collection/read", file)
        assert (status, "damaged" in told["sentence"]) == (400, True), file
        assert browser.database.records == before
