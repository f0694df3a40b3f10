"""Whole games against the computer."""

import random

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import NewPerson
from tests.browser.person import SLOW, Person
from tests.browser.server_process import COMPUTER, HERE, ServerProcess
from tests.games.choices import limited

import tablier
from tablier.texts import Reader


def begin(someone: Person, game: str, level: int = 1) -> None:
    """From the list of games: the box, a weak level, a short game."""
    page = someone.page
    box = page.get_by_role("article", name=tablier.game(game).title())
    box.get_by_role("button", name="Against the computer").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("slider").fill(str(level))
    for turns in limited(game, 6).values():
        dialog.get_by_text("Clock and variants").click()
        dialog.get_by_label("Turn limit").fill(str(turns))
    dialog.get_by_role("button", name="Start", exact=True).click()
    expect(someone.board).to_be_visible(timeout=SLOW)


@pytest.mark.parametrize("game", tablier.games())
def test_a_whole_game_by_mouse(game: str, server: ServerProcess, person: NewPerson) -> None:
    """What cannot be limited to a few turns is played from near its end, too."""
    someone, dice = person().visit(server.address), random.Random(5)
    begin(someone, game)
    if not limited(game, 6):
        someone.play_at_random(dice)
        assert someone.wait_for_turn()
        assert server.view(someone.page.url.rpartition("/")[2])["tokens"]
        someone.sit(server.table(game, HERE, COMPUTER, text=near_the_end(game)).seat(0))
    for _ in range(400):
        if not someone.wait_for_turn():
            break
        someone.play_at_random(dice)
    expect(someone.end).to_be_visible()
    table = server.view(someone.page.url.rpartition("/")[2])
    assert table["result"]["reason"] == "rules"
    outcome = tablier.Record.read(server.record(table["table"])).end.outcome()
    assert outcome is not None
    reader = Reader(seats=frozenset({0}), names=("", "Computer"))
    expect(someone.end).to_contain_text(outcome.sentence("en", reader))
    assert someone.moves() == table["tokens"]
    assert 0 in table["movers"]


def near_the_end(game: str) -> str:
    """A position some moves before the end of a game that was played at random."""
    dice, position = random.Random(5), tablier.game(game).start(5)
    while not position.is_over:
        position = position.play(dice.choice(position.legal_moves))
    return str(position.back(8))


def test_a_whole_game_by_keyboard_alone(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("chain-reaction", HERE, COMPUTER, options={"turn_limit": 6})
    someone = person(reduced_motion="reduce").sit(made.seat(0))
    play_by_keyboard(someone)
    assert server.view(made.table)["result"]["reason"] == "rules"


def play_by_keyboard(someone: Person) -> None:
    """Find the board, and play to the end of the game, by keys alone."""
    page, dice = someone.page, random.Random(2)
    on_board = "document.activeElement.closest('.board') !== null"
    for _ in range(20):
        if page.evaluate(on_board):
            break
        page.keyboard.press("Tab")
    assert page.evaluate(on_board)
    for _ in range(200):
        if not someone.wait_for_turn():
            break
        for _ in range(dice.randrange(1, 4)):
            page.keyboard.press(dice.choice(("PageDown", "PageUp")))
        page.keyboard.press("Enter")
    expect(someone.end).to_be_visible()


def test_arrow_keys_lead_from_spot_to_spot(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("mole-hill", HERE, COMPUTER)
    someone = person().sit(made.seat(0))
    someone.spot("c3").focus()
    for key in ("ArrowUp", "ArrowRight", "Enter"):
        someone.page.keyboard.press(key)
    expect(someone.page.locator("[data-spoken]")).to_contain_text("d4")
    assert server.view(made.table)["tokens"][0] == "d4"


def test_escape_takes_back_a_click(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("moguli", HERE, HERE)
    someone = person().host(made)
    before = someone.choices()
    someone.click("c4")
    assert set(someone.choices()) - {"pass"} == {"c4+1", "c4+2", "c4+3"}
    someone.page.keyboard.press("Escape")
    assert someone.choices() == before


def test_a_piece_can_be_dragged(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("chain-reaction", HERE, HERE)
    someone = person(reduced_motion="no-preference").host(made)
    mouse = someone.page.mouse
    mouse.move(*someone.place("c3"))
    mouse.down()
    mouse.move(*someone.place("c4"), steps=5)
    mouse.up()
    expect(someone.spot("c4")).to_have_attribute("aria-label", "c4, white piece")
    assert len(server.view(made.table)["tokens"]) == 1


def test_a_move_can_be_chosen_from_the_list_by_typing(
    server: ServerProcess, person: NewPerson
) -> None:
    made = server.table("moguli", HERE, HERE)
    someone = person().host(made)
    someone.page.get_by_text("legal moves").click()
    someone.page.get_by_label("Type a move").fill("c4+2")
    someone.page.keyboard.press("Enter")
    expect(someone.page.locator("[data-spoken]")).to_contain_text("c4+2")


def test_signs_of_a_place_can_be_leafed_through(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("moguli", HERE, HERE)
    someone = person().host(made)
    page = someone.page
    page.mouse.move(*someone.place("c4"))
    page.mouse.wheel(0, 100)
    expect(someone.spot("c4")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("e")
    page.mouse.click(*someone.place("c4"))
    expect(page.locator("[data-spoken]")).to_contain_text("c4+2")
    page.mouse.move(*someone.place("d5"))
    page.keyboard.press("q")
    page.mouse.move(*someone.place("a1"))
    expect(someone.spot("d5")).not_to_have_attribute("aria-pressed", "true")


def test_what_frees_a_pawn_is_said_and_marked(server: ServerProcess, person: NewPerson) -> None:
    """Moguli's opening: a pawn must leave the start row, and some rotations make way for one."""
    position = tablier.game("moguli").start(0)
    someone = person().host(server.table("moguli", HERE, HERE, text=str(position)))
    expect(someone.status).to_contain_text("Rotating c1, d1 or e1 frees one.")
    hinted = someone.board.locator(".hinted")
    expect(hinted).to_have_count(3)
    someone.click("c1")
    expect(hinted).to_have_count(2)
    someone.click("c1+1")
    expect(someone.status).to_contain_text("move a pawn off your start row")
    expect(hinted).to_have_count(0)


def test_a_turn_without_a_block_is_chosen_in_the_form_and_ended_by_a_button(
    server: ServerProcess, person: NewPerson
) -> None:
    """Labyrinthe, a pawn first: the button comes when a block may be moved, and goes with it."""
    someone = person().visit(server.address)
    page = someone.page
    box = page.get_by_role("article", name=tablier.game("labyrinthe").title())
    box.get_by_role("button", name="Same screen").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Clock and variants").click()
    dialog.get_by_label("Each turn").select_option("a pawn, then a block if you like")
    dialog.get_by_role("button", name="Start", exact=True).click()
    expect(someone.board).to_be_visible(timeout=SLOW)
    ending = page.get_by_role("button", name="end turn")
    expect(someone.status).to_contain_text("then a block if you like")
    expect(ending).to_have_count(0)
    someone.click("b2", "b4")
    expect(someone.status).to_contain_text("slide a block or end your turn")
    ending.click()
    expect(someone.status).to_contain_text("Player 2: slide a pawn")
    expect(ending).to_have_count(0)
    assert server.view(page.url.rpartition("/")[2])["tokens"] == ["b2-b4", "pass"]


def test_seats_are_shown_by_their_pieces_and_the_board_is_explained(
    server: ServerProcess, person: NewPerson
) -> None:
    someone = person().host(server.table("chain-reaction", HERE, HERE))
    seats = someone.page.locator(".seats li")
    expect(seats.nth(0).locator("[data-piece=white]")).to_be_visible()
    expect(seats.nth(1).locator("[data-piece=black]")).to_be_visible()
    expect(someone.page.locator(".legend")).to_contain_text("segments left in this turn")
    expect(someone.page.get_by_text("of 12 points")).to_have_count(2)
    someone.host(server.table("mole-hill", HERE, HERE))
    expect(seats.nth(0).locator("svg.seat-0")).to_be_visible()
