"""Who may think next: short thoughts first, addresses and tables in turn, nobody waits for ever."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.server.clients import HERE, computer, serving, visiting

from tablier import game
from tablier.play.settings import Settings
from tablier.play.table import Table
from tablier.play.thinker import Requester
from tablier.play.wire.protocol import NewTable, SeatWish
from tablier.search.advice import LONGEST_ANALYSIS
from tablier.server.server_registry import ServerRegistry
from tablier.server.thinking import computers
from tablier.server.thinking.computers import Computers, MoveSearch
from tablier.server.thinking.queues import FairQueue

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]

LONG, SHORT = 2.0, 0.02


class Jobs:
    """A queue where work ends when it is told to; `begun` is the order in which it began."""

    def __init__(self, workers: int = 1, short: float = 0.0):
        self.queue = FairQueue(workers, short)
        self.begun: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._ends: dict[str, asyncio.Event] = {}

    async def ask(self, name: str, cost: float) -> None:
        """Want a worker; the name is an address, a table and whatever else: a/1/x."""
        address, table, *_ = name.split("/")
        self._ends[name] = asyncio.Event()
        work = self._work(name, Requester(address, table), cost)
        self.tasks[name] = asyncio.create_task(work)
        await settle()

    async def _work(self, name: str, requester: Requester, cost: float) -> None:
        async with self.queue.slot(requester, cost):
            self.begun.append(name)
            await self._ends[name].wait()

    async def end(self, name: str) -> None:
        self._ends[name].set()
        await self.tasks[name]
        await settle()

    async def go_on(self, n: int) -> list[str]:
        """The next so many, one after the other."""
        before = len(self.begun)
        for i in range(n):
            await self.end(self.begun[before - 1 + i])
        return self.begun[before:]


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_short_work_passes_long_work_of_its_own_address_too() -> None:
    jobs = Jobs()
    for i in range(50):
        await jobs.ask(f"proxy/{i}", LONG)
    await jobs.ask("proxy/short", SHORT)
    await jobs.ask("other/short", SHORT)
    assert set(await jobs.go_on(2)) == {"proxy/short", "other/short"}


async def test_short_work_has_a_worker_that_long_work_cannot_take() -> None:
    jobs = Jobs(workers=2, short=SHORT)
    for i in range(50):
        await jobs.ask(f"a/{i}", LONG)
    assert jobs.begun == ["a/0", "a/1"]
    await jobs.ask("a/short", SHORT)
    await jobs.ask("a/shorter", SHORT / 2)
    assert jobs.begun[2:] == ["a/short"]
    await jobs.end("a/short")
    assert jobs.begun[3:] == ["a/shorter"]
    await jobs.end("a/shorter")
    assert len(jobs.begun) == 4


async def test_addresses_take_turns_however_much_one_wants() -> None:
    jobs = Jobs()
    for i in range(20):
        await jobs.ask(f"many/{i}", LONG)
    for i in range(3):
        await jobs.ask(f"few/{i}", LONG)
    addresses = [name.split("/")[0] for name in await jobs.go_on(6)]
    assert addresses.count("few") == 3


async def test_tables_of_an_address_take_turns() -> None:
    jobs = Jobs()
    await jobs.ask("a/greedy/0", LONG)
    for i in range(1, 6):
        await jobs.ask(f"a/greedy/{i}", LONG)
    await jobs.ask("a/modest/0", LONG)
    assert "a/modest/0" in await jobs.go_on(2)


@pytest.mark.parametrize("address", ["same", "other{}"])
async def test_long_work_gets_its_turn_while_short_work_never_ends(address: str) -> None:
    jobs = Jobs()
    for name, cost in (("first/0", LONG), ("same/long", LONG), ("same/0", SHORT)):
        await jobs.ask(name, cost)
    for i in range(300):
        await jobs.ask(f"{address.format(i)}/{i}/more", SHORT)  # so one always waits
        if "same/long" in await jobs.go_on(1):
            break
    assert len(jobs.begun) > 10
    assert jobs.begun[-1] == "same/long"


async def test_who_stops_waiting_leaves_the_queue_and_loses_no_worker() -> None:
    jobs = Jobs()
    for name in ("a/0", "a/1", "b/2"):
        await jobs.ask(name, LONG)
    jobs.tasks["a/1"].cancel()
    await jobs.end("a/0")
    assert jobs.begun == ["a/0", "b/2"]
    await jobs.ask("c/3", LONG)
    jobs._ends["b/2"].set()
    await asyncio.sleep(0)
    assert not jobs.queue.waiting  # c/3 has the worker now, but does not know it yet
    jobs.tasks["c/3"].cancel()
    await settle()
    await jobs.ask("d/4", LONG)
    assert jobs.begun == ["a/0", "b/2", "d/4"]
    assert jobs.queue.waiting == 0


# Computers at tables


class Search:
    """Searches that end when they are told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.begun: list[str] = []
        self.ends = asyncio.Event()
        monkeypatch.setattr(Computers, "_choose", lambda _, *asked: self.choose(*asked))

    async def choose(self, table: Table, seat: int, search: MoveSearch) -> str:
        self.begun.append(table.id)
        if table.seats[seat].level == 10:
            await self.ends.wait()
        return search.position.legal_moves[0]


@asynccontextmanager
async def registry_with(*levels: int) -> AsyncIterator[tuple[ServerRegistry, list[Table]]]:
    registry = ServerRegistry(Settings("sqlite://", workers=1, warm=False))
    async with registry.opened():
        async for _ in registry.computers.compiler.preparing(game("mole-hill")):
            pass  # else computers would wait for that
        wishes = [
            NewTable("mole-hill", [SeatWish("here"), SeatWish("computer", n)]) for n in levels
        ]
        yield registry, [await registry.open((await registry.make(wish)).table) for wish in wishes]


async def begin(table: Table) -> None:
    await table.play({0}, 0, table.position.legal_moves[0])
    await settle()


async def test_a_weak_computer_answers_while_strong_ones_think(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    search = Search(monkeypatch)
    async with registry_with(*[10] * 8, 1) as (_, seated):
        for table in seated[:-1]:
            await begin(table)
        assert [table.thinking.waiting for table in seated[:-1]] == [False] + [True] * 7
        await begin(seated[-1])
        while seated[-1].turn == 1:
            await asyncio.sleep(0)
        assert search.begun == [seated[0].id, seated[-1].id]
        search.ends.set()
        for table in seated:
            while table.turn == 1:
                await asyncio.sleep(0)
            assert table.thinking.seat is None


async def test_who_takes_back_does_not_wait_any_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    search = Search(monkeypatch)
    async with registry_with(10, 10, 10) as (registry, seated):
        for table in seated:
            await begin(table)
        assert registry.computers._move_queue.waiting == 2
        await seated[1].ask(frozenset({0}), "undo")
        await settle()
        assert registry.computers._move_queue.waiting == 1
        assert seated[1].thinking.seat is None
        search.ends.set()
        while seated[2].turn == 1:
            await asyncio.sleep(0)
        assert search.begun == [seated[0].id, seated[2].id]


# Advice


class Advice:
    """Searches that take no time and know nothing; `over` is the order in which they ended."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.computers, self.over = Computers(1), list[str]()
        self._start = game("mole-hill").start()
        monkeypatch.setattr(computers, "in_thread", self._search)

    async def _search(self, _: object) -> SimpleNamespace:
        await asyncio.sleep(0)
        return SimpleNamespace(proven=False)

    async def analyse(self, name: str, began: asyncio.Event) -> None:
        results = self.computers.analyse(Requester(name, name), self._start, 60, lambda: False)
        async for _, is_last in results:
            began.set()
            if is_last:
                self.over.append(name)

    async def hint(self, name: str) -> None:
        await self.computers.hint(Requester(name, name), self._start, lambda: False)
        self.over.append(name)


async def test_an_analysis_makes_room_after_a_while_if_somebody_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    advice, events = Advice(monkeypatch), [asyncio.Event() for _ in range(3)]
    tasks = []
    for name, began in zip("abc", events, strict=True):
        tasks.append(asyncio.create_task(advice.analyse(name, began)))
        await asyncio.sleep(0)
    await events[1].wait()
    assert advice.over == ["a"]
    await asyncio.gather(*tasks)
    assert advice.over == ["a", "b", "c"]


async def test_a_hint_does_not_wait_for_an_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablier.search.advice.SHARED_ANALYSIS", LONGEST_ANALYSIS)
    advice, began = Advice(monkeypatch), asyncio.Event()
    analysis = asyncio.create_task(advice.analyse("a", began))
    await began.wait()
    await advice.hint("b")
    assert not analysis.done()
    await analysis
    assert advice.over == ["b", "a"]


async def test_a_real_weak_computer_does_not_wait_for_all_strong_ones(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", workers=1) as server:
        tables = [server.make("mole-hill", [HERE, computer(n)]) for n in (1, *[10] * 5, 1)]
        async with AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(visiting(server, made["table"], *made["secrets"]))
                for made in tables
            ]
            first, *strong, weak = clients
            await first.play("e4")
            await first.wait("moved")  # by now all is compiled
            for client in (*strong, weak):
                await client.play("e4")
            await weak.wait("moved")
            stored = [server.get(f"/api/tables/{made['table']}").json() for made in tables[1:-1]]
            assert any(len(set(table["movers"])) == 1 for table in stored)
