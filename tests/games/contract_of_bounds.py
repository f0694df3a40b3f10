"""Rules, features and planes read and write inside of their arrays: random games of every case.

Compiled code does not look whether an index is within an array. Numba can compile it so that it
does, but for a whole process at once, so this is a program of its own: `check_bounds` runs it, with
what it compiles in a folder of its own, under a name made of the sources.

    NUMBA_BOUNDSCHECK=1 python -m tests.games.contract_of_bounds tablier.games.moguli 100
"""

import hashlib
import importlib
import importlib.util
import os
import random
import shutil
import subprocess
import sys
import time
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path
from tests.games.contract_case import Case, cases
from tests.games.contract_positions import LONGEST

from tablier import planes, portable
from tablier.game import options_text
from tablier.position import Position, _made

ROOT = Path(__file__).parents[2]
LONG = 14 * 24 * 3600  # seconds
PLIES = 30  # for each game that is asked for, and with every option


def check_bounds(case: Case, games: int) -> None:
    """Nothing is read or written outside of an array, as Numba's bounds checks see it."""
    command = [sys.executable, "-m", __name__, case.game.package, str(games)]
    kept = folder(case)
    checked = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(kept)}
    path = os.pathsep.join([str(ROOT), *sys.path])
    done = subprocess.run(
        command,
        env={**os.environ, **checked, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def folder(case: Case) -> Path:
    """Where what is compiled for these sources is kept; what nobody has used for long goes."""
    kept = user_cache_path("tablier") / "bounds"
    for old in kept.glob("*"):
        if time.time() - old.stat().st_mtime > LONG:
            shutil.rmtree(old, ignore_errors=True)
    (kept / key(case)).mkdir(parents=True, exist_ok=True)
    os.utime(kept / key(case))
    return kept / key(case)


def key(case: Case) -> str:
    """Other sources are compiled anew, whatever Numba thinks of the age of files."""
    files = [*sorted(case.home.glob("*.py")), Path(portable.__file__), Path(planes.__file__)]
    sources = b"\0".join(path.read_bytes() for path in files) + numba.__version__.encode()
    return f"{case.game.name}-{hashlib.sha256(sources).hexdigest()[:16]}"


def main(package: str, games: int) -> int:
    """Play, and say what went outside of an array first, if anything did."""
    try:
        for case in cases(package):
            play(case, games)
    except Outside as wrong:
        print(wrong)
        return 1
    return 0


class Outside(Exception):
    """Something was read or written outside of an array."""


def play(case: Case, games: int) -> None:
    """Whole random games, as many as have so many moves together."""
    dice, plies = random.Random(3), 0
    for seed in range(games):
        state = case.game.start(seed).state
        for _ in range(LONGEST):
            plies += 1
            actions = look(case, state)
            if not len(actions):
                break
            call(case, "rules", "play", state, int(dice.choice(actions)))
        if plies > PLIES * games:
            return


def look(case: Case, state: Any) -> NDArray[np.int32]:
    """All that is asked of a state by those who play it; the legal actions."""
    rules, out = case.game.rules, np.empty(case.game.rules.WIDTH, np.int32)
    n = call(case, "rules", "legal", state, out)
    call(case, "rules", "outcome", state, np.zeros(rules.PLAYERS))
    if has(case, "features"):
        call(case, "features", "weigh", state, out, n, np.empty(rules.WIDTH, np.float32))
        call(case, "features", "evaluate", state, np.zeros(rules.PLAYERS))
    if has(case, "planes"):
        shape = part(case, "planes").SHAPE
        call(case, "planes", "planes", state, np.empty(shape, planes.DTYPE))
    return out[:n]


def has(case: Case, name: str) -> bool:
    return importlib.util.find_spec(f"{case.game.package}.{name}") is not None


def part(case: Case, name: str) -> ModuleType:
    return importlib.import_module(f"{case.game.package}.{name}")


def call(case: Case, name: str, function: str, state: Any, *rest: Any) -> Any:
    """What a function returns; if it goes outside of an array, it is said where."""
    data = state.tobytes()
    try:
        return getattr(part(case, name), function)(state, *rest)
    except IndexError:
        position = _made(case.game, data, None)
        where = f"with {options_text(case.game) or 'no options'}, at {position}"
        seen = line(case, name, function, position, rest)
        raise Outside(f"{name}.{function}{rest} {where}:\n{seen}") from None


def line(case: Case, name: str, function: str, position: Position, rest: Any) -> str:
    """The line that goes outside of an array, by running it once more as plain Python."""
    try:
        getattr(portable.plain(part(case, name)), function)(position.state, *rest)
    except IndexError as wrong:
        frame = traceback.extract_tb(wrong.__traceback__)[-1]
        return f"{frame.filename}:{frame.lineno}: {frame.line}\n{wrong}"
    return "plain Python reads it without a word"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
