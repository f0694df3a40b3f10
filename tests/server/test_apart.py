"""Two people at one table, each connected with another server: all is as it is at one."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence

import pytest
from tests.server.peers import NEVER, Servers, Somebody, make, play, sit, two_servers

from tablier import Position, Refusal
from tablier.play.endings import lost
from tablier.play.events import Reviewed
from tablier.play.table import Table
from tablier.play.wire.protocol import Clock, OfferKind
from tablier.review import Evaluation
from tablier.server.store import peers
from tablier.server.thinking.computers import Computers

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]

ME, YOU = frozenset({0}), frozenset({1})
AGREED: dict[OfferKind, Callable[[Table], bool]] = {
    "undo": lambda table: table.ply == 2,
    "draw": lambda table: table.ending is not None and table.ending.reason == "agreed",
    "rematch": lambda table: table.rematch is not None,
}


async def both(servers: Servers, clock: Clock | None = None) -> tuple[Somebody, Somebody]:
    """Somebody at each server, after two turns of each."""
    name = await make(servers, clock)
    mine, theirs = [await sit(each, name, seat) for seat, each in enumerate(servers)]
    for somebody, other in ((mine, theirs), (theirs, mine)) * 2:
        await play(somebody.table)
        await other.until(lambda table, now=somebody.table.ply: table.ply == now)  # type: ignore[misc]
    return mine, theirs


async def test_undo_draw_and_rematch_are_agreed_on(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "BEAT", NEVER)
    async with two_servers(postgresql) as servers:
        mine, theirs = await both(servers)
        for kind, is_so in AGREED.items():
            await mine.table.ask(ME, kind)
            await theirs.until(lambda table, kind=kind: table.offers.get(kind) == [0])  # type: ignore[misc]
            await theirs.table.answer(YOU, kind, yes=True)
            await mine.until(is_so)
            assert is_so(theirs.table)
        assert mine.table.rematch == theirs.table.rematch
        again = [await server.open(mine.table.rematch or "") for server in servers]
        assert again[0].seats == again[1].seats
        with pytest.raises(Refusal):
            await theirs.table.ask(YOU, "rematch")


async def test_time_runs_out_once(postgresql: str) -> None:
    async with two_servers(postgresql) as servers:
        mine, theirs = await both(servers, Clock(300, 0))
        before = mine.table.known[0]
        for somebody in (mine, theirs):
            assert somebody.table.clocks is not None
            somebody.table.clocks.since -= 301
        await asyncio.gather(mine.table.flag(), theirs.table.flag())
        for somebody in (mine, theirs):
            await somebody.until(lambda table: table.ending is not None)
            assert somebody.table.ending == lost(2, {somebody.table.turn}, "time")
            assert somebody.table.known[0] == before + 1


async def test_who_has_left_the_other_server_is_gone_and_may_come_back(postgresql: str) -> None:
    async with two_servers(postgresql, gone_after=0.05) as servers:
        mine, theirs = await both(servers)
        await mine.until(lambda table: table.is_present(1))
        with pytest.raises(Refusal):
            await mine.table.ask(ME, "claim_win")
        theirs.table.leave(theirs)
        await mine.until(lambda table: table.gone(ME) == YOU)
        theirs.table.join(theirs)
        await mine.until(lambda table: table.is_present(1) and not table.gone(ME))
        theirs.table.leave(theirs)
        await mine.until(lambda table: table.gone(ME) == YOU)
        await mine.table.ask(ME, "claim_win")
        theirs.table.join(theirs)
        await theirs.until(lambda table: table.ending == lost(2, {1}, "left"))


async def test_a_review_that_is_finished_at_one_server_is_told_at_the_other(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end, ended = asyncio.Event(), asyncio.Event()
    async with two_servers(postgresql) as servers:
        slow = servers[1].computers

        async def review(
            self: Computers, _: object, positions: Sequence[Position], __: object
        ) -> AsyncIterator[Evaluation]:
            for position in positions:
                if self is slow and position == positions[-1]:
                    await may_end.wait()
                yield Evaluation((0.0, 0.0))
            ended.set()

        async def ready(*_: object) -> AsyncIterator[int]:
            for seconds in range(0):
                yield seconds

        monkeypatch.setattr(Computers, "review", review)
        monkeypatch.setattr(Computers, "preparing", ready)
        mine, theirs = await both(servers)
        await mine.table.resign(ME, 0)
        await theirs.until(lambda table: table.is_over)
        for server, somebody in ((servers[1], theirs), (servers[0], mine)):
            server.reviews.want(somebody.table, somebody, lambda _: None)
        await ended.wait()
        await theirs.until(lambda table: table.review is not None and Reviewed() in theirs.heard)
        assert theirs.table.review == mine.table.review
        changes = mine.table.known[0]
        may_end.set()
        while servers[1].reviews._jobs:
            await asyncio.sleep(0.01)
        assert (await servers[0].open(mine.table.id)).known[0] == changes, "kept once"
        assert theirs.heard.count(Reviewed()) == 1
