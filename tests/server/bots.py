"""Bots that talk to the server with berserk, lichess's own client, as it comes from PyPI."""

import itertools
import random
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from queue import Queue
from threading import Event, Thread
from typing import Any, TypeVar

import berserk
import httpx
from tests.server.clients import Server

SOON = 30  # seconds
T = TypeVar("T")
Told = dict[str, Any]
numbers = itertools.count()


@dataclass
class Bot:
    """A bot, its token and its client."""

    name: str
    token: str
    address: str

    @cached_property
    def client(self) -> berserk.Client:
        return berserk.Client(patient(self.token), base_url=self.address)

    @property
    def id(self) -> str:
        return self.name.lower()

    @property
    def challenges(self) -> Any:
        """Those of the client, which knows the variants of chess only by its types."""
        return self.client.challenges

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def at(self, server: Server) -> "Bot":
        """The same bot at another server."""
        return Bot(self.name, self.token, str(server.http.base_url))

    @contextmanager
    def waiting(self) -> Iterator["Queue[Told]"]:
        """The events of the bot, as they come; the stream is left at the end."""
        events: Queue[Told] = Queue()
        session = patient(self.token)
        stream = session.get(f"{self.address}/api/stream/event", stream=True)

        def read() -> None:
            try:
                for event in berserk.formats.JSON.parse_stream(stream):
                    events.put(event)
            except Exception as wrong:  # the stream was left
                events.put({"type": "left", "why": repr(wrong)})

        Thread(target=read, daemon=True).start()
        try:
            yield events
        finally:
            stream.close()

    def playing(
        self, game_id: str, moves: int = 10**9, began: Event | None = None
    ) -> "Future[list[Told]]":
        """All that is told until the stream ends, while at most so many random moves are played."""
        return apart(lambda: list(self._play(game_id, moves, began or Event())))

    def play(self, game_id: str, moves: int = 10**9) -> list[Told]:
        """Play to the end."""
        return self.playing(game_id, moves).result(SOON)

    def watch(self, game_id: str) -> list[Told]:
        """All that is told until the stream ends."""
        return self.play(game_id, 0)

    def _play(self, game_id: str, moves: int, began: Event) -> Iterator[Told]:
        dice = random.Random(game_id + self.name)
        for line in self.client.bots.stream_game_state(game_id):
            began.set()
            yield line
            state = line.get("state", line)
            if state["isMyTurn"] and moves:
                self.client.bots.make_move(game_id, dice.choice(state["legal"].split()))
                moves -= 1


def apart(work: Callable[[], T]) -> "Future[T]":
    """What the work will return, done in a thread that nobody waits for at the end."""
    done: Future[T] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as wrong:
            done.set_exception(wrong)

    Thread(target=run, daemon=True).start()
    return done


def patient(token: str) -> berserk.TokenSession:
    """A session that does not wait for ever."""
    session = berserk.TokenSession(token)
    session.request = partial(session.request, timeout=SOON)  # type: ignore[method-assign]
    return session


def new_bot(server: Server, name: str = "Bot") -> Bot:
    """A new bot with a name of its own."""
    return new_bot_at(str(server.http.base_url), name)


def new_bot_at(address: str, name: str) -> Bot:
    """A new bot at the server of that address."""
    name = f"{name}-{next(numbers)}"
    made = httpx.post(f"{address}/api/bot/accounts", json={"name": name}, timeout=SOON)
    assert made.status_code == 201, made.text
    return Bot(name, made.json()["token"], address)


def bot_seat(who: Bot) -> Told:
    return {"kind": "bot", "name": who.name}


def heard(events: "Queue[Told]", kind: str) -> Told:
    """The next event, which must be of that kind."""
    event = events.get(timeout=SOON)
    assert event["type"] == kind, event
    return dict(event.get("game") or event["challenge"])
