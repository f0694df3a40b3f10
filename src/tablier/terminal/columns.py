"""Tables as plain text."""

from collections.abc import Sequence


def grid(rows: Sequence[Sequence[str]], sides: str) -> str:
    """The rows in columns, each set to the left (l) or to the right (r)."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(
            word.ljust(width) if side == "l" else word.rjust(width)
            for word, width, side in zip(row, widths, sides, strict=True)
        )
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)
