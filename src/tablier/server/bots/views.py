"""Tables as bots see them, in the words of lichess."""

from tablier.game import Value
from tablier.play import views
from tablier.play.steps import Bot
from tablier.play.table import Table
from tablier.server.bots import lichess
from tablier.server.bots.lichess import COLOURS, STATUS, Colour

LANG = "en"
STATUSES = {
    "resigned": "resign",
    "agreed": "draw",
    "time": "outoftime",
    "declined": "aborted",
    "aborted": "aborted",
    "record": "unknownFinish",
    "left": "timeout",
    "left_draw": "timeout",
}
SPEEDS = ((30, "ultraBullet"), (180, "bullet"), (480, "blitz"), (1500, "rapid"))
"""Seconds for a game of 40 turns, and what lichess calls what is faster."""


def account(bot: Bot) -> lichess.Account:
    """A bot as it sees itself."""
    millis = int(bot.made * 1000)
    return lichess.Account(id=bot.id, username=bot.name, title="BOT", created_at=millis)


def user(table: Table, seat: int) -> lichess.User:
    """Who sits there."""
    who = table.seats[seat]
    if who.level is not None:
        return lichess.User(ai_level=who.level, username=f"AI level {who.level}")
    name = views.name_of(table, seat, LANG)
    return lichess.User(
        id=who.bot or "", name=name, username=name, title="BOT" if who.bot else None
    )


def variant(table: Table) -> lichess.Variant:
    """Which game is played."""
    title = table.game.title(LANG)
    options: dict[str, Value] = dict(table.game.options)
    return lichess.Variant(key=table.game.name, name=title, short=title, options=options)


def speed(table: Table) -> str:
    """What lichess would call such a clock."""
    if table.clocks is None:
        return "correspondence"
    seconds = table.clocks.given.seconds + 40 * table.clocks.given.increment
    return next((name for limit, name in SPEEDS if seconds < limit), "classical")


def status(table: Table) -> str:
    """How a game stands."""
    if table.ending is not None:
        return STATUSES[table.ending.reason]
    if not table.is_over:
        return "started" if table.has_begun else "created"
    return "draw" if winner(table) is None else "variantEnd"


def payoffs(table: Table) -> list[float] | None:
    """What each seat got, if the game is over."""
    if table.ending is not None:
        return list(table.ending.payoffs)
    outcome = table.position.outcome() if table.is_over else None
    return None if outcome is None else list(outcome.payoffs)


def winner(table: Table) -> Colour | None:
    """The seat that got more than any other, if the game is over and there is one."""
    got = payoffs(table)
    if got is None or got.count(max(got)) > 1:
        return None
    return COLOURS[got.index(max(got))]


def is_turn_of(table: Table, seats: frozenset[int]) -> bool:
    """Is a move of one of these seats awaited?"""
    return table.has_begun and not table.is_over and table.turn in seats


def game_state(table: Table, seats: frozenset[int]) -> lichess.GameState:
    """How a game stands, for the bot that has these seats."""
    n, is_mine = len(table.seats), is_turn_of(table, seats)
    clocks = table.clocks
    times = [clocks.left_now(i) if clocks else lichess.UNLIMITED for i in range(n)]
    increment = clocks.given.increment * 1000 if clocks else 0
    draws, undos = table.offers.get("draw", ()), table.offers.get("undo", ())
    return lichess.GameState(
        moves=" ".join(table.tokens),
        wtime=times[0],
        btime=times[1],
        winc=increment,
        binc=increment,
        status=status(table),
        winner=winner(table),
        wdraw=0 in draws,
        bdraw=1 in draws,
        wtakeback=0 in undos,
        btakeback=1 in undos,
        fen=str(table.position),
        turn=COLOURS[table.turn],
        is_my_turn=is_mine,
        legal=" ".join(table.position.legal_moves) if is_mine else "",
        times=times,
        payoffs=payoffs(table),
    )


def game_full(table: Table, seats: frozenset[int]) -> lichess.GameFull:
    """A game, at the beginning of its stream."""
    users = [user(table, seat) for seat in range(len(table.seats))]
    return lichess.GameFull(
        id=table.id,
        rated=False,
        variant=variant(table),
        clock=_clock(table),
        speed=speed(table),
        perf=lichess.Named(name=table.game.title(LANG)),
        created_at=int(table.made * 1000),
        white=users[0],
        black=users[1],
        third=users[2] if len(users) > 2 else None,
        fourth=users[3] if len(users) > 3 else None,
        initial_fen=str(table.at(0)),
        state=game_state(table, seats),
    )


def _clock(table: Table) -> lichess.Clock | None:
    if table.clocks is None:
        return None
    given = table.clocks.given
    return lichess.Clock(initial=given.seconds * 1000, increment=given.increment * 1000)


def game(table: Table, bot: str) -> lichess.Game:
    """A game as events tell of it."""
    seats, state = table.seats_of(bot), status(table)
    colours = [COLOURS[seat] for seat in sorted(seats)]
    opponent = user(table, next((i for i in range(len(table.seats)) if i not in seats), 0))
    left = table.clocks.left_now(min(seats)) // 1000 if table.clocks else None
    return lichess.Game(
        id=table.id,
        game_id=table.id,
        full_id=table.id,
        color=colours[0],
        colors=colours,
        fen=str(table.position),
        has_moved=any(seat in seats for seat in table.movers),
        is_my_turn=is_turn_of(table, seats),
        last_move=table.tokens[-1] if table.tokens else "",
        opponent=opponent,
        perf=table.game.title(LANG),
        rated=False,
        seconds_left=left,
        source="friend" if opponent.ai_level is None else "ai",
        speed=speed(table),
        status=lichess.Status(id=STATUS[state], name=state),
        variant=variant(table),
        winner=winner(table),
        compat={"bot": True, "board": False},
    )


def time_control(table: Table) -> lichess.TimeControl:
    """The clock of a challenge."""
    if table.clocks is None:
        return lichess.TimeControl(type="unlimited")
    seconds, increment = table.clocks.given.seconds, table.clocks.given.increment
    show = f"{seconds / 60:g}+{increment}"
    return lichess.TimeControl(type="clock", limit=seconds, increment=increment, show=show)


def challenge(table: Table, bot: str, *, online: bool = True) -> lichess.Challenge:
    """A table whose seats are not all taken yet, as that bot sees it."""
    seats = table.seats_of(bot)
    asked = [i for i, seat in enumerate(table.seats) if seat.asked]
    mine = [i for i in asked if i in seats]
    dest = min(mine or asked or seats)
    host = _host(table, dest)
    ending, result = table.ending, views.result_view(table, LANG)
    return lichess.Challenge(
        id=table.id,
        url=f"/t/{table.id}",
        status=_stage(table, online),
        challenger=user(table, host),
        dest_user=user(table, dest),
        variant=variant(table),
        rated=False,
        speed=speed(table),
        time_control=time_control(table),
        color=COLOURS[host],
        final_color=COLOURS[host],
        perf=lichess.Named(name=table.game.title(LANG)),
        direction="in" if mine else "out",
        initial_fen=str(table.at(0)),
        decline_reason=result.sentence if result else None,
        decline_reason_key=ending.why if ending else None,
    )


def _host(table: Table, dest: int) -> int:
    """Who asks: the first who sits there already, a person or a bot before a computer."""
    others = [i for i in range(len(table.seats)) if i != dest]
    ready = [i for i in others if not table.seats[i].asked]
    return next((i for i in ready if i in table.persons), (ready or others)[0])


def _stage(table: Table, online: bool) -> lichess.Stage:
    if table.ending is not None:
        return "declined" if table.ending.reason == "declined" else "canceled"
    return "created" if online else "offline"
