"""With fingers on a small screen: everything can be hit, and nothing is done by mistake."""

from typing import NamedTuple

from playwright.sync_api import Locator, expect
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.house import HERE, House

import tablier

FINGER = 44  # pixels
MOGULI = tablier.game("moguli").drawing.SCENE


class Box(NamedTuple):
    """Where something is on the screen, in pixels."""

    x: float
    y: float
    width: float
    height: float


def box(thing: Locator) -> Box:
    found = thing.bounding_box()
    assert found is not None
    return Box(found["x"], found["y"], found["width"], found["height"])


# Buttons


def test_what_has_no_place_on_the_board_is_a_button_in_words(
    house: House, person: NewPerson
) -> None:
    made = house.table("moguli", HERE, HERE, text=MOGULI)
    someone = person(**PHONE).host(made)
    button = someone.page.get_by_role("button", name="End turn")
    below, board = box(button), box(someone.board)
    assert min(below.width, below.height) >= FINGER
    assert below.y >= board.y + board.height
    button.tap()
    expect(someone.page.locator("[data-spoken]")).to_contain_text("pass")
    assert house.view(made.table)["tokens"] == ["pass"]
    assert box(someone.board) == board


def test_several_buttons_fit_beside_each_other(house: House, person: NewPerson) -> None:
    made = house.table("moguli", HERE, HERE, options={"new_start_row": True})
    someone = person(**PHONE).host(made)
    buttons = someone.page.locator(".buttons button")
    expect(buttons).to_have_count(4)
    for button in buttons.all():
        place = box(button)
        assert place.height >= FINGER
        assert 0 <= place.x <= 360 - place.width
    someone.button("Keep the start row").tap()
    expect(someone.page.locator("[data-spoken]")).to_contain_text("keep")
