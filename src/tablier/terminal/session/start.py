"""How a match begins: anew, from a position, from a file, or where it was left."""

from dataclasses import dataclass
from itertools import combinations

from tablier.record import Record
from tablier.terminal.commands.games import take
from tablier.terminal.files import read_kept, read_record
from tablier.terminal.session.game import Match
from tablier.texts import refusal

TOGETHER = {frozenset(("--seed", "--option")), frozenset(("--position", "--option"))}


@dataclass(frozen=True)
class Wish:
    """What the command line says of the match to begin."""

    seed: int | None = None
    options: tuple[str, ...] = ()
    position: str | None = None
    load: str | None = None
    resume: bool = False
    number: int | None = None
    """Of the game in a file of several."""

    def check(self) -> None:
        """Refuse wishes that speak against each other."""
        wishes = {
            "--seed": self.seed is not None,
            "--option": self.options != (),
            "--position": self.position is not None,
            "--load": self.load is not None,
            "--resume": self.resume,
        }
        made = [name for name, is_made in wishes.items() if is_made]
        for first, second in combinations(made, 2):
            if frozenset((first, second)) not in TOGETHER:
                raise refusal("not_together", first=first, second=second)


def begin(name: str | None, wish: Wish, seed: int) -> Match:
    """The match that was wished for; `seed` is for a new one that names none itself.

    Only a file that is loaded says by itself which game it is.
    """
    if wish.load is not None:
        return Match(_of_game(name, read_record(wish.load, wish.number)))
    assert name is not None
    game = take(name, wish.options)
    if wish.resume:
        return Match(_of_game(name, read_kept(game)))
    if wish.position is not None:
        return Match(Record(game.position(wish.position)))
    seed = seed if wish.seed is None else wish.seed
    return Match(Record(game.start(seed), seed=seed))


def compile_rules(match: Match) -> None:
    """Call everything once that a game needs, so that nobody has to wait for it later."""
    position = match.position
    position.outcome()
    position.game.drawing.text(position.state)
    for action in position.legal_actions[:1]:
        str(position.after(action))


def _of_game(name: str | None, record: Record) -> Record:
    """The record, if it is one of the game of that name; without a name, any."""
    if name is not None and take(name).name != record.game.name:
        raise refusal("other_game", theirs=record.game.name, ours=name)
    return record
