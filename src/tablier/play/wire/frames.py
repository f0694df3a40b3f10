"""Frames over the WebSocket of a table, in JSON: `Up` from the browser, `Down` from the server.

The first frame up is `Join`, the first frame down is `Joined`.
"""

from typing import Literal

from msgspec import Struct

from tablier.play.wire import protocol
from tablier.search.advice import ANALYSIS_SECONDS
from tablier.shapes import Board, Leg, Mark

# Frames from the browser


class Join(Struct, frozen=True, tag="join"):
    """Sit down with these secrets, or watch without any."""

    secrets: list[str] = []
    lang: protocol.Lang = "en"
    thinks: bool = False
    """As in `Thinks`, from the beginning."""
    holds: bool = False
    """Say by `Continue` when what news hold (`Held`) is seen: so long computers wait."""


class Thinks(Struct, frozen=True, tag="thinks"):
    """Offer to search here, when a `Search` comes; or do so no longer."""

    on: bool = True


class Computed(Struct, frozen=True, tag="computed"):
    """The move of a computer player that was asked for by a `Search` of this number."""

    number: int
    token: str


class FoundMove(Struct, frozen=True):
    """What a search has found out about a move."""

    line: list[str]
    """The move and the best play after it."""
    visits: int
    values: list[float]
    proven: bool


class Found(Struct, frozen=True, tag="found"):
    """What a search for advice has found so far: the best moves, as `Advice` has them."""

    number: int
    moves: list[FoundMove]
    values: list[float]
    visits: int
    proven: bool
    final: bool


class Play(Struct, frozen=True, tag="play"):
    """Play a move as number `ply` of the game (0 is the first)."""

    ply: int
    token: str


class Try(Struct, frozen=True, tag="try"):
    """Ask why these clicks lead to no legal move."""

    ply: int
    path: list[str]


class Continue(Struct, frozen=True, tag="continue"):
    """Say that what the last news hold is seen: the computer may move."""


class Undo(Struct, frozen=True, tag="undo"):
    """Take back one's last turn: at once where nobody else is asked, else by consent."""


class OfferDraw(Struct, frozen=True, tag="draw"):
    """Offer to call it a draw."""


class Rematch(Struct, frozen=True, tag="rematch"):
    """Ask for another game with the seats changed."""


class Reply(Struct, frozen=True, tag="reply"):
    """Say yes or no to an offer."""

    kind: protocol.OfferKind
    yes: bool


class Resign(Struct, frozen=True, tag="resign"):
    """Give up the game for that seat."""

    seat: int


class Abort(Struct, frozen=True, tag="abort"):
    """Call the game off, before each side has had its first turn."""


class Claim(Struct, frozen=True, tag="claim"):
    """Claim the win or a draw, since somebody has gone."""

    draw: bool = False


class Hint(Struct, frozen=True, tag="hint"):
    """Ask for a good move in the present position."""


class Explain(Struct, frozen=True, tag="explain"):
    """Ask why the first of these moves is good in the position after `ply` moves."""

    ply: int
    moves: list[protocol.Idea]
    """What a search says, the best first."""


class Review(Struct, frozen=True, tag="review"):
    """Have the finished game reviewed, or (`on` false) do not wait for it any longer."""

    on: bool = True


class Analyse(Struct, frozen=True, tag="analyse"):
    """Have the position after `ply` moves analysed for some seconds; it ends the one before."""

    ply: int
    seconds: float = ANALYSIS_SECONDS


class StopAnalysis(Struct, frozen=True, tag="stop"):
    """Analyse no longer."""


class Preview(Struct, frozen=True, tag="preview"):
    """Ask what the board would look like after a legal move."""

    ply: int
    token: str


class Look(Struct, frozen=True, tag="look"):
    """Ask for the position after `ply` moves, to replay the game."""

    ply: int


class Rename(Struct, frozen=True, tag="rename"):
    """Take a name at one's seat."""

    seat: int
    name: str


class Speak(Struct, frozen=True, tag="speak"):
    """Be told everything in this language from now on."""

    lang: protocol.Lang


Up = (
    Join
    | Play
    | Try
    | Continue
    | Undo
    | OfferDraw
    | Rematch
    | Reply
    | Resign
    | Abort
    | Claim
    | Hint
    | Explain
    | Review
    | Analyse
    | StopAnalysis
    | Thinks
    | Computed
    | Found
    | Preview
    | Look
    | Rename
    | Speak
)


# Frames to the browser


class Joined(Struct, frozen=True, tag="joined"):
    """The whole table, once at the beginning and again after each change of language."""

    board: Board
    table: protocol.TableView


class Changed(Struct, frozen=True, tag="changed"):
    """Anything but a move has happened: take this for the table from now on."""

    table: protocol.TableView


class Held(Struct, frozen=True):
    """What is shown until the reader of the news goes on, such as the end of a round."""

    marks: list[Mark]
    tally: list[str]


class Step(Struct, frozen=True, tag="step"):
    """A move was played, and is stored: what has changed, told to whoever knows what was."""

    token: str
    seat: int
    ply: int
    turn: int
    """The seat to move."""
    route: list[Leg]
    gone: list[int]
    """The marks of the position before that are no longer there, by their places in its list."""
    places: list[int]
    """Where new marks stand in the list of this position, ascending; the rest keeps its order."""
    marks: list[Mark]
    """The new ones."""
    choices: str
    """The legal moves, told to who is to move alone, with ";" between them.

    Each is a token, and the spots to click with spaces before them, if the token is not the spot.
    """
    status: str
    tally: list[str]
    suggested: list[str]
    clock: protocol.ClockView | None
    result: protocol.Result | None
    news: str | None
    """What deserves a card of its own, such as the beginning of another round."""
    held: Held | None
    warning: str | None


class Thinking(Struct, frozen=True, tag="thinking"):
    """A computer has begun to think (or waits for its turn to), or has stopped (None)."""

    seat: int | None
    waiting: bool
    preparing: int | None = None
    """About how many seconds it takes until it can begin, while its search is compiled."""


class Preparing(Struct, frozen=True, tag="preparing"):
    """The advice that you have asked for comes when the search is compiled: in so many seconds."""

    seconds: int


class Search(Struct, frozen=True, tag="search"):
    """Who offers to search is asked to.

    For the move of a computer player, which `Computed` answers, or for advice, which `Found` does.
    A review asks for one position of a finished game after the other.
    """

    number: int
    """The answer carries it."""
    kind: Literal["move", "hint", "analysis", "review"]
    ply: int
    state: bytes
    """The position after so many moves, as engines know it."""
    level: int | None = None
    """Of the computer player, if it is its move."""
    seed: str = "0"
    """Of the player; a number that may be too large for JSON."""
    seconds: float | None = None
    """What its clock allows, if there is one."""


class Looked(Struct, frozen=True, tag="looked"):
    """A position of the past, and the move that led to it."""

    position: protocol.PositionView
    token: str | None
    route: list[Leg]


class Previewed(Struct, frozen=True, tag="previewed"):
    """What a move would do."""

    ply: int
    token: str
    marks: list[Mark]
    route: list[Leg]


class Advice(Struct, frozen=True, tag="advice"):
    """What the search thinks of a position; comes again while it thinks on."""

    ply: int
    kind: Literal["hint", "analysis"]
    moves: list[protocol.MoveAdvice]
    """The best first."""
    values: list[float]
    """What each seat can expect, from −1 to 1."""
    visits: int
    proven: bool
    final: bool


class Explained(Struct, frozen=True, tag="explained"):
    """Why a move is good, as one sentence; empty if nothing can be said."""

    ply: int
    token: str
    sentence: str


class Reviewing(Struct, frozen=True, tag="reviewing"):
    """The review that you wait for has so many positions done, of so many."""

    done: int
    of: int


class Reviewed(Struct, frozen=True, tag="reviewed"):
    """The review of the game."""

    review: protocol.ReviewView


class Again(Struct, frozen=True, tag="again"):
    """The rematch: go to that table; secrets are those of your seats there."""

    table: str
    secrets: list[str | None]
    earlier: bool = False
    """Had it begun before you came to this table?"""


class Refused(protocol.Refusal, frozen=True, tag="refused"):
    """A frame is refused; `to` is its type, if it could be read."""

    to: str | None = None


Down = (
    Joined
    | Changed
    | Step
    | Thinking
    | Preparing
    | Search
    | Looked
    | Previewed
    | Advice
    | Explained
    | Reviewing
    | Reviewed
    | Again
    | Refused
)
