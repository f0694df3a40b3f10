"""Answers to each move of somebody who solves a puzzle, which it is stored with."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from tablier.arena.mining.solver import Solver, turns_after
from tablier.position import Position
from tablier.puzzle import OTHERS, Page
from tablier.search.player import Player

MOST_FIRST = 3  # first moves that win
MOST_RIGHT = 6  # later moves that win, where they are not the last
MOST_PAGES = 40  # positions where the solver has to move
DEFENCES = 40  # turns of the opponent that are compared
FAR = 8  # turns that are told apart
SIMULATIONS = 60  # for the answer to a move after which the time is up


class Unproven(Exception):
    """What the answers need could not be proven."""


@dataclass
class Author:
    """Writes the answers of a puzzle: a win of the player to move in so many turns."""

    solver: Solver
    start: Position
    turns: int

    def __post_init__(self) -> None:
        self.seat = self.start.turn
        self._lines: list[tuple[str, ...]] = []
        self._player = Player(self.start.game, simulations=SIMULATIONS, memory=4_000_000)

    def write(self) -> dict[str, Page] | None:
        """A page for each position that the solver can reach; None if that is no puzzle."""
        pages: dict[str, Page] = {}
        todo: list[tuple[tuple[str, ...], Position, int]] = [((), self.start, self.turns)]
        while todo:
            own, position, turns = todo.pop(0)
            page = self.page(position, turns, first=not own)
            if page is None or len(pages) == MOST_PAGES:
                return None
            pages[" ".join(own)] = page
            for token, line in page.right.items():
                after = position.play(token)
                left, end = turns_after(position, after, turns), after.play_all(line.split())
                if not self.is_done(end):
                    todo.append(((*own, token), end, left))
        return pages

    def is_done(self, position: Position) -> bool:
        """Has the solver won for certain?"""
        return position.is_over or self.solver.wins(position, self.seat, 0) is True

    def page(self, position: Position, turns: int, first: bool) -> Page | None:
        """The answers to all moves there."""
        winners = self.solver.winners(position, self.seat, turns, MOST_FIRST if first else None)
        if not winners:
            return None
        right = winners if first else self.best(position, turns, winners)
        if right is None:
            return None
        answers = {}
        for token in right:
            after = position.play(token)
            left = turns_after(position, after, turns)
            answers[token] = " ".join(self.defence(after, left))
        shown: dict[str, list[str]] = {}
        for token in position.legal_moves:
            if token not in winners:
                line = self.refutation(position, token, turns)
                shown.setdefault(" ".join(line), []).append(token)
        slow = tuple(token for token in winners if token not in right)
        return Page(answers, shortened(shown), slow)

    def best(
        self, position: Position, turns: int, winners: tuple[str, ...]
    ) -> tuple[str, ...] | None:
        """The winning moves that count as right: if there are many, the quickest."""
        if len(winners) <= MOST_RIGHT:
            return winners
        fewest = self.solver.fewest(position, self.seat, min(turns, FAR))
        if fewest is not None and fewest < turns:
            winners = self.solver.winners(position, self.seat, fewest) or winners
        if len(winners) > MOST_RIGHT and fewest == 1:
            winners = self.solver.quickest(position, self.seat, 1)
        ends = all(self.is_done(position.play(token)) for token in winners)
        return winners if ends or len(winners) <= MOST_RIGHT else None

    # Answers to right moves

    def defence(self, position: Position, turns: int) -> tuple[str, ...]:
        """The opponent's turn that makes it hardest for the solver, among many."""
        if position.turn == self.seat or self.is_done(position):
            return ()
        ends = {end.data: (tokens, end) for tokens, end in self.turns_of(position)}
        return max(ends.values(), key=lambda found: (self.trouble(found[1], turns), found[0]))[0]

    def turns_of(self, position: Position) -> Iterator[tuple[tuple[str, ...], Position]]:
        """Some whole turns of the opponent, and where they lead."""
        dice = random.Random(str(position))
        for token in dice.sample(position.legal_moves, min(DEFENCES, len(position.legal_moves))):
            tokens, end = [token], position.play(token)
            while not end.is_over and end.turn != self.seat:
                tokens.append(dice.choice(end.legal_moves))
                end = end.play(tokens[-1])
            yield tuple(tokens), end

    def trouble(self, position: Position, turns: int) -> tuple[int, int]:
        """How many turns the solver needs there, and how few moves win."""
        if self.is_done(position):
            return 0, 0
        needed = self.solver.fewest(position, self.seat, min(turns, FAR))
        if needed != 1:
            return needed or FAR + 1, 0
        return 1, -len(self.solver.winners(position, self.seat, 1) or ())

    # Answers to wrong moves

    def refutation(self, position: Position, token: str, turns: int) -> tuple[str, ...]:
        """The opponent's turn after a move that does not win; none while the solver's goes on."""
        after = position.play(token)
        if after.is_over or after.turn == self.seat:
            return ()
        left = turns_after(position, after, turns)
        for line in self._lines:
            if self.refutes(after, line, left):
                return line
        line = tuple(self.refuting(after, left))
        self._lines.insert(0, line)
        return line

    def refutes(self, position: Position, line: tuple[str, ...], turns: int) -> bool:
        """Can the opponent play that turn, and does the solver not win then?"""
        for token in line:
            if position.is_over or position.turn == self.seat or token not in position.legal_moves:
                return False
            position = position.play(token)
        is_whole = position.is_over or position.turn == self.seat
        return is_whole and self.solver.wins(position, self.seat, turns) is False

    def refuting(self, position: Position, turns: int) -> Iterator[str]:
        """A turn of the opponent after which the solver does not win."""
        while not position.is_over and position.turn != self.seat:
            moves = [self._player.choose(position), *position.legal_moves]
            refutes = (
                token
                for token in moves
                if self.solver.wins(position.play(token), self.seat, turns) is False
            )
            token = next(refutes, None)
            if token is None:
                raise Unproven
            yield token
            position = position.play(token)


def shortened(shown: dict[str, list[str]]) -> dict[str, str]:
    """The moves of each line as one text; the longest list is OTHERS."""
    lines = {line: " ".join(tokens) for line, tokens in shown.items()}
    if lines:
        lines[max(lines, key=lambda line: len(lines[line]))] = OTHERS
    return lines
