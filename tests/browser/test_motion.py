"""Movement: pieces glide, walk and fade, and none is ever left where it no longer lies."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.person import Person
from tests.browser.pieces import lying, of_table, wait_for_board
from tests.browser.server_process import HERE, Made, ServerProcess

import tablier

GAMES = tablier.games()
TURNS = 6
SMALL = {"viewport": {"width": 800, "height": 520}}  # moves alike, with half the pixels to draw
# A browser that draws nothing any more, as one in the background, tells of no end of a movement.
NO_END = """() => {
  Object.defineProperty(Animation.prototype, 'finished', {get: () => new Promise(() => {})});
}"""
IN_THE_BACKGROUND = """hidden => {
  Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event('visibilitychange'));
}"""

COUNT_MOVEMENTS = """() => {
  const animate = Element.prototype.animate, board = document.querySelector('svg.board');
  window.movements = {walks: 0, fades: 0, glides: 0};
  Element.prototype.animate = function (...how) {
    movements.walks++;
    return animate.apply(this, how);
  };
  board.addEventListener('animationstart', () => movements.fades++);
  board.addEventListener('transitionrun', event => {
    if (event.propertyName === 'transform') movements.glides++;
  });
}"""


def play(someone: Person, server: ServerProcess, moves: int, seed: int = 7) -> None:
    """Play for all who sit here; not every click is a move."""
    dice = random.Random(seed)
    until = len(on_the_table(someone, server)["tokens"]) + moves
    while someone.wait_for_turn() and len(on_the_table(someone, server)["tokens"]) < until:
        someone.play_at_random(dice)


def on_the_table(someone: Person, server: ServerProcess) -> dict[str, Any]:
    """What the server says of it."""
    return server.view(someone.page.url.rpartition("/")[2])


def in_mid_game(game: str, server: ServerProcess) -> Made:
    """A table with pieces that can be taken, pushed and walked over."""
    return server.table(game, HERE, HERE, text=tablier.game(game).drawing.SCENE)


@pytest.mark.parametrize("game", GAMES)
def test_every_position_is_shown_as_it_is_and_replayed_in_haste_as_it_was(
    game: str, server: ServerProcess, person: NewPerson
) -> None:
    someone = person(**PHONE).host(in_mid_game(game, server))
    were = [lying(someone.page)]
    for turn in range(TURNS):
        play(someone, server, 1, seed=turn)
        were.append(lying(someone.page))
        assert were[-1] == [of_table(on_the_table(someone, server))]
    n = len(on_the_table(someone, server)["tokens"])  # fewer where the game is soon over
    half, third = n // 2, n // 3
    haste = (("Left", n), ("Right", half), ("Left", third), ("Right", n - 1 - half + third))
    for key, times in haste:
        for _ in range(times):
            someone.page.keyboard.press(f"Alt+Arrow{key}")
    expect(someone.status).to_contain_text(f"Move {n - 1} of {n}")
    wait_for_board(someone.page, were[n - 1])
    someone.page.keyboard.press("Alt+ArrowRight")
    wait_for_board(someone.page, were[-1])


@pytest.mark.parametrize("game", GAMES)
def test_clicks_into_a_movement_leave_nothing_behind(
    game: str, server: ServerProcess, person: NewPerson
) -> None:
    someone = person(**SMALL).host(in_mid_game(game, server))
    box = someone.board.bounding_box()
    assert box is not None
    for turn in range(TURNS):
        play(someone, server, 1, seed=turn)
        someone.page.keyboard.press("Alt+ArrowLeft")
        someone.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        someone.page.keyboard.press("Alt+ArrowRight")
        someone.page.mouse.click(box["x"] + 2, box["y"] + 2)
    someone.wait_for_turn()  # when the test has ended, the board is compared with the server's


@pytest.mark.parametrize("game", ["chain-reaction", "labyrinthe"])  # pieces jump, blocks slide
def test_a_page_in_the_background_keeps_up(
    game: str, server: ServerProcess, person: NewPerson
) -> None:
    made = in_mid_game(game, server)
    player, watcher = person(**SMALL).host(made), person(**SMALL).sit(made.watch)
    play(player, server, 1)
    wait_for_board(watcher.page, lying(player.page))
    watcher.page.evaluate(IN_THE_BACKGROUND, True)
    watcher.page.evaluate(NO_END)
    play(player, server, 2)
    wait_for_board(watcher.page, lying(player.page))
    watcher.page.evaluate(IN_THE_BACKGROUND, False)
    play(player, server, 1)
    wait_for_board(watcher.page, lying(player.page))


def test_movements_whose_end_is_never_told_hold_up_nothing(
    server: ServerProcess, person: NewPerson
) -> None:
    made = in_mid_game("labyrinthe", server)
    someone = person(**SMALL).host(made)
    someone.page.evaluate(NO_END)
    play(someone, server, 2)
    assert lying(someone.page) == [of_table(on_the_table(someone, server))]


def test_a_frozen_page_wakes_up_to_the_present(server: ServerProcess, person: NewPerson) -> None:
    made = in_mid_game("moguli", server)
    player, watcher = person(**SMALL).host(made), person(**SMALL).sit(made.watch)
    control = watcher.page.context.new_cdp_session(watcher.page)
    control.send("Page.setWebLifecycleState", {"state": "frozen"})
    play(player, server, 3)
    control.send("Page.setWebLifecycleState", {"state": "active"})
    wait_for_board(watcher.page, lying(player.page))


def test_pieces_walk_their_way_and_captured_ones_fade(
    server: ServerProcess, person: NewPerson
) -> None:
    someone = person(**SMALL).host(in_mid_game("chain-reaction", server))
    someone.page.evaluate(COUNT_MOVEMENTS)
    play(someone, server, TURNS)
    seen = someone.page.evaluate("movements")
    assert seen["walks"] > 0
    assert seen["fades"] > 0


def test_nothing_moves_for_those_who_would_rather_not(
    server: ServerProcess, person: NewPerson
) -> None:
    someone = person(**SMALL, reduced_motion="reduce").host(in_mid_game("chain-reaction", server))
    someone.page.evaluate(COUNT_MOVEMENTS)
    play(someone, server, TURNS)
    someone.page.keyboard.press("Alt+ArrowLeft")
    expect(someone.status).to_contain_text("Move ")
    assert someone.page.evaluate("movements") == {"walks": 0, "fades": 0, "glides": 0}
