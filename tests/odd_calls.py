"""Odd calls of the public interface, by several threads at once, on things that they share.

`python -m tests.odd_calls CALLS SEED` makes so many of them. A call may be refused with any
exception; but the process must live on, and what a sound call gives must be sound.
"""

import contextlib
import copy
import faulthandler
import io
import math
import pickle
import random
import sys
import threading
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pyspiel

import tablier
from tablier.adapters import openspiel, pettingzoo
from tablier.adapters.gymnasium import VectorEnv as GymnasiumEnv
from tablier.adapters.vector import VectorEnv
from tablier.search.evaluator import NetEvaluator

THREADS = 4
NAMES = ("mole-hill", "labyrinthe", "moguli", "chain-reaction")
NUMBERS: tuple[Any, ...] = (
    *(-1, 0, 1, 2, 7, 63, 64, 172, 999, 2**15, 2**31, 2**63, 2**64, -(2**63), 10**30),
    *(0.5, -1.5, 1e300, math.nan, math.inf, True, None, "x", b"x", [], object()),
)
SIZES: tuple[Any, ...] = (-1, 0, 1, 2, 3, 2.5, math.nan, True, None, "x", [])
TYPES = ("u1", "i1", "i2", "i4", "i8", "u8", "f4", "f8", "?", "c8", "O", "S3", ">i4")
Dice = random.Random
Call = Callable[["Shared", Dice], object]


class Shared:
    """Things of one game that all threads use at once."""

    def __init__(self, name: str) -> None:
        self.game: Any = tablier.game(name)
        start = self.game.start()
        self.positions: list[Any] = [start]
        dice = random.Random(name)
        while len(self.positions) < 40 and not self.positions[-1].is_over:
            position = self.positions[-1]
            self.positions.append(position.after(dice.choice(position.legal_actions)))
        self.positions = [each for each in self.positions if not each.is_over]
        self.player: Any = tablier.Player(self.game, simulations=40, memory=4_000_000)
        self.pair: Any = tablier.Player(self.game, simulations=40, threads=2, memory=4_000_000)
        self.asks: Any = tablier.Player(self.game, simulations=20, evaluator=flat, memory=4_000_000)
        self.search: Any = tablier.BatchedSearch(self.game, 3, simulations=6, memory=1_000_000)
        self.search.look_at([start] * 3)
        self.batch: Any = tablier.Batch(self.game, self.positions)
        self.env: Any = VectorEnv(self.game, 5, random_plies=3)
        self.wide: Any = VectorEnv(self.game, 600, threads=2, observe=False)
        self.saved: Any = self.env.save()
        self.many: Any = GymnasiumEnv(self.game, 5)
        self.single: Any = gymnasium.make(
            f"tablier/{name}-v{self.game.rules.VERSION}", opponent="simulations:10"
        ).unwrapped
        self.single.reset(seed=1)
        self.agents: Any = pettingzoo.raw_env(self.game)
        self.agents.reset(seed=1)
        self.spiel: Any = pyspiel.load_game(openspiel.short_name(self.game))
        self.states: Any = [self.spiel.new_initial_state()]
        self.net: Any = NetEvaluator(self.game)


def flat(batch: Any) -> tuple[Any, Any]:
    """An evaluator that knows nothing."""
    return np.zeros((len(batch), batch.game.rules.ACTIONS)), np.zeros(
        (len(batch), batch.game.players)
    )


def number(dice: Dice) -> Any:
    """A number, or no number at all."""
    return dice.choice(NUMBERS) if dice.random() < 0.6 else dice.randrange(-3, 3000)


def array(dice: Dice, *shapes: tuple[int, ...]) -> Any:
    """An array of any type and shape, also without memory of its own; or something else."""
    shape = dice.choice([*shapes, *shapes, (0,), (1,), (5,), (3, 4), (2, 3, 4), ()])
    if dice.random() < 0.1:
        return number(dice)
    made = np.frombuffer(dice.randbytes(8 * math.prod(shape)), "u8").reshape(shape)
    found = (made % dice.choice([2, 9, 999, 2**31])).astype(dice.choice(TYPES))
    way = dice.randrange(6)
    if way == 0:
        found.flags.writeable = False
    elif way == 1:
        found = np.asfortranarray(found)
    elif way == 2:
        found = np.repeat(found, 2, -1)[..., ::2] if found.ndim else found
    elif way == 3:
        found = np.broadcast_to(found, (5, *found.shape))
    return found


def states(it: Shared, dice: Dice) -> Any:
    """An array of states: those of positions, some bytes changed, or of another type."""
    kind, n = it.game.rules.STATE, dice.choice([0, 1, 3, 5])
    data = bytearray(b"".join(dice.choice(it.positions).data for _ in range(n)))
    for _ in range(dice.randrange(3) if data else 0):
        data[dice.randrange(len(data))] = dice.randrange(256)
    made = np.frombuffer(data, kind)
    way = dice.randrange(7)
    if way == 0:
        return np.frombuffer(dice.randbytes(len(data)), kind)
    if way == 1:
        return made[::2]
    if way == 2:
        return array(dice, (3,), (5,))
    return dice.choice(it.positions) if way == 3 else made


def position(it: Shared, dice: Dice) -> Any:
    """A position, or one of another game, or none."""
    other = dice.random()
    if other < 0.05:
        return tablier.game(dice.choice(NAMES)).start()
    return number(dice) if other < 0.1 else dice.choice(it.positions)


def spoilt(text: str, dice: Dice) -> str:
    """A text with some characters changed."""
    letters = list(text)
    for _ in range(dice.randrange(4)):
        letters[dice.randrange(len(letters))] = dice.choice("a1e49 |-+,/*:x{}()")
    return "".join(letters)


def planes(it: Shared, dice: Dice) -> None:
    """Planes in any memory."""
    shape = it.game.planes.SHAPE
    dice.choice(it.positions).planes(array(dice, shape, shape, shape[1:], (2, *shape)))


def from_bytes(it: Shared, dice: Dice) -> None:
    """A position of any bytes, and what rules say of it."""
    data = bytearray(dice.choice(it.positions).data)
    for _ in range(dice.randrange(5)):
        data[dice.randrange(len(data))] = dice.randrange(256)
    made = tablier.Position(it.game, bytes(data))
    used(made)


def used(made: Any) -> None:
    """All that a position is good for."""
    made.planes()
    made.outcome()
    made.status("de")
    made.symmetric()
    if made.legal_actions:
        made.after(made.legal_actions[-1])


def answers(it: Shared, dice: Dice) -> Callable[[Any], Any]:
    """An evaluator that answers anything."""

    def evaluator(batch: Any) -> Any:
        n, actions = len(batch), it.game.rules.ACTIONS
        if dice.random() < 0.2:
            it.search.select()
        if dice.random() < 0.5:
            return flat(batch)
        return array(dice, (n, actions), (n, actions)), array(dice, (n,), (n, it.game.players))

    return evaluator


def think(player: Any, it: Shared, dice: Dice) -> None:
    """A player that others use too finds a legal move."""
    here = dice.choice(it.positions)
    if dice.random() < 0.7:
        sound(player.choose(here) in here.legal_moves)
    else:
        sound(player.analyse(here).position == here)


def sound(is_sound: bool) -> None:
    """Note that a sound call gave something else."""
    if not is_sound:
        raise Unsound


class Unsound(BaseException):
    """A sound call gave something that is not."""


def faithful(call: Callable[[], object]) -> None:
    """A call that nothing may keep from succeeding."""
    try:
        call()
    except Exception as wrong:
        raise Unsound from wrong


def batch(it: Shared, dice: Dice) -> None:
    """A batch of anything."""
    made = tablier.Batch(it.game, states(it, dice))
    with contextlib.suppress(ValueError):
        made.states["turn"] = 99
    for name in ("planes", "masks", "scaled", "seats"):
        getattr(made, name)
    it.net(made)


def asked(it: Shared, dice: Dice) -> None:
    """Some step of a search that others use too."""
    search, n = it.search, it.game.rules.ACTIONS
    steps: list[Callable[[], object]] = [
        lambda: search.look_at(states(it, dice)),
        lambda: search.look_at([dice.choice(it.positions) for _ in range(3)]),
        lambda: search.advance(array(dice, (3,), (3,), (3,))),
        lambda: search.advance(search.choose(array(dice, (3,)))),
        lambda: search.select(dice.choice(SIZES)),
        lambda: search.answer(array(dice, (3, n)), array(dice, (3,), (3, it.game.players))),
        lambda: search.run(answers(it, dice), dice.choice([1, 2])),
        lambda: search.run(flat),
        lambda: search.answer(*flat(search.select())),
        lambda: (search.visits, search.policy, search.values, search.proven),
        search.withdraw,
    ]
    dice.choice(steps)()


def boards(it: Shared, dice: Dice) -> None:
    """Some call of boards that others use too."""
    env = dice.choice([it.env, it.wide])
    n = len(env)
    steps: list[Callable[[], object]] = [
        lambda: env.step(array(dice, (n,), (n,))),
        lambda: env.step(env.sample()),
        lambda: env.reset(number(dice)),
        lambda: env.reset(which=array(dice, (n,))),
        lambda: env.reset(which=[dice.randrange(n)], positions=states(it, dice)),
        lambda: env.restore(it.saved),
        lambda: env.restore(env.save()),
        lambda: used(env.position(dice.randrange(n))),
        lambda: env.masks.fill(True),
        lambda: env.states().fill(0),
        lambda: np.from_dlpack(env.shared(env.observations)),
        lambda: env.position(number(dice)),
        lambda: VectorEnv(it.game, dice.choice(SIZES), number(dice), threads=dice.choice(SIZES)),
        lambda: VectorEnv(it.game, 2, starts=states(it, dice)),
    ]
    dice.choice(steps)()


def environments(it: Shared, dice: Dice) -> None:
    """Some call of an environment that others use too."""
    single, agents, many = it.single, it.agents, it.many
    steps: list[Callable[[], object]] = [
        lambda: single.step(number(dice)),
        lambda: single.step(int(dice.choice(single.board.legal))),
        lambda: single.reset(seed=dice.choice([None, 1, -1]), options={"seat": dice.choice(SIZES)}),
        lambda: single.reset(options={"position": position(it, dice)}),
        single.render,
        lambda: agents.step(number(dice)),
        lambda: agents.step(int(dice.choice(agents.board.legal))),
        lambda: agents.reset(seed=number(dice)),
        lambda: agents.reset(options={"position": position(it, dice)}),
        lambda: agents.observe(dice.choice([*agents.possible_agents, "x"])),
        lambda: agents.board.play(number(dice)),
        lambda: many.step(array(dice, (5,), (5,))),
        lambda: many.step(many.boards.sample()),
        lambda: many.reset(seed=number(dice), options={"reset_mask": array(dice, (5,))}),
        lambda: many.restore(many.save()),
    ]
    dice.choice(steps)()


def spiel(it: Shared, dice: Dice) -> None:
    """A state of OpenSpiel and an odd action."""
    state = it.spiel.new_initial_state()
    for _ in range(dice.randrange(4)):
        state.apply_action(dice.choice(state.legal_actions()))
    with contextlib.suppress(Exception):
        state.apply_action(number(dice))
    it.spiel.make_py_observer().set_from(state, number(dice))


def symmetries(it: Shared, dice: Dice) -> None:
    """A symmetry of anything."""
    one = dice.choice(it.game.symmetries)
    shape, actions = it.game.planes.SHAPE, it.game.rules.ACTIONS
    steps: list[Callable[[], object]] = [
        lambda: used(one.position(position(it, dice))),
        lambda: one.states(states(it, dice)),
        lambda: one.planes(array(dice, shape, (2, *shape))),
        lambda: one.policy(array(dice, (actions,))),
        lambda: one.payoffs(array(dice, (it.game.players,))),
    ]
    dice.choice(steps)()


def texts(it: Shared, dice: Dice) -> None:
    """Texts of positions and records, and what is said of them."""
    here = dice.choice(it.positions)
    token = dice.choice([*here.legal_moves, spoilt(here.legal_moves[0], dice)])
    steps: list[Callable[[], object]] = [
        lambda: used(it.game.position(spoilt(str(here), dice))),
        lambda: tablier.Record.read(spoilt(str(tablier.Record.of(here)), dice)).end,
        lambda: [*tablier.read_records(io.StringIO(spoilt(str(tablier.Record.of(here)), dice)))],
        lambda: tablier.explain(here, token),
        lambda: here.play(token),
        lambda: it.game.path(here.state, number(dice)),
        lambda: it.game.start(number(dice)),
        lambda: tablier.show(here),
        lambda: tablier.replay(tablier.Record.of(it.positions[min(3, len(it.positions) - 1)])),
        lambda: tablier.review(tablier.Record.of(it.positions[1]), simulations=5),
    ]
    dice.choice(steps)()


def copied(it: Shared, dice: Dice) -> None:
    """Copies of what is in use."""
    things = [it.player, it.pair, it.asks, it.search, it.batch, it.single, it.agents]
    thing = dice.choice([*things, dice.choice(it.positions)])
    if dice.random() < 0.5:
        copy.deepcopy(thing)
    else:
        pickle.loads(pickle.dumps(thing))


def own_play(it: Shared, dice: Dice) -> None:
    """Self-play with an evaluator that answers anything."""
    given = {"games": 1, "trees": 1, "simulations": 2, "opening": dice.choice([0, 3, -1, None])}
    played = tablier.selfplay(it.game, answers(it, dice), **given)  # type: ignore[arg-type]
    next(played)


CALLS: dict[Call, int] = {
    planes: 8,
    lambda it, dice: dice.choice(it.positions).after(number(dice)): 8,
    from_bytes: 8,
    batch: 6,
    asked: 14,
    boards: 14,
    environments: 14,
    spiel: 4,
    symmetries: 4,
    texts: 6,
    copied: 1,
    own_play: 1,
    lambda it, dice: faithful(lambda: think(it.player, it, dice)): 4,
    lambda it, dice: faithful(lambda: think(it.pair, it, dice)): 2,
    lambda it, dice: faithful(lambda: think(it.asks, it, dice)): 1,
    lambda it, dice: it.player.choose(position(it, dice), number(dice)): 2,
    lambda it, _: faithful(lambda: (it.batch.planes, it.batch.masks)): 2,
}


def calls(things: list[Shared], n: int, seed: int, wrong: list[BaseException]) -> None:
    """Make so many calls."""
    dice = random.Random(seed)
    for _ in range(n):
        call = dice.choices([*CALLS], [*CALLS.values()])[0]
        try:
            call(dice.choice(things), dice)
        except Unsound as unsound:
            wrong.append(unsound)
            raise
        except (Exception, gymnasium.error.Error):
            continue


def main(n: int, seed: int) -> int:
    """Make so many calls, by several threads; how many gave what is not sound."""
    faulthandler.enable()
    sys.setswitchinterval(1e-4)
    things, wrong = [Shared(name) for name in NAMES], list[BaseException]()
    threads = [
        threading.Thread(target=calls, args=(things, n // THREADS, THREADS * seed + i, wrong))
        for i in range(THREADS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(wrong)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
