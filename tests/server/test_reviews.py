"""Reviews of finished games: under way for all who want them, fair, cancelled, kept."""

from pathlib import Path
from typing import Any

import pytest
from tests.server.clients import HERE, LINK, Server, visiting

from tablier import Evaluation, Record, Refusal, game, review
from tablier.play.new_table import plan_new
from tablier.play.table import Table
from tablier.play.wire.protocol import NewTable, SeatWish
from tablier.server.store.storage import Storage

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]
BOTH = frozenset((0, 1))
MOVES = ("e1", "e1|e2", "d1", "d1|d2", "c1", "c1|c2")


async def resigned(client: Any) -> None:
    """Some moves, then one side resigns."""
    for token in MOVES:
        await client.play(token)
    await client.ask("resign", "changed", seat=0)


async def test_a_review_is_what_the_library_says(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        await resigned(client)
        frame = await client.ask("review", "reviewed")
        progress = [each for each in client.heard if each["type"] == "reviewing"]
        n = len(MOVES) + 1
        assert [(each["done"], each["of"]) for each in progress] == [
            (done, n) for done in range(1, n + 1)
        ]
    found, expected = frame["review"], review(Record(game("mole-hill").start(), MOVES))
    assert found["accuracies"] == pytest.approx(expected.accuracies)
    for move, other in zip(found["moves"], expected.moves, strict=True):
        assert (move["best"], move["judgement"]) == (other.best, other.judgement)
        assert (move["better"] is not None) == (other.judgement is not None)
        if move["better"]:
            assert move["better"]["why"] == expected.explain(other).sentence()
            assert [each["token"] for each in move["better"]["line"]] == move["line"][:3]
    async with visiting(server, made["table"]) as client:
        assert await client.ask("review", "reviewed") == frame
        assert not [each for each in client.heard if each["type"] == "reviewing"]


async def test_a_game_under_way_is_not_reviewed_and_an_explanation_is_advice(
    server: Server,
) -> None:
    made = server.make("mole-hill", [HERE, LINK])
    idea = {"token": "e1", "winrate": 0.5, "proven": False, "line": ["e1"]}
    async with visiting(server, made["table"], *made["secrets"]) as client:
        assert (await client.ask("review", "refused"))["to"] == "review"
        assert (await client.ask("explain", "refused", ply=0, moves=[idea]))["to"] == "explain"
        await client.play("e1")
        await client.ask("resign", "changed", seat=0)
        said = await client.ask("explain", "explained", ply=0, moves=[idea])
        assert (said["token"], said["ply"]) == ("e1", 0)
        assert said["sentence"] == "Takes a red flower (two points)."
        wrong = {**idea, "token": "z9"}
        assert (await client.ask("explain", "refused", ply=0, moves=[wrong]))["to"] == "explain"


async def test_a_review_ends_when_nobody_wants_it_and_begins_again(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        await resigned(client)
        await client.ask("review", "reviewing")
        await client.send("review", on=False)
        await client.ask("look", "looked", ply=0)
        since = len(client.heard)
        async with visiting(server, made["table"]) as other:
            found = (await other.ask("review", "reviewed"))["review"]
            assert len(found["shares"]) == len(MOVES) + 1
        await client.ask("look", "looked", ply=1)
        assert {each["type"] for each in client.heard[since:]} <= {"looked", "changed"}


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite")
    return str(request.getfixturevalue("postgresql"))


async def test_a_review_is_kept_with_the_game_until_moves_are_undone(database: str) -> None:
    storage = Storage(database)
    await storage.open()
    seats = [SeatWish("here"), SeatWish("here")]
    plan, _ = plan_new(NewTable("mole-hill", seats, text="c4,b3,a2,b2,b1 c4|c5 m 2 9"))
    await storage.write(*plan.steps())

    async def opened() -> Table:
        stored = await storage.read(plan.id)
        assert stored is not None
        return Table(storage, stored, lambda _: None, patience=60)

    try:
        table = await opened()
        found = [Evaluation((0.25, -0.25), ("a1",)), Evaluation((1.0, -1.0), (), proven=True)]
        with pytest.raises(Refusal):
            await table.keep_review(found)
        await table.play(BOTH, 0, "a1")
        await table.keep_review(found)
        again = await opened()
        assert again.review == table.review == tuple(found)
        await again.ask(BOTH, "undo")
        assert [each.review for each in (again, await opened())] == [None, None]
    finally:
        await storage.close()
