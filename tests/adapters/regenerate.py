"""Writes the playthroughs of OpenSpiel anew: .venv/bin/python tests/adapters/regenerate.py.

Each is played with the parameters of the one before; a game that has none gets a short one.
"""

from pathlib import Path

from absl import flags

from tablier.adapters.openspiel import Key, every_key, game_of, short_name

FOLDER = Path(__file__).parent / "playthroughs"
KEPT = sorted(FOLDER.glob("*.txt"))
SEED, TURNS = 1, 4

if not flags.FLAGS.is_parsed():
    flags.FLAGS.mark_as_parsed()


def path(key: Key) -> Path:
    """Where the playthrough of a game is kept."""
    return FOLDER / f"{short_name(game_of(key))}.txt"


def described(key: Key) -> str:
    """The game with the parameters of its playthrough."""
    if path(key).exists():
        return path(key).read_text("utf-8").partition("\n")[0].removeprefix("game: ")
    limit = f"(turn_limit={TURNS})" if "turn_limit" in game_of(key).options else ""
    return f"{path(key).stem}{limit}"


def playthrough(game: str) -> str:
    """A random game, told by OpenSpiel, which imports much for it."""
    from open_spiel.python.algorithms import generate_playthrough  # noqa: PLC0415

    return str(generate_playthrough.playthrough(game, None, seed=SEED))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for key in every_key():
        path(key).write_text(playthrough(described(key)), "utf-8")
