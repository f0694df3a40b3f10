"""Mines a game for puzzles: plays it, and looks for wins in a few turns that are hard to see.

A puzzle is a position at the beginning of a turn which the player to move wins in so many turns
whatever the others do, but only by few of the first moves. All of that is proven. A game gives
several puzzles, but none within a few turns of another.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from tablier.arena.entrants import Entrant
from tablier.arena.match import Bout, Halted, play
from tablier.arena.mining.answers import Author, Unproven
from tablier.arena.mining.rating import growth, hits, level
from tablier.arena.mining.solver import Solver, turns_after
from tablier.game import Game, optional_module
from tablier.kernels.stand_ins import aim as no_aim
from tablier.position import Position
from tablier.puzzle import Page
from tablier.search.analysis import Analysis
from tablier.search.levels import player
from tablier.search.player import Player
from tablier.search.prover import ANY, Prover
from tablier.threads import Stop, never

FEWEST_CHOICES = 4  # legal moves
FEWEST_MOVES = 2  # of the solver, in the main line
GLANCE, HOPE = 300, 0.0  # simulations before a proof is tried, and what they have to expect
TOP = 16  # moves that the glance likes best: one of them has to win
AT_FIRST = 800_000  # positions that are looked at for one question until a win is found
SLIP = 3  # the level that makes mistakes
APART = 4  # turns between two puzzles of a game
MOST_FOUND, MOST_SHORT = 6, 1  # puzzles of a game; of them won in one turn


@dataclass(frozen=True)
class MiningJob:
    """A game to be played and mined."""

    game: Game
    seed: int
    levels: tuple[int, int]
    """The weakest and the strongest player."""
    opening: int
    """Moves at random before they play."""
    turns: int
    """The longest puzzles, in turns of the solver."""
    most: int
    """Positions that are looked at for one question, without a memory."""
    effort: int
    """Positions that are remembered for one question after that."""
    slips: int
    """Positions after mistakes that are looked at, for each one of the game."""
    missed: int = 0
    """Simulations of a search that has to miss the first move, if not none."""

    def solver(self, most: int | None = None) -> Solver:
        """What answers questions about a position of the game."""
        prover = prover_of(self.game, self.effort) if self.effort else None
        return Solver(prover, min(self.most, most or self.most))

    def positions(self, stop: Stop) -> list[Position]:
        """The positions of the game at the beginnings of turns, in order."""
        dice = random.Random(self.seed)
        first, second = (Entrant("level", dice.randint(*self.levels)) for _ in range(2))
        bout = Bout(self.game, (first, second), self.seed, self.opening)
        positions = list(play(bout, stop).record().positions())
        begun = [here for before, here in pairwise(positions) if before.turn != here.turn]
        return [each for each in begun if not each.is_over]

    def places(self, stop: Stop) -> Iterator[tuple[int, Position]]:
        """The positions that are looked at, each with its turn: of the game, and after slips."""
        begun, dice = self.positions(stop), random.Random(f"{self.seed} places")
        numbers = [(n, slip) for n in range(len(begun)) for slip in range(self.slips + 1)]
        for number, slip in dice.sample(numbers, len(numbers)):
            here = begun[number]
            yield number, slipped(here, self.seed + slip) if slip else here


def slipped(position: Position, seed: int) -> Position:
    """The position after a turn of a weak player."""
    weak, mover = player(position.game, level=SLIP, seed=seed), position.turn
    while not position.is_over and position.turn == mover:
        position = position.play(weak.choose(position))
    return position.without_moves()


class NoPuzzle(Exception):
    """Why a position gives no puzzle."""


def mine(job: MiningJob, stop: Stop = never) -> dict[str, Any]:
    """The puzzles of a game, as data, and why other positions gave none.

    `Halted` once `stop` says so.
    """
    found: list[dict[str, Any]] = []
    none: Counter[str] = Counter()
    for number, position in job.places(stop):
        if stop():
            raise Halted
        if position.is_over or any(abs(number - each["turn"]) < APART for each in found):
            continue
        short = sum(each["turns"] == 1 for each in found)
        try:
            row = look(job, position, 2 if short == MOST_SHORT else 1, stop)
        except NoPuzzle as why:
            none[str(why)] += 1
            continue
        found.append({"turn": number, **row})
        if len(found) == MOST_FOUND:
            break
    return {"seed": job.seed, "found": found, "none": none}


def look(job: MiningJob, position: Position, least: int, stop: Stop) -> dict[str, Any]:
    """The puzzle of so many turns at least that a position is, if it is one, with its ratings."""
    for solver, stake, turns in wins(job, position):
        if turns < least:
            continue
        if job.missed and is_found(solver, stake, turns, job.missed):
            raise NoPuzzle("easy")
        answers = written(job.solver(), stake, turns)
        if own_moves(answers) < FEWEST_MOVES:
            raise NoPuzzle("one move")
        return described(stake, position, turns, answers, stop)
    raise NoPuzzle("no win")


def written(solver: Solver, position: Position, turns: int) -> dict[str, Page]:
    """The answers to all moves of a puzzle."""
    try:
        answers = Author(solver, position, turns).write()
    except Unproven:
        answers = None
        solver.has_given_up = True
    if not answers:
        raise NoPuzzle("unproven" if solver.has_given_up else "many ways")
    return answers


def wins(job: MiningJob, position: Position) -> Iterator[tuple[Solver, Position, int]]:
    """What the player to move wins, with which stakes, and in how many turns."""
    solver = job.solver(AT_FIRST)
    for stake in stakes(position):
        if len(stake.legal_actions) < FEWEST_CHOICES or turns_needed(stake) > job.turns:
            continue
        turns = turns_to_win(solver, stake, job.turns, promising(stake))
        if turns is not None:
            yield solver, stake, turns
        if solver.has_given_up:
            return


def turns_needed(position: Position) -> int:
    """How many turns the player to move needs at least, by the aim of the game."""
    aim = optional_module(position.game, "aim") or no_aim
    return int(aim.turns_needed(position.state, position.turn))


@cache
def prover_of(game: Game, effort: int) -> Prover:
    """The prover of this process."""
    return Prover(game, effort)


def turns_to_win(
    solver: Solver, position: Position, most: int, tokens: Sequence[str]
) -> int | None:
    """The fewest turns in which the player to move wins, by one of these moves if it takes two.

    ANY in games that have a fixed end.
    """
    if "turn_limit" not in position.game.rules.OPTIONS:
        return ANY if is_won_by(solver, position, tokens, ANY) else None
    for turns in range(1, most + 1 if tokens else 1):
        if is_won_by(solver, position, tokens if turns > 1 else position.legal_moves, turns):
            is_fewest = solver.wins(position, position.turn, turns - 1) is False
            return turns if is_fewest else None
    return None


def is_won_by(solver: Solver, position: Position, tokens: Sequence[str], turns: int) -> bool:
    """Does one of these moves win in so many turns?"""
    ends = ((after, turns_after(position, after, turns)) for after in map(position.play, tokens))
    return any(solver.wins(after, position.turn, left) for after, left in ends)


def is_found(solver: Solver, position: Position, turns: int, simulations: int) -> bool:
    """Does a search of so many simulations choose a move that wins?"""
    chosen = glance(position, simulations).moves[0].token
    return is_won_by(solver, position, (chosen,), turns)


def stakes(position: Position) -> Iterator[Position]:
    """The position with all scores with which it is looked at."""
    part = optional_module(position.game, "aim")
    yield from getattr(part, "stakes", lambda same: iter((same,)))(position)


def promising(position: Position) -> tuple[str, ...]:
    """The moves that a glance likes best; none if it does not expect the player to win."""
    seen = glance(position, GLANCE)
    if seen.values[position.turn] < HOPE:
        return ()
    return tuple(each.token for each in seen.moves if each.visits or each.proven)[:TOP]


def glance(position: Position, simulations: int) -> Analysis:
    """What a short search thinks of the position."""
    return Player(position.game, simulations=simulations, memory=12_000_000).analyse(position)


def own_moves(answers: Mapping[str, Page]) -> int:
    """How many moves the solver makes in the main line."""
    own: list[str] = []
    while " ".join(own) in answers:
        own.append(next(iter(answers[" ".join(own)].right)))
    return len(own)


def described(
    position: Position, played: Position, turns: int, answers: Mapping[str, Page], stop: Stop
) -> dict[str, Any]:
    """A puzzle with all that is needed to choose among them."""
    right: Sequence[str] = tuple(answers[""].right)
    found = hits(position, right, stop)
    grown, others = growth(position, right, stop)
    return {
        "position": str(position),
        "played": position == played,
        "turns": turns,
        "moves": own_moves(answers),
        "choices": len(position.legal_actions),
        "level": level(position, found, grown),
        "hits": found,
        "grown": grown,
        "others": others,
        "answers": {key: page.json() for key, page in answers.items()},
    }
