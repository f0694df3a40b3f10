"""Puzzles in the browser: by mouse and by keyboard, wrong tries, hints, and for everybody."""

import re
from datetime import UTC, datetime, time, timedelta

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import PHONE, NewPerson
from tests.browser.person import SLOW, Person
from tests.browser.server_process import ServerProcess
from tests.browser.test_everybody import serious

import tablier
from tablier.puzzle import FIRST_DAY, daily_puzzle

NAME = "chain-reaction"
PIECES = ".board g.mark[data-mark]"
FIRST = next(each for each in tablier.puzzles(NAME) if len(each.winning()) == 1)
BEGUN = "One move wins"


def open_puzzle(someone: Person, server: ServerProcess, number: int = FIRST.number) -> Person:
    someone.visit(f"{server.address}/puzzles/{NAME}/{number}")
    expect(someone.board).to_be_visible(timeout=SLOW)
    return someone


def path_of(own: tuple[str, ...], token: str) -> list[str]:
    """The clicks for a move after these of the solver; those that all moves share are made."""
    position = FIRST.try_(*own).position
    game = position.game
    paths = {
        each: list(game.path(position.state, game.actions[each])) for each in position.legal_moves
    }
    shared = 0
    while (
        len({tuple(path[: shared + 1]) for path in paths.values() if len(path) > shared + 1}) == 1
    ):
        shared += 1
    return paths[token][shared if len(paths) > 1 else len(paths[token]) - 1 :]


def places(someone: Person) -> list[tuple[str, str]]:
    """The pieces and where they lie."""
    return sorted((mark["id"], mark["at"]) for mark in someone.marks())


def solve(someone: Person) -> None:
    own: tuple[str, ...] = ()
    while FIRST.winning(*own):
        own = find_next(someone, own)


def find_next(someone: Person, own: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Play the right move after these of the solver; returns them with it."""
    winning = FIRST.winning(*own)[0]
    someone.click(*path_of(own, winning))
    wait_for_the_answer(someone, (*own, winning))
    return (*own, winning)


def wait_for_the_answer(someone: Person, own: tuple[str, ...]) -> None:
    is_solved = FIRST.try_(*own).verdict == "solved"
    said = someone.page.locator(f'[data-verdict][data-moves="{len(own)}"]')
    expect(said).to_contain_text("Solved!" if is_solved else "Correct!")
    expect(someone.page.locator(".board.live")).to_have_count(0 if is_solved else 1)


def test_a_game_without_puzzles_says_so(server: ServerProcess, person: NewPerson) -> None:
    page = person().page
    page.route(f"**/api/puzzles/{NAME}?*", lambda route: route.fulfill(json=[]))
    page.goto(f"{server.address}/puzzles/{NAME}")
    expect(page.get_by_role("status")).to_have_text("Chain Reaction has no puzzles yet.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Puzzles: Chain Reaction")


def its_day() -> datetime:
    """Noon of a day whose puzzle is the first one."""
    days = (FIRST_DAY + timedelta(days=n) for n in range(1000))
    day = next(day for day in days if daily_puzzle(day).id == FIRST.id)
    return datetime.combine(day, time(12), UTC)


def test_the_puzzle_of_the_day_is_solved_by_mouse_and_counted(
    server: ServerProcess, person: NewPerson
) -> None:
    someone = person()
    page = someone.page
    page.clock.set_fixed_time(its_day())
    someone.visit(server.address)
    expect(page.get_by_role("heading", name="Puzzle of the day: Chain Reaction")).to_be_visible()
    page.get_by_role("link", name="Solve it").click()
    expect(someone.board).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("heading", name="to move and win")).to_be_visible()
    solve(someone)
    expect(page.locator("[data-verdict]")).to_contain_text("Days in a row: 1 (best: 1)")
    n = len(tablier.puzzles(NAME))
    expect(page.get_by_text(f"1 of {n} solved")).to_be_visible()
    mine = f"Puzzle {FIRST.number}, level {FIRST.level}"
    page.get_by_role("link", name="Next puzzle").click()
    expect(page.get_by_text(f"Puzzle {FIRST.number}", exact=True)).to_have_count(0)
    page.get_by_label("Level", exact=True).select_option(str(FIRST.level))
    same = [each for each in tablier.puzzles(NAME) if each.level == FIRST.level]
    expect(page.locator("nav ol li")).to_have_count(len(same))
    expect(page.get_by_role("link", name=mine)).to_have_accessible_name(f"{mine}, solved")
    someone.visit(f"{server.address}/puzzles/daily")  # the address that stays
    expect(page.locator(".task")).to_contain_text(f"Puzzle {FIRST.number} · Puzzle of the day")
    someone.visit(server.address)
    expect(page.get_by_text("Solved today")).to_be_visible()
    box = page.get_by_role("article", name=FIRST.game.title())
    box.get_by_role("link", name=f"Puzzles ({n})").click()
    expect(page.get_by_text(f"1 of {n} solved")).to_be_visible(timeout=SLOW)


def test_a_wrong_move_is_refuted_on_the_board_and_taken_back(
    server: ServerProcess, person: NewPerson
) -> None:
    someone = open_puzzle(person(), server)
    before = places(someone)
    tries = {move: FIRST.try_(move) for move in FIRST.position.legal_moves}
    on = next(move for move, each in tries.items() if each.verdict == "wrong" and not each.line)
    someone.click(*path_of((), on))
    verdict = someone.page.locator("[data-verdict]")
    expect(verdict).to_contain_text("in two turns. Nothing that follows in this turn changes that.")
    someone.button("Try again").click()
    expect(verdict).to_contain_text(BEGUN)
    wrong = next(move for move, each in tries.items() if each.verdict == "wrong" and each.line)
    someone.click(*path_of((), wrong))
    expect(someone.page.locator("[data-verdict]")).to_contain_text(
        re.compile(rf"{re.escape(wrong)} does not win in two turns\. .* answers ")
    )
    assert someone.choices() == []
    assert places(someone) != before
    expect(someone.button("Try again")).to_be_focused()
    someone.page.keyboard.press("Enter")
    expect(someone.page.locator("[data-verdict]")).to_contain_text(BEGUN)
    expect(someone.page.locator(PIECES)).to_have_count(len(before))  # the others fade away
    assert places(someone) == before
    find_next(someone)


def test_a_hint_tells_the_place_and_then_the_move(server: ServerProcess, person: NewPerson) -> None:
    someone = open_puzzle(person(), server)
    someone.button("Hint").click()
    expect(someone.page.locator("[data-verdict]")).to_contain_text("The move starts here")
    expect(someone.page.locator("circle.marked")).to_have_count(1)
    someone.button("Show the move").click()
    expect(someone.page.locator("[data-verdict]")).to_contain_text(FIRST.winning()[0])
    expect(someone.page.locator("circle.marked")).to_have_count(0)
    expect(someone.page.locator(".arrow")).to_have_count(1)


def solution(puzzle: tablier.Puzzle) -> tuple[str, ...]:
    """The first right moves of the solver, to the end."""
    own: tuple[str, ...] = ()
    while winning := puzzle.winning(*own):
        own += winning[:1]
    return own


def test_a_hint_about_a_single_click_says_what_it_is_about_and_a_win_that_it_is_proven(
    server: ServerProcess, person: NewPerson
) -> None:
    puzzle = next(
        each
        for each in tablier.puzzles("mole-hill")
        if each.themes and not each.try_(*solution(each)).position.is_over
    )
    moves, someone = solution(puzzle), person()
    someone.visit(f"{server.address}/puzzles/mole-hill/{puzzle.number}")
    someone.button("Hint").click(timeout=SLOW)
    said = someone.page.locator("[data-verdict]")
    expect(said).to_contain_text("What it is about: ")
    expect(said).not_to_contain_text(moves[0])
    for n, move in enumerate(moves, 1):
        someone.click(move)
        expect(someone.page.locator(f'[data-verdict][data-moves="{n}"]')).to_be_visible()
        expect(someone.page.locator(".board.live")).to_have_count(int(n < len(moves)))
    expect(said).to_contain_text("Solved!")
    expect(said).to_contain_text("The win is proven, whatever Player ")
    expect(said).not_to_contain_text("you are")  # nobody is told to move


def test_an_illegal_try_is_told_why(server: ServerProcess, person: NewPerson) -> None:
    someone = open_puzzle(person(), server)
    closed = next(
        spot.id
        for spot in FIRST.game.drawing.board(FIRST.game.option_numbers).spots
        if spot.id not in someone.choices()
    )
    someone.click(closed)
    said = someone.page.locator("[data-verdict]")
    expect(said).not_to_contain_text(FIRST.position.status())
    expect(said).to_contain_text(BEGUN)


def test_a_puzzle_by_keyboard_alone(server: ServerProcess, person: NewPerson) -> None:
    someone = open_puzzle(person(reduced_motion="reduce"), server)
    own: tuple[str, ...] = ()
    while winning := FIRST.winning(*own):
        for spot in path_of(own, winning[0]):
            someone.spot(spot).focus()
            someone.page.keyboard.press("Enter")
        own += winning[:1]
        wait_for_the_answer(someone, own)
    expect(someone.page.get_by_role("link", name="Next puzzle")).to_be_focused()


@pytest.mark.parametrize(
    ("locale", "words"), [("fr-FR", "joue et gagne"), ("de-DE", "zieht und gewinnt")]
)
def test_puzzles_speak_the_language_of_the_browser(
    locale: str, words: str, server: ServerProcess, person: NewPerson
) -> None:
    someone = open_puzzle(person(locale=locale), server)
    expect(someone.page.locator("h2#task")).to_contain_text(words)


def test_axe_finds_nothing_serious_in_puzzles(server: ServerProcess, person: NewPerson) -> None:
    someone = open_puzzle(person(color_scheme="light", reduced_motion="reduce"), server)
    assert serious(someone.page) == []
    solve(someone)
    assert serious(someone.page) == []


def test_a_puzzle_fits_a_small_phone(server: ServerProcess, person: NewPerson) -> None:
    someone = open_puzzle(person(**PHONE), server)
    assert someone.page.evaluate("document.documentElement.scrollWidth") == 360
    box = someone.board.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360


def test_a_puzzle_that_there_is_not_and_one_that_is_listed_no_longer(
    server: ServerProcess, person: NewPerson
) -> None:
    someone = open_puzzle(person(), server, number=1)
    expect(someone.page.get_by_role("link", name="Puzzle 1, level")).to_have_count(0)
    someone.visit(f"{server.address}/puzzles/{NAME}/999")
    expect(someone.page.get_by_role("heading", name="Page not found")).to_be_visible(timeout=SLOW)
