"""Somebody plays a bot from the list of games."""

from playwright.sync_api import expect
from tests.browser.conftest import NewPerson
from tests.browser.person import SLOW
from tests.browser.server_process import ServerProcess
from tests.server.bots import heard, new_bot_at


def test_a_bot_that_waits_is_offered_and_plays(server: ServerProcess, person: NewPerson) -> None:
    bot = new_bot_at(server.address, "Digger")
    host = person().visit(server.address)
    box = host.page.get_by_role("article", name="Mole Hill")
    with bot.waiting() as events:
        box.get_by_role("button", name="computer").click()
        host.page.get_by_label("Against").select_option(label=f"Bot: {bot.name}")
        host.page.get_by_role("button", name="Start", exact=True).click()
        expect(host.board).to_be_visible(timeout=SLOW)
        expect(host.page.get_by_text("invited…")).to_be_visible()
        bot.client.bots.accept_challenge(heard(events, "challenge")["id"])
        begun = heard(events, "gameStart")
        host.click("e4")
        bot.playing(begun["id"], 1)
        expect(host.status).to_contain_text("Your turn")
        host.moves()  # opens the list; the words before may still be those of the first turn
        expect(host.page.locator(".moves .tokens button")).to_have_count(2)


def test_a_bot_that_declines_leaves_no_game(server: ServerProcess, person: NewPerson) -> None:
    bot = new_bot_at(server.address, "Shy")
    made = server.table("mole-hill", {"kind": "here"}, {"kind": "bot", "name": bot.name})
    host = person().sit(made.seat(0))
    bot.client.bots.decline_challenge(made.table)
    expect(host.end).to_contain_text("Game cancelled")
    expect(host.end).to_contain_text(f"{bot.name} declined.")
