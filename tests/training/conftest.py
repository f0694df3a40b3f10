"""One short training of Connect Four, which all tests here look at."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tablier.game import Game, load
from tablier.nets import Net
from tablier.training.curve import Point
from tablier.training.settings import Settings

if TYPE_CHECKING:
    from tablier.training.training import Training

SHORT = Settings(
    seconds=600, generations=9, simulations=100, samples=1_500, first=1, uses=6, measure=4, games=20
)


@dataclass(frozen=True)
class Trained:
    """A training that is over."""

    run: "Training"
    points: list[Point]
    nets: list[Net]
    """The best net after each point."""


@pytest.fixture(scope="session")
def four() -> Game:
    return load("yardsticks.connect_four", {})


def training(*words: Any, **more: Any) -> "Training":
    """What `tablier.training` begins."""
    from tablier.training.training import training  # noqa: PLC0415 - PyTorch takes long to import

    return training(*words, **more)


@pytest.fixture(scope="session")
def trained(four: Game, tmp_path_factory: pytest.TempPathFactory) -> Trained:
    run = training(four, tmp_path_factory.mktemp("training") / "four.net", SHORT)
    done = Trained(run, [], [])

    def mark(point: Point) -> None:
        done.points.append(point)
        done.nets.append(Net.read(four, run.out))

    run.mark = mark
    run.run()
    return done


@pytest.fixture(scope="session")
def folder(trained: Trained) -> Path:
    return trained.run.folder.path
