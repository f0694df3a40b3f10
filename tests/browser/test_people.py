"""People in browsers of their own: by link, watching, asking and answering."""

from playwright.sync_api import expect
from tests.browser.conftest import NewPerson
from tests.browser.house import HERE, LINK, House
from tests.browser.person import SLOW, Person


def invitation(host: Person) -> str:
    """Set a table from the shelf, and the link that is to be sent."""
    box = host.page.get_by_role("article", name="Mole Hill")
    box.get_by_role("button", name="Invite").click()
    host.page.get_by_role("button", name="Set the table").click()
    expect(host.board).to_be_visible(timeout=SLOW)
    return host.page.get_by_label("Link for player 2", exact=True).input_value()


def test_two_people_by_link_and_somebody_who_watches(house: House, person: NewPerson) -> None:
    host, guest, watcher = person(), person(), person()
    link = invitation(host.visit(house.address))
    guest.sit(link)
    assert "#" not in guest.page.url
    expect(host.page.get_by_text("Somebody has taken this seat")).to_be_visible()
    watcher.sit(host.page.url)
    host.click("e4")
    for each in (guest, watcher):
        expect(each.page.locator("[data-spoken]")).to_contain_text("e4")
    assert host.choices() == watcher.choices() == []
    guest.click(guest.choices()[0])
    expect(host.status).to_contain_text("Your turn")
    assert watcher.moves() == guest.moves()
    expect(watcher.page.get_by_text("Watching")).to_be_visible()
    assert watcher.button("Take back").count() == 0


def test_undo_by_consent(house: House, person: NewPerson) -> None:
    made = house.table("mole-hill", HERE, LINK)
    host, guest = person().sit(made.seat(0)), person().sit(made.seat(1))
    host.click("e4")
    expect(guest.status).to_contain_text("Your turn")
    host.button("Take back").click()
    expect(host.status).to_contain_text("Waiting for an answer")
    expect(guest.status).to_contain_text("would like to take back")
    guest.button("No").click()
    expect(guest.status).to_contain_text("Your turn")
    assert len(house.view(made.table)["tokens"]) == 1
    host.button("Take back").click()
    guest.button("Yes").click()
    expect(host.status).to_contain_text("Your turn")
    assert house.view(made.table)["tokens"] == []


def test_giving_up_and_playing_again_with_seats_changed(house: House, person: NewPerson) -> None:
    made = house.table("chain-reaction", HERE, LINK)
    host, guest = person().sit(made.seat(0)), person().sit(made.seat(1))
    host.button("Give up").click()
    host.button("Really give up").click()
    expect(guest.end).to_contain_text("You have won")
    host.end.get_by_role("button", name="Play again").click()
    guest.end.get_by_role("button", name="Play again").click()
    for each in (host, guest):
        each.page.wait_for_url(lambda url: made.table not in url)
    expect(guest.status).to_contain_text("Your turn")
    following = host.page.url
    host.sit(made.seat(0))
    expect(host.board).to_be_visible()
    host.button("To the next game").click()
    host.page.wait_for_url(following)


def test_no_help_while_people_play_apart(house: House, person: NewPerson) -> None:
    made = house.table("mole-hill", HERE, LINK)
    host = person().sit(made.seat(0))
    assert host.button("Hint").count() == host.button("Analysis").count() == 0
    assert host.button("Turn round").is_visible()


def test_a_name_is_seen_by_the_others(house: House, person: NewPerson) -> None:
    made = house.table("mole-hill", HERE, LINK)
    host, guest = person().sit(made.seat(0)), person().sit(made.seat(1))
    host.page.get_by_label("Your name").fill("Ada")
    host.page.keyboard.press("Enter")
    expect(guest.page.locator(".seats")).to_contain_text("Ada")
