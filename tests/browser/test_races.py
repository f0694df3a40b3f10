"""Whatever comes late or in another order: the page is right in the end."""

import random

import pytest
from playwright.sync_api import Route, expect
from tests.browser.conftest import NewPerson
from tests.browser.gate import Answers, Gate
from tests.browser.person import SLOW
from tests.browser.pieces import lying, wait_for_board
from tests.browser.server_process import COMPUTER, HERE, LINK, ServerProcess
from tests.browser.test_puzzles import FIRST, open_puzzle, path_of

BEST = ".arrow.best"


def test_the_start_page_learns_of_a_move_that_was_on_its_way(
    server: ServerProcess, person: NewPerson
) -> None:
    made = server.table("mole-hill", HERE, HERE)
    early = [server.view(made.table)]
    someone = person().host(made)

    def answer(route: Route) -> None:
        """The first answer was given before the move came."""
        route.fulfill(json=early.pop()) if early else route.continue_()

    someone.page.route(f"**/api/tables/{made.table}?*", answer)
    someone.click("e4")
    someone.page.get_by_role("link", name="All games").click()
    expect(someone.page.get_by_role("region", name="Continue")).to_contain_text("Moves played: 1")
    assert early == []


def test_a_hint_wished_for_while_a_move_is_on_its_way_comes(
    server: ServerProcess, person: NewPerson
) -> None:
    someone = person()
    gate = Gate(someone.page)
    someone.host(server.table("chain-reaction", HERE, HERE))
    gate.hold("step", "advice")
    someone.click("c3", "c4")
    someone.button("Hint").click()
    gate.wait("step")
    gate.ask(type="hint")
    gate.wait("step", "advice")
    gate.let_go()
    expect(someone.page.locator(BEST)).to_have_count(1, timeout=SLOW)


def test_a_hint_is_asked_for_again_when_the_connection_was_lost_and_ends_with_the_game(
    server: ServerProcess, person: NewPerson
) -> None:
    someone = person()
    gate = Gate(someone.page)
    someone.sit(server.table("mole-hill", HERE, COMPUTER).seat(0))
    gate.hold("advice")
    someone.button("Hint").click()
    gate.wait("advice")
    gate.lose_line()
    expect(someone.page.locator(BEST)).to_have_count(1, timeout=SLOW)
    someone.confirm("Resign")
    expect(someone.end).to_contain_text("You resigned.")
    expect(someone.page.locator(BEST)).to_have_count(0)


def test_a_hint_comes_although_the_analysis_is_stopped(
    server: ServerProcess, person: NewPerson
) -> None:
    someone = person()
    gate = Gate(someone.page)
    someone.sit(server.table("mole-hill", HERE, COMPUTER).seat(0))
    someone.button("Analysis").click()
    gate.hold("advice")
    someone.button("Hint").click()
    someone.button("Analysis").click()
    gate.give()
    expect(someone.page.locator(BEST)).to_have_count(1, timeout=SLOW)
    expect(someone.button("Hint")).to_be_enabled()


def test_a_move_on_its_way_is_not_sent_twice(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("mole-hill", HERE, LINK)
    host, guest = person(), person().sit(made.seat(1))
    gate = Gate(host.page)
    host.sit(made.seat(0))
    gate.hold("play")
    host.click("e4")
    gate.wait_until(lambda: bool(gate.kept))
    guest.page.get_by_label("Your name").fill("Ada")
    guest.page.keyboard.press("Enter")
    expect(host.page.locator(".seats")).to_contain_text("Ada")
    gate.let_go()
    expect(host.page.locator("[data-spoken]")).to_contain_text("e4")
    assert sum(frame["type"] == "play" for frame in gate.sent) == 1


def test_why_clicks_were_no_move_sets_no_move_free(
    server: ServerProcess, person: NewPerson
) -> None:
    someone = person()
    gate = Gate(someone.page)
    someone.host(server.table("chain-reaction", HERE, HERE))
    gate.hold("refused", "step")
    someone.click("e8")
    someone.click("c3", "c4")
    gate.wait("refused", "step")
    refused, moved = gate.held
    gate.held = [refused]
    gate.let_go()
    gate.held = [moved]
    expect(someone.page.get_by_role("alert")).to_be_visible()
    assert someone.choices() == []
    gate.let_go()
    expect(someone.spot("c4")).to_have_attribute("aria-label", "c4, white piece")


def test_a_movement_that_ends_late_does_not_bring_the_past_back(
    server: ServerProcess, person: NewPerson
) -> None:
    made = server.table("chain-reaction", HERE, HERE)
    player, watcher = person().host(made), person()
    gate = Gate(watcher.page)
    watcher.sit(made.watch)
    gate.hold("step", "joined", "thinking")
    player.click("c3", "c4")
    expect(player.spot("c4")).to_have_attribute("aria-label", "c4, white piece")
    player.play_at_random(random.Random(1))
    gate.wait("step", "step")
    gate.ask(type="join", secrets=[], lang="en")
    gate.wait("step", "step", "joined")
    gate.give(0, 2)
    wait_for_board(watcher.page, lying(player.page))
    expect(watcher.page.locator("[data-spoken] p").last).to_contain_text("Black:")


def test_the_past_is_shown_although_the_connection_was_lost(
    server: ServerProcess, person: NewPerson
) -> None:
    someone = person()
    gate = Gate(someone.page)
    someone.host(server.table("chain-reaction", HERE, HERE))
    beginning = lying(someone.page)
    someone.click("c3", "c4")
    expect(someone.spot("c4")).to_have_attribute("aria-label", "c4, white piece")
    gate.hold("looked")
    someone.page.keyboard.press("Alt+ArrowLeft")
    gate.wait_until(lambda: bool(gate.held))
    gate.lose_line()
    wait_for_board(someone.page, beginning)
    expect(someone.status).to_contain_text("Move 0 of 1")


def test_rules_asked_for_earlier_do_not_replace_those_asked_for_later(
    server: ServerProcess, person: NewPerson
) -> None:
    someone = person().visit(f"{server.address}/rules/mole-hill")
    expect(someone.page.locator(".rulebook")).to_be_visible()
    answers = Answers(someone.page, "**/rulebook?lang=de")
    language = someone.page.locator("select")
    language.select_option("de")
    answers.wait()
    language.select_option("fr")
    expect(someone.page.locator(".rulebook")).to_contain_text("taupe")
    with someone.page.expect_response("**/rulebook?lang=de") as late:
        answers.let_go()
    late.value.finished()
    someone.page.evaluate(
        "() => fetch('/api/games/mole-hill/rulebook?lang=de').then(it => it.text())"
    )
    expect(someone.page.locator(".rulebook")).to_contain_text("taupe")


def test_a_diagram_that_was_closed_stays_closed(server: ServerProcess, person: NewPerson) -> None:
    someone = person().visit(f"{server.address}/rules/mole-hill")
    someone.button("Try it out").first.click()
    expect(someone.board).to_have_count(1)
    answers = Answers(someone.page, "**/position?*")
    someone.click(someone.choices()[0])
    answers.wait()
    assert someone.choices() == []
    someone.page.locator("figure .row button").nth(1).click()
    expect(someone.board).to_have_count(0)
    with someone.page.expect_response("**/position?*") as late:
        answers.let_go()
    late.value.finished()
    someone.page.evaluate("() => fetch('/api/games').then(it => it.text())")
    expect(someone.board).to_have_count(0)


def test_a_puzzle_in_another_language_keeps_the_move_on_its_way(
    server: ServerProcess, person: NewPerson
) -> None:
    someone = open_puzzle(person(), server)
    answers = Answers(someone.page, f"**/api/puzzles/*/{FIRST.number}?lang=en")
    winning = FIRST.winning()[0]
    someone.click(*path_of((), winning))
    answers.wait()
    someone.page.locator(".preferences select").select_option("fr")
    expect(someone.page.locator("h2#task")).to_contain_text("joue et gagne")
    answers.let_go()
    expect(someone.page.locator('[data-verdict][data-moves="1"]')).to_be_visible()
    expect(someone.page.locator(".verdict.right")).to_contain_text("Blanc")


@pytest.mark.parametrize("game", ["chain-reaction", "moguli"])
def test_a_game_on_a_slow_machine(game: str, server: ServerProcess, person: NewPerson) -> None:
    someone = person(slowed=6).sit(server.table(game, HERE, COMPUTER).seat(0))
    dice = random.Random(3)
    for _ in range(2):  # so few that no game is over
        assert someone.wait_for_turn()
        someone.play_at_random(dice)
    assert someone.wait_for_turn()
    someone.button("Hint").click()
    expect(someone.page.locator(BEST)).to_have_count(1, timeout=SLOW)
