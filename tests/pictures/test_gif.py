"""Games as GIF: a frame for each move, each as the position looks, in colours that are right."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import tablier
from tablier.pictures.png import rgb

REST = 4000  # milliseconds of the last frame


@pytest.mark.parametrize("name", tablier.games())
def test_frames_look_as_the_positions_do(name: str, tmp_path: Path) -> None:
    """Put together from parts, on whole pixels, in 256 colours: hardly to be told apart."""
    start = tablier.game(name).start()
    record = tablier.Record.of(start.play(start.legal_moves[0]))
    file = tmp_path / "game.gif"
    tablier.replay(record, seconds_per_move=0.5, size=200, theme="dark").save(file)
    film = Image.open(BytesIO(file.read_bytes()))
    durations = []
    for n in range(2):
        film.seek(n)
        durations.append(film.info["duration"])
    assert durations == [500, REST]
    frame = np.asarray(film.convert("RGB")).astype(int)
    wide = film.size[0]
    whole = rgb(tablier.show(record, size=wide, theme="dark").svg).astype(int)
    inner = slice(wide // 20, -wide // 20)  # within the rounded corners
    high = whole.shape[0] - 2
    assert np.abs(frame[:high, inner] - whole[:high, inner]).mean() < 6
