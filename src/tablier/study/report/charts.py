"""Charts as SVG by matplotlib, in colours of medium lightness for light and dark themes."""

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from tablier.extras import extra
from tablier.study.statistics import SHARE, Figure

GREY, FAINT = "#767676", "#76767655"
COLOURS = ("#2a86c8", "#d55e00", "#009e73", "#b06aa0", "#a08a00", "#767676")
HATCHES = ("", "//", "..", "xx", "\\\\", "--")
WIDTH, ROW, REST = 7.2, 0.34, 0.9  # inches: of all charts, of a row, of what is around them
STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "tablier",
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": GREY,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": GREY,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.grid": True,
    "axes.grid.axis": "x",
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "hatch.color": "#ffffff88",
    "hatch.linewidth": 0.8,
    "legend.frameon": False,
}


def matplotlib() -> Any:
    """The package that draws, or a sentence that says how to get it."""
    with extra("study"):
        import matplotlib.figure  # noqa: PLC0415
    return matplotlib


@contextmanager
def chart(rows: float, out: list[str]) -> Iterator[Any]:
    """Axes for so many rows; the SVG is appended to `out` at the end."""
    mpl = matplotlib()
    with mpl.rc_context(STYLE):
        figure = mpl.figure.Figure(figsize=(WIDTH, ROW * rows + REST), layout="constrained")
        figure.patch.set_alpha(0)
        axes = figure.subplots()
        axes.patch.set_alpha(0)
        axes.tick_params(length=0)
        yield axes
        file = io.StringIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    out.append(file.getvalue().partition("?>")[2].partition(">")[2].strip() + "\n")


def intervals(rows: Sequence[tuple[str, Figure]], label: str, middle: float | None = None) -> str:
    """Numbers with their intervals, one below the other, and a line at `middle`."""
    out: list[str] = []
    with chart(len(rows), out) as axes:
        unit = 100 if any(figure.kind == SHARE for _, figure in rows) else 1
        for y, (_, figure) in enumerate(rows):
            if figure.is_bounded:
                ends = [unit * end for end in (figure.low, figure.high) if np.isfinite(end)]
                axes.plot(ends, [y] * len(ends), color=COLOURS[0], linewidth=2.2)
            axes.plot([unit * figure.value], [y], "o", color=COLOURS[0])
        if middle is not None:
            axes.axvline(unit * middle, color=GREY, linewidth=1, linestyle=":")
        _name_rows(axes, [name for name, _ in rows], label)
    return out[0]


def spread(groups: Mapping[str, Sequence[float]], label: str) -> str:
    """The distribution of numbers: the middle half as a box, nine of ten as a line."""
    out: list[str] = []
    with chart(len(groups), out) as axes:
        for y, values in enumerate(groups.values()):
            low, first, middle, third, high = np.percentile(values, (5, 25, 50, 75, 95)).tolist()
            axes.plot((low, high), (y, y), color=COLOURS[0], linewidth=1.4)
            axes.barh(y, third - first, 0.5, first, color=COLOURS[0], alpha=0.55)
            axes.plot((middle, middle), (y - 0.3, y + 0.3), color=COLOURS[1], linewidth=2.4)
        _name_rows(axes, list(groups), label)
    return out[0]


def stacked(groups: Mapping[str, Mapping[str, float]], kinds: Sequence[str], label: str) -> str:
    """The share of each kind in each group, in per cent."""
    out: list[str] = []
    with chart(len(groups) + 1, out) as axes:
        left = np.zeros(len(groups))
        for i, kind in enumerate(kinds):
            widths = np.array([100 * group.get(kind, 0.0) for group in groups.values()])
            look = {"color": COLOURS[i % 6], "hatch": HATCHES[i % 6], "label": kind}
            axes.barh(range(len(groups)), widths, 0.62, left, linewidth=0, **look)
            left += widths
        _name_rows(axes, list(groups), label)
        axes.figure.legend(loc="outside upper center", ncols=min(4, len(kinds)))
    return out[0]


def band(courses: Sequence[Sequence[float]], across: str, up: str) -> str:
    """Many curves, each stretched to the same length: the median, half and nine of ten of them."""
    out: list[str] = []
    points = np.linspace(0, 1, 101)
    lines = np.array([np.interp(points, np.linspace(0, 1, len(one)), one) for one in courses])
    with chart(8, out) as axes:
        for low, high, alpha in ((5, 95, 0.2), (25, 75, 0.35)):
            edges = np.percentile(lines, (low, high), axis=0)
            axes.fill_between(100 * points, *edges, color=COLOURS[0], alpha=alpha, linewidth=0)
        axes.plot(100 * points, np.median(lines, axis=0), color=COLOURS[1], linewidth=2.2)
        axes.axhline(0, color=GREY, linewidth=1, linestyle=":")
        axes.set(xlabel=across, ylabel=up, ylim=(-1.05, 1.05), xlim=(0, 100))
    return out[0]


def _name_rows(axes: Any, names: Sequence[str], label: str) -> None:
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlabel(label)
