"""Runs a job: its row is the same on every machine, except for players with a time limit."""

import math
import random
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any, cast

import numpy as np

from tablier.arena.entrants import Chooser, entrant
from tablier.arena.match import Halted, draw_opening, moves
from tablier.game import Game, load
from tablier.games import game_from_text
from tablier.kernels.specialisation import specialise
from tablier.nets import net_of
from tablier.payoffs import of_loser
from tablier.position import Position, _made
from tablier.search.analysis import Analysis, MoveInfo
from tablier.search.player import Player
from tablier.study import kernel
from tablier.study.jobs import OPENINGS, GameRow, Job, Move, Row, StartRow
from tablier.threads import Stop, never

ALLY = "ally"
TRIED = 0.05  # of all visits, for a move to be a serious one
SHORT, BROAD = 100, 0.2  # the simulations and the insight of the search behind varied moves
LOST, SWAY = 0.15, 0.4  # in payoffs: how near to a loss is lost, how much is a decision
DECIMALS = 3


@dataclass
class Ally:
    """Plays for itself and a partner, or alone: the move that promises most to both together.

    Its search takes all for selfish; only its own choice is made for two.
    """

    player: Player
    partner: int
    """How many seats behind its own the partner sits; 0 if there is none."""
    hope: float | None = None
    analysis: Analysis | None = None
    """What its last search found."""

    def choose(self, position: Position, stop: Stop = never) -> str:
        """The token of that move, among those that the search took seriously."""
        self.analysis = self.player.analyse(position, stop)
        seat, partner = position.turn, (position.turn + self.partner) % position.game.players
        moves = serious(self.analysis)
        best = max(moves, key=lambda info: info.values[seat] + info.values[partner])
        self.hope = best.values[seat]
        return best.token


@dataclass
class Beginner:
    """Begins with varied moves; from then on, the player itself plays.

    A search with a net throws no dice: from one start, it would play the same game again and again.
    """

    varied: Player
    other: Chooser
    left: int
    """How many moves are still varied."""
    hope: float | None = None

    def choose(self, position: Position, stop: Stop = never) -> str:
        """The token of the move to play."""
        player = self.varied if self.left > 0 else self.other
        self.left -= 1
        token = player.choose(position, stop)
        self.hope = player.hope
        return token


@dataclass
class GameLog:
    """What happens while a game goes on."""

    turns: int = 0
    seat: int | None = None
    choices: int = 0
    tree: float = 0.0
    tokens: list[str] = field(default_factory=list)
    course: list[tuple[int, int]] = field(default_factory=list)
    hopeless: int = 0
    kingmaking: int = 0

    def add(self, position: Position, token: str, hope: float | None) -> None:
        """A move, and how the player that chose it evaluates it."""
        n = len(position.legal_actions)
        self.turns += position.turn != self.seat
        self.seat = position.turn
        self.choices += n
        self.tree += math.log10(n)
        self.tokens.append(token)
        if hope is not None:
            self.course.append((position.turn, round(1000 * hope)))

    def add_kingmaking(self, analysis: Analysis) -> None:
        """Count whether the mover is lost, and whether it decides who wins."""
        moves, mover = serious(analysis), analysis.position.turn
        if is_lost(moves, mover, analysis.position.game.players):
            self.hopeless += 1
            self.kingmaking += sways(moves, mover)


def run_job(job: Job, name: str, stop: Stop = never) -> Row:
    """The row of a job of the game of that name; `Halted` if `stop` says so before it is done."""
    game = game_from_text(name, job.options)
    begin = time.process_time()
    if job.part == OPENINGS:
        return search_start(job, game, begin, stop)
    if job.is_random:
        return play_at_random(job, game, begin)
    return play(job, game, begin, stop)


def run_batch(name: str, jobs: Iterable[Job], stop: Stop = never) -> list[Row]:
    """The rows of several jobs of the game of that name."""
    return [run_job(job, name, stop) for job in jobs]


def dice_of(job: Job) -> random.Random:
    """Random numbers of its own for every job, the same on every machine."""
    return random.Random(job.key)


def new_player(text: str, game: Game, seed: int) -> Chooser:
    """The player of that description."""
    kind, _, budget = text.partition(":")
    if kind == ALLY:
        simulations, partner = map(int, budget.split(","))
        return Ally(_judged(Player(game, simulations=simulations, seed=seed)), partner)
    found = entrant(text).new_player(game, seed)
    return _judged(found) if isinstance(found, Player) else found


def begun(chooser: Chooser, moves: int) -> Chooser:
    """The same player, so many of whose first moves are varied."""
    player = chooser.player if isinstance(chooser, Ally) else chooser
    if moves == 0 or not isinstance(player, Player):
        return chooser
    plan = replace(player.way, insight=BROAD)
    varied = replace(player, simulations=SHORT, softness=1.0, plan=plan)
    return Beginner(varied, chooser, moves)


def _judged(player: Player) -> Player:
    """With the game's net even if options are new to it: an option must not change who plays."""
    net = net_of(load(player.game.package, {}))
    return replace(player, net=net) if net is not None and player.net is True else player


def play(job: Job, game: Game, begin: float, stop: Stop = never) -> GameRow:
    """Play a game between players of whom one at least searches."""
    dice = dice_of(job)
    seeds = [dice.getrandbits(32) for _ in job.entrants]
    choosers = [
        begun(new_player(text, game, seed), job.varied)
        for text, seed in zip(job.entrants, seeds, strict=True)
    ]
    log, end = GameLog(), game.start(job.seed)
    for token in draw_opening(end, job.opening, job.seed):
        log.add(end, token, None)
        end = end.play(token)
    for position, token, after in moves(end, choosers, stop):
        chooser = choosers[position.turn]
        if (analysis := analysis_of(chooser)) is not None:
            log.add_kingmaking(analysis)
        log.add(position, token, chooser.hope)
        end = after
    return row(
        job,
        end,
        begin,
        (len(log.tokens), log.turns, log.choices, log.tree),
        opening=job.opening,
        course=tuple(log.course),
        tokens=" ".join(log.tokens),
        hopeless=log.hopeless,
        kingmaking=log.kingmaking,
    )


def analysis_of(chooser: Chooser) -> Analysis | None:
    """What an ally found when it chose its last move."""
    if isinstance(chooser, Beginner):
        return analysis_of(chooser.other) if chooser.left < 0 else None
    return chooser.analysis if isinstance(chooser, Ally) else None


def play_at_random(job: Job, game: Game, begin: float) -> GameRow:
    """Play a game between random players, in compiled code."""
    states = np.frombuffer(bytearray(game.start(job.seed).data), game.rules.STATE)
    actions = np.empty(game.rules.WIDTH, np.int32)
    compiled = specialise(kernel, cast(ModuleType, game.rules))
    seed = np.uint64(dice_of(job).getrandbits(64))
    counts = compiled.random_game(states[0], actions, seed)
    return row(job, _made(game, states.tobytes(), None), begin, counts, opening=0)


def row(
    job: Job, end: Position, begin: float, counts: tuple[int, int, int, float], **more: Any
) -> GameRow:
    """The row of a game: `counts` are its moves, turns, choices and lines."""
    outcome = end.outcome()
    assert outcome is not None
    moves, turns, choices, tree = counts
    return GameRow(
        **job.columns,
        moves=int(moves),
        turns=int(turns),
        choices=round(choices / max(1, moves), DECIMALS),
        tree=round(float(tree), DECIMALS),
        payoffs=outcome.payoffs,
        ending=outcome.reason,
        scores=scores(end),
        seconds=round(time.process_time() - begin, 4),
        **more,
    )


def search_start(job: Job, game: Game, begin: float, stop: Stop = never) -> StartRow:
    """Search the start of a game: the evaluation of each first move."""
    position = game.start(job.seed)
    player = entrant(job.entrants[0]).new_player(game, dice_of(job).getrandbits(32))
    analysis = cast(Player, player).analyse(position, stop)
    if stop():
        raise Halted
    first = position.turn
    return StartRow(
        **job.columns,
        value=round(analysis.values[first], DECIMALS),
        moves=tuple(
            Move(info.token, info.visits, round(info.values[first], DECIMALS))
            for info in analysis.moves
            if info.visits
        ),
        seconds=round(time.process_time() - begin, 4),
    )


def scores(end: Position) -> tuple[float | None, ...]:
    """The first number of each seat's tally, if it has one."""
    tallies = (said.values.values() for said in end.game.notation.tally(end.state))
    numbers = ((float(n) for n in tally if isinstance(n, int | float)) for tally in tallies)
    return tuple(next(found, None) for found in numbers)


# Kingmaking


def serious(analysis: Analysis) -> list[MoveInfo]:
    """The moves that the search has tried often enough to know what they are worth."""
    least = TRIED * analysis.visits
    return [info for info in analysis.moves if info.visits >= least or info.proven] or [
        analysis.moves[0]
    ]


def is_lost(moves: Iterable[MoveInfo], mover: int, players: int) -> bool:
    """Is every move as bad as a loss for the mover, or nearly so?"""
    return max(info.values[mover] for info in moves) <= of_loser(players) + LOST


def sways(moves: Sequence[MoveInfo], mover: int) -> bool:
    """Does the mover decide which of its rivals wins?"""
    seats = [seat for seat in range(len(moves[0].values)) if seat != mover]
    best = {max(seats, key=lambda seat, info=info: info.values[seat]) for info in moves}  # type: ignore[misc]
    spans = (
        max(info.values[seat] for info in moves) - min(info.values[seat] for info in moves)
        for seat in seats
    )
    return len(best) > 1 and max(spans) >= SWAY
