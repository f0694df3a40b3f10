"""Finds puzzles: positions of games between computer players that can be won in exactly one way.

A position counts only if it is proven, for every legal move, whether it wins or not: once by
proof-number search, once more by exhaustive search. From each game comes one puzzle at most, the
hardest, so that no two are alike. Its solution has a page for each position that the solver can
reach, with all answers.
"""

import random
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, pairwise, zip_longest
from typing import TypeVar

from tablier.arena.entrants import Entrant, never
from tablier.arena.match import Bout, Halted, play
from tablier.game import Game, load
from tablier.position import BadPosition, Position
from tablier.puzzle import OTHERS, Page, Puzzle
from tablier.search.levels import LEVELS, player
from tablier.search.prover import Prover, exhausted

Item = TypeVar("Item")

FEWEST_CHOICES = 3  # legal moves, else it is no puzzle
FEWEST_MOVES = 2  # of the solver
LOOKS = 100  # positions of a game that are searched as if few turns were left
MOST_UNPROVEN = 4  # positions in a row without a proof: earlier ones are harder still
MOST_SEEN = 10_000_000  # positions of the second proof
RATED = 4  # puzzles of a game, of which the hardest is taken
TRIES, FOUND = 20, 16  # a level finds a move if so many of its tries do
MOST_PAGES = 16  # positions where the solver has to move
SAMPLE = 6  # moves that are searched first
GLANCE, PART = 400, 20  # the effort for that: so much, or this part of the whole if that is more


@dataclass(frozen=True)
class Source:
    """A game to be played and searched for puzzles."""

    game: Game
    seed: int
    levels: tuple[int, int]
    """The weakest and the strongest player."""
    opening: int
    effort: int
    last: tuple[int, ...] = ()
    """Its positions are searched as if so many turns were left; if empty, as they are."""

    def positions(self, stop: Callable[[], bool]) -> list[Position]:
        """The positions of the game, in order."""
        dice = random.Random(self.seed)
        first, second = (Entrant("level", dice.randint(*self.levels)) for _ in range(2))
        bout = Bout(self.game, (first, second), self.seed, self.opening)
        return list(play(bout, stop).record().positions())

    def endings(self, stop: Callable[[], bool]) -> Iterator[tuple[Position, int | None]]:
        """Positions near an end, and how many turns are left if that is limited."""
        positions = self.positions(stop)
        if not self.last:
            yield from ((position, None) for position in reversed(positions))
            return
        begun = [here for before, here in pairwise(positions) if before.turn != here.turn]
        some = random.Random(self.seed).sample(begun, min(LOOKS, len(begun)))
        for position in some:
            for left in self.last:
                ending = curtailed(position, left)
                if ending is not None:
                    yield ending, left


def curtailed(position: Position, left: int) -> Position | None:
    """The position at the beginning of a turn, if so many turns were left, this one included."""
    chosen, most = position.game, position.game.rules.OPTIONS["turn_limit"][1][-1]

    def goes_on(limit: int) -> Position | None:
        options = {**chosen.options, "turn_limit": limit}
        try:
            found = load(chosen.package, options).position(str(position))
        except BadPosition:
            return None
        return found if found.legal_actions else None

    shortest = bisect_left(range(1, most), True, key=lambda limit: goes_on(limit) is not None) + 1
    if shortest == 1:  # within a turn, where the limit is not checked
        return None
    return goes_on(shortest + left - 1) if shortest + left <= most else None


def hardest(source: Source, stop: Callable[[], bool] = never) -> Puzzle | None:
    """The hardest puzzle of a game; None if there is none. `Halted` if `stop` says so before."""
    prover = Prover(source.game, source.effort)
    endings = until(stop, source.endings(stop))
    longest = sorted(drafts(prover, endings), key=lambda draft: -draft.moves)
    proven = (draft for draft in until(stop, longest) if confirmed(draft, prover))
    some = islice(proven, RATED)
    rated = [replace(draft, level=level) for draft in some if (level := rate(draft, stop))]
    return max(rated, key=lambda each: (each.level, each.moves), default=None)


def until(stop: Callable[[], bool], items: Iterable[Item]) -> Iterator[Item]:
    """The same items; `Halted` once `stop` says so."""
    for item in items:
        if stop():
            raise Halted
        yield item


def spread(found: Iterable[Puzzle], n: int) -> list[Puzzle]:
    """So many of them, from all levels in turn, the easiest first and numbered."""
    levels: dict[int, list[Puzzle]] = defaultdict(list)
    for each in sorted(found, key=lambda each: -each.moves):
        levels[each.level].append(each)
    rounds = zip_longest(*(levels[level] for level in sorted(levels, reverse=True)))
    some = [each for each in chain.from_iterable(rounds) if each is not None][:n]
    ordered = sorted(some, key=lambda each: (each.level, each.moves))
    return [replace(each, number=number) for number, each in enumerate(ordered, 1)]


def drafts(prover: Prover, endings: Iterator[tuple[Position, int | None]]) -> Iterator[Puzzle]:
    """The puzzles among these positions, not yet confirmed and not rated."""
    unproven = 0
    for position, left in endings:
        if len(position.legal_actions) < FEWEST_CHOICES:
            continue
        wins = prover.wins(position, position.turn)
        unproven = unproven + 1 if wins is None and left is None else 0
        if unproven == MOST_UNPROVEN:
            return
        book = write_book(prover, position) if wins else None
        if book is not None and own_moves(book) >= FEWEST_MOVES:
            yield Puzzle(0, position, 0, own_moves(book), left, book)


def confirmed(puzzle: Puzzle, prover: Prover) -> bool:
    """Does exhaustive search confirm every move of every page?"""
    left = MOST_SEEN
    for key, page in puzzle.book.items():
        position = puzzle.try_(*key.split()).position
        for token in position.legal_moves:
            after = position.play(token)
            length = prover.known(after, puzzle.seat)[1]
            wins, seen = exhausted(after, puzzle.seat, length, left)
            left -= seen
            if wins is not (token in page.right):
                return False
    return True


def rated_again(puzzle: Puzzle, stop: Callable[[], bool] = never) -> Puzzle:
    """The same puzzle with the level that finds it now, the last one if none does."""
    return replace(puzzle, level=rate(puzzle, stop) or len(LEVELS))


def rate(puzzle: Puzzle, stop: Callable[[], bool]) -> int | None:
    """The weakest level that finds the first move; None if none does."""
    return next((n for n in range(1, len(LEVELS) + 1) if finds(puzzle, n, stop)), None)


def finds(puzzle: Puzzle, level: int, stop: Callable[[], bool]) -> bool:
    """Do enough tries of a level find the first move?"""
    (best,), missed = puzzle.winning(), 0
    for seed in range(TRIES):
        tried = player(puzzle.game, level=level, seed=seed).choose(puzzle.position, stop)
        missed += tried != best
        if missed > TRIES - FOUND:
            return False
    return True


# Solutions


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
        after = {token: position.play(token) for token in position.legal_moves}
        token = max(after, key=lambda token: prover.known(after[token], seat)[1])
        yield token
        position = after[token]


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
