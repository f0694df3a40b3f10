"""Decide: which changes of a table follow from what somebody wants; nothing is changed here.

What is not allowed is refused. Of two people who want the same, the one who was first is decided
first: the other one's wish is decided on what is there then.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tablier.play import offers
from tablier.play.carried_games import Carried
from tablier.play.changes import (
    Accepted,
    BotSeated,
    Change,
    Ended,
    Moved,
    Offered,
    RematchBegun,
    Renamed,
    ReviewKept,
    TookBack,
)
from tablier.play.endings import Ending, even, lost
from tablier.play.new_table import clean_name, move_row, plan_rematch
from tablier.play.state import TableState
from tablier.play.steps import Bot
from tablier.play.wire.protocol import OfferKind
from tablier.review import Evaluation
from tablier.texts import Refusal, refusal


@dataclass(frozen=True)
class Decision:
    """The changes that are to be stored together."""

    changes: Sequence[Change] = ()
    refusal: Refusal | None = None
    """Why the wish itself is refused, once they are stored."""


def play(state: TableState, seats: Iterable[int], ply: int, token: str) -> Decision:
    """Play a move for the seat to move, if it is one of these."""
    must_go_on(state)
    must_be(state.has_begun, "not_begun")
    if ply != state.ply:
        raise refusal("other_ply", given=ply + 1, next=state.ply + 1)
    seat = state.turn
    must_be(seat in seats, "not_your_turn")
    after = state.position.play(token)
    left = state.clocks.after(seat, after.turn) if state.clocks else None
    if left == 0:
        loss = lost(len(state.seats), {seat}, "time")
        return Decision([Ended(loss)], refusal("too_late"))
    row = move_row(state.id, ply, token, seat, left)
    return Decision([Moved(row, after, any(state.offers.values()))])


def flag(state: TableState) -> Decision:
    """End the game if the clock that runs has run out."""
    running = state.clocks.running if state.clocks else None
    if state.clocks is None or running is None or state.clocks.left_now(running) > 0:
        return Decision()
    return Decision([Ended(lost(len(state.seats), {running}, "time"))])


def bring(state: TableState, game: Carried) -> Decision:
    """Play the moves that were made elsewhere, instead of those that computers made here."""
    game.must_fit(state)
    if game.known_in(state):
        return Decision()
    first = game.first_new(state)
    if first is None:
        raise refusal("went_on_apart")
    rows = game.rows(state.id, first)
    moves = [Moved(*each) for each in zip(rows, game.positions[first + 1 :], strict=True)]
    ending = [] if game.ending is None else [Ended(game.ending)]
    return Decision([TookBack(first), *moves, *ending])


def ask(
    state: TableState, seats: frozenset[int], kind: OfferKind, gone: frozenset[int]
) -> Decision:
    """Ask the other people for something; what nobody else has a say in happens at once."""
    must_be(bool(seats), "only_watching")
    offers.check(state, kind, seats, gone)
    return _agree(state, kind, seats, gone)


def answer(
    state: TableState, seats: frozenset[int], kind: OfferKind, gone: frozenset[int], *, yes: bool
) -> Decision:
    """Say yes or no to what somebody has asked for."""
    must_be(bool(seats), "only_watching")
    must_be(bool(state.offers.get(kind)), "no_offer")
    if not yes:
        return Decision([Offered({**state.offers, kind: []})])
    if kind in offers.CLAIMS:
        offers.check(state, kind, seats, gone)
    return _agree(state, kind, seats, gone)


def _agree(
    state: TableState, kind: OfferKind, seats: frozenset[int], gone: frozenset[int]
) -> Decision:
    """These seats agree; once all who are needed have, it happens."""
    n, agreed = len(state.seats), offers.agreed(state, kind, seats)
    if not offers.needed(state, kind, gone) <= set(agreed):
        return Decision([Offered({**state.offers, kind: agreed})])
    if kind == "undo":
        first = state.last_ply_of(agreed[:1] if state.offers.get(kind) else agreed)
        assert first is not None
        return Decision([TookBack(first)])
    if kind == "rematch":
        clock = state.clocks.given if state.clocks else None
        seated = [state.seats[seat] for seat in state.rotation]
        return Decision([RematchBegun(plan_rematch(state.game, seated, clock))])
    endings: dict[str, Ending] = {
        "draw": even(n, "agreed"),
        **({"claim_draw": even(n, "left_draw", min(gone))} if gone else {}),
        **({"claim_win": lost(n, gone, "left")} if gone else {}),
    }
    return Decision([Ended(endings[kind])])


def resign(state: TableState, seats: Iterable[int], seat: int) -> Decision:
    """Give up for one's seat."""
    must_be(seat in seats, "not_your_seat")
    must_go_on(state)
    return Decision([Ended(lost(len(state.seats), {seat}, "resigned"))])


def rename(state: TableState, seats: Iterable[int], seat: int, name: str) -> Decision:  # noqa: ARG001
    """Put a name on one's seat."""
    must_be(seat in seats, "not_your_seat")
    return Decision([Renamed(seat, clean_name(name))])


def accept(state: TableState, bot: str) -> Decision:
    """Let a bot take the seats that it was asked to take."""
    return Decision([Accepted(_asked(state, bot))])


def decline(state: TableState, bot: str, why: str) -> Decision:
    """Let a bot say that it will not play; then nobody does."""
    seat = _asked(state, bot)[0]
    return Decision([Ended(even(len(state.seats), "declined", seat, why))])


def abort(state: TableState, seats: frozenset[int]) -> Decision:
    """Cancel the game, before each side has had its first turn."""
    must_be(bool(seats), "only_watching")
    must_go_on(state)
    must_be(not state.is_under_way, "too_late_to_abort")
    return Decision([Ended(even(len(state.seats), "aborted", min(seats)))])


def seat_bot(state: TableState, bot: Bot, secret: str, present: frozenset[int]) -> Decision:
    """Let a bot take the seat whose link it was given, unless somebody is there.

    `secret` is the hash of the one in the link.
    """
    must_go_on(state)
    link = "link", secret
    found = [i for i, seat in enumerate(state.seats) if (seat.kind, seat.secret) == link]
    must_be(bool(found), "no_such_seat")
    must_be(found[0] not in present, "seat_taken")
    return Decision([BotSeated(found[0], bot)])


def keep_review(state: TableState, evaluations: Sequence[Evaluation]) -> Decision:
    """Keep what the search thinks of each position with the finished game."""
    must_be(state.is_over and len(evaluations) == state.ply + 1, "outdated")
    return Decision([ReviewKept(tuple(evaluations))])


def must_be(allowed: bool, key: str) -> None:
    """Refuse what is not allowed, with that sentence."""
    if not allowed:
        raise refusal(key)


def must_go_on(state: TableState) -> None:
    """Refuse whatever needs a game that is not over."""
    must_be(not state.is_over, "table_over")


def _asked(state: TableState, bot: str) -> list[int]:
    """The seats that a bot was asked to take and has not answered for."""
    must_go_on(state)
    asked = [seat for seat in sorted(state.seats_of(bot)) if state.seats[seat].asked]
    must_be(bool(asked), "not_asked")
    return asked
