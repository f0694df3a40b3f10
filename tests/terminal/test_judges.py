"""What helps people asks the net of the game: moves, hints, analyses, difficulties of puzzles."""

import asyncio
from collections.abc import Callable

import pytest
from tests.terminal.conftest import Run

import tablier
from tablier import Player, Position, Record
from tablier.arena.mining.rating import rated_again
from tablier.nets import Net, net_of
from tablier.play.thinker import Requester
from tablier.puzzle import puzzle
from tablier.search import advice
from tablier.search.analysis import Analysis
from tablier.server.thinking.computers import Computers
from tablier.threads import never

pytestmark = pytest.mark.one_game

MOLE_HILL = tablier.game("mole-hill")
FEW = 20  # simulations


@pytest.fixture
def judges(monkeypatch: pytest.MonkeyPatch) -> list[Net | None]:
    """The nets of all searches during a test, which are short; None for one without."""
    found: list[Net | None] = []
    think = Player._think

    def watched(player: Player, position: Position, *rest: object, **more: object) -> Analysis:
        found.append(player.net_used)
        player.simulations = FEW
        return think(player, position, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Player, "_think", watched)
    return found


def server_hint() -> None:
    asyncio.run(Computers(1).hint(Requester("here", "a table"), MOLE_HILL.start(), never))


HELP: dict[str, Callable[[], object]] = {
    "hint": lambda: advice.hint(MOLE_HILL.start()),
    "analysis": lambda: advice.analyst(MOLE_HILL).analyse(MOLE_HILL.start()),
    "level": lambda: tablier.player(MOLE_HILL, level=1).choose(MOLE_HILL.start()),
    "hint of the server": server_hint,
    "review": lambda: tablier.review(Record.of(MOLE_HILL.start().play("e4")), simulations=FEW),
}


@pytest.mark.parametrize("help_", HELP)
def test_help_asks_the_net(help_: str, judges: list[Net | None]) -> None:
    HELP[help_]()
    assert set(judges) == {net_of(MOLE_HILL)}
    assert None not in judges


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (("analyse", "mole-hill", "--simulations", str(FEW)), ()),
        (("play", "mole-hill"), ("hint", "quit")),
    ],
)
def test_commands_ask_the_net(
    words: tuple[str, ...], lines: tuple[str, ...], run: Run, judges: list[Net | None]
) -> None:
    run(*words, lines=lines)
    assert set(judges) == {net_of(MOLE_HILL)}
    assert None not in judges


def test_analyses_can_do_without(judges: list[Net | None]) -> None:
    Player(MOLE_HILL, simulations=FEW, net=False).analyse(MOLE_HILL.start())
    assert judges == [None]


def test_puzzles_are_rated_with_the_net(judges: list[Net | None]) -> None:
    rated_again(tablier.puzzles("mole-hill")[0])
    assert len(judges) > FEW // 2
    assert set(judges) == {net_of(MOLE_HILL)}


def test_a_net_that_has_not_seen_how_few_turns_are_left_is_not_asked(
    judges: list[Net | None],
) -> None:
    old = puzzle("moguli", 1)
    assert old.left is not None
    advice.hint(old.position)
    assert judges == [None]
