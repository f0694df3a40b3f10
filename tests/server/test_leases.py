"""Moves of computers that pages compute: who is asked, what is refused, and who thinks instead."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from tests.server.clients import HERE, LINK, Server, computer, visiting

from tablier.play.events import Event, Lease, Played, Thinking
from tablier.play.leases import Leases
from tablier.play.new_table import plan_new
from tablier.play.registry import TableRegistry
from tablier.play.settings import Settings
from tablier.play.steps import NotStored
from tablier.play.table import Table
from tablier.play.wire.protocol import NewTable, SeatKind, SeatWish
from tablier.position import IllegalMove
from tablier.server.store.storage import Storage
from tablier.tab.thinker import PageThinker
from tablier.texts import Refusal, Sentence

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]
PATIENCE = 8.0
MINE, ITS = "e4", "a1|a2"


@dataclass(eq=False)
class Page:
    """A page at a table, and what it is asked to compute."""

    seats: frozenset[int] = frozenset({0})
    address: str = ""
    leases: list[Lease] = field(default_factory=list)
    thinking: list[int | None] = field(default_factory=list)

    def prepare(self, event: Played) -> None: ...

    def on_event(self, event: Event) -> None:
        if isinstance(event, Lease):
            self.leases.append(event)
        elif isinstance(event, Thinking):
            self.thinking.append(event.seat)


class ServerSide:
    """Notes for which positions the server would search; the time passes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0
        self.searching: int | None = None

    def update(self, table: Table) -> None:
        self.searching = table.computer_to_move if table.lease is None else None

    def patience(self, table: Table, seat: int) -> float:
        assert table.seats[seat].kind == "computer"
        return PATIENCE


@asynccontextmanager
async def a_table(
    *kinds: SeatKind, game: str = "mole-hill", **options: int
) -> AsyncIterator[tuple[Table, ServerSide]]:
    storage, server = Storage("sqlite://"), ServerSide()
    await storage.open()
    wishes = [SeatWish(kind, 2 if kind == "computer" else None) for kind in kinds]
    plan, _ = plan_new(NewTable(game, wishes, dict(options)))
    await storage.write(*plan.steps())
    stored = await storage.read(plan.id)
    assert stored is not None
    leases = Leases(server, lambda: server.now)  # type: ignore[arg-type]
    yield Table(storage, stored, leases.update, patience=60, now=lambda: server.now), server
    await storage.close()


def sit(table: Table, page: Page, *, thinks: bool = True) -> Page:
    table.join(page)
    table.offer_thinking(page, on=thinks)
    return page


def fail(*given: Any) -> None:
    given[-1](NotStored(Sentence("not_stored")))


async def refused(table: Table, page: Page, number: int, token: str = ITS) -> str:
    ply = table.ply
    with pytest.raises(Refusal) as wrong:
        await table.play_computed(page, number, token)
    assert table.ply == ply
    return wrong.value.said.key


async def test_a_page_computes_the_move_and_the_server_searches_nothing() -> None:
    async with a_table("here", "computer") as (table, server):
        page = sit(table, Page())
        assert (page.leases, server.searching) == ([], None)
        await table.play({0}, 0, MINE)
        [lease] = page.leases
        assert (lease.seat, lease.ply, lease.position) == (1, 1, table.position)
        assert (server.searching, page.thinking) == (None, [1])
        await table.play_computed(page, lease.number, ITS)
        assert (table.tokens, table.movers, table.lease) == ([MINE, ITS], [0, 1], None)
        assert (server.searching, page.thinking) == (None, [1, None])


async def test_without_an_offer_the_server_searches() -> None:
    async with a_table("here", "computer") as (table, server):
        page = sit(table, Page(), thinks=False)
        await table.play({0}, 0, MINE)
        assert (page.leases, server.searching) == ([], 1)


async def test_an_answer_to_an_older_question_is_refused() -> None:
    async with a_table("here", "computer") as (table, server):
        page = sit(table, Page())
        await table.play({0}, 0, MINE)
        await table.ask(frozenset({0}), "undo")
        assert (table.lease, page.thinking) == (None, [1, None])
        assert await refused(table, page, page.leases[0].number) == "not_asked_to_think"
        await table.play({0}, 0, "d4")
        assert await refused(table, page, page.leases[0].number) == "not_asked_to_think"
        await table.play_computed(page, page.leases[1].number, ITS)
        assert await refused(table, page, page.leases[1].number) == "not_asked_to_think"
        assert (table.tokens, server.searching) == (["d4", ITS], None)


async def test_a_page_with_an_illegal_move_is_not_asked_again() -> None:
    async with a_table("here", "computer") as (table, server):
        page = sit(table, Page())
        await table.play({0}, 0, MINE)
        with pytest.raises(IllegalMove):
            await table.play_computed(page, page.leases[0].number, "nonsense")
        assert (table.tokens, table.lease, server.searching) == ([MINE], None, 1)
        table.offer_thinking(page, on=True)
        assert (len(page.leases), server.searching) == (2, None)


async def test_who_only_watches_is_not_asked() -> None:
    async with a_table("here", "computer") as (table, server):
        watcher = sit(table, Page(frozenset()))
        sit(table, Page(), thinks=False)
        await table.play({0}, 0, MINE)
        assert (watcher.leases, server.searching) == ([], 1)
        assert await refused(table, watcher, 1) == "not_asked_to_think"


async def test_where_people_play_apart_nobody_is_asked() -> None:
    seats: tuple[SeatKind, ...] = ("here", "computer", "link", "computer")
    async with a_table(*seats, game="labyrinthe", players=4) as (table, server):
        page = sit(table, Page())
        while table.turn == 0:
            await table.play({0}, table.ply, table.position.legal_moves[0])
        assert (page.leases, server.searching) == ([], 1)
        assert await refused(table, page, 1) == "not_asked_to_think"


async def test_of_two_pages_one_is_asked_and_the_other_only_when_that_one_leaves() -> None:
    async with a_table("here", "computer") as (table, server):
        first, second = sit(table, Page()), sit(table, Page())
        await table.play({0}, 0, MINE)
        assert (first.leases, len(second.leases)) == ([], 1)
        assert await refused(table, first, second.leases[0].number) == "not_asked_to_think"
        table.leave(second)
        assert (len(first.leases), server.searching) == (1, None)
        assert await refused(table, second, second.leases[0].number) == "not_asked_to_think"
        await table.play_computed(first, first.leases[0].number, ITS)
        assert table.tokens == [MINE, ITS]


async def test_if_the_page_leaves_or_takes_its_offer_back_the_server_searches() -> None:
    async with a_table("here", "computer") as (table, server):
        page = sit(table, Page())
        await table.play({0}, 0, MINE)
        table.offer_thinking(page, on=False)
        assert (table.lease, server.searching) == (None, 1)
        table.offer_thinking(page, on=True)
        assert server.searching != 1
        table.leave(page)
        assert (table.lease, server.searching) == (None, 1)


async def test_after_its_time_the_server_searches_and_a_late_answer_is_refused() -> None:
    async with a_table("here", "computer") as (table, server):
        page = sit(table, Page())
        await table.play({0}, 0, MINE)
        server.now = PATIENCE - 0.1
        table.announce_change()
        assert server.searching != 1
        server.now = PATIENCE
        table.announce_change()
        assert (table.lease, server.searching) == (None, 1)
        assert await refused(table, page, page.leases[0].number) == "not_asked_to_think"
        await table.play({1}, 1, ITS)  # as the server does
        await table.play({0}, 2, "d4")
        assert (len(page.leases), server.searching) == (1, 1)  # it was too slow once


async def test_nobody_has_to_look_for_the_time_to_be_over() -> None:
    class Impatient(PageThinker):
        def __init__(self) -> None:
            super().__init__(lambda _: None)
            self.searches = asyncio.Event()

        def update(self, table: Table) -> None:
            if table.lease is None and table.computer_to_move == 1:
                self.searches.set()

        def patience(self, table: Table, seat: int) -> float:  # noqa: ARG002
            return 0.01

    thinker, storage = Impatient(), Storage("sqlite://")
    await storage.open()
    registry = TableRegistry(Settings(database=""), storage, thinker)
    wishes = [SeatWish("here"), SeatWish("computer", 2)]
    table = await registry.open((await registry.make(NewTable("mole-hill", wishes))).table)
    page = sit(table, Page())
    await table.play({0}, 0, MINE)
    assert len(page.leases) == 1
    await asyncio.wait_for(thinker.searches.wait(), 60)
    assert await refused(table, page, page.leases[0].number) == "not_asked_to_think"
    await storage.close()


async def test_a_move_that_could_not_be_stored_is_asked_for_again() -> None:
    async with a_table("here", "computer") as (table, server):
        page = sit(table, Page())
        await table.play({0}, 0, MINE)
        submit, table._storage.submit = table._storage.submit, fail  # type: ignore[assignment,method-assign]
        assert await refused(table, page, page.leases[0].number) == "not_stored"
        table._storage.submit = submit  # type: ignore[method-assign]
        table.announce_change()
        await table.play_computed(page, page.leases[1].number, ITS)
        assert (table.tokens, server.searching) == ([MINE, ITS], None)


async def test_a_page_is_told_what_an_engine_needs(server: Server) -> None:
    made = server.make("mole-hill", [HERE, computer(2)], clock={"seconds": 600})
    async with visiting(server, made["table"], *made["secrets"]) as client:
        await client.send("thinks")
        await client.play(MINE)
        search = await client.wait("search")
        told = [search[name] for name in ("kind", "ply", "level", "seconds")]
        assert told == ["move", 1, 2, 24.0]
        assert int(search["seed"]) % 8 == 1
        assert len(search["state"]) == 88  # 64 bytes
        answer = await client.ask("computed", "refused", number=99, token=ITS)
        assert answer["to"] == "computed"
        await client.ask("computed", "moved", number=search["number"], token=ITS)
        assert client.tokens == [MINE, ITS]


async def test_a_page_that_comes_with_its_offer_is_asked_at_once(server: Server) -> None:
    made = server.make("mole-hill", [computer(2), HERE])
    async with visiting(server, made["table"], join=False) as client:
        await client.ask("join", "joined", secrets=[made["secrets"][1]], thinks=True)
        search = await client.wait("search")
        await client.ask("computed", "moved", number=search["number"], token=MINE)
        assert client.tokens == [MINE]


async def test_what_a_page_finds_is_told_in_shapes(server: Server) -> None:
    made = server.make("mole-hill", [HERE, HERE])
    async with visiting(server, made["table"], *made["secrets"]) as client:
        await client.send("thinks")
        search = await client.ask("analyse", "search", ply=0)
        assert (search["kind"], search["ply"], search["level"]) == ("analysis", 0, None)
        move = {"line": [MINE, ITS], "visits": 7, "values": [0.5, -0.5], "proven": False}
        found = {"moves": [move], "values": [0.5, -0.5], "visits": 9, "proven": False}
        told = {"number": search["number"], "final": False, **found}
        advice = await client.ask("found", "advice", **told)
        paths = {each["token"]: each["path"] for each in client.position["choices"]}
        assert advice["moves"][0]["path"] == paths[MINE]
        assert (advice["kind"], advice["visits"], advice["final"]) == ("analysis", 9, False)
        assert advice["moves"][0]["winrate"] == 0.75
        for wrong in (
            {**told, "number": search["number"] + 1},
            {**told, "values": [0.5]},
            {**told, "moves": [{**move, "line": []}]},
            {**told, "moves": [{**move, "line": ["nonsense"]}]},
        ):
            assert (await client.ask("found", "refused", **wrong))["to"] == "found"
        hint = await client.ask("hint", "search")
        assert await client.refused("found", **told) == "Nobody asked this page for that."
        told |= {"number": hint["number"], "final": True}
        assert (await client.ask("found", "advice", **told))["kind"] == "hint"


async def test_a_page_is_not_asked_for_advice_between_people_apart(server: Server) -> None:
    made = server.make("mole-hill", [HERE, LINK])
    async with visiting(server, made["table"], made["secrets"][0]) as client:
        await client.send("thinks")
        assert (await client.ask("hint", "refused"))["to"] == "hint"
        assert (await client.ask("analyse", "refused", ply=0))["to"] == "analyse"
        assert "search" not in {frame["type"] for frame in client.heard}


ROUND = ("b2", "h1|i1", "b1", "h2|i2", "a2", "h3|i3", "a1")
"""The mole traps itself; in the next round the computer is the mole, and moves first."""


async def play_round(table: Table) -> None:
    for ply, token in enumerate(ROUND):
        await table.play({ply % 2}, ply, token)


async def test_computers_wait_until_who_plays_has_seen_the_end_of_a_round() -> None:
    async with a_table("here", "computer") as (table, server):
        page, watching = sit(table, Page(), thinks=False), sit(table, Page(frozenset()))
        for each in (page, watching):
            table.presence.readers.add(each)
        await play_round(table)
        assert (table.turn, server.searching) == (1, None)
        table.has_read(page)
        assert server.searching == 1


async def test_computers_wait_30_seconds_at_most_and_for_nobody_who_has_left() -> None:
    async with a_table("here", "computer") as (table, server):
        page = sit(table, Page(), thinks=False)
        table.presence.readers.add(page)
        await play_round(table)
        assert (table.until_read, server.searching) == (30, None)
        server.now = 31.0
        table.announce_change()
        assert (table.until_read, server.searching) == (0, 1)
        await table.ask(frozenset({0}), "undo")
        await table.play({0}, len(ROUND) - 1, ROUND[-1])
        assert server.searching is None
        table.leave(page)
        assert table.computer_to_move == 1


async def test_computers_wait_for_no_page_that_does_not_say_what_it_has_seen() -> None:
    async with a_table("here", "computer") as (table, server):
        sit(table, Page(), thinks=False)
        await play_round(table)
        assert server.searching == 1
