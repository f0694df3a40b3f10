"""What a table becomes by its changes is what is stored of it, whatever is wished and by whom."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from tablier.play import decide
from tablier.play.settings import Settings
from tablier.play.state import TableState
from tablier.play.steps import Bot
from tablier.play.table import Table
from tablier.play.wire.protocol import NewTable, SeatWish
from tablier.review import Evaluation
from tablier.server.server_registry import ServerRegistry
from tablier.texts import Refusal

pytestmark = pytest.mark.one_game
FIELDS = ("seats", "offers", "ending", "rematch", "tokens", "movers", "times", "comments")
KINDS = ("undo", "draw", "rematch", "claim_win", "claim_draw")
ADA = Bot("ada", "Ada", 0.0)
seat_sets = st.frozensets(st.integers(0, 1))
kinds = st.sampled_from(KINDS)
Command = Callable[[Table], Awaitable[None]]


def moves(n: int) -> Command:
    """Play that legal move, counted around; sometimes one that is too late."""

    def play(table: Table) -> Awaitable[None]:
        legal = table.position.legal_moves or ("e4",)
        return table.play({0, 1}, table.ply - (n % 7 == 6), legal[n % len(legal)])

    return play


def reviewed(table: Table) -> Awaitable[None]:
    return table.keep_review([Evaluation((0.5, -0.5), ("e4",))] * (table.ply + 1))


COMMANDS: st.SearchStrategy[Command] = st.one_of(
    st.integers(0, 200).map(moves),
    st.integers(0, 200).map(moves),
    st.builds(lambda who, kind: lambda table: table.ask(who, kind), seat_sets, kinds),
    st.builds(
        lambda who, kind, yes: lambda table: table.answer(who, kind, yes=yes),
        *(seat_sets, kinds, st.booleans()),
    ),
    st.builds(
        lambda seat, name: lambda table: table.rename({0, 1}, seat, name),
        *(st.integers(0, 1), st.text(max_size=12)),
    ),
    st.builds(lambda who: lambda table: table.resign(who, 0), seat_sets),
    st.builds(lambda who: lambda table: table.abort(who), seat_sets),
    st.just(reviewed),
    st.builds(
        lambda seat: lambda table: table.seat_bot(ADA, table.seats[seat].secret or ""),
        st.integers(0, 1),
    ),
    st.just(lambda table: table.flag()),
)


def told(state: TableState) -> dict[str, Any]:
    """All that a table has become."""
    found = {name: getattr(state, name) for name in FIELDS}
    return {**found, "position": state.position.data, "review": state.review, "turn": state.turn}


async def play(commands: list[Command]) -> int:
    """Do all of them, and compare after each; how many changed something."""
    registry, done = ServerRegistry(Settings("sqlite://", workers=1, warm=False)), 0
    registry.computers.prioritise = lambda game: None  # type: ignore[method-assign]  # noqa: ARG005
    async with registry.opened():
        wish = NewTable("mole-hill", [SeatWish("link"), SeatWish("link")])
        table = await registry.open((await registry.make(wish)).table)
        for command in commands:
            with contextlib.suppress(Refusal):
                await command(table)
                done += 1
            stored = await registry.storage.read(table.id)
            assert stored is not None
            assert told(table) == told(TableState(stored))
            assert table.known[0] == stored.table["changes"]
            assert bool(stored.table["over"]) == table.is_over
    return done


@given(st.lists(COMMANDS, min_size=1, max_size=25))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_table_is_what_is_stored_of_it(commands: list[Command]) -> None:
    asyncio.run(play(commands))


def test_a_decision_changes_nothing() -> None:
    async def decided() -> None:
        registry = ServerRegistry(Settings("sqlite://", workers=1, warm=False))
        registry.computers.prioritise = lambda game: None  # type: ignore[method-assign]  # noqa: ARG005
        async with registry.opened():
            wish = NewTable("mole-hill", [SeatWish("here"), SeatWish("here")])
            table = await registry.open((await registry.make(wish)).table)
            await table.play({0, 1}, 0, "e4")
            before, both = told(table), frozenset({0, 1})
            decisions = [
                decide.play(table, both, 1, "a1|a2"),
                decide.ask(table, both, "undo", frozenset()),
                decide.ask(table, both, "draw", frozenset()),
                decide.rename(table, both, 0, "Ada"),
                decide.resign(table, both, 1),
                decide.abort(table, both),
            ]
            assert all(decision.changes for decision in decisions)
            assert told(table) == before

    asyncio.run(decided())
