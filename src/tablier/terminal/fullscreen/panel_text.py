"""The texts of the panel: functions of a session, without widgets."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from rich.table import Table
from rich.text import Text

from tablier.game import Game
from tablier.position import Outcome
from tablier.search.levels import LEVELS, rating
from tablier.shapes import Mark
from tablier.terminal.session.session import Session
from tablier.terminal.words import browser_word, table, word
from tablier.texts import say

MOVER = "▸"
STRENGTHS = ("easy", "beginner", "intermediate", "strong", "expert")  # two levels each
KEYS = {
    "choose": "← ↑ ↓ →",
    "back": "Esc",
    "next": "PgDn PgUp",
    "type": ": Tab",
    "undo": "u",
    "redo": "U",
    "hint": "h",
    "rules": "r §",
    "moves": "m",
    "new": "n",
    "save": "s",
    "load": "l",
    "light": "d",
    "help": "?",
    "quit": "q",
}
"""The keys of each action; the first letter is shown in the footer."""


# Seats


def name_at(session: Session, seat: int) -> str:
    """Who has a seat: you, if you are the only person, a player, or a computer with its level."""
    if seat in session.opponents.seats:
        return browser_word(session.lang, "seat.computer", level=session.opponents.level)
    if len(session.reader.seats) == 1:
        return browser_word(session.lang, "seat.you")
    return session.position.game.seat_names(session.lang)[seat]


def seats(session: Session, between: str = " · ") -> list[str]:
    """For each seat: a mark if it is to move, its name, its score so far."""
    position, lang = session.position, session.lang
    mover = None if session.history.is_over else position.turn
    tally = position.game.notation.tally(position.state)
    return [
        f"{MOVER if seat == mover else ' '} {name_at(session, seat)}{between}"
        f"{say(has, lang, position.game.package)}"
        for seat, has in enumerate(tally)
    ]


def level_words(game: Game, level: int, lang: str) -> str:
    """How strong a level is, in words and as its rating, if that was measured."""
    words = browser_word(lang, f"level.{STRENGTHS[(level - 1) // 2]}")
    rated = rating(game, level)
    key = "fullscreen.level" if rated is None else "fullscreen.rated"
    return word(lang, key, level=level, words=words, rating=rated)


def opponent_names(game: Game, lang: str) -> list[str]:
    """The opponents to choose from: people here, or the computer at each level."""
    here = browser_word(lang, "opponent.here" if game.players == 2 else "opponent.all_here")
    return [here, *(level_words(game, level, lang) for level in range(1, len(LEVELS) + 1))]


# The turn


def status(session: Session) -> str:
    """Whose turn it is and what is left of it, or how the game has ended."""
    warning = session.position.warning(session.lang)
    said = session.position.status(session.lang, session.reader)
    said = "\n".join(filter(None, (said, warning)))
    if session.history.is_over or len(session.reader.seats) > 1:
        return said
    if session.is_computers_turn:
        return thinking(session)
    return f"{browser_word(session.lang, 'status.your_turn')} {said}"


def thinking(session: Session) -> str:
    """That the computer thinks; the first time, that its search is being compiled."""
    if not session.computer.is_compiled:
        return word(session.lang, "fullscreen.getting_ready")
    name = name_at(session, session.position.turn)
    return f"{name} {browser_word(session.lang, 'seat.thinking')}"


def last_move(session: Session) -> str:
    """The last move, if there was one."""
    tokens = session.history.record.tokens
    return word(session.lang, "fullscreen.last_move", token=tokens[-1]) if tokens else ""


def moves(session: Session) -> Table:
    """All moves with their numbers, one row for each turn."""
    record, rows = session.history.record, Table.grid(padding=(0, 1))
    seats = (position.turn for position in record.positions())
    turns = groupby(zip(seats, record.tokens, strict=False), key=itemgetter(0))
    for number, (seat, turn) in enumerate(turns, 1):
        tokens = " ".join(token for _, token in turn)
        rows.add_row(Text(f"{number:>3}", style="dim"), f"{seat + 1}:", tokens)
    return rows


# Spots


def spot_words(game: Game, marks: Sequence[Mark], spot: str, lang: str) -> str:
    """What a spot is called, and the pieces that lie on it, the highest first."""
    names, pieces = _names(game, lang)
    lying = [
        f"{name} {mark.letters}".rstrip()
        for mark in reversed(marks)
        if mark.spot == spot
        and (name := pieces.get(f"{mark.piece}@{mark.turn:g}", pieces.get(mark.piece)))
    ]
    return ", ".join([names.get(spot, spot), *lying])


@lru_cache(maxsize=8)
def _names(game: Game, lang: str) -> tuple[dict[str, str], dict[str, str]]:
    return game.spot_names(lang), game.piece_names(lang)


# The end and the help


def result(session: Session, outcome: Outcome) -> str:
    """Who has won, in a few words."""
    best = max(outcome.payoffs)
    winners = [seat for seat, payoff in enumerate(outcome.payoffs) if payoff == best]
    names = [name_at(session, seat) for seat in winners]
    if len(winners) == len(outcome.payoffs):
        return browser_word(session.lang, "end.draw")
    if len(winners) > 1:
        return browser_word(session.lang, "end.shared", names=" · ".join(names))
    if names == [browser_word(session.lang, "seat.you")]:
        return browser_word(session.lang, "end.you_won")
    return browser_word(session.lang, "end.won", name=names[0])


def keys(lang: str) -> Table:
    """All keys with what they do."""
    rows = Table.grid(padding=(0, 2))
    words = table(lang, "keys")
    for name, key in KEYS.items():
        rows.add_row(Text(key, style="bold"), str(words[name]))
    return rows
