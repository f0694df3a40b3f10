"""Two servers share a PostgreSQL: what happens at one of them is known at the other."""

import asyncio

import pytest
from sqlalchemy import update
from tests.server.peers import BOTH, NEVER, make, play, sit, two_servers

from tablier import Refusal
from tablier.play.events import Changed, RematchMade
from tablier.play.steps import StoredMove
from tablier.play.table import Table
from tablier.play.wire.protocol import Clock
from tablier.server.store import peers, schema
from tablier.server.store.peers import Peers
from tablier.server.store.storage import Storage, address

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]


async def test_what_is_done_at_one_server_is_told_at_the_other(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "BEAT", NEVER)  # by hints alone
    async with two_servers(postgresql) as servers:
        name = await make(servers)
        mine, theirs = [await sit(each, name) for each in servers]
        told = []
        for ply in range(6):
            there, here = (mine, theirs)[:: 1 if ply % 2 else -1]
            told.append(await play(here.table))
            await there.until(lambda table, ply=ply: table.ply > ply)  # type: ignore[misc]
        assert mine.tokens == theirs.tokens == told
        await mine.table.rename(BOTH, 0, "Bob")
        await theirs.until(lambda table: table.seats[0].name == "Bob")
        await mine.table.ask(frozenset({0}), "draw")
        await theirs.until(lambda table: bool(table.offers.get("draw")))
        await theirs.table.ask(BOTH, "undo")
        await mine.until(lambda table: table.ply == 5 and not table.offers)
        assert mine.table.position == theirs.table.position
        await theirs.table.resign(BOTH, 1)
        await mine.until(lambda table: table.ending == theirs.table.ending)
        await mine.table.ask(BOTH, "rematch")
        await theirs.until(lambda table: table.rematch is not None)
        await theirs.until(lambda _: RematchMade(mine.table.rematch or "") in theirs.heard)


async def test_who_is_alone_tells_nobody_until_somebody_comes(postgresql: str) -> None:
    alone, said = Peers(address(postgresql)), list[str]()

    class Raw:
        async def execute(self, *words: str) -> None:
            said.extend(words)

    alone._is_alone = True
    alone.tell(["here"])
    await alone._flush(Raw())
    assert said == []
    alone._hear(1, 2, "elsewhere")
    alone.tell(["a", "b"])
    await alone._flush(Raw())
    assert said == [peers.TELL, peers.CHANNEL, " a b"]
    await alone.close()


async def test_a_hint_that_is_lost_loses_nothing(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "BEAT", 0.05)
    monkeypatch.setattr(Peers, "_hear", lambda *_: None)
    async with two_servers(postgresql) as servers:
        name = await make(servers)
        mine, theirs = [await sit(each, name, seat) for seat, each in enumerate(servers)]
        token = await play(mine.table)
        await theirs.until(lambda table: table.tokens == [token] and table.is_present(0))


async def test_who_asks_for_a_table_gets_it_as_it_is_stored(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "BEAT", NEVER)
    monkeypatch.setattr(Peers, "_hear", lambda *_: None)
    async with two_servers(postgresql) as servers:
        mine = await servers[0].open(await make(servers))
        theirs = await servers[1].open(mine.id)
        tokens = [await play(mine) for _ in range(3)]
        assert theirs.tokens == []
        assert (await servers[1].open(mine.id)).tokens == tokens
        assert theirs.tokens == tokens


async def test_who_is_connected_with_another_server_is_there(
    postgresql: str,
) -> None:
    async with two_servers(postgresql) as servers:
        name = await make(servers)
        mine = await sit(servers[0], name, 0)
        assert not mine.table.is_present(1)
        assert not mine.table.has_come(1)
        theirs = await sit(servers[1], name, 1)
        await theirs.until(lambda table: table.is_present(0))
        await mine.until(lambda table: table.is_present(1) and table.has_come(1))
        theirs.table.leave(theirs)
        await mine.until(lambda table: not table.is_present(1) and table.has_come(1))
        assert any(isinstance(event, Changed) for event in mine.heard)


async def test_those_of_a_server_that_was_killed_are_away(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "BEAT", 0.05)
    async with two_servers(postgresql) as servers:
        name = await make(servers)
        mine, theirs = [await sit(each, name, seat) for seat, each in enumerate(servers)]
        await mine.until(lambda table: table.is_present(1))
        dead = servers[1].storage.peers
        assert dead is not None
        assert dead._task is not None
        monkeypatch.setattr(peers, "LEAVE", "SELECT $1")
        dead._task.cancel()  # as nobody says that it is there, so it is not
        await asyncio.wait([dead._task])
        monkeypatch.setattr(peers, "GONE", 0.5)
        await mine.until(lambda table: not table.is_present(1))
        assert theirs.table.is_present(1)


async def test_clocks_run_on_whatever_server_shows_them(postgresql: str) -> None:
    async with two_servers(postgresql) as servers:
        mine = await servers[0].open(await make(servers, Clock(300, 0)))
        for _ in range(4):
            await play(mine)
        assert mine.clocks is not None
        turn = mine.turn
        earlier = update(schema.moves).where(schema.moves.c.table_id == mine.id)
        async with servers[0].storage.engine.begin() as connection:
            await connection.execute(earlier.values(at=schema.moves.c.at - 100))
        assert servers[1].storage.peers is not None
        servers[1].storage.peers.since -= 1000
        theirs = await servers[1].open(mine.id)
        assert theirs.clocks is not None
        assert theirs.clocks.running == turn
        assert theirs.clocks.left_now(turn) <= mine.clocks.left[turn] - 100_000


async def test_a_flag_that_has_not_heard_of_a_move_takes_no_game(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "BEAT", NEVER)
    monkeypatch.setattr(Peers, "_hear", lambda *_: None)
    async with two_servers(postgresql) as servers:
        mine = await servers[0].open(await make(servers, Clock(300, 0)))
        for _ in range(4):
            await play(mine)
        theirs = await servers[1].open(mine.id)
        await play(mine)
        assert theirs.clocks is not None
        theirs.clocks.since -= 301  # as if nobody had moved for five minutes
        await theirs.flag()
        assert theirs.tokens == mine.tokens
        assert theirs.ending is None
        with pytest.raises(Refusal):
            await theirs.play(BOTH, 4, "e4")


async def test_a_move_is_followed_without_reading_rows(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "BEAT", NEVER)
    async with two_servers(postgresql) as servers:
        name = await make(servers, Clock(60, 1))
        mine, theirs = [await sit(each, name, seat) for seat, each in enumerate(servers)]
        await mine.until(lambda table: table.is_present(1))
        read = list[str]()
        follow = servers[1]._follow

        async def note(tables: list[Table]) -> None:
            read.extend(table.id for table in tables)
            await follow(tables)

        monkeypatch.setattr(servers[1], "_follow", note)
        tokens = [await play(mine.table) for _ in range(3)]
        await theirs.until(lambda table: table.tokens == tokens)
        assert read == []
        assert theirs.tokens == tokens
        assert theirs.table.known == (*mine.table.known[:1], frozenset({0}))
        assert theirs.table._played_at == mine.table._played_at


async def test_rows_are_read_where_a_move_does_not_follow_on_what_is_known(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "BEAT", NEVER)
    async with two_servers(postgresql) as servers:
        name = await make(servers)
        mine, theirs = [await sit(each, name) for each in servers]
        hear = Peers._hear
        monkeypatch.setattr(Peers, "_hear", lambda *_: None)
        tokens = [await play(mine.table)]
        await asyncio.sleep(0.2)  # nobody hears of that one
        assert theirs.table.tokens == []
        monkeypatch.setattr(Peers, "_hear", hear)
        tokens.append(await play(mine.table))
        await theirs.until(lambda table: table.tokens == tokens)
        assert theirs.tokens == tokens


async def test_what_is_heard_while_a_server_closes_is_not_read(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave, look, looks = Peers._leave, Storage._look, list[str]()

    async def hear_and_leave(self: Peers, raw: object) -> None:
        self.on_hint(None)
        await leave(self, raw)

    async def slowly(self: Storage, names: list[str]) -> object:
        looks.append("begun")
        await asyncio.sleep(0.05)
        found = await look(self, names)
        looks.append("ended")
        return found

    async with two_servers(postgresql) as servers:
        await sit(servers[1], await make(servers))
        monkeypatch.setattr(Peers, "_leave", hear_and_leave)
        monkeypatch.setattr(Storage, "_look", slowly)
    assert looks.count("begun") == looks.count("ended")


def test_moves_are_told_in_the_words_that_are_heard() -> None:
    rows = [
        {"table_id": "a", "ply": 3, "seat": 1, "left": left, "at": at, "token": token}
        for left, at, token in ((None, 0.1 + 0.2, "E1:n3"), (1234, 1763430000.123456, "a1|b1"))
    ]
    moves = [StoredMove(5 + n, row | {"comment": None}) for n, row in enumerate(rows)]
    words = list(map(peers.move_word, moves))
    (said,) = peers.notifications({"b": None, "a": words})
    assert peers.moves_in(said) == [("a", moves), ("b", [])]
    assert {"a", "b"} <= set(said.split()), "servers of before read the names"
    many = {f"table-{n}": words for n in range(500)}
    texts = list(peers.notifications(many))
    assert max(len(text.encode()) for text in texts) < 8000
    assert [each for text in texts for each, _ in peers.moves_in(text)] == sorted(many)
    (alone,) = peers.notifications({"c": [":5:3:1::0.5:é"], "d": words * 9})
    assert peers.moves_in(alone) == [("c", []), ("d", [])], "what does not fit is read"
