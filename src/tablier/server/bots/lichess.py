"""What bots are told and what they ask, in the words of lichess.

Fields that lichess has are named and meant as there. Seats in the order of play are `white`,
`black`, `third` and `fourth`. What lichess does not have is said beside its field.
"""

from typing import Literal

from msgspec import Struct

Value = bool | int | str
Colour = Literal["white", "black", "third", "fourth"]
COLOURS: tuple[Colour, ...] = ("white", "black", "third", "fourth")
Stage = Literal["created", "offline", "canceled", "declined"]
UNLIMITED = 2**31 - 1
"""The milliseconds on a clock where there is none."""
STATUS = {
    "created": 10,
    "started": 20,
    "aborted": 25,
    "resign": 31,
    "timeout": 33,
    "draw": 34,
    "outoftime": 35,
    "unknownFinish": 38,
    "variantEnd": 60,
}
"""The numbers of lichess; a game that is won by the rules ends with `variantEnd`."""


class _Words(Struct, frozen=True, rename="camel", omit_defaults=True):
    """A struct in lichess's spelling; what it does not know it does not say."""


class Error(_Words, frozen=True, kw_only=True):
    """Why something cannot be done."""

    error: str


class Done(_Words, frozen=True, kw_only=True):
    """It is done."""

    ok: Literal[True]


class NewBot(_Words, frozen=True, kw_only=True):
    """A bot to be made (not at lichess)."""

    name: str


class BotMade(_Words, frozen=True, kw_only=True):
    """The new bot and its token, which nobody can show again (not at lichess)."""

    id: str
    name: str
    token: str


class Account(_Words, frozen=True, kw_only=True):
    """A bot as it sees itself."""

    id: str
    username: str
    title: Literal["BOT"]
    created_at: int


class User(_Words, frozen=True, kw_only=True):
    """Somebody at a table: a bot, a person, or a computer player with its level."""

    id: str | None = None
    name: str | None = None
    username: str | None = None
    title: Literal["BOT"] | None = None
    ai_level: int | None = None
    online: bool | None = None


class Variant(_Words, frozen=True, kw_only=True):
    """Which game; `options` are ours."""

    key: str
    name: str
    short: str
    options: dict[str, Value]


class Named(_Words, frozen=True, kw_only=True):
    """Something that has only a name."""

    name: str


class Clock(_Words, frozen=True, kw_only=True):
    """Thinking time in milliseconds."""

    initial: int
    increment: int


class TimeControl(_Words, frozen=True, kw_only=True):
    """Thinking time in seconds, or none."""

    type: Literal["clock", "unlimited"]
    limit: int | None = None
    increment: int | None = None
    show: str | None = None


class Status(_Words, frozen=True, kw_only=True):
    """How a game stands."""

    id: int
    name: str


class GameState(_Words, frozen=True, kw_only=True, tag="gameState"):
    """How a game stands now."""

    moves: str
    """All tokens, with a space between."""
    wtime: int
    btime: int
    winc: int
    binc: int
    status: str
    winner: Colour | None = None
    wdraw: bool = False
    bdraw: bool = False
    wtakeback: bool = False
    btakeback: bool = False
    fen: str
    """Ours: the text of the position."""
    turn: Colour
    """Ours: the seat to move."""
    is_my_turn: bool
    """Ours: is a move of this bot awaited?"""
    legal: str = ""
    """Ours: all legal tokens, if a move of this bot is awaited."""
    times: list[int]
    """Ours: the clocks of all seats."""
    payoffs: list[float] | None = None
    """Ours: what each seat got, from −1 to 1; they sum to 0."""


class GameFull(_Words, frozen=True, kw_only=True, tag="gameFull"):
    """A game, at the beginning of its stream."""

    id: str
    rated: Literal[False]
    variant: Variant
    clock: Clock | None = None
    speed: str
    perf: Named
    created_at: int
    white: User
    black: User
    third: User | None = None
    fourth: User | None = None
    initial_fen: str
    """The text of the first position."""
    state: GameState


class Game(_Words, frozen=True, kw_only=True):
    """A game as events tell of it."""

    id: str
    game_id: str
    full_id: str
    color: Colour
    """The bot's first seat."""
    colors: list[Colour]
    """Ours: all seats of the bot."""
    fen: str
    has_moved: bool
    is_my_turn: bool
    last_move: str
    opponent: User
    perf: str
    rated: Literal[False]
    seconds_left: int | None = None
    source: Literal["friend", "ai"]
    speed: str
    status: Status
    variant: Variant
    winner: Colour | None = None
    compat: dict[str, bool]


class Challenge(_Words, frozen=True, kw_only=True):
    """A bot is asked to play; its id will be that of the game."""

    id: str
    url: str
    status: Stage
    challenger: User
    dest_user: User
    variant: Variant
    rated: Literal[False]
    speed: str
    time_control: TimeControl
    color: Colour
    """The challenger's seat."""
    final_color: Colour
    perf: Named
    direction: Literal["in", "out"]
    initial_fen: str
    decline_reason: str | None = None
    decline_reason_key: str | None = None


class GameStart(_Words, frozen=True, kw_only=True, tag="gameStart"):
    """A game has begun, or was running when the stream began."""

    game: Game


class GameFinish(_Words, frozen=True, kw_only=True, tag="gameFinish"):
    """A game is over."""

    game: Game


class Challenged(_Words, frozen=True, kw_only=True, tag="challenge"):
    """Somebody asks the bot to play."""

    challenge: Challenge


class ChallengeCanceled(_Words, frozen=True, kw_only=True, tag="challengeCanceled"):
    """Nobody asks any more."""

    challenge: Challenge


class ChallengeDeclined(_Words, frozen=True, kw_only=True, tag="challengeDeclined"):
    """The bot that was asked will not play."""

    challenge: Challenge


Event = GameStart | GameFinish | Challenged | ChallengeCanceled | ChallengeDeclined


class Playing(_Words, frozen=True, kw_only=True):
    """The games of a bot that are not over."""

    now_playing: list[Game]


class Challenges(Struct, frozen=True, rename={"into": "in"}):
    """Who has asked the bot to play, and whom it has asked."""

    into: list[Challenge]
    out: list[Challenge]


class Wish(
    Struct,
    frozen=True,
    kw_only=True,
    rename={"clock_limit": "clock.limit", "clock_increment": "clock.increment"},
):
    """A game that a bot asks for.

    `variant` is the name of the game; options can follow it as in a record
    ("chain-reaction target=3"), or come in `options`.
    """

    variant: str
    level: int | None = None
    """Of the computer players, where they are asked for."""
    color: Literal["white", "black", "third", "fourth", "random"] | None = None
    """The seat of the bot that asks."""
    clock_limit: int | None = None
    clock_increment: int | None = None
    fen: str | None = None
    """Begin with the position of this text."""
    options: dict[str, Value] = {}
    rated: bool | None = None
    """Nothing is rated here, so only false is taken."""
    days: int | None = None
    """There are no such clocks here, so none is taken."""


class Secret(Struct, frozen=True):
    """What follows `#s=` in the link of a seat (not at lichess)."""

    secret: str


Reason = Literal[
    "generic",
    "later",
    "tooFast",
    "tooSlow",
    "timeControl",
    "rated",
    "casual",
    "standard",
    "variant",
    "noBot",
    "onlyBot",
]


class Declined(Struct, frozen=True):
    """Why a bot will not play."""

    reason: Reason = "generic"
