"""Metrics: plain numbers, which `http/prometheus.py` writes for Prometheus."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

Value = Callable[[], float] | float


@dataclass
class Metric:
    """A number under a name, or one for each tuple of labels."""

    name: str
    about: str
    kind: Literal["counter", "gauge"] = "counter"
    label_names: tuple[str, ...] = ()
    values: dict[tuple[str, ...], Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.label_names:
            self.values[()] = 0.0

    def add(self, n: float, *labels: str) -> None:
        """Count so many more.

        >>> metric = Metric("tablier_moves", "Moves played", label_names=("game",))
        >>> metric.add(2, "moguli")
        >>> metric.add(1, "moguli")
        >>> metric.values
        {('moguli',): 3.0}
        """
        before = self.values.get(labels, 0.0)
        assert not callable(before), "read elsewhere"
        self.values[labels] = before + n

    def inc(self, *labels: str) -> None:
        """Count one more."""
        self.add(1, *labels)

    def dec(self, *labels: str) -> None:
        """Count one less."""
        self.add(-1, *labels)

    def set(self, value: Value, *labels: str) -> None:
        """From now on it is this; a function is called whenever somebody asks."""
        self.values[labels] = value

    @contextmanager
    def in_progress(self) -> Iterator[None]:
        """Count one more as long as this lasts."""
        self.inc()
        try:
            yield
        finally:
            self.dec()


moves = Metric("tablier_moves", "Moves played and stored", label_names=("game",))
made = Metric("tablier_tables_made", "Tables made", label_names=("game",))
computed = Metric("tablier_computed", "Moves of computer players", label_names=("where",))
refused = Metric("tablier_refused", "What was asked and refused", label_names=("why",))
faults = Metric("tablier_faults", "Errors that are ours")
tables = Metric("tablier_tables", "Tables in memory", "gauge")
sockets = Metric("tablier_sockets", "Open sockets", "gauge")
thinking = Metric("tablier_thinking", "Searches that run", "gauge")
waiting = Metric("tablier_waiting", "Searches that wait for a worker", "gauge")
compiled = Metric("tablier_compiled", "Is it compiled?", "gauge", ("game", "part"))
ALL = (moves, made, computed, refused, faults, tables, sockets, thinking, waiting, compiled)
