"""Advice to one connection: a hint or an analysis, searched in the background."""

import asyncio
import contextlib
import itertools
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from tablier.play import views
from tablier.play.registry import TableRegistry
from tablier.play.table import Table
from tablier.play.thinker import Requester
from tablier.play.wire import frames
from tablier.position import Position
from tablier.search.analysis import Analysis, MoveInfo
from tablier.texts import Refusal, refusal

Stop = Callable[[], bool]
Search = Callable[[Stop], Awaitable[None]]
Kind = Literal["hint", "analysis", "review"]


@dataclass(frozen=True)
class Question:
    """What a page was asked to search."""

    number: int
    kind: Kind
    ply: int
    position: Position


class Adviser:
    """Runs at most one search; a new one replaces it."""

    def __init__(
        self,
        registry: TableRegistry,
        requester: Requester,
        table: Table,
        send: Callable[[frames.Down], None],
        on_refusal: Callable[[Refusal], None],
        on_fault: Callable[[str, BaseException], None],
    ):
        self._registry, self._requester, self._table = registry, requester, table
        self._send, self._on_refusal, self._on_fault = send, on_refusal, on_fault
        self.thinks = False
        """Does the page search by itself what it asks for?"""
        self._asked: Question | None = None
        self._judged: tuple[Question, asyncio.Future[Analysis | None]] | None = None
        self._numbers = itertools.count(1)
        self._task: asyncio.Task[None] | None = None
        self._stop = threading.Event()

    def hint(self) -> None:
        """Search for a good move in the present position."""
        position, ply = self._table.position, self._table.ply
        self._must_be_fair()
        if self._table.is_over:
            raise refusal("table_over")
        if self.thinks:
            self._ask_page("hint", ply, position)
            return

        async def search(stop: Stop) -> None:
            found = await self._registry.computers.hint(self._requester, position, stop)
            self._advise(position, views.advice(found, ply, is_hint=True, final=True))

        self._begin(search)

    def analyse(self, ply: int, seconds: float) -> None:
        """Search for so long, and send what it thinks again and again."""
        position = self._table.at(ply)
        self._must_be_fair()
        if not position.legal_actions:
            raise refusal("nothing_to_choose")
        if self.thinks:
            self._ask_page("analysis", ply, position)
            return

        async def search(stop: Stop) -> None:
            results = self._registry.computers.analyse(self._requester, position, seconds, stop)
            async with contextlib.aclosing(results):
                async for found, is_last in results:
                    frame = views.advice(found, ply, is_hint=False, final=is_last)
                    self._advise(position, frame)

        self._begin(search)

    async def explain(self, frame: frames.Explain, lang: str) -> None:
        """Say why the first of these moves is good."""
        position = self._table.at(frame.ply)
        self._must_be_fair()
        if not frame.moves:
            raise refusal("nothing_to_choose")
        words = await self._registry.in_thread(lambda: views.explained(position, frame.moves, lang))
        self._send(frames.Explained(frame.ply, frame.moves[0].token, words))

    def _ask_page(self, kind: Kind, ply: int, position: Position) -> None:
        """Let the page search: it sends what it has found, and is told what that means."""
        self.stop()
        self._asked = Question(next(self._numbers), kind, ply, position)
        self._send(frames.Search(self._asked.number, kind, ply, position.data))

    async def judge(self, ply: int, position: Position) -> Analysis | None:
        """Let the page judge a position for a review; None if that is given up."""
        self.stop_judging()
        asked = Question(next(self._numbers), "review", ply, position)
        judged: asyncio.Future[Analysis | None] = asyncio.get_running_loop().create_future()
        self._judged = asked, judged
        self._send(frames.Search(asked.number, asked.kind, ply, position.data))
        return await judged

    def stop_judging(self) -> None:
        """Give up what a page was asked for a review."""
        if self._judged is not None and not self._judged[1].done():
            self._judged[1].set_result(None)
        self._judged = None

    def found(self, frame: frames.Found) -> None:
        """Tell the page in words and shapes what its search has found."""
        if self._judged is not None and self._judged[0].number == frame.number:
            (question, judged), self._judged = self._judged, None
            try:
                judged.set_result(_analysis(question.position, frame))
            finally:
                if not judged.done():
                    judged.set_result(None)  # given up
            return
        asked = self._asked
        if asked is None or asked.number != frame.number:
            raise refusal("not_asked_to_think")
        self._must_be_fair()
        found = _analysis(asked.position, frame)
        is_hint = asked.kind == "hint"
        self._advise(
            asked.position, views.advice(found, asked.ply, is_hint=is_hint, final=frame.final)
        )

    def stop(self) -> None:
        """End the search, if one runs."""
        self._asked = None
        self._stop.set()
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _must_be_fair(self) -> None:
        if self._table.is_apart and not self._table.is_over:
            raise refusal("fair_play")

    def _advise(self, position: Position, advice: frames.Advice) -> None:
        """Send it, unless the moves that led to the position have been taken back meanwhile."""
        if advice.ply <= self._table.ply and self._table.at(advice.ply) == position:
            self._send(advice)

    def _begin(self, search: Search) -> None:
        self.stop()
        self._stop = threading.Event()
        self._task = asyncio.create_task(self._run(search, self._stop.is_set))

    async def _run(self, search: Search, stop: Stop) -> None:
        try:
            async for seconds in self._registry.computers.preparing(self._table.game):
                self._send(frames.Preparing(seconds))
            await search(stop)
        except Refusal as wrong:
            self._on_refusal(wrong)
        except Exception as wrong:
            self._on_fault("advice failed", wrong)


def _analysis(position: Position, frame: frames.Found) -> Analysis:
    """What a page has found, if it can be so."""
    all_values = [frame.values, *(move.values for move in frame.moves)]
    if any(len(values) != position.game.players for values in all_values):
        raise refusal("bad_frame", place="$.values")
    if any(move.line[:1] == [] or move.line[0] not in position.legal_moves for move in frame.moves):
        raise refusal("bad_frame", place="$.moves")
    moves = tuple(
        MoveInfo(move.line[0], move.visits, tuple(move.values), 0.0, move.proven, tuple(move.line))
        for move in frame.moves
    )
    return Analysis(position, moves, tuple(frame.values), frame.visits, frame.proven, seconds=0.0)
