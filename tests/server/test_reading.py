"""The end of a round is told with the last look at it, and computers wait for its readers."""

from dataclasses import dataclass
from typing import Any

import pytest
from tests.server.clients import HERE, Server, computer, visiting

from tablier.play.reading import LONGEST, Reading

pytestmark = [pytest.mark.anyio, pytest.mark.one_game]
ROUND_ENDS = "b2,b1,a2 - m 1 -"


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass(eq=False)
class Page:
    seats: frozenset[int] = frozenset({0})
    address: str = ""

    def prepare(self, event: Any) -> None: ...

    def on_event(self, event: Any) -> None: ...


def test_computers_wait_until_all_have_read_or_left_and_30_seconds_at_most() -> None:
    clock, first, second = Clock(), Page(), Page()
    reading = Reading(clock)
    assert reading.left({first, second}) == 0
    reading.begin([first, second], None)
    assert reading.left({first, second}) == LONGEST == 30
    reading.end(first)
    assert reading.left({first, second}) == LONGEST
    assert reading.left({first}) == 0  # the other has left
    clock.now = 29
    assert reading.left({second}) == 1
    clock.now = 31
    assert reading.left({second}) == 0


def test_the_clock_of_a_computer_does_not_run_out_meanwhile() -> None:
    clock, page = Clock(), Page()
    reading = Reading(clock)
    reading.begin([page], 10.0)
    assert reading.left({page}) == 5


async def test_the_end_of_a_round_is_told_and_the_computer_moves_after_it(server: Server) -> None:
    """§6.1, §7.1 With the full garden and its count; the table itself has gone on."""
    made = server.make("mole-hill", [HERE, computer()], text=ROUND_ENDS)
    async with visiting(server, made["table"], join=False) as player:
        await player.ask("join", "joined", secrets=[made["secrets"][0]], holds=True)
        told = await player.play("a1")
        hills = [mark["id"] for mark in told["held"]["marks"] if mark["id"].startswith("hill-")]
        assert len(hills) == 4
        assert told["held"]["tally"][0] == "Mole: points 1, hills left 18"
        assert not [mark for mark in told["position"]["marks"] if mark["id"].startswith("hill-")]
        assert told["position"]["turn"] == 1
        await player.send("continue")
        assert (await player.wait("moved"))["seat"] == 1
        assert (await player.ask("look", "looked", ply=1))["position"]["tally"][0] == "Points: 1"
