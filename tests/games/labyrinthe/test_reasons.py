"""What Le Jeu du Labyrinthe says for a move is true, as the slow rules see it (§3, §4, §5)."""

from dataclasses import replace

from tests.games.labyrinthe import naive
from tests.games.reasons import Facts, choices, plural, said_of

import tablier
from tablier.games.labyrinthe.reasons import FAR
from tablier.reasons import Choice
from tablier.texts import Who


def read(position: tablier.Position) -> naive.Position:
    return naive.read(str(position), position.game.options)


def slides(position: naive.Position, seat: int, pawn: naive.Square) -> int:
    """The fewest slides of this pawn to the centre, tried one by one."""
    there = {pawn}
    for n in range(FAR):
        if there & naive.CENTRE:
            return n
        there |= {end for square in there for end in ends(position, seat, pawn, square)}
    return FAR


def ends(
    position: naive.Position, seat: int, pawn: naive.Square, square: naive.Square
) -> set[naive.Square]:
    """Where the pawn could slide to if it stood on that square."""
    moved = naive.moved_pawn(position, seat, pawn, square)
    token = f"{naive.name_of(square)}-"
    return {
        naive.square_of(move.removeprefix(token))
        for move in naive.pawn_moves(replace(moved, mover=seat, pawns=only(moved, seat, square)))
        if move.startswith(token)
    }


def only(
    position: naive.Position, seat: int, square: naive.Square
) -> tuple[tuple[naive.Square, ...], ...]:
    """The pawns as obstacles, with this one alone as the mover's."""
    others = [each for pawns in position.pawns for each in pawns]
    others.remove(square)
    rest = 1 if seat == 0 else 0
    places: list[tuple[naive.Square, ...]] = [()] * len(position.pawns)
    places[seat], places[rest] = (square,), tuple(others)
    return tuple(places)


def truth(choice: Choice) -> Facts:
    """Everything that can be said for a move, by the slow rules."""
    before, after = read(choice.before), read(choice.after)
    if ":" in choice.token:
        return of_block(before, after)
    if "-" not in choice.token:
        return {}
    seat = before.mover
    start, end = map(naive.square_of, choice.token.split("-"))
    found = Facts()
    if end in naive.CENTRE and start not in naive.CENTRE:
        found["enters"] = {"n": naive.in_centre(after, seat), "enough": naive.TO_WIN}
    elif slides(after, seat, end) < slides(before, seat, start):
        found |= plural("nearer", slides(after, seat, end))
    holders = [each for each in range(len(before.pawns)) if end in before.pawns[each]]
    if holders and holders != [seat]:
        if len(before.pawns) == 2:
            found["displaces_opponents"] = {}
        else:
            found["displaces"] = {"player": Who(holders[0])}
    return found


def of_block(before: naive.Position, after: naive.Position) -> Facts:
    found = Facts()
    changes = []
    for seat, pawns in enumerate(before.pawns):
        for pawn in pawns:
            was, now = slides(before, seat, pawn), slides(after, seat, pawn)
            changes.append((-abs(now - was), pawn, seat, was, now))
    for _, pawn, seat, was, now in sorted(changes, reverse=True):  # the largest comes last
        name = naive.name_of(pawn)
        if seat == before.mover and now < was:
            found.pop("shortens", None)
            found.pop("shortens_one", None)
            found |= {"shortens_one": {"pawn": name}} if now == 1 else {}
            found |= {"shortens": {"pawn": name, "n": now}} if now != 1 else {}
        elif seat != before.mover and now > was:
            found.pop("lengthens", None)
            found.pop("closes", None)
            found["closes" if now == FAR else "lengthens"] = {"pawn": name, "n": now}
    return found


def test_all_that_is_said_is_true_and_nothing_is_left_out() -> None:
    said: set[str] = set()
    for choice in choices("labyrinthe", every=30, seed=5):
        facts = said_of(choice)
        assert facts == truth(choice), (str(choice.before), choice.token, choice.line)
        said |= facts.keys()
    assert {"nearer", "lengthens", "shortens", "closes"} <= said
