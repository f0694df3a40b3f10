"""What a table does besides moves: explains, remembers, comes back."""

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.person import SLOW
from tests.browser.server_process import COMPUTER, HERE, LINK, ServerProcess

import tablier

ROOT = Path(__file__).parent.parent.parent
HILLS = ".board g.mark[data-mark^=hill]"
BARRED = (
    "dCbCc/BCabB/BBcbA/cACac/aBbBC/cbBCa/DBDdd b5,c5,c7,e4,e7 a3,a7,b1,b3,c2 2 - a4 - 0 play 21"
)


def test_an_illegal_move_is_explained_with_its_clause(
    server: ServerProcess, person: NewPerson
) -> None:
    made = server.table("moguli", COMPUTER, HERE, text=BARRED)
    someone = person().sit(made.seat(1))
    someone.click("a4")
    expect(someone.status).to_contain_text("your opponent has just rotated it")
    someone.button("Read rule 3.2").click()
    clause = someone.page.locator('[data-clause="3.2"]')
    expect(clause).to_be_in_viewport()
    expect(clause).to_contain_class("asked")


def test_a_new_round_has_a_card_of_its_own(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("mole-hill", HERE, HERE, text="b2,b1,a2 - m 1 -")
    someone = person().host(made)
    someone.click("a1")
    card = someone.page.get_by_role("alertdialog")
    expect(card).to_contain_text("Points for Player 1: 1. Now swap roles")
    someone.button("Continue").click()
    expect(card).to_have_count(0)
    someone.click("e4")
    expect(someone.page.locator("[data-spoken]")).to_contain_text("e4")


@pytest.mark.parametrize("how", ["button", "Enter", "board"])
def test_the_end_of_a_round_stays_on_the_board_until_one_goes_on(
    how: str, server: ServerProcess, person: NewPerson
) -> None:
    """The full garden with its count; nothing can be played on it, and then the next round is."""
    made = server.table("mole-hill", HERE, HERE, text="b2,b1,a2 - m 1 -")
    someone = person().host(made)
    someone.click("a1")
    card = someone.page.get_by_role("alertdialog")
    expect(card).to_contain_text("The mole is trapped.")
    hills = someone.page.locator(HILLS)
    expect(hills).to_have_count(4)
    expect(someone.page.locator(".seats")).to_contain_text("Mole: points 1, hills left 18")
    assert someone.choices() == []
    garden = someone.page.locator(".board").bounding_box()
    covered = card.bounding_box()
    assert garden is not None
    assert covered is not None
    assert covered["y"] > garden["y"] + 0.8 * garden["height"]
    if how == "button":
        someone.button("Continue").click()
    elif how == "Enter":
        someone.page.keyboard.press("Enter")
    else:
        someone.click("e4")
    expect(card).to_have_count(0)
    expect(hills).to_have_count(0)
    someone.click("a7")
    expect(someone.page.locator("[data-spoken]")).to_contain_text("a7")


def test_each_page_holds_the_end_of_a_round_for_itself(
    server: ServerProcess, person: NewPerson
) -> None:
    """The other one goes on, and what they play is shown when one goes on oneself."""
    made = server.table("mole-hill", HERE, LINK, text="b2,b1,a2 - m 1 -")
    first, second = person().sit(made.seat(0)), person().sit(made.seat(1))
    first.click("a1")
    for someone in (first, second):
        expect(someone.page.get_by_role("alertdialog")).to_be_visible()
    second.button("Continue").click()
    second.click("e4")
    expect(second.page.locator(HILLS)).to_have_count(1)
    expect(first.page.locator(HILLS)).to_have_count(4)
    first.button("Continue").click()
    expect(first.page.locator(HILLS)).to_have_count(1)


def test_the_computer_waits_until_the_end_of_a_round_is_seen(
    server: ServerProcess, person: NewPerson
) -> None:
    made = server.table("mole-hill", HERE, COMPUTER, text="b2,b1,a2 - m 1 -")
    someone = person().sit(made.seat(0))
    someone.click("a1")
    expect(someone.page.get_by_role("alertdialog")).to_be_visible()
    assert len(server.view(made.table)["tokens"]) == 1
    someone.button("Continue").click()
    assert someone.wait_for_turn()
    expect(someone.page.locator(HILLS)).to_have_count(1)


def test_a_penalty_has_a_card_and_is_read_out_also_where_it_ends_the_game(
    server: ServerProcess, person: NewPerson
) -> None:
    stuck = "......./......./......./......./b.b..../W....../b.b..../......."
    made = server.table("chain-reaction", HERE, HERE, text=f"{stuck} w 3 - 11 12 6")
    someone = person().host(made)
    someone.click("a3")
    someone.click("a1")
    card = someone.page.get_by_role("alertdialog")
    expect(card).to_contain_text("White is stuck, with no legal move: that costs 2 points")
    expect(card).to_contain_text("(§6.1)")
    expect(someone.page.locator("[data-spoken]")).to_contain_text("White is stuck")
    expect(someone.end).to_have_count(0)
    someone.button("Continue").click()
    expect(someone.end).to_contain_text("Black wins")


def test_an_end_that_comes_nearer_is_announced_under_the_status(
    server: ServerProcess, person: NewPerson
) -> None:
    made = server.table("chain-reaction", HERE, HERE, options={"turn_limit": 2})
    someone = person().host(made)
    expect(someone.status).not_to_contain_text("turn limit")
    someone.click("c3")
    someone.click("b4")
    expect(someone.status).to_contain_text("Turns left until the turn limit: 1 (§7.4).")
    expect(someone.page.locator("[data-spoken]")).to_contain_text("Turns left until")


def test_several_computers_are_called_by_their_seats_and_one_the_computer(
    server: ServerProcess, person: NewPerson
) -> None:
    three = server.table("labyrinthe", HERE, *(COMPUTER,) * 3, options={"players": 4})
    names = person().host(three).page.locator(".seats .name")
    expect(names).to_have_text(["You", "Player 2", "Player 3", "Player 4"])
    one = server.table("labyrinthe", HERE, COMPUTER)
    expect(person().host(one).page.locator(".seats .name")).to_have_text(["You", "Computer"])


def test_reloading_finds_everything_as_it_was(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("mole-hill", HERE, HERE)
    someone = person().host(made)
    someone.click("e4")
    expect(someone.page.locator("[data-spoken]")).to_contain_text("e4")
    before = someone.marks()
    someone.page.reload()
    expect(someone.board).to_be_visible()
    assert someone.marks() == before
    assert someone.moves() == ["e4"]


def test_a_lost_connection_comes_back_by_itself(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("mole-hill", HERE, COMPUTER)
    someone = person()
    lines: list[WebSocketRoute] = []
    away: list[bool] = []

    def connect(line: WebSocketRoute) -> None:
        if away:
            line.close(code=1011)
        else:
            line.connect_to_server()
            lines.append(line)

    someone.page.route_web_socket("**/socket", connect)
    someone.sit(made.seat(0))
    away.append(True)
    lines[-1].close(code=1011)
    expect(someone.status).to_contain_text("Connection lost")
    assert someone.choices() == []
    away.clear()
    expect(someone.status).to_contain_text("Your turn")
    someone.click("e4")
    assert someone.wait_for_turn()
    assert server.view(made.table)["tokens"][0] == "e4"


def test_killing_the_server_in_mid_game_loses_nothing(
    tmp_path_factory: pytest.TempPathFactory, person: NewPerson
) -> None:
    server = ServerProcess(tmp_path_factory.mktemp("killed"))
    server.start()
    try:
        made = server.table("mole-hill", HERE, COMPUTER)
        someone = person().sit(made.seat(0))
        someone.click("e4")
        assert someone.wait_for_turn()
        before = server.view(made.table)["tokens"]
        server.kill()
        expect(someone.status).to_contain_text("Connection lost")
        assert someone.choices() == []
        server.start()
        expect(someone.status).to_contain_text("Your turn", timeout=SLOW)
        assert someone.moves() == before
        someone.click(someone.choices()[0])
        someone.wait_for_turn()
        assert server.view(made.table)["tokens"][: len(before)] == before
        assert len(server.view(made.table)["tokens"]) > len(before)
    finally:
        server.stop()


def test_past_positions_can_be_looked_at(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("mole-hill", HERE, HERE)
    someone = person().host(made)
    someone.click("e4")
    someone.wait_for_turn()
    someone.click(someone.choices()[3])
    someone.wait_for_turn()
    now = someone.marks()
    someone.page.get_by_role("tab", name="Moves").click()
    someone.button("Go to start").click()
    expect(someone.status).to_contain_text("Move 0 of 2")
    assert someone.choices() == []
    someone.page.keyboard.press("Alt+ArrowRight")
    expect(someone.status).to_contain_text("Move 1 of 2")
    someone.button("Back to the game").click()
    expect(someone.status).not_to_contain_text("of 2")
    expect(someone.page.locator('.board g.mark[data-mark^="rod-"]')).to_have_count(1)
    assert someone.marks() == now


def test_a_hint_shows_a_move_on_the_board(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("mole-hill", HERE, COMPUTER)
    someone = person().sit(made.seat(0))
    someone.button("Hint").click()
    expect(someone.page.locator(".arrow.best")).to_have_count(1, timeout=SLOW)


def test_analysis_shows_what_each_can_expect(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("labyrinthe", HERE, *[COMPUTER] * 3, options={"players": 4})
    someone = person().sit(made.seat(0))
    someone.button("Analysis").click()
    expect(someone.page.locator(".value .part")).to_have_count(4)
    expect(someone.page.locator(".value .legend")).to_contain_text("%", timeout=SLOW)
    expect(someone.page.locator(".arrow")).to_have_count(3)
    someone.button("Analysis").click()


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_the_best_moves_stay_in_sight_in_a_long_game(
    screen: dict[str, Any], server: ServerProcess, person: NewPerson
) -> None:
    made = server.opened((ROOT / "docs" / "replay.tablier").read_text("utf-8"))
    someone = person(**screen).host(made)
    someone.button("Analysis").click()
    someone.page.get_by_role("tab", name="Moves").click()
    someone.button("Previous move").click()
    best = someone.page.locator(".best li")
    expect(best.last).to_be_visible(timeout=SLOW)
    for each in (best.first, best.last, someone.page.locator(".moves [aria-current]")):
        expect(each).to_be_in_viewport(ratio=0.9)
    someone.page.keyboard.press("Alt+ArrowRight")
    expect(someone.status).not_to_contain_text("After")


def legs(start: tablier.Position, tokens: list[str]) -> list[int]:
    """How many legs the ways of these moves have, move by move."""
    found, position = [], start
    for token in tokens:
        drawing, action = position.game.drawing, position.game.actions[token]
        found.append(len(drawing.route(position.state, action)))
        position = position.play(token)
    return found


def test_all_steps_of_the_last_turn_are_traced(server: ServerProcess, person: NewPerson) -> None:
    game = tablier.game("labyrinthe")
    start = game.position(game.drawing.SCENE)
    made = server.table("labyrinthe", HERE, HERE, text=str(start))
    someone, dice = person().host(made), random.Random(3)
    while len(server.view(made.table)["tokens"]) < 2:
        if someone.choices():
            someone.play_at_random(dice)
    someone.page.mouse.move(2, 2)
    assert server.view(made.table)["movers"] == [start.turn] * 2
    steps = legs(start, server.view(made.table)["tokens"])
    assert min(steps) > 0
    traced = someone.page.locator(".board .trail path:not(.rim)")
    expect(traced).to_have_count(sum(steps))
    someone.page.reload()
    expect(traced).to_have_count(sum(steps))
    someone.page.keyboard.press("Alt+ArrowLeft")
    expect(traced).to_have_count(steps[0])
    someone.page.keyboard.press("Alt+ArrowRight")
    expect(traced).to_have_count(sum(steps))
    someone.button("Undo").click()
    expect(traced).to_have_count(steps[0])


def test_another_view_is_on_while_its_key_is_held(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("moguli", HERE, COMPUTER)
    someone = person().sit(made.seat(0))
    someone.page.keyboard.down("x")
    expect(someone.board).to_contain_class("view-xray")
    someone.page.keyboard.up("x")
    expect(someone.board).not_to_contain_class("view-xray")
    someone.button("X-ray").click()
    expect(someone.board).to_contain_class("view-xray")


def test_moguli_shows_both_layers_and_remembers_the_chosen_view(
    server: ServerProcess, person: NewPerson
) -> None:
    """Double lines on top and dots underneath, as in lessons; X-ray the underside alone."""
    someone = person().host(server.table("moguli", HERE, HERE))
    page = someone.page

    def opacities() -> list[float]:
        seen = [page.locator(f".board .{each}").first for each in ("path", "below")]
        return [float(each.evaluate("it => getComputedStyle(it).opacity")) for each in seen]

    assert min(opacities()) > 0.5
    someone.button("X-ray").click()
    page.reload()
    expect(someone.board).to_contain_class("view-xray")
    expect(someone.button("X-ray")).to_have_attribute("aria-pressed", "true")
    top, underside = opacities()
    assert top < 0.5 < underside
    page.goto(f"{server.address}/learn/moguli/1")
    expect(someone.board).to_contain_class("view-xray")
    someone.button("X-ray").click()
    page.reload()
    expect(someone.board).not_to_contain_class("view-xray")


def test_a_turned_board_is_clicked_where_it_is_seen(
    server: ServerProcess, person: NewPerson
) -> None:
    made = server.table("mole-hill", HERE, COMPUTER)
    someone = person().sit(made.seat(0))
    left = someone.place("a4")[0]
    someone.button("Flip board").click()
    assert someone.place("a4")[0] > left
    someone.click("a1")
    expect(someone.page.locator("[data-spoken]")).to_contain_text("a1")


def test_on_a_phone_the_nearest_target_wins(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("labyrinthe", HERE, HERE)
    someone = person(**PHONE).host(made)
    x, y = someone.place("b2")
    someone.page.touchscreen.tap(x + 14, y - 3)
    assert someone.choices()
    assert len(someone.choices()) < 20
    someone.page.keyboard.press("Escape")


def test_a_table_that_is_not_there(server: ServerProcess, person: NewPerson) -> None:
    someone = person().visit(f"{server.address}/t/nowhere12345")
    expect(someone.page.get_by_role("heading")).to_have_text("This table is gone")
    someone.page.get_by_role("link", name="All games").click()
    expect(someone.page.get_by_role("article")).to_have_count(len(tablier.games()))


def test_a_game_to_continue_is_on_the_first_page(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("mole-hill", HERE, HERE)
    someone = person().host(made)
    someone.click("e4")
    someone.page.get_by_role("link", name="All games").click()
    section = someone.page.get_by_role("region", name="Continue a game")
    expect(section).to_contain_text("Moves played: 1")
    section.get_by_role("link").click()
    expect(someone.board).to_be_visible()


def test_a_record_is_saved_and_opened_again(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("mole-hill", HERE, HERE)
    someone = person().host(made)
    someone.click("e4")
    expect(someone.page.locator("[data-spoken]")).to_contain_text("e4")
    with someone.page.expect_download() as saved:
        someone.page.get_by_role("link", name="Save game").click()
    record = saved.value.path().read_text("utf-8")
    other = person().visit(server.address)
    other.button("Open a game file").click()
    other.page.get_by_label("Or paste its text").fill(record)
    other.page.get_by_role("button", name="Open", exact=True).click()
    expect(other.board).to_be_visible()
    assert other.moves() == ["e4"]


def test_a_diagram_of_the_rulebook_can_be_played(server: ServerProcess, person: NewPerson) -> None:
    someone = person().visit(f"{server.address}/rules/mole-hill")
    someone.button("Try it out").first.click()
    expect(someone.board).to_have_count(1)
    someone.click(someone.choices()[0])
    expect(someone.button("Start over")).to_be_enabled()
