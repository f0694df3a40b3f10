"""Figures from records: they come out for every game, and add up."""

from pathlib import Path

import pytest

import game_statistics
import tablier
from tablier.record import Record

GAMES = Path(__file__).parents[1] / "games"


def told(game: str) -> list[Path]:
    return sorted((GAMES / game.replace("-", "_") / "playthroughs").glob("*.tablier"))


@pytest.mark.parametrize("game", tablier.games())
def test_all_games_are_counted(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.tablier"
    path.write_text("\n".join(each.read_text("utf-8") for each in told(game)), "utf-8")
    game_statistics.main(str(path))
    figures = dict(line.rsplit("  ", 1) for line in capsys.readouterr().out.splitlines())
    ends = ("won by", "drawn")
    counted = [int(number) for name, number in figures.items() if name.startswith(ends)]
    assert sum(counted) == len(told(game))


def test_the_centre_of_mole_hill_is_found() -> None:
    records = [Record.read(each.read_text("utf-8")) for each in told("mole-hill")]
    figures = dict(game_statistics.of_mole_hill(records))
    assert figures["points without the centre"] == "–"
    assert figures["points with the centre as hill 1 to 4"] == "17.5 (2)"
    assert figures["points of the first mole"] == "13.5 (2)"
