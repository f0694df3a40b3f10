"""The opening book of a server: games that ended there are counted, and only counts are told."""

import asyncio
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import text
from tests.server.clients import HERE, Server, visiting

from tablier import game
from tablier.book import key
from tablier.server.http.books import Books
from tablier.server.store.finished_games import newest
from tablier.server.store.storage import Storage

pytestmark = [pytest.mark.one_game, pytest.mark.anyio]

PLAIN = {"centre_start": "plain"}


async def play(server: Server, *tokens: str, end: str) -> None:
    """Play a game at one screen until somebody gives up, or leave it."""
    made = server.make("mole-hill", [HERE, HERE], options=PLAIN)
    async with visiting(server, made["table"], *made["secrets"]) as client:
        for token in tokens:
            await client.play(token)
        if end == "resign":
            await client.ask("resign", "changed", seat=1)


async def test_what_was_played_here_is_counted_from_all_sides(server: Server) -> None:
    await play(server, "b3", "f6|g6", "b4", end="resign")
    await play(server, "h5", "c2|d2", "h6", end="resign")  # the same, turned by half
    await play(server, "b3", "f6|g6", "b2", end="resign")
    await play(server, "b3", "f6|g6", "b2", end="never")
    book = server.get("/api/games/mole-hill/book").json()
    places = [game("mole-hill", **PLAIN).start()]
    for token in ("b3", "f6|g6"):
        places.append(places[-1].play(token))
    for (before, _), token in zip(pairwise(places), ("b3", "f6|g6"), strict=True):
        listed = {move["token"]: move for move in book["positions"][key(before)]}
        assert listed[token]["games"] == 3
        assert listed[token]["points"] == [3.0, 0.0]
    moves = book["positions"][key(places[-1])]
    assert [(move["token"], move["games"]) for move in moves] == [("b2", 2)]  # b4 only once
    other = game("mole-hill", **PLAIN).start().play("h5").play("c2|d2")
    assert [move["token"] for move in book["positions"][key(other)]] == ["h6"]
    asked = {"options": PLAIN, "tokens": ["b3", "f6|g6"]}
    assert server.post("/api/games/mole-hill/position", asked).json()["key"] == key(places[-1])


async def test_a_book_is_made_anew_only_for_new_games(tmp_path: Path) -> None:
    storage, minutes = Storage(str(tmp_path / "t.sqlite")), iter(range(0, 10_000, 1000))
    await storage.open()
    registry: Any = SimpleNamespace(storage=storage, in_thread=asyncio.to_thread)
    books = Books(now=lambda: float(next(minutes)))
    assert await books.info(registry, "mole-hill") is await books.info(registry, "mole-hill")
    await storage.close()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_finished_games_are_found_by_an_index_in_their_order(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    is_file = kind == "sqlite"
    storage = Storage(str(tmp_path / "t.sqlite") if is_file else request.getfixturevalue(kind))
    await storage.open()
    query = str(newest("mole-hill").compile(storage.engine, compile_kwargs={"literal_binds": True}))
    explain = "EXPLAIN QUERY PLAN " if is_file else "EXPLAIN "
    async with storage.engine.begin() as connection:
        for plan in () if is_file else ("seqscan", "sort"):  # a small table it would read whole
            await connection.execute(text(f"SET LOCAL enable_{plan} = off"))
        found = str((await connection.execute(text(explain + query))).all())
    await storage.close()
    assert "ix_tables_finished" in found
    assert "order by" not in found.lower()
    assert "sort" not in found.lower()
