"""The command `new-game`: a small game to start from, written into a checkout of the source code.

Its files lie in skeleton/ with $names for what differs; they make a whole game whose tests pass.
"""

import keyword
import re
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template

import tablier
from tablier.games import games
from tablier.terminal.arguments import Lang
from tablier.terminal.files import refusing, write_text
from tablier.terminal.screen import console, say
from tablier.terminal.words import word
from tablier.texts import refusal

ROOT = Path(tablier.__file__).parents[2]
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 30  # letters, so that no line of the skeleton becomes too long
ENDING = ".template"
LIST = re.compile(r'(?<=^GAMES = \(\n)(?:    "\w+",\n)*', re.MULTILINE)


@dataclass(frozen=True)
class NewGame:
    """The new game: its name, and the checkout that it is written into."""

    name: str
    root: Path

    @property
    def folder(self) -> str:
        """Its name as a Python package."""
        return self.name.replace("-", "_")

    @property
    def words(self) -> Mapping[str, str]:
        """What the skeleton and the texts call it."""
        title = self.name.replace("-", " ").title()
        return {"name": self.name, "folder": self.folder, "package": self.folder, "title": title}

    @property
    def homes(self) -> Mapping[str, Path]:
        """Where the folders of the skeleton go."""
        return {
            "game": self.root / "src" / "tablier" / "games" / self.folder,
            "tests": self.root / "tests" / "games" / self.folder,
        }

    @property
    def list_(self) -> Path:
        """The file with a line for each game."""
        return self.root / "src" / "tablier" / "games" / "__init__.py"

    def check(self) -> None:
        """Refuse a name that cannot be one or is taken, and a place that is no checkout."""
        if not self.is_checkout():
            raise refusal("no_checkout")
        if not NAME.fullmatch(self.name) or len(self.name) > LONGEST:
            raise refusal("bad_game_name", name=self.name, most=LONGEST)
        if keyword.iskeyword(self.folder) or self.folder in sys.stdlib_module_names:
            raise refusal("python_name", name=self.name)
        if self.name in games(drafts=True):
            raise refusal("game_taken", game=self.name)
        for home in self.homes.values():
            for taken in (home, home.with_suffix(".py")):
                if taken.exists():
                    raise refusal("path_taken", path=str(taken))

    def is_checkout(self) -> bool:
        """Are there the tests of games, and a list of them, to add to?"""
        contract = self.root / "tests" / "games" / "contract.py"
        return contract.is_file() and LIST.search(self.list_.read_text("utf-8")) is not None

    def write(self) -> None:
        """Write all of it, or nothing."""
        listed = self.list_.read_text("utf-8")
        skeleton = files("tablier.terminal") / "skeleton"
        try:
            with refusing(str(self.root)):
                for part, home in self.homes.items():
                    self._fill(skeleton / part, home)
            write_text(str(self.list_), LIST.sub(self._listed, listed))
        except BaseException:  # Ctrl-C too
            for home in self.homes.values():
                shutil.rmtree(home, ignore_errors=True)
            self.list_.write_text(listed, "utf-8")
            raise

    def _fill(self, source: Traversable, target: Path) -> None:
        """Copy a folder of the skeleton, with this game's names in it."""
        target.mkdir()
        for each in source.iterdir():
            place = target / each.name.removesuffix(ENDING)
            if each.is_dir():
                self._fill(each, place)
            else:
                place.write_text(Template(each.read_text("utf-8")).substitute(self.words), "utf-8")

    def _listed(self, lines: re.Match[str]) -> str:
        """The lines of all games with that of this one, in their order."""
        return "".join(sorted([*lines[0].splitlines(keepends=True), f'    "{self.folder}",\n']))


def new_game(name: str, /, *, lang: Lang) -> None:
    """Write a small game to start from."""
    game = NewGame(name, ROOT)
    game.check()
    game.write()
    say(console(), word(lang, "new_game.made", **game.words).rstrip())
