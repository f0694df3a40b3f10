"""Connect Four and Othello: the same games as OpenSpiel's, move by move."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest

import boards
from tablier.kernels import loops
from tablier.kernels.specialisation import specialise
from tablier.portable import plain
from tablier.position import BadPosition, IllegalMove, Position
from yardsticks import title, yardstick

pytestmark = pytest.mark.one_game

GAMES = 300
FEW = 5
OPENINGS = {
    "connect_four": "......./......./......./......./......./....... x",
    "othello": "......../......../......../...ox.../...xo.../......../......../........ x",
}

every_yardstick = pytest.mark.parametrize("name", OPENINGS)


def random_game(start: Position, seed: int) -> Iterator[Position]:
    dice = random.Random(seed)
    position = start
    yield position
    while position.legal_actions:
        position = position.after(dice.choice(position.legal_actions))
        yield position


def test_a_game_is_measured_under_its_plain_name() -> None:
    """Without translations it is a draft to players, which is nothing to a benchmark."""
    assert title(yardstick("connect_four")) == "Connect Four"


@every_yardstick
def test_every_move_agrees_with_openspiel(name: str) -> None:
    start, theirs = yardstick(name).start(), pyspiel.load_game(name)
    for seed in range(GAMES):
        dice, position, state = random.Random(seed), start, theirs.new_initial_state()
        while not state.is_terminal():
            assert position.turn == state.current_player()
            assert list(position.legal_actions) == state.legal_actions()
            assert position.outcome() is None
            action = dice.choice(position.legal_actions)
            position = position.after(action)
            state.apply_action(action)
        assert position.legal_actions == ()
        outcome = position.outcome()
        assert outcome is not None
        assert list(outcome.payoffs) == state.returns()


@every_yardstick
def test_plain_python_agrees_with_compiled_rules(name: str) -> None:
    game = yardstick(name)
    rules: Any = game.rules
    twin: Any = plain(rules)
    started = np.zeros(1, rules.STATE)
    twin.start(started[0], game.option_numbers, np.uint64(0))
    assert started.tobytes() == game.start().data
    for seed in range(FEW):
        for position in random_game(game.start(), seed):
            assert_same_answers(position, twin)


def assert_same_answers(position: Position, twin: Any) -> None:
    state, out = position.state, np.zeros(twin.WIDTH, np.int32)
    n = twin.legal(state, out)
    assert tuple(out[:n].tolist()) == position.legal_actions
    payoff, expected = np.zeros(2), np.zeros(2)
    rules = position.game.rules
    assert bool(twin.outcome(state, payoff)) == rules.outcome(position.state, expected)
    assert payoff.tolist() == expected.tolist()
    for action in position.legal_actions:
        after = position.state
        twin.play(after, action)
        assert after.tobytes() == position.after(action).data


@every_yardstick
def test_a_board_is_played_on_as_playouts_play(name: str) -> None:
    rules: Any = yardstick(name).rules
    playout = specialise(loops, rules).playout
    play_on = specialise(boards, rules).play_on
    start = np.frombuffer(yardstick(name).start().data, rules.STATE).copy()
    actions, payoff = np.zeros(rules.WIDTH, np.int32), np.zeros(2)
    for seed in range(FEW):
        played, state, trace, won = start.copy(), start.copy(), np.zeros(500, np.int32), np.zeros(2)
        n = playout(played[0], actions, seed)
        assert play_on(start, state, actions, payoff, seed, n, trace, won) == 0
        assert state.tobytes() == played.tobytes()
        position = yardstick(name).start()
        for action in trace[:n].tolist():
            assert action in position.legal_actions
            position = position.after(action)
        assert position.data == played.tobytes()
        outcome = position.outcome()
        assert outcome is not None
        assert play_on(start, state, actions, payoff, seed, n + 1, trace, won) == 1
        assert won.tolist() == list(outcome.payoffs)


@every_yardstick
def test_positions_are_written_and_read(name: str) -> None:
    game = yardstick(name)
    assert str(game.start()) == OPENINGS[name]
    for seed in range(FEW):
        for position in random_game(game.start(), seed):
            assert game.position(str(position)) == position


BOTTOM = "......./......./......./......./......."
AIR = "......./......./......./......./x....../......."


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("connect_four", f"{BOTTOM}/....... ?", "The player to move is x or o, not '?'."),
        ("connect_four", "x x", "six rows of seven"),
        ("connect_four", f"{BOTTOM}/y...... x", "not 'y'"),
        ("connect_four", f"{AIR} o", "A stone hangs in the air."),
        ("connect_four", f"{BOTTOM}/x...... x", "do not fit the player to move"),
        ("connect_four", f"{BOTTOM[:-7]}xoo..../xxxxooo o", "do not fit the player to move"),
        ("connect_four", f"{BOTTOM[:-7]}ooo..../xxxx..o x", "the game was over before"),
        ("othello", "x x", "eight rows of eight"),
    ],
)
def test_what_is_no_position_is_refused(name: str, text: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why.replace("?", r"\?")):
        yardstick(name).position(text)


@pytest.mark.parametrize(
    ("name", "tokens", "token", "why"),
    [
        ("connect_four", "a a a a a a", "a", "Column a is full."),
        ("connect_four", "", "h", "'h' is not a column"),
        ("othello", "", "d4", "There is a disc on d4 already."),
        ("othello", "", "a1", "A disc on a1 would catch none."),
        ("othello", "", "pass", "you must not pass"),
        ("othello", "", "i9", "'i9' is neither a square"),
    ],
)
def test_illegal_moves_are_explained(name: str, tokens: str, token: str, why: str) -> None:
    position = yardstick(name).start().play_all(tokens.split())
    with pytest.raises(IllegalMove, match=why):
        position.play(token)


@pytest.mark.parametrize(
    ("name", "text", "status"),
    [
        ("connect_four", OPENINGS["connect_four"], "Player 1, drop a stone"),
        ("connect_four", f"{BOTTOM[:-7]}ooo..../xxxx... o", "Player 1 wins with four in a row."),
        (
            "connect_four",
            "ooxoxox/oxxxoxx/oxoxoxo/xoxooox/xoooxxo/xxoxoxo x",
            "A draw: the board is full.",
        ),
        ("othello", OPENINGS["othello"], "Player 1, put a disc"),
        ("othello", "xo....../" + "......../" * 6 + "........ o", "Player 2, you can catch none"),
        ("othello", "x......./" + "......../" * 6 + "......oo x", "Player 2 wins with 2 discs."),
        ("othello", "x......./" + "......../" * 6 + ".......o x", "both players have 1 discs."),
    ],
)
def test_the_status_says_what_to_do_or_how_it_ended(name: str, text: str, status: str) -> None:
    assert status in yardstick(name).position(text).status()
