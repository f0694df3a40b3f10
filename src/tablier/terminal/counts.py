"""Files of counts, as the tests of a game have them: `tests/games/<game>/perft.json`.

An entry says how many lines of one move, of two and so on begin at a position: its options, its
text, its counts.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from tablier.game import Value, load
from tablier.position import Position
from tablier.terminal.files import check_place, read_text, whole_path, write_text
from tablier.terminal.words import word
from tablier.texts import Refusal, refusal


class Entry(msgspec.Struct):
    """What every entry has; it may have more."""

    options: dict[str, Value]
    text: str
    counts: list[int]


@dataclass(frozen=True)
class Counts:
    """The file to write the counts of a position into, with the options that were chosen."""

    name: str
    start: Position
    chosen: Mapping[str, Value]

    def check(self) -> None:
        """Refuse a file that cannot be written, or holds something other than counts."""
        check_place(self.name)
        self._read()

    def save(self, counts: list[int], lang: str) -> str:
        """Write the counts into the entry of their position; return a sentence that says so.

        Deeper counts of the entry stay if these agree with it; after the first 0 all are 0.
        """
        counts = counts[: counts.index(0) + 1] if 0 in counts else counts
        entries = self._read()
        entry = next((each for each in entries if self._position(each) == self.start), None)
        if entry is None:
            entry = {"options": dict(self.chosen), "text": str(self.start), "counts": []}
            entries.append(entry)
        before = entry["counts"]
        entry["counts"] = before if before[: len(counts)] == counts else counts
        write_text(self.name, json.dumps(entries, indent=1, ensure_ascii=False) + "\n")
        is_changed = before != entry["counts"][: len(before)]
        key = "counts_changed" if is_changed else "saved"
        return word(lang, key, path=self.name, before=", ".join(map(str, before)))

    def _read(self) -> list[dict[str, Any]]:
        """The entries of the file; none if it does not exist."""
        text = read_text(self.name) if whole_path(self.name).exists() else ""
        try:
            entries: list[dict[str, Any]] = json.loads(text or "[]")
            msgspec.convert(entries, list[Entry])
        except (ValueError, RecursionError) as wrong:
            raise refusal("no_counts", path=self.name) from wrong
        for entry in entries:
            self._position(entry)
        return entries

    def _position(self, entry: Mapping[str, Any]) -> Position:
        game = self.start.game
        try:
            return load(game.package, entry["options"]).position(entry["text"])
        except Refusal as why:
            raise refusal("other_counts", path=self.name, game=game.name, why=why) from why
