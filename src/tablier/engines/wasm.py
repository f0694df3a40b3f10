"""WebAssembly: an object file of LLVM becomes a module that browsers load.

No linker is needed. LLVM writes provisional values into an object, which are right as long as the
object stays alone: its data begins at address 0 and its functions are numbered as they lie. What it
lacks is a list of exports; the names for it stand in the custom section "linking".
"""

from collections.abc import Iterable, Iterator

HEADER = b"\0asm\1\0\0\0"
CUSTOM, EXPORT, DATA = 0, 7, 11  # ids of sections
LAST_BEFORE_EXPORTS = 6
LINKING, SYMBOLS = "linking", 8
A_FUNCTION, SOME_DATA, A_SECTION = 0, 1, 3  # kinds of symbols
LOCAL, UNDEFINED, NAMED = 2, 16, 64  # flags of a symbol
CONSTANT, END = 0x41, 0x0B  # instructions
Section = tuple[int, bytes]


class Reader:
    """Reads numbers and names from bytes, one after another."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    @property
    def is_over(self) -> bool:
        """Has all been read?"""
        return self.at >= len(self.data)

    def number(self) -> int:
        """The next number, in LEB128."""
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def bytes(self) -> bytes:
        """The next bytes, which come after their number."""
        size = self.number()
        self.at += size
        return self.data[self.at - size : self.at]

    def name(self) -> str:
        """The next name."""
        return self.bytes().decode()


def number(value: int) -> bytes:
    """A number in LEB128.

    >>> number(300).hex()
    'ac02'
    """
    rest, low = value >> 7, value & 127
    return bytes([low | 128]) + number(rest) if rest else bytes([low])


def with_size(data: bytes) -> bytes:
    """Bytes after their number."""
    return number(len(data)) + data


def sections(module: bytes) -> list[Section]:
    """The sections of a module or an object: ids and contents."""
    reader = Reader(module)
    reader.at = len(HEADER)
    found = []
    while not reader.is_over:
        found.append((reader.number(), reader.bytes()))
    return found


def linked(compiled: bytes, names: Iterable[str], note: tuple[str, bytes]) -> bytes:
    """The module of an object: it exports these functions, and carries a custom section."""
    found = sections(compiled)
    kept = [each for each in found if each[0] != CUSTOM]
    place = sum(1 for kind, _ in kept if kind <= LAST_BEFORE_EXPORTS)
    kept.insert(place, (EXPORT, exports(functions(found), sorted(names))))
    kept.append((CUSTOM, with_size(note[0].encode()) + note[1]))
    return HEADER + b"".join(bytes([kind]) + with_size(body) for kind, body in kept)


def exports(numbers: dict[str, int], names: list[str]) -> bytes:
    """The section that exports these functions."""
    each = (with_size(name.encode()) + b"\0" + number(numbers[name]) for name in names)
    return number(len(names)) + b"".join(each)


def functions(found: list[Section]) -> dict[str, int]:
    """The numbers of all functions with names, from the section "linking"."""
    return dict(_symbols(Reader(_symbol_table(found))))


def _symbol_table(found: list[Section]) -> bytes:
    for kind, body in found:
        reader = Reader(body)
        if kind == CUSTOM and reader.name() == LINKING:
            reader.number()  # its version
            while not reader.is_over:
                part, content = reader.number(), reader.bytes()
                if part == SYMBOLS:
                    return content
    raise ValueError("An object without a table of symbols.")


def _symbols(reader: Reader) -> Iterator[tuple[str, int]]:
    for _ in range(reader.number()):
        kind, flags = reader.number(), reader.number()
        is_defined = not flags & UNDEFINED
        if kind == SOME_DATA:
            reader.name()
            for _ in range(3 if is_defined else 0):
                reader.number()
        else:
            index = reader.number()
            if kind != A_SECTION and (is_defined or flags & NAMED):
                name = reader.name()
                if kind == A_FUNCTION:
                    yield name, index


def size_of_data(compiled: bytes) -> int:
    """How many bytes of memory the data takes, from address 0 on."""
    size = 0
    for kind, body in sections(compiled):
        if kind == DATA:
            reader = Reader(body)
            for _ in range(reader.number()):
                assert reader.number() == 0, "not at a fixed place in the memory"
                assert reader.number() == CONSTANT
                begin = reader.number()
                assert reader.number() == END
                size = max(size, begin + len(reader.bytes()))
    return size
