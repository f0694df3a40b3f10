"""Matches: games in pairs, both from the same opening and with the seats changed in between.

The first entrant has the even seats, then the odd ones, so that with four players too each has
every seat once. What an entrant scores is its seats' part of the point, 0 to 1.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from tablier.arena.entrants import Chooser, Entrant, random_move
from tablier.arguments import expect
from tablier.game import Game
from tablier.payoffs import part_of, won
from tablier.position import Position
from tablier.record import Record
from tablier.record_text import UNFINISHED, result_text
from tablier.threads import Stop, never

OPENING = 2  # random moves, where the start is not random
FAR = 1_000_000  # index of the opening in a seed's sequence, beyond all that a start draws
SEEDS = 2**64


class Halted(Exception):
    """The game was stopped."""


@dataclass(frozen=True)
class Bout:
    """A game to be played: between whom, from which opening, and which of the pair it is."""

    game: Game
    entrants: tuple[Entrant, Entrant]
    seed: int = 0
    """Of the start and of the opening; both games of a pair have the same."""
    opening: int = 0
    """How many moves are drawn at random before the entrants play."""
    swapped: bool = False
    agree: float | None = None
    """Stop the game once all expect the same seat to win, with at least this evaluation."""

    def __post_init__(self) -> None:
        expect(Game, game=self.game)
        expect(tuple, entrants=self.entrants)
        expect(int, seed=self.seed, opening=self.opening)
        expect(bool, swapped=self.swapped)
        expect(float, None, agree=self.agree)
        for entrant in self.entrants:
            expect(Entrant, entrant=entrant)

    def holder(self, seat: int) -> int:
        """Who has that seat: 0 or 1."""
        return (seat + self.swapped) % 2

    def start(self) -> Position:
        """The position from which the opening begins."""
        return self.game.start(self.seed)

    def choosers(self) -> list[Chooser]:
        """A player for each seat, each with another seed."""
        dice = random.Random(f"{self.seed} {self.swapped}")
        return [
            self.entrants[self.holder(seat)].new_player(self.game, dice.getrandbits(32))
            for seat in range(self.game.players)
        ]


@dataclass(frozen=True)
class Played:
    """A game that was played to its end."""

    bout: Bout
    tokens: tuple[str, ...]
    payoffs: tuple[float, ...]
    agreed: bool = False
    """Was it stopped since all expected the same seat to win?"""

    @property
    def score(self) -> float:
        """What part of the point the first entrant's seats got."""
        n = len(self.payoffs)
        parts = [
            part_of(payoff, n)
            for seat, payoff in enumerate(self.payoffs)
            if self.bout.holder(seat) == 0
        ]
        return round(sum(parts), 6)

    def record(self) -> Record:
        """The game as a record, with the entrants' descriptions as names."""
        bout = self.bout
        names = {
            f"Player{seat + 1}": str(bout.entrants[bout.holder(seat)])
            for seat in range(bout.game.players)
        }
        tags = {**names, "Opening": str(bout.opening)}
        given = UNFINISHED
        if self.agreed:
            tags["Termination"] = f"agreed: player {self.payoffs.index(1) + 1} wins"
            given = result_text(self.payoffs)
        return Record(bout.start(), self.tokens, tags, seed=bout.seed, given=given)


@dataclass
class Tally:
    """What is known of a match so far; its games come in order."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    moves: int = 0
    pairs: list[float] = field(default_factory=list)
    """What the first entrant scored in each pair, from 0 to 1."""
    half: float | None = None
    """Its score in the first game of a pair whose second is not over."""

    def add(self, played: Played) -> None:
        """Count one more game."""
        score = played.score
        self.games += 1
        self.moves += len(played.tokens)
        self.wins += score > 0.5
        self.draws += score == 0.5
        self.losses += score < 0.5
        if self.half is None:
            self.half = score
        else:
            self.pairs.append((self.half + score) / 2)
            self.half = None


def pairs(
    game: Game,
    entrants: tuple[Entrant, Entrant],
    games: int,
    seed: int,
    opening: int,
    agree: float | None = None,
) -> Iterator[Bout]:
    """The games of a match, pair after pair; there are `games` of them, an even number."""
    expect(int, games=games)
    for i in range(games // 2):
        for swapped in (False, True):
            yield Bout(game, entrants, (seed + i) % SEEDS, opening, swapped, agree)


def usual_opening(game: Game) -> int:
    """How many moves to draw: none where the start itself is drawn from the seed."""
    return 0 if len({game.start(seed) for seed in range(4)}) > 1 else OPENING


def draw_opening(start: Position, n: int, seed: int) -> tuple[str, ...]:
    """Random moves from the start, `n` of them; one that would end the game is left out."""
    position, tokens = start, []
    for i in range(n):
        token = random_move(position, seed, FAR + i)
        position = position.play(token)
        if not position.legal_actions:
            break
        tokens.append(token)
    return tuple(tokens)


def play(bout: Bout, stop: Stop = never) -> Played:
    """Play the game to its end; `Halted` if `stop` says so before."""
    expect(Bout, bout=bout)
    expect(Callable, stop=stop)
    choosers = bout.choosers()
    tokens = list(draw_opening(bout.start(), bout.opening, bout.seed))
    end = bout.start().play_all(tokens)
    for _, token, after in moves(end, choosers, stop):
        tokens.append(token)
        end = after
        winner = expected_winner(choosers, bout.agree)
        if winner is not None and end.legal_actions:
            payoffs = won(bout.game.players, {winner})
            return Played(bout, tuple(tokens), payoffs, agreed=True)
    outcome = end.outcome()
    assert outcome is not None
    return Played(bout, tuple(tokens), outcome.payoffs)


def recorded(bout: Bout, record: Record) -> Played | None:
    """The game as its record has it; None for the record of another one, or of no whole one."""
    if record.start != bout.start():
        return None
    outcome = record.end.outcome()
    if outcome is not None:
        found = Played(bout, record.tokens, outcome.payoffs)
    elif record.given != UNFINISHED:
        winners = {seat for seat, share in enumerate(record.given.split("-")) if share == "1"}
        found = Played(bout, record.tokens, won(bout.game.players, winners), agreed=True)
    else:
        return None
    return found if str(found.record()) == str(record) else None


def moves(
    position: Position, choosers: Sequence[Chooser], stop: Stop = never
) -> Iterator[tuple[Position, str, Position]]:
    """All moves to the end: the position, the token that was chosen, the position after it."""
    while position.legal_actions:
        token = choosers[position.turn].choose(position, stop)
        if stop():
            raise Halted
        after = position.play(token)
        yield position, token, after
        position = after


def expected_winner(choosers: Sequence[Chooser], agree: float | None) -> int | None:
    """The seat that the last searches of all players agree on, with evaluations of `agree`."""
    hopes = [chooser.hope for chooser in choosers]
    if agree is None or None in hopes:
        return None
    known = [hope for hope in hopes if hope is not None]
    winner = max(range(len(known)), key=known.__getitem__)
    losers = [hope for seat, hope in enumerate(known) if seat != winner]
    is_clear = known[winner] >= agree and max(losers) <= -agree / len(losers)
    return winner if is_clear else None
