"""Offers: what all people at a table have to agree to (undo, draw, rematch, claims)."""

from tablier.play.state import TableState
from tablier.play.wire.protocol import OfferKind
from tablier.texts import refusal

CLAIMS = ("claim_win", "claim_draw")


def check(table: TableState, kind: OfferKind, seats: frozenset[int], gone: frozenset[int]) -> None:
    """Refuse an offer of these seats that nobody could agree to."""
    key = _why_not(table, kind, seats, gone)
    if key is not None:
        raise refusal(key)


def _why_not(
    table: TableState, kind: OfferKind, seats: frozenset[int], gone: frozenset[int]
) -> str | None:
    if kind in CLAIMS:
        return None if gone else "nobody_gone"
    if kind == "draw":
        if table.is_over:
            return "table_over"
        return None if len(table.persons) == len(table.seats) else "computer_declines"
    if kind == "rematch" and not table.is_over:
        return "not_over"
    if kind == "undo" and table.ending is not None:
        return "table_over"
    if table.rematch is not None:
        return "has_rematch"
    has_moved = table.last_ply_of(seats) is not None
    return "nothing_to_undo" if kind == "undo" and not has_moved else None


def agreed(table: TableState, kind: OfferKind, seats: frozenset[int]) -> list[int]:
    """All who agree once these seats do too; the one who asked first stands first."""
    last = table.last_ply_of(seats)
    movers = [] if last is None else [table.movers[last]]
    return list(dict.fromkeys([*table.offers.get(kind, []), *movers, *sorted(seats)]))


def needed(table: TableState, kind: OfferKind, gone: frozenset[int]) -> frozenset[int]:
    """Who has to agree. Bots are not asked for a rematch but invited to it."""
    if kind in CLAIMS:
        return table.people - gone
    return table.people if kind == "rematch" else table.persons
