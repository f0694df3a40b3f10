"""The addresses of lichess's bot API, and two of our own: new bots, and seats by link."""

import random
from functools import partial
from typing import Any, Literal

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery
from litestar.response import Stream

from tablier.game import options_from_text
from tablier.games import game, package_of
from tablier.play.connections import Connections
from tablier.play.steps import Bot, hashed
from tablier.play.table import Table
from tablier.play.wire.protocol import Clock, NewTable, OfferKind, SeatWish
from tablier.server.bots import lichess, views
from tablier.server.bots.lichess import COLOURS, Done
from tablier.server.bots.lobby import EventStream, Lobby, is_asked
from tablier.server.bots.request_body import read, taking
from tablier.server.bots.streams import NDJSON, GameStream
from tablier.server.server_registry import ServerRegistry
from tablier.server.store import accounts
from tablier.texts import refusal

TheRegistry = NamedDependency[ServerRegistry]
TheBot = NamedDependency[Bot]
TheTable = NamedDependency[Table]
"""The table in the path, where the bot has a seat."""
TheLobby = NamedDependency[Lobby]
TheConnections = NamedDependency[Connections]
Asking = Request[Any, Any, Any]
Yes = Literal["yes", "no", "true", "false"]
UNCOMPRESSED = "uncompressed"
"""Marks what must not wait in a compressor."""
DONE = Done(ok=True)
MOST_ONLINE = 1000
ERRORS = {
    status: ResponseSpec(lichess.Error, description=why)
    for status, why in (
        (400, "It cannot be done"),
        (401, "Nobody has this token"),
        (404, "There is no such thing"),
        (429, "That was too much at once"),
    )
}


async def find_bot(request: Asking, registry: TheRegistry) -> Bot:
    """The bot whose token comes with the request."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return await accounts.with_token(registry.storage, token if kind.lower() == "bearer" else "")


async def find_table(game_id: FromPath[str], bot: TheBot, registry: TheRegistry) -> Table:
    """The table of that name, where the bot has a seat."""
    table = await registry.open(game_id)
    if bot.id not in table.bots:
        raise refusal("not_at_table")
    return table


act = partial(post, responses=ERRORS, status_code=200)
stream = partial(get, media_type=NDJSON, responses=ERRORS, opt={UNCOMPRESSED: True})


# Accounts


@post(
    "/api/bot/accounts",
    responses={400: ERRORS[400], 429: ERRORS[429]},
    operation_class=taking(lichess.NewBot),
)
async def make_bot(request: Asking, registry: TheRegistry) -> lichess.BotMade:
    """Make a bot; its token is in the answer and nowhere else."""
    name = (await read(request, lichess.NewBot)).name
    token = await accounts.make(registry.storage, name)
    return lichess.BotMade(id=name.lower(), name=name, token=token)


@get("/api/account", responses=ERRORS)
async def show_account(bot: TheBot) -> lichess.Account:
    """The bot itself."""
    return views.account(bot)


@get("/api/account/playing", responses=ERRORS)
async def list_games(bot: TheBot, lobby: TheLobby) -> lichess.Playing:
    """The games of the bot that are not over."""
    tables = [table for table in await lobby.tables_of(bot) if table.has_begun]
    return lichess.Playing(now_playing=[views.game(table, bot.id) for table in tables])


@get("/api/bot/online", media_type=NDJSON, responses={400: ERRORS[400], 429: ERRORS[429]})
async def list_online(
    registry: TheRegistry, lobby: TheLobby, nb: FromQuery[int] = MOST_ONLINE
) -> Response[bytes]:
    """The bots that wait to be asked, one on each line."""
    found = await accounts.with_ids(registry.storage, (await lobby.online())[: max(0, nb)])
    lines = [msgspec.json.encode(views.account(bot)) + b"\n" for bot in found]
    return Response(b"".join(lines), media_type=NDJSON)


# Streams


@stream("/api/stream/event")
async def stream_events(
    request: Asking, bot: TheBot, lobby: TheLobby, connections: TheConnections
) -> Stream:
    """What happens to the bot: first its challenges and games, then whatever comes."""
    return EventStream(_address(request), bot, lobby).response(connections)


@stream("/api/bot/game/stream/{game_id:str}")
async def stream_game(
    request: Asking, table: TheTable, bot: TheBot, connections: TheConnections
) -> Stream:
    """What happens in a game, until it is over."""
    return GameStream(_address(request), table, bot.id).response(connections)


def _address(request: Asking) -> str:
    return request.client.host if request.client else ""


# Games


@act("/api/bot/game/{game_id:str}/move/{move:str}")
async def play_move(
    table: TheTable, move: FromPath[str], bot: TheBot, ply: FromQuery[int | None] = None
) -> Done:
    """Play a move; with `ply`, only as that move of the game (0 is the first)."""
    await table.play(table.seats_of(bot.id), table.ply if ply is None else ply, move)
    return DONE


@act("/api/bot/game/{game_id:str}/resign")
async def resign_game(table: TheTable, bot: TheBot) -> Done:
    """Give up."""
    seats = table.seats_of(bot.id)
    await table.resign(seats, table.turn if table.turn in seats else min(seats))
    return DONE


@act(["/api/bot/game/{game_id:str}/abort", "/api/challenge/{game_id:str}/cancel"])
async def abort_game(table: TheTable, bot: TheBot) -> Done:
    """Call the game off before two have moved, or before it was accepted."""
    await table.abort(table.seats_of(bot.id))
    return DONE


@act("/api/bot/game/{game_id:str}/draw/{accept:str}")
async def answer_draw(table: TheTable, accept: FromPath[Yes], bot: TheBot) -> Done:
    """Offer a draw or agree to one (yes), or decline it (no)."""
    return await _agree(table, bot, "draw", accept)


@act("/api/bot/game/{game_id:str}/takeback/{accept:str}")
async def answer_takeback(table: TheTable, accept: FromPath[Yes], bot: TheBot) -> Done:
    """Ask to take back one's last move or agree to that (yes), or decline it (no)."""
    return await _agree(table, bot, "undo", accept)


async def _agree(table: Table, bot: Bot, kind: OfferKind, accept: Yes) -> Done:
    seats, is_yes = table.seats_of(bot.id), accept in ("yes", "true")
    if is_yes and not table.offers.get(kind):
        await table.ask(seats, kind)
    else:
        await table.answer(seats, kind, yes=is_yes)
    return DONE


@act("/api/bot/game/{game_id:str}/chat")
async def say_something(table: TheTable) -> Done:  # noqa: ARG001 - only for those at the table
    """There is no chat at the tables, and nothing pretends that there is."""
    raise refusal("no_chat")


@act("/api/bot/game/{game_id:str}/join", operation_class=taking(lichess.Secret))
async def join_game(
    game_id: FromPath[str], request: Asking, bot: TheBot, registry: TheRegistry, lobby: TheLobby
) -> Done:
    """Take the seat of a link that somebody shared."""
    secret = (await read(request, lichess.Secret)).secret
    table = await registry.open(game_id)
    await table.seat_bot(bot, hashed(secret))
    lobby.on_new(table)
    return DONE


# Challenges


@get("/api/challenge", responses=ERRORS)
async def list_challenges(bot: TheBot, lobby: TheLobby) -> lichess.Challenges:
    """Who has asked the bot to play, and whom it has asked."""
    tables = [table for table in await lobby.tables_of(bot) if not table.has_begun]
    into = [views.challenge(table, bot.id) for table in tables if is_asked(table, bot.id)]
    out = [views.challenge(table, bot.id) for table in tables if not is_asked(table, bot.id)]
    return lichess.Challenges(into=into, out=out)


@post("/api/challenge/ai", responses=ERRORS, operation_class=taking(lichess.Wish))
async def challenge_computer(request: Asking, bot: TheBot, registry: TheRegistry) -> lichess.Game:
    """Begin a game against computer players; all other seats are theirs."""
    wish = await read(request, lichess.Wish)
    table = await _make(registry, wish, bot, SeatWish("computer", wish.level))
    return views.game(table, bot.id)


@act("/api/challenge/{name:str}", operation_class=taking(lichess.Wish))
async def challenge_bot(
    name: FromPath[str], request: Asking, bot: TheBot, registry: TheRegistry, lobby: TheLobby
) -> lichess.Challenge:
    """Ask another bot to play; if it accepts, the game has the id of the challenge."""
    wish = await read(request, lichess.Wish)
    other = await accounts.named(registry.storage, name)
    if other == bot:
        raise refusal("challenge_self")
    table = await _make(registry, wish, bot, SeatWish("bot", name=other.name))
    return views.challenge(table, bot.id, online=other.id in await lobby.online())


@act("/api/challenge/{game_id:str}/accept")
async def accept_challenge(table: TheTable, bot: TheBot) -> Done:
    """Accept to play."""
    await table.accept(bot.id)
    return DONE


@act("/api/challenge/{game_id:str}/decline", operation_class=taking(lichess.Declined))
async def decline_challenge(request: Asking, table: TheTable, bot: TheBot) -> Done:
    """Decline to play."""
    why = await read(request, lichess.Declined)
    await table.decline(bot.id, why.reason)
    return DONE


async def _make(registry: ServerRegistry, wish: lichess.Wish, bot: Bot, other: SeatWish) -> Table:
    """The new table, with the bot at the seat it wants and others of that kind at the rest."""
    new = _new_table(wish, bot, other)
    return await registry.open((await registry.make(new, host=bot.id)).table)


def _new_table(wish: lichess.Wish, bot: Bot, other: SeatWish) -> NewTable:
    if wish.rated or wish.days is not None:
        raise refusal("not_rated")
    name, _, words = wish.variant.partition(" ")
    options = {**options_from_text(package_of(name), words), **wish.options}
    seats = [other] * game(name, **options).players
    seats[_place(wish.color, len(seats))] = SeatWish("bot", name=bot.name)
    limit, increment = wish.clock_limit, wish.clock_increment or 0
    clock = None if limit is None else Clock(limit, increment)
    return NewTable(name, seats, options, clock, wish.fen)


def _place(colour: str | None, n: int) -> int:
    """The seat of a colour."""
    if colour in (None, "random"):
        return random.randrange(n)
    known = dict(zip(COLOURS[:n], range(n), strict=True))
    if colour not in known:
        raise refusal("bad_option", option="color", value=colour, known=", ".join(known))
    return known[colour]


MAKE = (make_bot,)
PLAY = (
    show_account,
    list_games,
    list_challenges,
    challenge_computer,
    challenge_bot,
    accept_challenge,
    decline_challenge,
    stream_events,
    stream_game,
    play_move,
    resign_game,
    abort_game,
    answer_draw,
    answer_takeback,
    say_something,
    join_game,
)
OPEN = (list_online,)
