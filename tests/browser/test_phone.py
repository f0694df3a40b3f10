"""With fingers on a small screen: everything can be hit, and nothing is done by mistake."""

import random
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.server_process import HERE, ServerProcess

import tablier

FINGER = 44  # pixels
SHORT = {**PHONE, "viewport": {"width": 360, "height": 640}}
MOGULI = tablier.game("moguli").drawing.SCENE
OBLIGED = "CBdcD/bccCC/DcdcA/CacbA/dDBab/DCAad/bBBCB a1,b1,c1,d1,e1 a7,b7,c7,d7,e7 1 - - - 0 play 0"
"""A pawn must leave its row, and none can: it takes long to say so."""


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
    server: ServerProcess, person: NewPerson
) -> None:
    made = server.table("moguli", HERE, HERE, text=MOGULI)
    someone = person(**PHONE).host(made)
    someone.page.get_by_role("button", name="Aim").tap()
    expect(someone.page.locator("#aim")).to_contain_text(
        "Be the first to bring four of your five pawns"
    )
    someone.page.keyboard.press("Escape")
    button = someone.page.get_by_role("button", name="End turn")
    below, board = box(button), box(someone.board)
    assert min(below.width, below.height) >= FINGER
    assert below.y >= board.y + board.height
    button.tap()
    expect(someone.page.locator("[data-spoken]")).to_contain_text("pass")
    assert server.view(made.table)["tokens"] == ["pass"]
    assert box(someone.board) == board


def test_a_long_sentence_with_a_button_leaves_the_board_its_room(
    server: ServerProcess, person: NewPerson
) -> None:
    made = server.table("moguli", HERE, HERE, text=OBLIGED)
    someone = person(**SHORT, locale="de-DE").host(made)
    button, sentence = box(someone.page.locator(".buttons button")), box(someone.status)
    assert button.y >= sentence.y + sentence.height
    assert box(someone.board).width > SHORT["viewport"]["width"] / 2


@pytest.mark.parametrize("name", tablier.games())
def test_the_board_stays_where_it_is_while_sentences_change(
    name: str, server: ServerProcess, person: NewPerson
) -> None:
    made = server.table(name, HERE, HERE)
    someone = person(**SHORT, locale="fr-FR").host(made)
    dice, places = random.Random(4), list[Box]()
    for _ in range(10):
        places.append(box(someone.board))
        someone.wait_for_turn()
        someone.play_at_random(dice)
    widths = [place.width for place in places]
    assert widths == sorted(widths, reverse=True), "it grows again"
    assert len(set(places)) <= 4, "room is made for the longest sentences, and for a warning"


def test_several_buttons_fit_beside_each_other(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("moguli", HERE, HERE, options={"new_start_row": True})
    someone = person(**PHONE).host(made)
    buttons = someone.page.locator(".buttons button")
    expect(buttons).to_have_count(4)
    for button in buttons.all():
        place = box(button)
        assert place.height >= FINGER
        assert 0 <= place.x <= 360 - place.width
    someone.button("Keep the start row").tap()
    expect(someone.page.locator("[data-spoken]")).to_contain_text("keep")


# Signs around a place


def test_signs_of_a_chosen_place_are_as_large_as_a_finger(
    server: ServerProcess, person: NewPerson
) -> None:
    someone = person(**PHONE).host(server.table("moguli", HERE, HERE, text=MOGULI))
    for tile in ("c4", "a1", "e7"):
        someone.page.touchscreen.tap(*someone.place(tile))
        for sign in (1, 2, 3):
            place = box(someone.spot(f"{tile}+{sign}"))
            assert min(place.width, place.height) >= FINGER - 0.5
            assert 0 <= place.x <= 360 - place.width
        assert someone.page.locator(".choices path.choice").count() == 3  # drawn as they are
        someone.page.keyboard.press("Escape")


def test_a_near_miss_keeps_the_place_chosen(server: ServerProcess, person: NewPerson) -> None:
    made = server.table("moguli", HERE, HERE, text=MOGULI)
    someone = person(**PHONE).host(made)
    tap = someone.page.touchscreen.tap
    someone.page.touchscreen.tap(*someone.place("d4"))
    expect(someone.spot("d4")).to_have_attribute("aria-pressed", "true")
    sign = box(someone.spot("d4+1"))
    tap(sign.x + sign.width + 4, sign.y + sign.height / 2)
    expect(someone.spot("d4")).to_have_attribute("aria-pressed", "true")
    tap(sign.x + sign.width - 3, sign.y + 10)
    expect(someone.page.locator("[data-spoken]")).to_contain_text("d4+1")


# What is too fine for fingers


class Hand:
    """Fingers on the screen of a phone."""

    def __init__(self, page: Page):
        self.line = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    def drag(self, *ways: tuple[tuple[float, float], tuple[float, float]]) -> None:
        """Each finger goes from one point to another."""
        self.touch("touchStart", *(start for start, _ in ways))
        for part in (0.25, 0.5, 0.75, 1):
            self.touch(
                "touchMove",
                *((x + (u - x) * part, y + (v - y) * part) for (x, y), (u, v) in ways),
            )
        self.touch("touchEnd")


def test_a_board_that_is_too_fine_is_pinched_dragged_and_taken_back(
    server: ServerProcess, person: NewPerson
) -> None:
    made = server.table("labyrinthe", HERE, HERE)
    someone = person(**PHONE).host(made)
    hand, whole, small = Hand(someone.page), box(someone.board), box(someone.spot("k11"))
    x, y = someone.place("k11")
    hand.drag(((x - 30, y), (x - 100, y)), ((x + 30, y), (x + 100, y)))
    large = box(someone.spot("k11"))
    assert large.width == pytest.approx(small.width * 10 / 3, rel=0.05)
    assert large.x + large.width / 2 == pytest.approx(x, abs=3)
    hand.drag(((x, y), (x + 60, y + 40)))
    dragged = box(someone.spot("k11"))
    assert (dragged.x - large.x, dragged.y - large.y) == pytest.approx((60, 40), abs=8)
    assert server.view(made.table)["tokens"] == []
    someone.button("Magnify").click()
    expect(someone.button("Magnify")).to_have_attribute("aria-pressed", "false")
    assert tuple(box(someone.spot("k11"))) == pytest.approx(tuple(small), abs=0.5)
    assert box(someone.board) == whole
    assert someone.page.evaluate("document.documentElement.scrollWidth") == 360


def test_magnified_squares_are_as_large_as_a_finger(
    server: ServerProcess, person: NewPerson
) -> None:
    made = server.table("labyrinthe", HERE, HERE)
    someone = person(**PHONE).host(made)
    someone.page.touchscreen.tap(*someone.place("b2"))
    someone.page.keyboard.press("Escape")
    someone.button("Magnify").tap()
    expect(someone.button("Magnify")).to_have_attribute("aria-pressed", "true")
    place = box(someone.spot("b2"))
    assert min(place.width, place.height) >= FINGER - 0.5
    shown = box(someone.board)
    near = next(each for each in someone.choices() if within(someone.place(each), shown))
    someone.page.touchscreen.tap(*someone.place(near))
    expect(someone.spot(near)).to_have_attribute("aria-pressed", "true")


def within(point: tuple[float, float], area: Box) -> bool:
    x, y = point[0] - area.x, point[1] - area.y
    return 0 < x < area.width and 0 < y < area.height


def test_where_targets_are_large_enough_nothing_is_to_be_magnified(
    server: ServerProcess, person: NewPerson
) -> None:
    on_phone = person(**PHONE).host(server.table("moguli", HERE, HERE))
    at_desk = person().host(server.table("labyrinthe", HERE, HERE))
    assert on_phone.button("Magnify").count() == at_desk.button("Magnify").count() == 0
