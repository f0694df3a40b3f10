"""Boards on a GPU, in Numba's simulator of one: the same as on the CPU, to the byte."""

import os
import subprocess
import sys

import pytest
from tests.games.choices import limited, short
from tests.games.contract import random_game

from tablier.adapters.parameters import games_with_planes
from tablier.game import Game

PLAY = """
import sys
import numpy as np
import tablier
from tablier import payoffs
from tablier.adapters import gpu, vector

def assert_same(there, here, step):
    for part in set(here.arrays._fields) - {"choices"}:
        found, expected = getattr(there.arrays, part).copy_to_host(), getattr(here.arrays, part)
        if part != "last_observations" or here.dones.all():
            assert np.array_equal(found[:len(expected)], expected), (step, part)
    assert np.array_equal(there.sample().copy_to_host(), here.sample())

game = tablier.game(sys.argv[1], **eval(sys.argv[2]))
there = gpu.VectorEnv(game, 3, 5, last_observations=True)
here = vector.VectorEnv(game, 3, 5, last_observations=True)
for step in range(int(sys.argv[3])):
    if here.arrays.games.min() > 1:
        break
    actions = here.sample()
    there.step(there.sample() if step % 2 else actions)
    here.step(actions)
    assert_same(there, here, step)
assert str(there.position(2)) == str(here.position(2))
assert there.observations.flags.f_contiguous
try:
    there.step(gpu.cuda.to_device(np.zeros(4, np.int64)))
except ValueError as refused:
    print(refused)
print(int(here.arrays.games.sum()))

positions = [here.position(0), here.position(1)]
saved, dtype = there.save(), game.rules.STATE
assert saved.states == here.save().states and saved.moment == here.moment
wishes = {"starts": positions, "random_plies": 2, "observe": False}
there, here = gpu.VectorEnv(game, 3, 6, **wishes), vector.VectorEnv(game, 3, 6, **wishes)
assert len(there.observations) == 0
assert_same(there, here, "begun")
for env in (there, here):
    env.reset(which=[2, 0], positions=positions)
    env.reset(which=[False, True, False])
assert_same(there, here, "begun anew")
there.restore(here.save())
assert_same(there, here, "restored")
there.restore(saved)
here.restore(saved)
for env in (there, here):
    env.step(env.sample())
assert_same(there, here, "played on")
wrong = np.full(3, game.rules.ACTIONS)
gets = [payoffs.lost(game.players, {int(seat)}) for seat in here.seats]
for env in (there, here):
    env.step(wrong)
assert_same(there, here, "given up")
assert np.allclose(here.rewards, gets)
"""
MOST, FEW = 15, 4  # steps: until games have ended and begun again, where that is soon


@pytest.mark.parametrize("name", games_with_planes())
def test_the_gpu_plays_as_the_cpu_does(name: str) -> None:
    options = limited(name, 2)
    steps = MOST if is_soon_over(short(name, 2)) else FEW
    simulated = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-c", PLAY, name, repr(options), str(steps)]
    run = subprocess.run(command, env=simulated, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    refusal, games = run.stdout.splitlines()
    assert refusal == "Actions are 3 whole numbers, one a board, not int64 of shape (4,)."
    assert int(games) > 3 or steps == FEW


def is_soon_over(game: Game) -> bool:
    """Do a few games at random all end within the steps?"""
    return all(len([*random_game(game.start(seed), seed)]) <= MOST for seed in range(5))
