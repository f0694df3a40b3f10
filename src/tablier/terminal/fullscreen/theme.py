"""Light and dark: the colours around the board, as in the browser."""

import os

from textual.theme import Theme

DARK = Theme(
    "tablier-dark",
    primary="#74c7d3",
    foreground="#ece4cf",
    background="#121a15",
    surface="#1c2720",
    panel="#26332b",
    error="#f2948a",
    accent="#74c7d3",
    dark=True,
    variables={"line": "#37453c", "text-muted": "#b5ac95"},
)
LIGHT = Theme(
    "tablier-light",
    primary="#0d5f6d",
    foreground="#2b2118",
    background="#f7f1e3",
    surface="#fffaf0",
    panel="#ece2cb",
    error="#a3262a",
    accent="#0d5f6d",
    dark=False,
    variables={"line": "#d8cbb0", "text-muted": "#65553f"},
)


def usual() -> str:
    """The theme that fits the terminal by COLORFGBG: "0;15" is dark on light."""
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT.name if background in {"7", "15"} else DARK.name
