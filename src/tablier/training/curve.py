"""Curve: how a net grew, as JSON beside its file: a point each time that it was measured."""

import json
import math
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from msgspec import MsgspecError, Struct, convert

from tablier.texts import refusal


@dataclass(frozen=True)
class Point:
    """What was known of the newest net at one time."""

    seconds: float
    """Of training."""
    generation: int
    games: int
    samples: int
    policy_loss: float
    value_loss: float
    gained: float
    """Its score against the best net before it."""
    is_best: bool
    """Did it take its place?"""
    score: float
    """Its score against the fixed opponent."""
    elo: float
    low: float
    high: float
    """All three are null in the file where they are infinite."""


@dataclass
class Curve:
    """The points of a training, and what it is a training of."""

    path: Path
    about: dict[str, Any]
    points: list[dict[str, Any]] = field(default_factory=list)

    def add(self, point: Point) -> None:
        """Write one more point, the file whole or not at all."""
        self.points.append(tidied(asdict(point)))
        draft = self.path.with_name(f".{self.path.name}.part")
        known = {**self.about, "curve": self.points}
        draft.write_text(json.dumps(known, indent=1, allow_nan=False) + "\n", "utf-8")
        draft.replace(self.path)

    @property
    def generation(self) -> int:
        """The net of the last point."""
        return int(self.points[-1]["generation"]) if self.points else 0

    @property
    def seconds(self) -> float:
        """Of training before the last point."""
        return float(self.points[-1]["seconds"]) if self.points else 0.0


def tidy(value: Any) -> Any:
    """A number as short as anybody needs it; None for infinity, which JSON does not have."""
    if not isinstance(value, float):
        return value
    return round(value, 4) if math.isfinite(value) else None


def tidied(point: dict[str, Any]) -> dict[str, Any]:
    """A point as it is in the file."""
    return {name: tidy(value) for name, value in point.items()}


class KnownPoint(Struct):
    """As much of a point as a training needs to go on."""

    seconds: float
    generation: int


class KnownCurve(Struct):
    """As much of a file of a curve."""

    game: str
    curve: list[KnownPoint]


def read(path: Path, about: dict[str, Any]) -> Curve:
    """The curve in that file, to go on with; an empty one if there is none."""
    if not path.exists():
        return Curve(path, about)
    try:
        told = json.loads(path.read_text("utf-8"))
        known = convert(told, KnownCurve)
    except (OSError, ValueError, MsgspecError) as wrong:
        raise refusal("bad_curve", path=str(path)) from wrong
    if known.game != about["game"]:
        raise refusal("bad_curve", path=str(path))
    return Curve(path, about, [tidied(point) for point in told["curve"]])
