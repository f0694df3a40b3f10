"""Solutions of puzzles: a page for each position that the solver can reach, with all answers."""

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from tablier.position import Position
from tablier.puzzle import OTHERS, Page
from tablier.search.prover import Prover

MOST_PAGES = 16  # positions where the solver has to move
SAMPLE = 6  # moves that are searched first
GLANCE, PART = 400, 20  # the effort for that: so much, or this part of the whole if that is more


def own_moves(book: Mapping[str, Page]) -> int:
    """How many moves the solver makes in the main line."""
    own: list[str] = []
    while " ".join(own) in book:
        own.append(next(iter(book[" ".join(own)].right)))
    return len(own)


def write_book(prover: Prover, start: Position) -> dict[str, Page] | None:
    """A page for each position that the solver can reach; None if that is no puzzle."""
    seat, book = start.turn, dict[str, Page]()
    todo: list[tuple[tuple[str, ...], Position]] = [((), start)]
    while todo:
        own, position = todo.pop(0)
        wins = judge(prover, position, seat, most=MOST_PAGES if own else 1)
        if wins is None or len(book) == MOST_PAGES:
            return None
        page = write_page(prover, position, seat, wins)
        book[" ".join(own)] = page
        for token, line in page.right.items():
            end = position.play(token).play_all(line.split())
            if end.legal_actions:
                todo.append(((*own, token), end))
    return book


def judge(prover: Prover, position: Position, seat: int, most: int) -> dict[str, bool] | None:
    """Which moves win; None if that cannot be proven, or if more than `most` do."""
    wins: dict[str, bool] = {}
    if not is_clear(prover, position, seat):
        return None
    for token in position.legal_moves:
        verdict = prover.wins(position.play(token), seat)
        if verdict is None:
            return None
        wins[token] = verdict
        if sum(wins.values()) > most:
            return None
    return wins


def is_clear(prover: Prover, position: Position, seat: int) -> bool:
    """Are most moves of a sample easy to judge? Else it is not worth the effort."""
    moves = random.Random(0).sample(position.legal_moves, min(SAMPLE, len(position.legal_moves)))
    glance = max(GLANCE, prover.effort // PART)
    clear = [prover.wins(position.play(token), seat, glance) is not None for token in moves]
    return 2 * sum(clear) > len(clear)


def write_page(prover: Prover, position: Position, seat: int, wins: Mapping[str, bool]) -> Page:
    """The answers to all moves."""
    after = {token: position.play(token) for token in wins}
    shortest = sorted(after, key=lambda token: prover.known(after[token], seat)[1])
    right = {
        token: " ".join(defence(prover, after[token], seat)) for token in shortest if wins[token]
    }
    shown: dict[str, list[str]] = defaultdict(list)
    for token in (token for token in wins if not wins[token]):
        shown[" ".join(refutation(prover, after[token], seat))].append(token)
    return Page(right, shortened(shown))


def shortened(shown: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The moves of each line as one text; the longest list is OTHERS."""
    lines = {line: " ".join(tokens) for line, tokens in shown.items()}
    if lines:
        lines[max(lines, key=lambda line: len(lines[line]))] = OTHERS
    return lines


def defence(prover: Prover, position: Position, seat: int) -> Iterator[str]:
    """The opponent's turn in a lost position: the moves after which it takes longest."""
    while position.legal_actions and position.turn != seat:
        token = max(position.legal_moves, key=lambda each: _length(prover, position, each, seat))
        yield token
        position = position.play(token)


def refutation(prover: Prover, position: Position, seat: int) -> Iterator[str]:
    """What is left of the solver's turn, then the opponent's, if the solver has erred."""
    answered = False
    while position.legal_actions and not (answered and position.turn == seat):
        lost = lengths_of_losses(prover, position, seat)
        answered = answered or position.turn != seat
        hardest = max if position.turn == seat else min
        token = hardest(lost, key=lost.__getitem__)
        yield token
        position = position.play(token)


def lengths_of_losses(prover: Prover, position: Position, seat: int) -> dict[str, int]:
    """The moves after which the seat is known not to win, and how long the game goes on then."""
    after = {token: position.play(token) for token in position.legal_moves}
    if all(prover.known(end, seat)[0] is not False for end in after.values()):
        for end in after.values():  # it was proven, but dropped from the table of positions
            prover.wins(end, seat)
    known = {token: prover.known(end, seat) for token, end in after.items()}
    return {token: length for token, (wins, length) in known.items() if wins is False}


def _length(prover: Prover, position: Position, token: str, seat: int) -> int:
    return prover.known(position.play(token), seat)[1]
