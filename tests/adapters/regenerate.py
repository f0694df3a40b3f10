"""Writes the playthroughs of OpenSpiel anew: .venv/bin/python tests/adapters/regenerate.py."""

from pathlib import Path

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

import tablier.adapters.openspiel  # noqa: F401

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = (
    "python_tablier_chain_reaction(target=3,turn_limit=6)",
    "python_tablier_labyrinthe(turn_limit=1)",
    "python_tablier_labyrinthe_4p(turn_limit=1)",
    "python_tablier_moguli(new_start_row=True,seeds=8,turn_limit=4)",
    "python_tablier_mole_hill",
)
SEED = 1

if not flags.FLAGS.is_parsed():
    flags.FLAGS.mark_as_parsed()


def path(game: str) -> Path:
    """Where the playthrough of a game is kept."""
    return FOLDER / f"{game.partition('(')[0]}.txt"


def playthrough(game: str) -> str:
    """A random game, told by OpenSpiel."""
    return str(generate_playthrough.playthrough(game, None, seed=SEED))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        path(game).write_text(playthrough(game), "utf-8")
