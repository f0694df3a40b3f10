"""Who has left is gone after a while, and then the others may claim the game."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass

import pytest
from tests.server.clients import HERE, LINK, Client, Server, serving, visiting

from tablier.play.events import Event, Played
from tablier.play.presence import Presence

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]
GONE_AFTER = 0.05  # seconds
NOBODY_GONE = "Nobody has been away for long enough."


@dataclass(eq=False)
class Somebody:
    seats: frozenset[int]
    address: str = ""

    def prepare(self, event: Played) -> None: ...

    def on_event(self, event: Event) -> None: ...


def test_a_short_loss_of_the_line_is_no_leaving() -> None:
    time = [0.0]
    presence = Presence(60, lambda: time[0])
    first, second = Somebody(frozenset({0})), Somebody(frozenset({1}))
    for each in (first, second):
        presence.join(each)
    time[0] = 1000
    presence.leave(second)
    time[0] = 1059
    assert presence.gone({0, 1}) == frozenset()
    assert presence.wait({0, 1}) == [1]
    presence.join(second)
    time[0] = 2000
    assert presence.gone({0, 1}) == frozenset()
    presence.leave(second)
    time[0] = 2060
    assert presence.gone({0, 1}) == {1}
    presence.join(second)
    assert presence.gone({0, 1}) == frozenset()


def test_somebody_with_two_windows_has_not_left_with_the_first() -> None:
    time = [0.0]
    presence = Presence(60, lambda: time[0])
    windows = [Somebody(frozenset({1})), Somebody(frozenset({1}))]
    for each in windows:
        presence.join(each)
    presence.leave(windows[0])
    time[0] = 100
    assert presence.gone({1}) == frozenset()


def test_after_a_restart_all_get_their_time_to_come_back() -> None:
    time = [500.0]
    presence = Presence(60, lambda: time[0])
    assert (presence.gone({0}), presence.wait({0})) == (frozenset(), [60])


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that gives people up for gone at once."""
    with serving(
        tmp_path_factory.mktemp("hasty") / "tables.sqlite", gone_after=GONE_AFTER
    ) as running:
        yield running


async def told_gone(client: Client, *seats: int) -> None:
    while client.table["gone"] != list(seats):
        await client.wait("changed")


async def begin(server: Server, table: str, first: Client, secret: str) -> None:
    """Each side moves once, then the second leaves."""
    async with visiting(server, table, secret) as second:
        await first.play("e4")
        await second.wait("moved")
        await second.play("a1|a2")
        await first.wait("moved")


@pytest.mark.parametrize(
    ("is_draw", "payoffs", "sentence"),
    [
        (False, [1.0, -1.0], "Bob left the game."),
        (True, [0.0, 0.0], "Draw: Bob left the game."),
    ],
)
async def test_who_is_left_alone_claims_the_win_or_a_draw(
    hasty: Server, is_draw: bool, payoffs: list[float], sentence: str
) -> None:
    made = hasty.make("mole-hill", [HERE, {**LINK, "name": "Bob"}])
    first, second = made["secrets"]
    async with visiting(hasty, made["table"], first) as white:
        await begin(hasty, made["table"], white, second)
        await told_gone(white, 1)
        assert [seat["came"] for seat in white.table["seats"]] == [True, True]
        changed = await white.ask("claim", "changed", draw=is_draw)
        assert changed["table"]["result"] == {
            "payoffs": payoffs,
            "reason": "left_draw" if is_draw else "left",
            "sentence": sentence,
        }
        assert await white.refused("claim") == NOBODY_GONE


async def test_who_comes_back_is_not_gone(hasty: Server) -> None:
    made = hasty.make("mole-hill", [HERE, LINK])
    first, second = made["secrets"]
    async with visiting(hasty, made["table"], first) as white:
        await begin(hasty, made["table"], white, second)
        await told_gone(white, 1)
        async with visiting(hasty, made["table"], second) as black:
            await told_gone(white)
            assert await white.refused("claim") == NOBODY_GONE
            assert await black.refused("claim") == NOBODY_GONE


async def test_nothing_is_claimed_from_those_who_have_not_come(hasty: Server) -> None:
    made = hasty.make("mole-hill", [HERE, LINK])
    async with visiting(hasty, made["table"], made["secrets"][0]) as white:
        await white.play("e4")
        await asyncio.sleep(2 * GONE_AFTER)  # the time is over in which they should have come
        assert await white.refused("claim") == NOBODY_GONE
        assert white.table["gone"] == []
        assert [seat["came"] for seat in white.table["seats"]] == [True, False]
        await white.ask("abort", "changed")


async def test_watchers_claim_nothing_and_abort_nothing(hasty: Server) -> None:
    made = hasty.make("mole-hill", [HERE, LINK])
    async with visiting(hasty, made["table"]) as watcher:
        for what in ("claim", "abort"):
            assert "watching" in await watcher.refused(what)


async def test_an_hour_is_not_over_after_a_second(server: Server) -> None:
    made = server.make("mole-hill", [HERE, LINK])
    first, second = made["secrets"]
    async with visiting(server, made["table"], first) as white:
        await begin(server, made["table"], white, second)
        await white.wait("changed")
        assert [seat["present"] for seat in white.table["seats"]] == [True, False]
        assert await white.refused("claim") == NOBODY_GONE


async def test_among_four_all_who_are_left_must_agree(hasty: Server) -> None:
    made = hasty.make("labyrinthe", [HERE, LINK, LINK, LINK], options={"players": 4})
    async with AsyncExitStack() as stack:
        secrets = made["secrets"][:3]
        left = [
            await stack.enter_async_context(visiting(hasty, made["table"], secret))
            for secret in secrets
        ]
        async with visiting(hasty, made["table"], *made["secrets"]) as all_four:
            for seat in range(4):
                while all_four.position["turn"] == seat:
                    await all_four.play()
        for client in left:
            await told_gone(client, 3)
        await left[0].ask("claim", "changed")
        for client in left[1:]:
            while not client.table["offers"]:
                await client.wait("changed")
            await client.send("reply", kind="claim_win", yes=True)
        while not left[0].is_over:
            await left[0].wait("changed")
        result = left[0].table["result"]
        assert result["payoffs"] == pytest.approx([1 / 9, 1 / 9, 1 / 9, -1 / 3])
        assert result["reason"] == "left"
