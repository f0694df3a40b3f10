"""The command `book`: what was played in a position, how often, and how it went; makes books."""

import asyncio
from pathlib import Path

from rich.console import Console

from tablier.book import Book
from tablier.game import Game
from tablier.games import game_from_text
from tablier.position import Position
from tablier.stream import read_records
from tablier.terminal.arguments import Lang, Options, Words
from tablier.terminal.files import refusing, write_bytes
from tablier.terminal.screen import console, draw, grid, say
from tablier.terminal.words import browser_word, word


def book(
    game: str,
    /,
    *moves: Words,
    options: Options = (),
    position: Words | None = None,
    records: Words | None = None,
    database: Words | None = None,
    source: Words = "",
    out: Words | None = None,
    lang: Lang,
) -> None:
    """Show the opening book of a game, or make one."""
    chosen = game_from_text(game, " ".join(options))
    start = chosen.start() if position is None else chosen.position(position)
    here = start.play_all(moves)
    found = of(chosen, records, database, source)
    if out is not None:
        data = found.write()
        write_bytes(out, data)
        say(console(), word(lang, "drawn", file=out, size=-(-len(data) // 1000)))
        return
    show(console(), found, here, lang)


def of(chosen: Game, records: str | None, database: str | None, source: str) -> Book:
    """The book of these games; without any, the one that the game has."""
    if records is None and database is None:
        return Book.of(chosen.name)
    found = Book(chosen.name, source=source)
    if records is not None:
        with refusing(records), Path(records).expanduser().open(encoding="utf-8") as file:
            for record in read_records(file):
                if record.game.name == chosen.name:
                    found.add_record(record)
    if database is not None:
        asyncio.run(add_database(found, database))
    return found


async def add_database(found: Book, database: str) -> None:
    """Count the finished games of a server's database."""
    from tablier.server.http.books import add  # noqa: PLC0415 - a server's packages
    from tablier.server.store.finished_games import NEWEST, finished  # noqa: PLC0415
    from tablier.server.store.storage import Storage  # noqa: PLC0415

    storage = Storage(database)
    await storage.open()
    try:
        games = await finished(storage, found.game, (), NEWEST)
    finally:
        await storage.close()
    for each in filter(None, games.values()):
        add(found, each)


def show(screen: Console, found: Book, position: Position, lang: str) -> None:
    """Print the moves of a position, the most played first."""
    moves = found.moves(position)
    names = position.game.seat_names(lang)
    heads = [word(lang, f"head_{head}") for head in ("move", "games")]
    rows = [[*heads, *names]]
    for move in moves:
        shares = (round(100 * move.share(seat)) for seat in range(len(names)))
        told = (browser_word(lang, "analysis.percent", n=share) for share in shares)
        rows.append([move.token, str(move.games), *told])
    draw(screen, f"{position.game.drawing.text(position.state)}\n")
    if moves:
        draw(screen, grid(rows, "lr" + "r" * len(names)))
    else:
        say(screen, word(lang, "no_book"))
