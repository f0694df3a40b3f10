"""Which positions the contract looks at: some hundred, out of tens of thousands of random play.

Random games are cheap and checks are not. So many games are played, from their start and from all
positions that the game's own files show (perft, playthroughs, diagrams), and of all moves
those are chosen where something rare happens, and others at random. With an option changed, most
is as it was without: half as many are played and looked at.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice, product
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from tests.games.contract_case import OVER, Case, Step

from tablier.game import Game
from tablier.position import Position, _made
from tablier.record import Record
from tablier.texts import Refusal

LONGEST = 20_000  # moves; no game of ours comes near it
PLIES = 500  # of play for each game that is asked for: more games where they are short
MOST_GAMES = 10  # for each game that is asked for
POSITIONS = 400  # that are looked at, and LOOKED_AT for each game if that is more
CHANGED = 2  # where an option is changed, one of so many
LOOKED_AT = 4
ENDS = 5  # one of so many is an end
ENDING = 1  # the column of the traits that tells how a game ended
NEARBY, TIMES, LAST = 25, 4, 10  # plies from the last positions that a file shows, and how often
BOARD = re.compile(r"^```board\n(.+)\n(.+)\n```$", re.MULTILINE)
FEW, MANY = 3, 30  # changes that are told apart; values of a field that are

Thing = TypeVar("Thing")
Walk = list[tuple[bytes, int]]
Rows = NDArray[np.int64]


def walks(case: Case, games: int) -> Iterator[Step]:
    """Positions of random games with the action played there, chosen once for all checks."""
    if games not in case.samples:
        case.samples[games] = list(sample(case, games))
    for step in case.samples[games]:
        case.now[:] = [step]
        yield step
    case.now.clear()


def random_game(start: Position, seed: int) -> Iterator[Step]:
    """All positions of one random game with the action played there; the last one has none."""
    position = start
    for _, action in walk(start, random.Random(seed), LONGEST):
        yield position, action
        position = position if action == OVER else position.after(action)


def starts(case: Case, games: int) -> Iterator[Position]:
    """Where games begin: all positions of the perft file, and starts from seeds."""
    shown = [entry["text"] for entry in case.perft if fits(case.game, entry["options"])]
    yield from filter(None, (read(case.game.position, text) for text in shown))
    for seed in range(games):
        yield case.game.start(seed)


def fits(game: Game, options: dict[str, object]) -> bool:
    return all(game.options[name] == value for name, value in options.items())


# Play


def walk(start: Position, dice: random.Random, most: int) -> Iterator[tuple[bytes, int]]:
    """States and actions of random play; the last action is OVER if the game has ended."""
    rules, state = start.game.rules, start.state
    out = np.empty(rules.WIDTH + rules.ACTIONS, np.int32)  # who writes too much breaks nothing
    for _ in range(most):
        n = rules.legal(state, out)
        action = int(out[dice.randrange(n)]) if n else OVER
        assert action < rules.ACTIONS, f"legal writes {action}, and ACTIONS is {rules.ACTIONS}"
        yield state.tobytes(), action
        if not n:
            return
        rules.play(state, action)
    if most == LONGEST:
        raise AssertionError(f"after {most} random moves a game has not ended, from {start}")


def played(case: Case, games: int) -> Iterator[Walk]:
    """The moves that the game's files show, random play near their positions, and whole games."""
    for moves in told(case):
        yield moves
        for data, _ in moves[-LAST:]:
            yield from nearby(_made(case.game, data, None))
    for position in composed(case):
        yield from nearby(position)
    dice, plies = random.Random(1), 0
    for start in islice(starts(case, MOST_GAMES * games), MOST_GAMES * games):
        yield (game := list(walk(start, dice, LONGEST)))
        plies += len(game)
        if plies > PLIES * games // share(case):
            return


def nearby(position: Position) -> Iterator[Walk]:
    """Short random walks from a position, the same whatever else there is."""
    dice = random.Random(position.data)
    return (list(walk(position, dice, NEARBY)) for _ in range(TIMES))


# A file that the game cannot read, as after a change of the rules, fails the check that reads it;
# to all others it shows nothing, or they would all fail for that alone.


def told(case: Case) -> Iterator[Walk]:
    """The moves of the playthroughs that have these options."""
    for path in case.playthroughs:
        record = read(Record.read, path.read_text("utf-8"))
        if record is not None and record.game == case.game:
            actions = [case.game.actions[token] for token in record.tokens]
            states = [position.data for position in record.positions()]
            yield list(zip(states, [*actions, OVER], strict=True))


def composed(case: Case) -> Iterator[Position]:
    """Positions of the perft file and, where nothing is changed, diagrams and the scene."""
    yield from starts(case, 0)
    if is_usual(case.game):
        diagrams = BOARD.findall(case.rulebook("en"))
        shown = [case.game.drawing.SCENE, *(text for text, _ in diagrams)]
        yield from filter(None, (read(case.game.position, text) for text in shown))


def is_usual(game: Game) -> bool:
    return all(game.options[name] == usual for name, (usual, _) in game.rules.OPTIONS.items())


def read(reader: Callable[[str], Thing], text: str) -> Thing | None:
    try:
        return reader(text)
    except Refusal:
        return None


# Choice


def sample(case: Case, games: int) -> Iterator[Step]:
    """Out of all moves those where something rare happens, and others, mixed."""
    most = max(POSITIONS, LOOKED_AT * games) // share(case)
    walked = [moves for moves in played(case, games) if moves]
    steps = [step for moves in walked for step in moves]
    dice = random.Random(0)
    rows = traits(case, walked)
    chosen = {*islice(rare(rows), most // 2), *ends(rows[:, ENDING], most // ENDS, dice)}
    others = dice.sample(range(len(steps)), min(most, len(steps)))
    chosen |= set(islice((i for i in others if i not in chosen), most - len(chosen)))
    for i in dice.sample(sorted(chosen), len(chosen)):
        data, action = steps[i]
        yield _made(case.game, data, None), action


def share(case: Case) -> int:
    """One of how many is played and looked at."""
    return 1 if is_usual(case.game) else CHANGED


def ends(kinds: Rows, most: int, dice: random.Random) -> Iterator[int]:
    """Ends of games, as many of each kind."""
    known = [np.flatnonzero(kinds == kind).tolist() for kind in range(1, kinds.max() + 1)]
    for found in known:
        yield from dice.sample(found, min(len(found), most // len(known)))


def rare(rows: Rows) -> Iterator[int]:
    """Moves with a trait that no other chosen one has, then with two together, rare kinds first."""
    rows = rows[:, rows.min(axis=0) < rows.max(axis=0)]
    mixed = rows @ np.random.default_rng(0).integers(2**62, size=rows.shape[1])
    _, firsts, counts = np.unique(mixed, return_index=True, return_counts=True)
    rarest = firsts[np.argsort(counts, kind="stable")].tolist()
    seen: set[tuple[tuple[int, int], ...]] = set()
    for size, i in product((1, 2), rarest):
        together = set(combinations(enumerate(rows[i].tolist()), size))
        if not together <= seen:
            seen |= together
            yield i


def traits(case: Case, walked: Sequence[Walk]) -> Rows:
    """What happens in each move, as a row of small numbers."""
    states = [state for moves in walked for state, _ in moves]
    before = np.frombuffer(b"".join(states), case.game.rules.STATE)
    after = np.roll(before, -1)
    last = np.cumsum([len(moves) for moves in walked]) - 1
    after[last] = before[last]  # it leads nowhere, or to what was not noted
    actions = np.array([action for moves in walked for _, action in moves])
    columns = [kinds_of_tokens(case)[actions], endings(case, states, actions)]
    for name in before.dtype.names or ():
        columns += changes(*(each[name].reshape(len(before), -1) for each in (before, after)))
    return np.stack(columns, axis=1).astype(np.int64)


def kinds_of_tokens(case: Case) -> Rows:
    """The form of each token, as a number: all steps a1-b2 are alike; the last stands for OVER."""
    forms = [re.sub(r"[a-z]", "a", re.sub(r"\d+", "1", each)) for each in case.game.notation.TOKENS]
    known = {form: i for i, form in enumerate(dict.fromkeys(forms), 1)}
    return np.array([*(known[form] for form in forms), 0])


def endings(case: Case, states: Sequence[bytes], actions: Rows) -> Rows:
    """How, and for whom, the game has ended in each state, as a number; 0 where it has not."""
    known: dict[object, int] = {}
    numbers = np.zeros(len(actions), np.int64)
    for i in np.flatnonzero(actions == OVER).tolist():
        numbers[i] = known.setdefault(ending(_made(case.game, states[i], None)), len(known) + 1)
    return numbers


def ending(position: Position) -> object:
    """Why the game has ended and who gets what, or nothing if the game cannot say it."""
    try:
        ended = position.outcome()
    except Exception:  # a check will see it, and say where
        return None
    return ended and (ended.reason, ended.payoffs)


def changes(before: NDArray[Any], after: NDArray[Any]) -> list[NDArray[Any]]:
    """What becomes of a field: squares added and removed, or numbers changed, and which it was."""
    if before.dtype == np.uint64:
        pairs = ((after & ~before), (before & ~after))
        return [np.bitwise_count(bits).sum(axis=1).clip(0, FEW) for bits in pairs]
    changed = (before != after).sum(axis=1).clip(0, FEW)
    if before.shape[1] > 1:
        return [changed]
    values, number = np.unique(before[:, 0], return_inverse=True)
    return [changed * np.sign(after[:, 0] - before[:, 0]), number * (len(values) <= MANY)]
