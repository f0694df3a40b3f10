"""What the panel tells of a sitting, in words; nothing here knows a widget."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from rich.table import Table
from rich.text import Text

from tablier.game import Game
from tablier.position import Outcome
from tablier.search.levels import LEVELS, rating
from tablier.shapes import Mark
from tablier.terminal.session.opponents import Company
from tablier.terminal.session.session import Sitting
from tablier.terminal.words import table
from tablier.texts import HOUSE, say, texts

MOVER = "▸"
STRENGTHS = ("easy", "learner", "club", "strong", "expert")  # two levels each
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


def told(lang: str, key: str, **values: object) -> str:
    """The words of the table [terminal.table]."""
    return str(table(lang, "table")[key]).format(**values)


def shared(lang: str, key: str, **values: object) -> str:
    """Words that the browser says too: "end.draw" of [browser.end]."""
    part, _, name = key.partition(".")
    return str(texts(HOUSE, lang)["browser"][part][name]).format(**values)


# Those at the table


def seat_name(game: Game, company: Company, seat: int, lang: str) -> str:
    """Who sits there: you, if you are the only person, a player, or a computer with its level."""
    if seat in company.seats:
        return shared(lang, "seat.computer", level=company.level)
    if len(company.seats) == game.players - 1:
        return shared(lang, "seat.you")
    return game.seat_names(lang)[seat]


def name_at(sitting: Sitting, seat: int) -> str:
    """Who sits there in this sitting."""
    return seat_name(sitting.position.game, sitting.company, seat, sitting.lang)


def seats(sitting: Sitting, between: str = " · ") -> list[str]:
    """For each seat: whose turn it is, who sits there, what they have so far."""
    position, lang = sitting.position, sitting.lang
    mover = None if sitting.match.is_over else position.turn
    tally = position.game.notation.tally(position.state)
    return [
        f"{MOVER if seat == mover else ' '} {name_at(sitting, seat)}{between}"
        f"{say(has, lang, position.game.package)}"
        for seat, has in enumerate(tally)
    ]


def level_words(game: Game, level: int, lang: str) -> str:
    """How strong a level is, in words and as its rating, if that was measured."""
    words = shared(lang, f"level.{STRENGTHS[(level - 1) // 2]}")
    rated = rating(game, level)
    if rated is None:
        return told(lang, "level", level=level, words=words)
    return told(lang, "rated", level=level, words=words, rating=rated)


def companies(game: Game, lang: str) -> list[str]:
    """Whom one can play with: people here, or the computer at each level."""
    here = shared(lang, "opponent.here" if game.players == 2 else "opponent.all_here")
    return [here, *(level_words(game, level, lang) for level in range(1, len(LEVELS) + 1))]


# The turn


def status(sitting: Sitting) -> str:
    """Whose turn it is and what is left of it, or how the game has ended."""
    said = sitting.position.status(sitting.lang, sitting.reader)
    if sitting.match.is_over or len(sitting.reader.seats) > 1:
        return said
    if sitting.is_computers_turn:
        return thinking(sitting)
    return f"{told(sitting.lang, 'your_turn')} {said}"


def thinking(sitting: Sitting) -> str:
    """That the computer thinks; the first time, why that may take longer."""
    if not sitting.mind.is_awake:
        return told(sitting.lang, "getting_ready")
    name = name_at(sitting, sitting.position.turn)
    return f"{name} {shared(sitting.lang, 'seat.thinking')}"


def last_move(sitting: Sitting) -> str:
    """The last move, if there was one."""
    tokens = sitting.match.record.tokens
    return told(sitting.lang, "last_move", token=tokens[-1]) if tokens else ""


def moves(sitting: Sitting) -> Table:
    """All moves with their numbers; the moves of one turn stand in one row."""
    rows = Table.grid(padding=(0, 1))
    for number, (seat, tokens) in enumerate(_turns(sitting), 1):
        rows.add_row(Text(f"{number:>3}", style="dim"), f"{seat + 1}:", " ".join(tokens))
    return rows


def _turns(sitting: Sitting) -> Iterator[tuple[int, Sequence[str]]]:
    """The moves turn by turn, each with its seat."""
    record = sitting.match.record
    turn: list[str] = []
    mover = -1
    for position, token in zip(record.positions(), record.tokens, strict=False):
        if turn and position.turn != mover:
            yield mover, turn
            turn = []
        mover = position.turn
        turn.append(token)
    if turn:
        yield mover, turn


# What lies where


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


def result(sitting: Sitting, outcome: Outcome) -> str:
    """Who has won, in a few words."""
    best = max(outcome.payoffs)
    winners = [seat for seat, payoff in enumerate(outcome.payoffs) if payoff == best]
    names = [name_at(sitting, seat) for seat in winners]
    if len(winners) == len(outcome.payoffs):
        return shared(sitting.lang, "end.draw")
    if len(winners) > 1:
        return shared(sitting.lang, "end.shared", names=" · ".join(names))
    if names == [shared(sitting.lang, "seat.you")]:
        return shared(sitting.lang, "end.you_won")
    return shared(sitting.lang, "end.won", name=names[0])


def keys(lang: str) -> Table:
    """All keys with what they do."""
    rows = Table.grid(padding=(0, 2))
    words = table(lang, "keys")
    for name, key in KEYS.items():
        rows.add_row(Text(key, style="bold"), str(words[name]))
    return rows
