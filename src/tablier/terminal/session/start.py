"""How a game starts: from its beginning, a position, a file, or the unfinished game."""

from dataclasses import dataclass

from tablier.games import game_from_text, package_of
from tablier.record import Record
from tablier.terminal.arguments import refuse_together
from tablier.terminal.files import read_record, read_unfinished
from tablier.terminal.session.history import History
from tablier.texts import refusal


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
        str(position.after(action))


def _of_game(name: str | None, record: Record) -> Record:
    """The record, if it is one of the game of that name; without a name, any."""
    if name is not None and package_of(name) != record.game.package:
        raise refusal("other_game", theirs=record.game.name, ours=name)
    return record
