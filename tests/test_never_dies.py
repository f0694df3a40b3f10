"""Whatever is called with whatever, by several threads at once: the process lives on."""

import os
import subprocess
import sys

import pytest

CALLS = 400  # of each seed; `python -m tests.odd_calls 100000 1` makes more
SEEDS = 2


@pytest.mark.long
@pytest.mark.parametrize("seed", range(SEEDS))
def test_odd_calls_are_refused_and_the_process_lives_on(seed: int) -> None:
    command = [sys.executable, "-m", "tests.odd_calls", str(CALLS), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ}, check=False)
    assert done.returncode == 0, done.stderr[-5000:]
