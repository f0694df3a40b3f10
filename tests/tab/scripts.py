"""Scripts that are played natively and in a browser's Python: every kind of frame, whole games."""

import asyncio
import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
from tests.games.choices import Options, limited

from tablier import game
from tablier.lesson import lessons
from tablier.position import Position
from tablier.puzzle import puzzles
from tablier.record import Record
from tablier.tab.host import Host
from tablier.tab.storage import Saved

Script = dict[str, Any]
Told = dict[str, Any]
Sent = tuple[int, dict[str, Any]] | tuple[int, dict[str, Any], str]
"""Who sends what, and until which frame they wait, if not any."""
TURNS = 6
NO_PLY = ALL = 999
FEW = 4
UNANSWERED = ("stop", "thinks", "continue")
decode = msgspec.json.decode


def script(name: str, options: Options, most: int = ALL) -> Script:
    """A game between people, each with a connection of their own; after so many moves they stop."""
    chosen = {**options, **limited(name, TURNS)}
    start = game(name, **chosen).start(seed=7)
    seats = [{"kind": "here"}, *[{"kind": "link"}] * (start.game.players - 1)]
    wish = {"game": name, "options": chosen, "seats": seats, "text": str(start)}
    steps = [
        {"line": line, "frame": frame, "until": "".join(until)}
        for line, frame, *until in frames(start, most)
    ]
    return {"wish": wish, "steps": steps, "requests": list(requests(name, chosen, start))}


def script_with_computers(name: str) -> Script:
    """A game of one person against computers, whose moves the page computes; it is not ended."""
    start = game(name).start(seed=7)
    seats = [{"kind": "computer", "level": 2}] * (start.game.players - 1) + [{"kind": "here"}]
    wish = {"game": name, "seats": seats, "text": str(start)}
    line = start.game.players - 1
    frames = frames_with_computers(start, line)
    steps = [{"line": line, "frame": frame, "until": ""} for frame in frames]
    return {"wish": wish, "steps": steps, "requests": []}


def frames_with_computers(start: Position, mine: int) -> Iterator[dict[str, Any]]:
    """A page joins that thinks, and does so: moves, a hint and an analysis."""
    dice, position, ply, asked = random.Random(7), start, 0, 0
    yield {"type": "join", "secrets": [f"SECRET{mine}"], "lang": "fr", "thinks": True}
    yield {"type": "thinks"}
    while ply < FEW or position.turn != mine:
        token = dice.choice(position.legal_moves)
        if position.turn == mine:
            yield {"type": "play", "ply": ply, "token": token}
        else:
            asked += 1
            yield {"type": "computed", "number": asked - 1, "token": token}  # refused: too old
            yield {"type": "computed", "number": asked, "token": token}
        position, ply = position.play(token), ply + 1
    values = [0.25] * start.game.players
    moves = [
        {"line": [token], "visits": 3, "values": values, "proven": False}
        for token in position.legal_moves[:7]
    ]
    found = {"moves": moves, "values": values, "visits": 5, "proven": False}
    for number, kind in enumerate(("hint", "analyse"), 1):
        yield {"type": kind} | ({"ply": ply} if kind == "analyse" else {})
        yield {"type": "found", "number": number, "final": number == 1, **found}
    yield {"type": "thinks", "on": False}
    yield {"type": "hint"}  # refused: nobody else thinks


def frames(start: Position, most: int) -> Iterator[Sent]:
    """Who sends what: all of them join, play at random, and try everything else on the way."""
    n, dice, position, seen = start.game.players, random.Random(7), start, [start]
    yield 0, {"type": "look", "ply": 0}  # refused: join first
    for line in range(n):
        yield (
            line,
            {
                "type": "join",
                "secrets": [f"SECRET{line}"],
                "lang": ("en", "fr", "de")[line % 3],
            },
        )
    yield from others(start, 0)
    ply = 0
    while position.legal_moves and ply < most:
        token = dice.choice(position.legal_moves)
        if ply % 5 == 0:
            yield from asides(position, ply, token)
        yield position.turn, {"type": "play", "ply": ply, "token": token}
        position, ply = position.play(token), ply + 1
        seen.append(position)
    yield from others(position, ply)
    yield from endings(start)
    yield from review(n - 1, [each for each in seen if each.legal_moves])
    for line in range(n):
        yield line, {"type": "rematch"}, "changed" if line < n - 1 else "again"


def asides(position: Position, ply: int, token: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """What people do beside playing, and moves that are not legal."""
    turn, actions = position.turn, position.game.actions
    illegal = next(each for each in actions if each not in position.legal_moves)
    path = list(position.game.path(position.state, actions[illegal]))
    yield turn, {"type": "preview", "ply": ply, "token": token}
    yield turn, {"type": "try", "ply": ply, "path": path}
    yield turn, {"type": "play", "ply": ply, "token": illegal}
    yield turn, {"type": "play", "ply": NO_PLY, "token": token}
    other = (turn + 1) % position.game.players
    yield other, {"type": "play", "ply": ply, "token": token}
    yield other, {"type": "look", "ply": ply // 2}


def others(position: Position, ply: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """All that is not about one move, and what nobody understands."""
    yield 0, {"type": "rename", "seat": 0, "name": f"Ada {ply}"}
    yield 1, {"type": "speak", "lang": "de"}
    yield 0, {"type": "draw"}
    yield 1, {"type": "reply", "kind": "draw", "yes": False}
    yield position.turn, {"type": "undo"}
    yield 0, {"type": "claim", "draw": True}
    yield 0, {"type": "stop"}
    yield 0, {"type": "continue"}
    yield 0, {"type": "hint"}
    yield 0, {"type": "analyse", "ply": 0}
    yield 0, {"type": "explain", "ply": 0, "moves": []}
    yield 0, {"type": "nonsense"}


def endings(start: Position) -> Iterator[tuple[int, dict[str, Any]]]:
    """How a game ends, if it has not."""
    yield 0, {"type": "abort"}
    yield 1, {"type": "resign", "seat": 1}
    yield 0, {"type": "look", "ply": 1}
    token = start.legal_moves[len(start.legal_moves) // 3]
    best = [token, *start.play(token).legal_moves[:1]]
    idea = {"token": token, "winrate": 0.5, "proven": False, "line": best}
    yield 0, {"type": "explain", "ply": 0, "moves": [idea]}


def review(line: int, positions: list[Position]) -> Iterator[Sent]:
    """The page that came last offers to think, and judges one position after the other."""
    yield line, {"type": "review"}  # refused: nobody thinks
    yield line, {"type": "thinks"}
    yield line, {"type": "review"}, "search"
    for number, position in enumerate(positions, 1):
        values = [0.5 / number] * position.game.players
        about = {"values": values, "visits": 3, "proven": False}
        moves = [{"line": [position.legal_moves[0]], **about}]
        found = {"type": "found", "number": number, "final": True, "moves": moves, **about}
        yield line, found, "search" if number < len(positions) else "reviewed"


def requests(name: str, options: Options, start: Position) -> Iterator[dict[str, Any]]:
    """What is asked without a connection."""
    first = start.legal_moves[0]
    for lang in ("en", "fr", "de"):
        yield {"path": "/api/tables/TABLE", "lang": lang, "body": None}
        asked = {"options": options, "text": str(start), "tokens": [first], "path": ["zz"]}
        yield {"path": f"/api/games/{name}/position", "lang": lang, "body": asked}
        for puzzle in puzzles(name)[:1]:
            for tried in ({"hint": True}, {"tokens": [puzzle.position.legal_moves[0]]}):
                yield {"path": f"/api/puzzles/{name}/{puzzle.number}", "lang": lang, "body": tried}
        for lesson in lessons(name)[:1]:
            for tried in ({"hint": True}, {"tokens": [*lesson.solution]}):
                yield {"path": f"/api/lessons/{name}/1", "lang": lang, "body": tried}
    yield {"path": "/api/tables/TABLE/record", "lang": "en", "body": None}
    yield {"path": "/api/tables/nowhere", "lang": "fr", "body": None}
    yield {"path": "/api/tables", "lang": "en", "body": {"game": name, "seats": 5}}
    yield {"path": "/api/records", "lang": "de", "body": {"record": "[Game"}}
    yield from explored(name, options, start)
    yield {"path": "/elsewhere", "lang": "de", "body": None}


def explored(name: str, options: Options, start: Position) -> Iterator[dict[str, Any]]:
    """A tree with a variation, a comment, a mark and a value, as a record and as nodes."""
    tokens = start.legal_moves
    other = {"parent": 0, "token": tokens[-1], "words": "x", "marks": ["Ga1"]}
    nodes = [{"parent": -1}, {"parent": 0, "token": tokens[0], "shares": [0.5, 0.5]}, other]
    tree = {"game": name, "options": options, "start": str(start), "nodes": nodes}
    yield {"path": "/api/explorations/write", "lang": "en", "body": tree}
    yield {"path": f"/api/games/{name}/board", "lang": "en", "body": {"options": options}}
    record = Record(start, (tokens[0],))
    record.vary(0, tokens[-1]).comment("x [%csl Ga1] [%eval 0.5,0.5]")
    yield {"path": "/api/explorations/read", "lang": "en", "body": {"record": str(record)}}


class Memory:
    """A database in memory."""

    def __init__(self) -> None:
        self.records: dict[str, str] = {}

    def _changes(self, table: str) -> int:
        known = self.records.get(table)
        return -1 if known is None else int(decode(known)["table"]["changes"])

    async def load(self, table: str) -> str | None:
        return self.records.get(table)

    async def all(self) -> str:
        return f"[{','.join(self.records.values())}]"

    async def save(self, records: list[Saved]) -> bool:
        if any(self._changes(each.table) != each.known for each in records):
            return False
        self.records.update({each.table: each.record for each in records})
        return True


async def played(given: Script, host: Host | None = None) -> Told:
    """What everybody is told when the script is played natively, as play.mjs does it."""
    host = host or Host(Memory())
    made = decode((await host.answer("/api/tables", "en", text(given["wish"]))).body)
    told: list[tuple[int, str]] = []
    woken, until = [asyncio.Event() for _ in made["secrets"]], [""] * len(made["secrets"])

    def hear(line: int, frame: str) -> None:
        told.append((line, frame))
        if until[line] in ("", decode(frame)["type"]):
            woken[line].set()

    sockets = [
        host.connect(made["table"], partial(hear, line), lambda _: None)
        for line in range(len(woken))
    ]
    for step in given["steps"]:
        line, frame = step["line"], text(step["frame"])
        for i, secret in enumerate(made["secrets"]):
            frame = frame.replace(f"SECRET{i}", secret or "")
        woken[line].clear()
        until[line] = step["until"]
        sockets[line].receive(frame)
        if step["frame"]["type"] not in UNANSWERED:
            await asyncio.wait_for(woken[line].wait(), 60)
    answers = [
        await host.answer(
            each["path"].replace("TABLE", made["table"]), each["lang"], text(each["body"])
        )
        for each in given["requests"]
    ]
    found = {"made": made, "told": [*told], "answers": answers}
    for socket in sockets:
        socket.leave()
    return found


def text(value: object) -> str:
    """A value as JSON."""
    return msgspec.json.encode(value).decode()
