"""Playing a job: from its text to its row, the same everywhere while nobody plays by the clock."""

import math
import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Any, cast

import numpy as np

from tablier.arena.entrants import Chooser, entrant, never
from tablier.arena.match import Bout, Halted, draw_opening
from tablier.game import Game, load, options_from_text
from tablier.games import package_of
from tablier.kernels.specialise import specialise
from tablier.payoffs import of_loser
from tablier.position import Position
from tablier.search.player import Analysis, MoveInfo, Player
from tablier.study import kernel
from tablier.study.jobs import OPENINGS, Job, Looked, Move, Played, Row

ALLY = "ally"
TRIED = 0.05  # of all visits, for a move to be taken seriously
LOST, SWAY = 0.15, 0.4  # in payoffs: how near to nothing is lost, how much is a decision
TOLD = 3  # decimals


@dataclass
class Ally:
    """Plays for itself and a partner, or alone: the move that promises most to both together.

    Its search takes all for selfish; only its own choice is made for two.
    """

    player: Player
    partner: int
    """How many seats behind its own the partner sits; 0 if there is none."""
    hope: float | None = None
    seen: Analysis | None = None
    """What its last search found."""

    def choose(self, position: Position, stop: Callable[[], bool] = never) -> str:
        """The token of that move, among those that the search took seriously."""
        self.seen = self.player.analyse(position, stop)
        seat, partner = position.turn, (position.turn + self.partner) % position.game.players
        best = max(serious(self.seen), key=lambda info: info.values[seat] + info.values[partner])
        self.hope = best.values[seat]
        return best.token


@dataclass
class Score:
    """Writes down what happens while a game goes on."""

    turns: int = 0
    seat: int | None = None
    choices: int = 0
    tree: float = 0.0
    tokens: list[str] = field(default_factory=list)
    course: list[tuple[int, int]] = field(default_factory=list)
    hopeless: int = 0
    kingmaking: int = 0

    def add(self, position: Position, token: str, hope: float | None) -> None:
        """Somebody who expects this plays the token."""
        n = len(position.legal_actions)
        self.turns += position.turn != self.seat
        self.seat = position.turn
        self.choices += n
        self.tree += math.log10(n)
        self.tokens.append(token)
        if hope is not None:
            self.course.append((position.turn, round(1000 * hope)))


def do(job: Job, name: str, stop: Callable[[], bool] = never) -> Row:
    """Do a job of the game of that name; `Halted` if `stop` says so before it is done."""
    game = game_of(name, job.options)
    begin = time.process_time()
    if job.part == OPENINGS:
        return look(job, game, begin, stop)
    if job.is_random:
        return play_at_random(job, game, begin)
    return play(job, game, begin, stop)


@cache
def game_of(name: str, options: str) -> Game:
    """The game of that name with these options, the rest at their defaults."""
    package = package_of(name)
    return load(package, options_from_text(package, options))


def dice_of(job: Job) -> random.Random:
    """Dice of its own for every job, the same on every machine."""
    return random.Random(job.key)


def sit_down(text: str, game: Game, seed: int) -> Chooser:
    """Somebody who plays as described."""
    kind, _, budget = text.partition(":")
    if kind != ALLY:
        return entrant(text).sit_down(game, seed)
    simulations, partner = map(int, budget.split(","))
    return Ally(Player(game, simulations=simulations, seed=seed), partner)


def play(job: Job, game: Game, begin: float, stop: Callable[[], bool] = never) -> Played:
    """Play a game in which somebody thinks."""
    dice = dice_of(job)
    choosers = [sit_down(text, game, dice.getrandbits(32)) for text in job.entrants]
    score, position = Score(), game.start(job.seed)
    bout = Bout(game, (entrant("random"), entrant("random")), job.seed, job.opening)
    for token in draw_opening(bout):
        score.add(position, token, None)
        position = position.play(token)
    while position.legal_actions:
        chooser = choosers[position.turn]
        token = chooser.choose(position, stop)
        if stop():
            raise Halted
        if isinstance(chooser, Ally) and chooser.seen is not None:
            watch(chooser.seen, score)
        score.add(position, token, chooser.hope)
        position = position.play(token)
    return row(
        job,
        position,
        begin,
        (len(score.tokens), score.turns, score.choices, score.tree),
        opening=job.opening,
        course=tuple(score.course),
        tokens=" ".join(score.tokens),
        hopeless=score.hopeless,
        kingmaking=score.kingmaking,
    )


def play_at_random(job: Job, game: Game, begin: float) -> Played:
    """Play a game in which nobody thinks, at machine speed."""
    states = np.frombuffer(bytearray(game.start(job.seed).data), game.rules.STATE)
    actions = np.empty(game.rules.WIDTH, np.int32)
    compiled = specialise(kernel, cast(ModuleType, game.rules))
    seed = np.uint64(dice_of(job).getrandbits(64))
    counts = compiled.random_game(states[0], actions, seed)
    return row(job, Position(game, states.tobytes()), begin, counts, opening=0)


def row(
    job: Job, end: Position, begin: float, counts: tuple[int, int, int, float], **more: Any
) -> Played:
    """What is kept of a game: `counts` are its moves, turns, choices and lines."""
    outcome = end.outcome()
    assert outcome is not None
    moves, turns, choices, tree = counts
    return Played(
        key=job.key,
        part=job.part,
        options=job.options,
        entrants=job.entrants,
        seed=job.seed,
        moves=int(moves),
        turns=int(turns),
        choices=round(choices / max(1, moves), TOLD),
        tree=round(float(tree), TOLD),
        payoffs=outcome.payoffs,
        ending=outcome.reason,
        scores=scores(end),
        seconds=round(time.process_time() - begin, 4),
        **more,
    )


def look(job: Job, game: Game, begin: float, stop: Callable[[], bool] = never) -> Looked:
    """Look at the start of a game: what each first move is worth."""
    position = game.start(job.seed)
    looker = entrant(job.entrants[0]).sit_down(game, dice_of(job).getrandbits(32))
    analysis = cast(Player, looker).analyse(position, stop)
    if stop():
        raise Halted
    first = position.turn
    return Looked(
        key=job.key,
        part=job.part,
        options=job.options,
        entrants=job.entrants,
        seed=job.seed,
        value=round(analysis.values[first], TOLD),
        moves=tuple(
            Move(info.token, info.visits, round(info.values[first], TOLD))
            for info in analysis.moves
            if info.visits
        ),
        seconds=round(time.process_time() - begin, 4),
    )


def scores(end: Position) -> tuple[float | None, ...]:
    """The first number of each seat's tally."""
    return tuple(map(first_number, (said.values for said in end.game.notation.tally(end.state))))


def first_number(values: object) -> float | None:
    """The first of these values that is a number, if there is one."""
    found = values.values() if isinstance(values, dict) else ()
    return next((float(value) for value in found if isinstance(value, int | float)), None)


# Who makes kings


def watch(analysis: Analysis, score: Score) -> None:
    """Note whether the mover has nothing to win any more, and whether it decides who does."""
    moves, mover = serious(analysis), analysis.position.turn
    if is_lost(moves, mover, analysis.position.game.players):
        score.hopeless += 1
        score.kingmaking += sways(moves, mover)


def serious(analysis: Analysis) -> list[MoveInfo]:
    """The moves that the search has tried often enough to know what they are worth."""
    least = TRIED * analysis.visits
    return [info for info in analysis.moves if info.visits >= least or info.proven] or [
        analysis.moves[0]
    ]


def is_lost(moves: Iterable[MoveInfo], mover: int, players: int) -> bool:
    """Can the mover expect next to nothing, whatever it plays?"""
    return max(info.values[mover] for info in moves) <= of_loser(players) + LOST


def sways(moves: Sequence[MoveInfo], mover: int) -> bool:
    """Does it depend on the mover which of its rivals wins?"""
    seats = [seat for seat in range(len(moves[0].values)) if seat != mover]
    best = {max(seats, key=lambda seat, info=info: info.values[seat]) for info in moves}  # type: ignore[misc]
    spans = (
        max(info.values[seat] for info in moves) - min(info.values[seat] for info in moves)
        for seat in seats
    )
    return len(best) > 1 and max(spans) >= SWAY
