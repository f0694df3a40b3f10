"""The history of a game at the terminal: immutable, with moves that can be undone and redone.

It starts from the beginning of the game, a position, a file, or the unfinished game.
"""

from dataclasses import dataclass, replace
from functools import cached_property

from tablier.games import game_from_text, package_of
from tablier.position import Position, _made
from tablier.record import Record
from tablier.record_text import UNFINISHED
from tablier.terminal.arguments import refuse_together
from tablier.terminal.files import read_record, read_unfinished
from tablier.texts import Sentence, refusal

SEEDS = 2**64


@dataclass(frozen=True)
class History:
    """A record with all its moves, and how many of them are undone at the moment."""

    whole: Record
    undone: int = 0

    @cached_property
    def record(self) -> Record:
        """The record up to the present position."""
        if self.undone == 0:
            return self.whole
        n = len(self.whole.tokens) - self.undone
        comments = {ply: said for ply, said in self.whole.comments.items() if ply <= n}
        variations = {ply: lines for ply, lines in self.whole.variations.items() if ply < n}
        return replace(
            self.whole,
            tokens=self.whole.tokens[:n],
            comments=comments,
            variations=variations,
            given=UNFINISHED,
        )

    @cached_property
    def position(self) -> Position:
        """The present position."""
        return self.record.end

    @property
    def is_over(self) -> bool:
        """Has the game ended by its rules?"""
        return not self.position.legal_actions

    @property
    def news(self) -> Sentence | None:
        """What happened by itself after the last move, if anything."""
        if not self.record.tokens:
            return None
        before = self.back(1).position
        return before.game.news(before.state, self.position.state)

    @property
    def held(self) -> Position | None:
        """What the last move has ended and its news are about, if that is gone already."""
        if self.news is None:
            return None
        before, game = self.back(1).position, self.record.game
        state = game.held(before.state, game.actions[self.record.tokens[-1]])
        return None if state is None else _made(game, state.tobytes(), None)

    def played(self, token: str) -> "History":
        """The history with this move; `IllegalMove` says why if it is not legal."""
        self.position.play(token)
        tokens = (*self.record.tokens, token)
        if self.undone and tokens == self.whole.tokens[: len(tokens)]:
            return self.forward()
        return History(replace(self.record, tokens=tokens, given=UNFINISHED))

    def back(self, n: int) -> "History":
        """The history with `n` more moves undone, or as many as there are."""
        return History(self.whole, min(self.undone + n, len(self.whole.tokens)))

    def forward(self) -> "History":
        """The history with one more move redone."""
        return History(self.whole, self.undone - 1)

    def again(self) -> "History":
        """A new game from the same start; where the start is random, with the next seed."""
        if self.record.seed is None:
            return History(Record(self.record.start))
        seed = (self.record.seed + 1) % SEEDS
        return History(Record(self.record.game.start(seed), seed=seed))


@dataclass(frozen=True)
class StartOptions:
    """What the command line says of the game to start."""

    seed: int | None = None
    options: tuple[str, ...] = ()
    position: str | None = None
    load: str | None = None
    resume: bool = False
    number: int | None = None
    """Of the game in a file of several."""

    def check(self) -> None:
        """Refuse options that contradict each other."""
        files = {"--load": self.load, "--resume": self.resume}
        refuse_together({"--seed": self.seed, "--position": self.position, **files})
        refuse_together({"--option": self.options, **files})


def start(name: str | None, options: StartOptions, seed: int) -> History:
    """The game that the options ask for; `seed` is used where they name none.

    Only a file that is loaded says by itself which game it is.
    """
    if options.load is not None:
        return History(_of_game(name, read_record(options.load, options.number)))
    assert name is not None
    game = game_from_text(name, " ".join(options.options))
    if options.resume:
        return History(_of_game(name, read_unfinished(game)))
    if options.position is not None:
        return History(Record(game.position(options.position)))
    seed = seed if options.seed is None else options.seed
    return History(Record(game.start(seed), seed=seed))


def compile_rules(history: History) -> None:
    """Call every rule once, so that all are compiled before the game starts."""
    position = history.position
    position.outcome()
    position.game.drawing.text(position.state)
    for action in position.legal_actions[:1]:
        str(position._after(action))


def _of_game(name: str | None, record: Record) -> Record:
    """The record, if it is one of the game of that name; without a name, any."""
    if name is not None and package_of(name) != record.game.package:
        raise refusal("other_game", theirs=record.game.name, ours=name)
    return record
