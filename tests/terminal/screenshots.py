"""Pictures of the games on the whole screen of a terminal. Run by scripts/screenshots."""

import os
import re
from pathlib import Path

import pytest
from tests.terminal.fullscreen_person import Person, sit

from tablier import game, player
from tablier.games import games

LEVEL, MOVES, SIZE = 4, 14, (112, 32)
FONT = re.compile(r"@font-face \{.*?\}", re.DOTALL)  # nothing is loaded from elsewhere


@pytest.mark.parametrize("name", games())
def test_a_terminal_in_mid_game(name: str) -> None:
    tokens: list[str] = []
    start = position = game(name).start(2)
    computer = player(start.game, level=LEVEL)
    while len(tokens) < MOVES or position.turn:
        tokens.append(computer.choose(position))
        position = position.play(tokens[-1])

    async def look(person: Person) -> None:
        spot = person.board.clicks.ahead[len(person.board.clicks.ahead) // 2]
        person.board.point(spot)
        if len(person.board.clicks.tokens) > len(person.board.clicks.ahead):
            person.board.click_spot(spot)
        await person.pilot.pause()
        picture = FONT.sub("", person.app.export_screenshot())
        folder = Path(os.environ["TABLIER_SCREENSHOTS"])
        (folder / f"terminal-{name}.svg").write_text(picture, encoding="utf-8")

    sit(look, start, level=LEVEL, tokens=tuple(tokens), size=SIZE)
