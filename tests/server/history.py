"""What clients of many servers saw, and whether one table alone could have shown them that.

The rows say what the table was after each of its changes: its versions. All observations together
could come from one table if each shows a version, nobody who looks later is shown an earlier one,
and each version follows from the one before by what somebody asked for.
"""

import itertools
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Besides:
    """What is shown of a table besides its moves."""

    offers: frozenset[tuple[str, int]] = frozenset()
    ending: str | None = None
    """Why the game ended, if it was not by the rules."""


@dataclass(frozen=True)
class Version:
    """A table after one of its changes."""

    tokens: tuple[str, ...]
    besides: Besides = Besides()
    rematch: str | None = None
    movers: tuple[int, ...] = ()
    left: tuple[int | None, ...] = ()
    """What the clock of the mover showed after each move, in milliseconds."""

    def clock(self, seat: int) -> int | None:
        """What the clock of a seat shows while another's runs; None: as at the beginning."""
        shown = [left for mover, left in zip(self.movers, self.left, strict=True) if mover == seat]
        return shown[-1] if shown else None


@dataclass(frozen=True)
class Observation:
    """What a client was shown."""

    client: str
    tokens: tuple[str, ...]
    asked: float
    """When it asked for the table; what it is told unasked counts from when it came."""
    told: float
    besides: Besides | None = None
    """Told when somebody comes, and with what is no move."""
    clocks: tuple[int | None, ...] = ()
    """Of all seats whose clocks stand still."""

    def shows(self, version: Version) -> bool:
        """Is it that version?"""
        return self.tokens == version.tokens and self.besides in (None, version.besides)


@dataclass
class History:
    """All that was sent to a table, and all that was shown of it."""

    sent: Counter[tuple[int, str]] = field(default_factory=Counter)
    """Moves: how often each was sent for a ply."""
    asked: set[str] = field(default_factory=set)
    """What else somebody has asked for."""
    seen: list[Observation] = field(default_factory=list)
    rematches: set[str] = field(default_factory=set)
    """The tables that were named as the rematch."""
    computers: frozenset[int] = frozenset()
    clock: tuple[int, int] | None = None
    """Milliseconds at the beginning, and for each move."""

    def send(self, ply: int, token: str) -> None:
        self.sent[ply, token] += 1

    def see(
        self,
        client: str,
        tokens: Sequence[str],
        asked: float | None = None,
        besides: Besides | None = None,
        clocks: Iterable[int | None] = (),
    ) -> None:
        now = time.monotonic()
        asked = now if asked is None else asked
        self.seen.append(Observation(client, tuple(tokens), asked, now, besides, tuple(clocks)))

    def faults(self, versions: Sequence[Version]) -> list[str]:
        """What no single table could have shown."""
        return [*self._unasked(versions), *self._misled(versions), *self._parted(versions)]

    # What became of the table

    def _unasked(self, versions: Sequence[Version]) -> Iterator[str]:
        """Changes that nobody asked for, or that were made more often than they were sent."""
        played: Counter[tuple[int, str]] = Counter()
        for before, after in itertools.pairwise(versions):
            if len(after.tokens) > len(before.tokens):
                ply = len(before.tokens)
                if after.tokens[:-1] != before.tokens or before.besides.ending:
                    yield f"{after.tokens} cannot follow {before.tokens}"
                elif not (after.movers and after.movers[-1] in self.computers):
                    played[ply, after.tokens[ply]] += 1
                yield from self._clock_faults(after)
            elif after.tokens != before.tokens:
                is_begun = after.tokens == before.tokens[: len(after.tokens)]
                if not is_begun or "undo" not in self.asked:
                    yield f"nobody took back what is missing in {after.tokens}"
        yield from (f"move {move} was never sent, or not so often" for move in played - self.sent)

    def _clock_faults(self, after: Version) -> Iterator[str]:
        """Nobody has more time after a move than before, but for what each move gives."""
        if self.clock is None or not after.left:
            return
        own = [
            left
            for mover, left in zip(after.movers, after.left, strict=True)
            if mover == after.movers[-1]
        ]
        before = own[-2] if len(own) > 1 else self.clock[0]
        if own[-1] is None or before is None or own[-1] > before + self.clock[1]:
            yield f"a clock went from {before} to {own[-1]}"

    # What was shown

    def _misled(self, versions: Sequence[Version]) -> Iterator[str]:
        """Who asks after somebody was told of a version is shown none before, on any server.

        Each is taken to have been shown the earliest version that it can have been.
        """
        known: dict[str, int] = {}
        told, latest = list[float](), list[int]()  # all told until then, and the latest of them
        for each in sorted(self.seen, key=lambda each: each.told):
            before = bisect_left(told, each.asked) if each.asked < each.told else 0
            least = max(known.get(each.client, 0), latest[before - 1] if before else 0)
            shown = [i for i, version in enumerate(versions) if each.shows(version)]
            later = [i for i in shown if i >= least]
            if later:
                known[each.client] = later[0]
                yield from self._other_clocks(each, [versions[i] for i in later])
            else:
                what = "less than was told before" if shown else "what is not stored"
                yield f"{each.client} was shown {what}: {each.tokens} {each.besides}"
            told.append(each.told)
            latest.append(max([known.get(each.client, 0), *latest[-1:]]))

    def _other_clocks(self, each: Observation, versions: Sequence[Version]) -> Iterator[str]:
        """Clocks that stand still and show what they never showed."""
        for seat, shown in enumerate(each.clocks):
            given = self.clock[0] if self.clock else None
            stored = {version.clock(seat) or given for version in versions}
            if shown is not None and shown not in stored:
                yield f"{each.client} was shown {shown} ms of seat {seat}, not {stored}"

    def _parted(self, versions: Sequence[Version]) -> Iterator[str]:
        """All go to the same rematch."""
        stored = {version.rematch for version in versions if version.rematch}
        if len(stored) > 1 or not self.rematches <= stored:
            yield f"rematches {self.rematches} were told, {stored} are stored"


def grown(tokens: Sequence[str]) -> list[Version]:
    """The versions of a table where nothing but these moves happened."""
    return [Version(tuple(tokens[:ply])) for ply in range(len(tokens) + 1)]


def besides_in(table: dict[str, Any]) -> Besides:
    """What a client is shown of a table, besides its moves."""
    offers = frozenset((offer["kind"], offer["seat"]) for offer in table["offers"])
    result = table["result"]
    ending = result["reason"] if result and result["reason"] != "rules" else None
    return Besides(offers, ending)


def clocks_in(table: dict[str, Any]) -> list[int | None]:
    """The clocks that stand still, as a client is shown them; none once time has run out."""
    clock, result = table["clock"], table["result"]
    if clock is None or (result and result["reason"] == "time"):
        return []
    return [None if seat == clock["running"] else left for seat, left in enumerate(clock["left"])]
