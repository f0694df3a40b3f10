"""The command `perft`: the number of lines of so many moves, split by the first.

With `--out` it writes the counts into a file of them, as the tests of a game have it:
`tests/games/<game>/perft.json`. An entry says how many lines of one move, of two and so on begin at
a position: its options, its text, its counts.
"""

import contextlib
import json
import sys
import time
from collections.abc import Callable, Mapping
from concurrent.futures import wait
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec
from rich.console import Console

from tablier import threads
from tablier.game import Value, load, options_from_text
from tablier.games import game_from_text
from tablier.kernels.perft import perft as count_lines
from tablier.position import Position
from tablier.terminal.arguments import FINE, INTERRUPTED, Lang, Options, Whole, Words
from tablier.terminal.files import check_place, read_text, whole_path, write_text
from tablier.terminal.screen import Step, console, preparing, progress_bar
from tablier.terminal.words import word
from tablier.texts import Refusal, refusal

DEEPEST = 100
PULSE = 0.05  # seconds


@dataclass
class Split:
    """How many lines begin with each first move, as far as they are counted."""

    lines: dict[str, int] = field(default_factory=dict)
    total: int = 0
    seconds: float = 0.0
    is_whole: bool = False
    shorter: list[int] = field(default_factory=list)
    """How many lines of one move there are, of two, and so on, if that was asked for."""

    @property
    def counts(self) -> list[int]:
        """How many lines there are of each length that is counted to its end."""
        return [*self.shorter, self.total] if self.is_whole else self.shorter


def perft(
    game: str,
    depth: Whole,
    /,
    *,
    position: Words | None = None,
    options: Options = (),
    out: Words | None = None,
    lang: Lang,
) -> int:
    """Count the lines of so many moves, split by the first."""
    least = 0 if out is None else 1
    if not least <= depth <= DEEPEST:
        raise refusal("bad_depth", depth=depth, least=least, most=DEEPEST)
    chosen = game_from_text(game, " ".join(options))
    start = chosen.start() if position is None else chosen.position(position)
    given = options_from_text(chosen.package, " ".join(options))
    file = None if out is None else Counts(out, start, given)
    if file:
        file.check()
    counted = split(start, depth, console(stderr=True), lang, every=file is not None)
    for token, n in counted.lines.items():
        print(f"{token}: {n}")
    print(word(lang, "total", lines=counted.total))
    print(report(counted, lang), file=sys.stderr)
    if file and counted.counts:
        print(file.save(counted.counts, lang), file=sys.stderr)
    return FINE if counted.is_whole else INTERRUPTED


def split(
    position: Position, depth: int, screen: Console, lang: str, *, every: bool = False
) -> Split:
    """Count the lines of `depth` moves; Ctrl-C ends it with what it has by then.

    With `every` it counts all shorter ones first.
    """
    if depth == 0:
        return Split(total=1, is_whole=True)
    with preparing(screen, lang):
        count_lines(position, 1)
        after = {token: position.play(token) for token in position.legal_moves}
    counted = Split()
    bar = progress_bar(screen, word(lang, "counting"), len(after))
    begin = time.perf_counter()
    with contextlib.suppress(KeyboardInterrupt), bar as advance:
        for length in range(1, depth if every else 1):
            counted.shorter.append(_in_thread(partial(count_lines, position, length)))
        begin = time.perf_counter()
        for token, following in after.items():
            counted.lines[token] = _in_thread(partial(count_lines, following, depth - 1))
            counted.total += counted.lines[token]
            advance(Step())
        counted.is_whole = True
    counted.seconds = time.perf_counter() - begin
    return counted


def report(counted: Split, lang: str) -> str:
    """How long it took and how fast it went; and if it was stopped, that it was."""
    speed = counted.total / counted.seconds if counted.seconds else 0
    said = word(lang, "speed", seconds=f"{counted.seconds:.2f}", speed=round(speed))
    return said if counted.is_whole else f"{word(lang, 'stopped')} {said}"


def _in_thread(work: Callable[[], int]) -> int:
    """The result of the work, done in another thread: compiled code cannot be interrupted."""
    future = threads.start(work)
    while not wait([future], PULSE).done:  # without a timeout, Ctrl-C can be lost while waiting
        pass
    return future.result()


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
