"""Players who go from server to server, do all that one can do, and write down what they saw."""

import asyncio
import contextlib
import random
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.server.clients import Client
from tests.server.history import History, besides_in, clocks_in
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, WebSocketException

BROKEN = (WebSocketException, InvalidHandshake, OSError, TimeoutError)
Address = tuple[str, int]
OFTEN = 0.02  # seconds until the next try
SHOWN = ("joined", "moved", "changed")


@dataclass(frozen=True)
class Behaviour:
    """How somebody plays."""

    patience: float = 5.0
    """Seconds without a word until one tries another server."""
    pause: float = 0.0
    """The longest time before a move, in seconds."""
    undo: float = 0.06
    draw: float = 0.05
    resign: float = 0.01
    agree: float = 0.5
    """How often one agrees to what another asks for; less to a draw."""


@dataclass
class Player:
    """Has one seat, or none, at a table, and at the rematches after it."""

    name: str
    table: str
    secret: str | None
    servers: Sequence[Address]
    histories: defaultdict[str, History]
    behaviour: Behaviour = Behaviour()
    plies: int = 10**9
    """When the table has so many, it is enough."""
    done: asyncio.Event = field(default_factory=asyncio.Event)
    visits: int = 0

    def __post_init__(self) -> None:
        self.dice = random.Random(self.name)

    @property
    def history(self) -> History:
        return self.histories[self.table]

    async def run(self) -> None:
        """Play until it is enough, whatever breaks."""
        while not self.done.is_set():
            host, port = self.dice.choice(self.servers)
            with contextlib.suppress(*BROKEN):
                await self.visit(f"ws://{host}:{port}/api/tables/{self.table}/socket")

    async def visit(self, address: str) -> None:
        """Play at one server as long as one hears of it."""
        patience = self.behaviour.patience
        opened = connect(address, max_size=None, open_timeout=patience, close_timeout=0.1)
        async with opened as socket:
            client, asked, here = Client(socket), time.monotonic(), self.table
            async with asyncio.timeout(patience):
                await client.join(self.secret)
            self.visits += 1
            self.see(client, "joined", asked)
            while not self.done.is_set() and here == self.table:
                if await self.act(client):
                    await self.hear(client)

    async def hear(self, client: Client) -> None:
        """Wait for a word, and write down what it shows."""
        async with asyncio.timeout(self.behaviour.patience):
            frame = await client.hear()
        if frame["type"] == "again":
            self.follow(frame["table"], frame["secrets"])
        elif frame["type"] == "refused":
            await asyncio.sleep(OFTEN)  # somebody was faster, or the database is gone
        elif frame["type"] in SHOWN:
            self.see(client, frame["type"])

    def follow(self, table: str, secrets: Sequence[str | None]) -> None:
        """Go to the rematch."""
        self.history.rematches.add(table)
        self.histories[table].clock = self.history.clock
        self.table, self.secret = table, next(filter(None, secrets), None)

    def see(self, client: Client, kind: str, asked: float | None = None) -> None:
        besides = None if kind == "moved" else besides_in(client.table)
        seats = enumerate(client.table["seats"])
        self.history.computers = frozenset(i for i, seat in seats if seat["kind"] == "computer")
        self.history.see(self.name, client.tokens, asked, besides, clocks_in(client.table))
        if len(client.tokens) >= self.plies:
            self.done.set()

    async def act(self, client: Client) -> bool:
        """Do what one likes to; False if the table is to be left."""
        if not client.table["yours"] or self.done.is_set():
            return not self.done.is_set()
        others = [each for each in client.table["offers"] if each["seat"] not in self.seats(client)]
        if client.is_over:
            if not client.table["offers"]:
                await self.ask(client, "rematch")
            elif others:
                await self.reply(client, "rematch")
        elif others:
            await self.reply(client, others[0]["kind"])
        elif client.is_to_move:
            await asyncio.sleep(self.dice.uniform(0, self.behaviour.pause))
            await self.move(client)
        return True

    def seats(self, client: Client) -> list[int]:
        return list(client.table["yours"])

    async def reply(self, client: Client, kind: str) -> None:
        """Agree to what another asks for, or not."""
        agree = self.behaviour.agree / (5 if kind == "draw" else 1)
        self.history.asked.add(kind)
        await client.send("reply", kind=kind, yes=kind == "rematch" or self.dice.random() < agree)

    async def ask(self, client: Client, kind: str, **more: Any) -> None:
        self.history.asked.add(kind)
        await client.send(kind, **more)

    async def move(self, client: Client) -> None:
        """Play a move, mostly."""
        luck, behaviour = self.dice.random(), self.behaviour
        is_new = not client.table["offers"] and len(client.tokens) > 3
        if is_new and luck < behaviour.undo:
            await self.ask(client, "undo")
        elif is_new and luck < behaviour.undo + behaviour.draw:
            await self.ask(client, "draw")
        elif is_new and luck < behaviour.undo + behaviour.draw + behaviour.resign:
            await self.ask(client, "resign", seat=self.seats(client)[0])
        else:
            token = self.dice.choice(client.position["choices"])["token"]
            self.history.send(len(client.tokens), token)
            await client.send("play", ply=len(client.tokens), token=token)
