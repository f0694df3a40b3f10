"""A game goes on in a browser while its server is away, and comes back: no move is lost."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from tests.tab.test_collection import Browser

from tablier.play.carried_games import carried
from tablier.play.settings import Settings
from tablier.play.table import Table
from tablier.play.wire.protocol import CarriedTable, Clock, NewTable, SeatWish
from tablier.server.server_registry import ServerRegistry
from tablier.texts import Refusal

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]

HERE, LINK, COMPUTER = SeatWish("here"), SeatWish("link"), SeatWish("computer", 2)


class Away:
    """A game at a server, and its copy in a browser."""

    def __init__(self, registry: ServerRegistry, table: Table, secrets: list[str]):
        self.registry, self.table, self.secrets = registry, table, secrets
        self.browser = Browser()

    async def leave(self, *pending: str) -> None:
        """The server goes away, maybe while a move is on its way there."""
        copy = carried(self.table)
        wish = msgspec.structs.replace(
            copy, secrets=self.secrets, tokens=[*copy.tokens, *pending], base=copy.tokens
        )
        body = msgspec.json.encode(wish).decode()
        status, answer = await self.browser.asked(f"/api/copies/{self.table.id}", body)
        assert (status, answer) == (200, {"table": self.table.id})

    async def play(self, *tokens: str) -> None:
        await self.browser.play(self.table.id, *tokens)

    async def come_back(self) -> Table:
        """What the page does: it sends what the browser has kept."""
        brought = await self.registry.bring(self.table.id, self.kept())
        return await self.registry.open(brought.table)

    def kept(self) -> CarriedTable:
        kept = json.loads(self.browser.database.records[self.table.id])
        return msgspec.convert(sent(kept, self.secrets), CarriedTable)


def sent(kept: dict[str, Any], secrets: list[str]) -> dict[str, Any]:
    """As frontend/src/tab/carriedGames.ts has it."""
    row = kept["table"]
    parts = ("game", "version", "options", "seed", "setup", "base")
    ending = row["ending"] and dict(
        zip(("reason", "payoffs", "loser"), row["ending"], strict=False)
    )
    return {
        **{part: row[part] for part in parts if part in row},
        "seats": [{key: seat[key] for key in ("kind", "level", "name")} for seat in kept["seats"]],
        "tokens": [move["token"] for move in kept["moves"]],
        "ending": ending,
        "secrets": secrets,
    }


@asynccontextmanager
async def away(
    *seats: SeatWish, tokens: str = "", clock: Clock | None = None
) -> AsyncIterator[Away]:
    registry = ServerRegistry(Settings("sqlite://", workers=1, warm=False))
    registry.computers.update = lambda table: None  # type: ignore[method-assign]  # noqa: ARG005
    async with registry.opened():  # its computers play when a test says so
        made = await registry.make(NewTable("mole-hill", list(seats), clock=clock))
        table = await registry.open(made.table)
        for token in tokens.split():
            await table.play({0, 1}, table.ply, token)
        yield Away(registry, table, [secret for secret in made.secrets if secret])


async def test_moves_made_meanwhile_come_back_once() -> None:
    async with away(HERE, HERE, tokens="e4 a1|a2") as game:
        await game.leave()
        await game.play("c7", "b1|b2")
        assert await game.come_back() is game.table
        assert game.table.tokens == ["e4", "a1|a2", "c7", "b1|b2"]
        changes = game.table.known
        assert await game.come_back() is game.table  # the answer was lost
        assert game.table.known == changes
        stored = await game.registry.storage.read(game.table.id)
        assert stored is not None
        assert [move["token"] for move in stored.moves] == game.table.tokens


async def test_a_move_that_was_on_its_way_is_played_whether_it_arrived_or_not() -> None:
    async with away(HERE, HERE, tokens="e4") as game:
        await game.leave("a1|a2")
        await game.table.play({1}, 1, "a1|a2")  # it had arrived
        await game.play("c7")
        assert await game.come_back() is game.table
        assert game.table.tokens == ["e4", "a1|a2", "c7"]


async def test_moves_of_a_computer_give_way_to_the_game_that_the_person_played() -> None:
    async with away(HERE, COMPUTER, tokens="e4") as game:
        await game.leave()
        await game.play("b1|b2", "c7")
        await game.table.play({1}, 1, "a1|a2")  # as the server's computer would
        assert await game.come_back() is game.table
        assert game.table.tokens == ["e4", "b1|b2", "c7"]


async def test_a_game_that_went_on_in_both_places_is_kept_twice() -> None:
    async with away(HERE, HERE, tokens="e4") as game:
        await game.leave()
        await game.play("b1|b2", "c7")
        await game.table.play({1}, 1, "a1|a2")
        own = await game.come_back()
        assert own is not game.table
        assert (own.tokens, game.table.tokens) == (["e4", "b1|b2", "c7"], ["e4", "a1|a2"])
        assert [seat.secret for seat in own.seats] == [seat.secret for seat in game.table.seats]
        assert (await game.come_back()).id == own.id


async def test_what_was_taken_back_or_ended_meanwhile_is_so_at_the_server() -> None:
    async with away(HERE, HERE, tokens="e4 a1|a2") as game:
        await game.leave()
        table = await game.browser.host._registry.open(game.table.id)
        await table.ask(frozenset({0, 1}), "undo")
        await game.come_back()
        assert game.table.tokens == table.tokens == ["e4"]
        await game.play("b1|b2")
        await table.resign({0, 1}, 0)
        await game.come_back()
        assert game.table.tokens == ["e4", "b1|b2"]
        assert game.table.ending == table.ending


async def test_a_game_that_ended_at_the_server_is_not_changed() -> None:
    async with away(HERE, HERE, tokens="e4") as game:
        await game.leave()
        await game.play("b1|b2")
        await game.table.resign({0}, 0)
        own = await game.come_back()
        assert (game.table.tokens, own.tokens) == (["e4"], ["e4", "b1|b2"])


async def test_a_server_that_knows_more_keeps_it() -> None:
    async with away(HERE, HERE, tokens="e4") as game:
        await game.leave()
        await game.table.play({1}, 1, "a1|a2")
        assert await game.come_back() is game.table
        assert game.table.tokens == ["e4", "a1|a2"]


async def test_a_game_begun_without_the_server_gets_there_too() -> None:
    async with away(HERE, HERE) as game:
        name = await game.browser.begin("e4", "a1|a2")
        kept = json.loads(game.browser.database.records[name])
        wish = msgspec.convert(sent(kept, ["one", "two"]), CarriedTable)
        assert (await game.registry.bring(name, wish)).table == name
        assert (await game.registry.open(name)).tokens == ["e4", "a1|a2"]
        assert (await game.registry.bring(name, wish)).table == name


WRONG: tuple[tuple[str, dict[str, Any]], ...] = (
    ("only_watching", {"secrets": ["a guess", "another"]}),
    ("gardeners_turn", {"tokens": ["e4", "e4"]}),
    ("record_version", {"version": 0}),
    ("not_carried", {"seed": "1.5"}),
    ("not_carried", {"seats": [LINK, HERE]}),
    ("not_carried", {"ending": {"reason": "time", "payoffs": [1.0, -1.0]}}),
    ("not_carried", {"ending": {"reason": "resigned", "payoffs": [], "loser": 9}}),
)


async def test_what_is_not_that_game_changes_nothing() -> None:
    async with away(HERE, HERE, tokens="e4") as game:
        await game.leave()
        await game.play("a1|a2")
        for key, change in WRONG:
            wish = msgspec.convert({**msgspec.to_builtins(game.kept()), **change}, CarriedTable)
            with pytest.raises(Refusal) as refused:
                await game.registry.bring(game.table.id, wish)
            assert refused.value.said.key == key
            assert game.table.tokens == ["e4"]


@pytest.mark.parametrize(("other", "clock"), [(LINK, None), (HERE, Clock(60))])
async def test_nobody_leaves_with_a_game_that_others_or_a_clock_wait_for(
    other: SeatWish, clock: Clock | None
) -> None:
    async with away(HERE, other, clock=clock) as game:
        with pytest.raises(Refusal) as refused:
            carried(game.table)
        assert refused.value.said.key == "not_carried"
