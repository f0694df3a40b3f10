"""Files of several records, read and written as a stream.

A record begins with its tags, so a new one begins where tags follow moves.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from tablier.arguments import Writable, expect
from tablier.record import Record
from tablier.record_text import TAG, BadRecord
from tablier.texts import Sentence

COMMENT = re.compile(r"\{[^}]*\}|;.*")
GAME = re.compile(r"\s*\[\s*Game\s")


def read_records(
    file: Iterable[str], bad: Callable[[BadRecord], object] | None = None
) -> Iterator[Record]:
    """Iterate over the records in an open text file, or in any lines.

    The first that cannot be parsed raises `BadRecord`, with its number and the line of the file.
    With `bad`, that function is called with each such error, and the others are read.

    >>> import tablier
    >>> lines = ['[Game "mole-hill"]', "", "e4 e4", "", '[Game "mole-hill"]', "", "e4 a1|a2 *"]
    >>> [len(record) for record in read_records(lines, bad=print)]
    Game 1, line 3, at ‘e4’: It is the gardener’s turn; e4 would be a move of the mole (§2.2).
    [2]
    """
    expect(Iterable, file=file)
    expect(Callable, None, bad=bad)
    return _records(file, bad)


def write_records(records: Iterable[Record], file: Writable) -> None:
    """Write records to an open text file, one at a time.

    >>> import io, tablier
    >>> file = io.StringIO()
    >>> start = tablier.game("mole-hill").start()
    >>> write_records((Record(start, (token,)) for token in ("e4", "a1")), file)
    >>> [record.tokens for record in read_records(io.StringIO(file.getvalue()))]
    [('e4',), ('a1',)]
    """
    expect(Iterable, records=records)
    expect(Writable, file=file)
    for i, record in enumerate(records):
        expect(Record, record=record)
        file.write(f"\n{record}" if i else str(record))


def _records(file: Iterable[str], bad: Callable[[BadRecord], object] | None) -> Iterator[Record]:
    for number, (first, text) in enumerate(_texts(file), 1):
        try:
            record = Record.read(text)
        except BadRecord as wrong:
            known = _in_file(wrong, number, first)
            if bad is None:
                raise known from wrong
            bad(known)
        else:
            yield record


def _in_file(wrong: BadRecord, number: int, first: int) -> BadRecord:
    """The same error for the record of that number, which begins in that line of the file."""
    said = {**wrong.said.values, "number": number, "line": first + wrong.line - 1}
    return BadRecord(Sentence("record_in_file", values=said))


def _texts(file: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The text of each record, and the number of its first line."""
    text = _Text(1)
    for n, line in enumerate(_lines(file), 1):
        if text.ends_before(line):
            yield text.first, "\n".join(text.lines)
            text = _Text(n)
        text.add(line)
    if any(map(str.strip, text.lines)):
        yield text.first, "\n".join(text.lines)


def _lines(file: Iterable[str]) -> Iterator[str]:
    """The lines, whether they are given with line ends, without, or several at once."""
    for i, part in enumerate(file):
        expect(str, line=part)
        lines = part.removesuffix("\n").split("\n")
        yield lines[0] if i else lines[0].removeprefix("\ufeff")
        yield from lines[1:]


@dataclass
class _Text:
    """The lines of a record so far."""

    first: int
    lines: list[str] = field(default_factory=list)
    has_game: bool = False
    has_moves: bool = False
    is_open: bool = False
    """Is a comment not closed yet?"""

    def ends_before(self, line: str) -> bool:
        """Does this line belong to the next record?

        A comment may contain what looks like a tag. After an empty line it counts as a tag all the
        same, or a comment that is not closed would contain the rest of the file.
        """
        if not line.lstrip().startswith("["):
            return False
        if self.is_open:
            return not self.lines[-1].strip() and TAG.fullmatch(line.strip()) is not None
        return self.has_moves or (self.has_game and GAME.match(line) is not None)

    def add(self, line: str) -> None:
        """Append a line."""
        self.lines.append(line)
        is_moves = line.strip() and not line.lstrip().startswith("[") and line[0] not in "%;"
        self.has_moves = self.has_moves or bool(is_moves)
        self.has_game = self.has_game or GAME.match(line) is not None
        if self.has_moves:
            self.is_open = "{" in COMMENT.sub("", "{" + line if self.is_open else line)
