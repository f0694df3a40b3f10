"""`tablier new-game`: a skeleton of a game in a checkout, whole or not at all."""

import contextlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.terminal.conftest import Run

from tablier import LANGUAGES
from tablier.terminal.commands import new_game

pytestmark = pytest.mark.one_game

LISTED = Path("src/tablier/games/__init__.py")
CONTRACT = Path("tests/games/contract.py")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As much of a checkout as the command looks at."""
    home = tmp_path / "checkout"
    for path in (LISTED, CONTRACT):
        (home / path).parent.mkdir(parents=True)
        shutil.copy(new_game.ROOT / path, home / path)
    monkeypatch.setattr(new_game, "ROOT", home)
    return home


def everything(home: Path) -> dict[str, str]:
    """All files, and what is in them."""
    files = (path for path in home.rglob("*") if path.is_file())
    return {str(path.relative_to(home)): path.read_text("utf-8") for path in files}


def test_it_writes_the_game_its_tests_and_a_line(run: Run, checkout: Path) -> None:
    before = everything(checkout)
    said = run("new-game", "my-game")
    assert (said.code, said.err) == (0, "")
    made = {path: text for path, text in everything(checkout).items() if path not in before}
    folders = {str(Path(path).parent) for path in made}
    assert {"src/tablier/games/my_game", "tests/games/my_game"} <= folders
    assert not any("$" in text or path.endswith(".template") for path, text in made.items())
    assert made["src/tablier/games/my_game/texts/en.toml"].count('name = "My Game"') == 1
    lines = (checkout / LISTED).read_text("utf-8").splitlines()
    assert sorted(set(lines) - set(before[str(LISTED)].splitlines())) == ['    "my_game",']
    games = lines[lines.index("GAMES = (") + 1 : lines.index(")  # fmt: skip")]
    assert games == sorted(games)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_says_where_to_go_from_there(run: Run, checkout: Path, lang: str) -> None:
    said = run("new-game", "my-game", "--lang", lang).out
    assert checkout.exists()
    for words in ("games/my_game", "play my-game", "/play/my-game", "-k my-game", "REPLACE"):
        assert words in said
    assert max(map(len, said.splitlines())) <= 80


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("My-Game", "A game is named with lower-case letters, digits and hyphens"),
        ("my_game", "A game is named with"),
        ("3-stones", "A game is named with"),
        ("my--game", "A game is named with"),
        ("jeu-d’été", "A game is named with"),
        ("../games", "A game is named with"),
        ("x" * 31, "A game is named with"),
        ("", "A game is named with"),
        ("class", "‘class’ already means something in Python"),
        ("random", "‘random’ already means something in Python"),
        ("mole-hill", "There is already a game ‘mole-hill’."),
        ("contract", "‘{home}/tests/games/contract.py’ already exists"),
        ("fox", "‘{home}/src/tablier/games/fox’ already exists"),
    ],
)
def test_a_name_that_cannot_be_one_is_refused(
    run: Run, checkout: Path, name: str, sentence: str
) -> None:
    (checkout / "src/tablier/games/fox").mkdir()
    before = everything(checkout)
    said = run("new-game", name)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(sentence.format(home=checkout))
    assert said.err.count("\n") == 1
    assert everything(checkout) == before


def test_it_needs_a_checkout(run: Run, checkout: Path) -> None:
    (checkout / CONTRACT).unlink()
    said = run("new-game", "my-game")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("A new game is written into the source code")
    assert not (checkout / "src/tablier/games/my_game").exists()


@pytest.mark.parametrize("trouble", [KeyboardInterrupt, PermissionError])
def test_what_breaks_off_leaves_nothing_behind(
    run: Run, checkout: Path, monkeypatch: pytest.MonkeyPatch, trouble: type[BaseException]
) -> None:
    def break_off(name: str, text: str) -> None:
        Path(name).write_text(text, "utf-8")
        assert (checkout / "tests/games/my_game/naive.py").exists()
        raise trouble

    before = everything(checkout)
    monkeypatch.setattr(new_game, "write_text", break_off)
    with contextlib.suppress(PermissionError):
        assert run("new-game", "my-game").code == 130
    assert everything(checkout) == before


@pytest.mark.parametrize("name", ["x", "x" * 30])
def test_names_of_any_length_leave_the_code_well_formatted(
    run: Run, checkout: Path, name: str
) -> None:
    assert run("new-game", name).code == 0
    shutil.copy(Path(__file__).parents[2] / "pyproject.toml", checkout)
    made = [f"src/tablier/games/{name}", f"tests/games/{name}"]
    for check in (["format", "--check"], ["check", "--no-cache", "--select=E,W"]):
        ruff = [sys.executable, "-m", "ruff", *check, *made]
        done = subprocess.run(ruff, cwd=checkout, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
