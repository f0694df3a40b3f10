"""People in browsers of their own: by link, watching, asking and answering."""

import random
from pathlib import Path

from playwright.sync_api import expect
from tests.browser.conftest import NewPerson
from tests.browser.person import SLOW, Person
from tests.browser.server_process import COMPUTER, HERE, LINK, Made, ServerProcess
from tests.server.clients import serving


def invitation(host: Person) -> str:
    """Make a table on the first page, and return the link to be sent."""
    box = host.page.get_by_role("article", name="Mole Hill")
    box.get_by_role("button", name="Invite").click()
    host.page.get_by_role("button", name="Create invite link").click()
    expect(host.board).to_be_visible(timeout=SLOW)
    return host.page.get_by_label("Invite link for player 2", exact=True).input_value()


def test_two_people_by_link_and_somebody_who_watches(
    server: ServerProcess, person: NewPerson
) -> None:
    host, guest, watcher = person(), person(), person()
    link = invitation(host.visit(server.address))
    guest.sit(link)
    assert "#" not in guest.page.url
    expect(host.page.get_by_text("This seat is taken")).to_be_visible()
    watcher.sit(host.page.url)
    host.click("e4")
    for each in (guest, watcher):
        expect(each.page.locator("[data-spoken]")).to_contain_text("e4")
    assert host.choices() == watcher.choices() == []
    expect(guest.status).to_contain_text("You are the gardener")
    for each in (host, watcher):
        expect(each.status).to_contain_text("Player 2 is the gardener")
    guest.click(guest.choices()[0])
    expect(host.status).to_contain_text("Your turn")
    assert watcher.moves() == guest.moves()
    expect(watcher.page.get_by_text("Watching")).to_be_visible()
    assert watcher.button("Undo").count() == 0


def test_undo_by_consent(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("mole-hill", HERE, LINK)
    host, guest = person().sit(made.seat(0)), person().sit(made.seat(1))
    host.click("e4")
    expect(guest.status).to_contain_text("Your turn")
    host.button("Undo").click()
    expect(host.status).to_contain_text("Waiting for a reply")
    expect(guest.status).to_contain_text("asks to undo their last turn")
    guest.button("No").click()
    expect(guest.status).to_contain_text("Your turn")
    assert len(server.view(made.table)["tokens"]) == 1
    host.button("Undo").click()
    guest.button("Yes").click()
    expect(host.status).to_contain_text("Your turn")
    assert server.view(made.table)["tokens"] == []


def test_giving_up_and_playing_again_with_seats_changed(
    server: ServerProcess, person: NewPerson
) -> None:
    made = server.table("chain-reaction", HERE, LINK)
    host, guest = person().sit(made.seat(0)), person().sit(made.seat(1))
    host.click("b2", "b3")
    expect(guest.status).to_contain_text("Your turn")
    guest.click("b7", "b6")
    expect(host.status).to_contain_text("Your turn")
    host.confirm("Resign")
    for words in ("You lost", "You resigned."):
        expect(host.end).to_contain_text(words)
    for words in ("You won", "White resigned."):
        expect(guest.end).to_contain_text(words)
    expect(host.page.locator("svg.board.turned")).to_have_count(0)
    expect(guest.page.locator("svg.board.turned")).to_be_visible()
    host.end.get_by_role("button", name="Rematch").click()
    guest.end.get_by_role("button", name="Rematch").click()
    for each in (host, guest):
        each.page.wait_for_url(lambda url: made.table not in url)
    expect(guest.status).to_contain_text("you are now White. Your turn.")
    expect(host.status).to_contain_text("you are now Black. White to move.")
    expect(guest.page.locator("svg.board.turned")).to_have_count(0)
    expect(host.page.locator("svg.board.turned")).to_be_visible()
    following = host.page.url
    host.sit(made.seat(0))
    expect(host.board).to_be_visible()
    host.button("Go to the next game").click()
    host.page.wait_for_url(following)


def test_no_help_while_people_play_apart(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("mole-hill", HERE, LINK)
    host = person().sit(made.seat(0))
    assert host.button("Hint").count() == host.button("Analysis").count() == 0
    assert host.button("Flip board").is_visible()


def test_a_name_is_seen_by_the_others(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("mole-hill", HERE, LINK)
    host, guest = person().sit(made.seat(0)), person().sit(made.seat(1))
    host.page.get_by_label("Your name").fill("Ada")
    host.page.keyboard.press("Enter")
    expect(guest.page.locator(".seats")).to_contain_text("Ada")


def test_a_double_click_does_not_give_up(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("mole-hill", HERE, COMPUTER)
    host = person().sit(made.seat(0))
    host.button("Resign").dblclick()
    expect(host.page.get_by_role("dialog")).to_have_count(0)  # the second click was beside it
    host.button("Resign").focus()
    for _ in range(2):
        host.page.keyboard.press("Enter")
    assert server.view(made.table)["result"] is None
    host.confirm("Resign")
    expect(host.end).to_be_visible()


def test_clocks_wait_for_everybody_and_an_empty_table_is_closed(
    server: ServerProcess, person: NewPerson
) -> None:
    made = server.table("mole-hill", HERE, LINK, clock={"seconds": 60})
    host = person().sit(made.seat(0))
    seats = host.page.locator(".seats li")
    expect(seats.nth(1)).to_contain_text("not here yet")
    host.click("e4")
    expect(host.status).to_contain_text("Waiting for Player 2")
    expect(seats.locator(".clock.waits")).to_have_count(2)
    guest = person().sit(made.seat(1))
    guest.click(guest.choices()[0])
    expect(seats.locator(".clock.running")).to_have_count(1)
    expect(seats.locator(".clock.waits")).to_have_count(0)
    empty = server.table("mole-hill", HERE, LINK)
    host.sit(empty.seat(0))
    host.confirm("Cancel game")
    expect(host.end).to_be_visible()
    assert server.view(empty.table)["result"]["reason"] == "aborted"


def test_who_is_left_alone_may_claim_the_game(tmp_path: Path, person: NewPerson) -> None:
    with serving(tmp_path / "tables.sqlite", gone_after=0.2) as server:
        address = f"http://127.0.0.1:{server.port}"
        made = Made(address, **server.make("mole-hill", [HERE, LINK]))
        host, guest = person().sit(made.seat(0)), person().sit(made.seat(1))
        host.click("e4")
        expect(guest.status).to_contain_text("Your turn")
        guest.click(guest.choices()[0])
        expect(host.status).to_contain_text("Your turn")
        guest.visit("about:blank")
        expect(host.page.locator(".seats")).to_contain_text("not connected")
        expect(host.button("Claim draw")).to_be_visible()
        guest.sit(made.watch)
        expect(host.button("Claim draw")).to_have_count(0)
        guest.visit("about:blank")
        host.button("Claim win").click()
        expect(host.end).to_contain_text("Player 2 left the game")


def test_each_of_four_seats_is_taken_by_somebody_else(
    server: ServerProcess, person: NewPerson
) -> None:
    host, guest = person().visit(server.address), person()
    box = host.page.get_by_role("article", name="Le Jeu du Labyrinthe")
    box.get_by_role("button", name="Against the computer").click()
    dialog = host.page.get_by_role("dialog")
    dialog.get_by_role("radio", name="4").check(force=True)
    for seat, who in {
        1: "Computer, level 1",
        2: "Me",
        3: "Someone on this screen",
        4: "By invite link",
    }.items():
        dialog.get_by_label(f"Player {seat}").select_option(who)
    dialog.get_by_role("button", name="Create invite link").click()
    expect(host.board).to_be_visible(timeout=SLOW)
    guest.sit(host.page.get_by_label("Invite link for player 4", exact=True).input_value())
    table = host.page.url.rpartition("/")[2]
    kinds = [seat["kind"] for seat in server.view(table)["seats"]]
    assert kinds == ["computer", "here", "here", "link"]
    assert host.button("Hint").count() == guest.button("Hint").count() == 0
    dice = random.Random(1)
    for player in (host, host, guest):
        turn = play_a_turn(player, server, table, dice)
        assert turn in ([1, 2] if player is host else [3])
    expect(host.page.locator(".seats li:nth-child(2).turn")).to_be_visible()
    assert set(server.view(table)["movers"]) == {0, 1, 2, 3}


def play_a_turn(player: Person, server: ServerProcess, table: str, dice: random.Random) -> int:
    """Play until the turn has passed on; says whose it was."""
    assert player.wait_for_turn()
    turn = int(server.view(table)["position"]["turn"])
    while server.view(table)["position"]["turn"] == turn:
        if player.choices():
            player.play_at_random(dice)
    return turn


def test_a_table_needs_a_person(server: ServerProcess, person: NewPerson) -> None:
    host = person().visit(server.address)
    box = host.page.get_by_role("article", name="Le Jeu du Labyrinthe")
    box.get_by_role("button", name="Against the computer").click()
    dialog = host.page.get_by_role("dialog")
    dialog.get_by_role("radio", name="4").check(force=True)
    begin = dialog.get_by_role("button", name="Start")
    expect(begin).to_be_enabled()
    dialog.get_by_label("Player 1").select_option("Computer, level 3")
    expect(dialog.get_by_role("alert")).to_contain_text("must be a person")
    expect(begin).to_be_disabled()
    dialog.get_by_label("Player 2").select_option("Me")
    expect(begin).to_be_enabled()
    dialog.get_by_label("Player 4").select_option("Me")
    expect(dialog.get_by_label("Player 2")).to_have_value("here")
