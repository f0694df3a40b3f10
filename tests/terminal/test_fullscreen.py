"""The game on the whole screen: played by keys, by mouse and by typing."""

import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from tests.games.choices import Options, called, choices, short
from tests.terminal.fullscreen_person import NARROW, PATIENCE, WIDE, Person, sit

from tablier import Position, Record, game
from tablier.games import games
from tablier.search.levels import rating
from tablier.shapes import Letters
from tablier.terminal.fullscreen.dialogs import Card, NewGame, Page, Rules
from tablier.terminal.session.opponents import ComputerPlayer, Opponents
from tablier.texts import LANGUAGES

pytestmark = pytest.mark.one_game
MOLE = game("mole-hill").start()
CHAIN = game("chain-reaction").start()
ALMOST_OVER = game("mole-hill").position("c4,b3,a2,b2,b1 c4|c5 m 2 9")
ROUND_ENDS = game("mole-hill").position("c4,b3,a2,b2,b1 c4|c5 m 1 -")


@pytest.mark.parametrize(("name", "options"), choices(), ids=called)
def test_a_whole_game_against_the_computer_by_keyboard(name: str, options: Options) -> None:
    async def play(person: Person) -> None:
        while not person.session.history.is_over:
            await person.my_turn()
            if isinstance(person.app.screen, Card):
                await person.press("enter")
            elif not person.session.history.is_over:
                await person.press("pagedown", "enter")
        assert isinstance(person.app.screen, Card)
        assert person.app.screen.words.startswith(person.position.status())

    app = sit(play, short(name, 4, **options).start(3), level=1)
    record = app.session.history.record
    movers = [position.turn for position in record.positions()][:-1]
    assert set(movers) == set(range(record.game.players))
    assert record.end.outcome() is not None
    assert record.tags == {f"Player{seat + 1}": "level:1" for seat in range(1, record.game.players)}


def test_arrow_keys_walk_over_the_board_and_enter_plays() -> None:
    async def play(person: Person) -> None:
        await person.press("right", "right", "up", "enter")
        assert person.played() == "c2"
        assert "Last move: c2" in person.words("say")

    sit(play, MOLE)


def test_a_move_of_two_clicks_by_mouse() -> None:
    async def play(person: Person) -> None:
        await person.click("c3")
        assert person.made() == "c3"
        await person.click("c4")
        assert person.played() == "c3c4"

    sit(play, CHAIN)


def test_a_click_beside_an_edge_means_the_edge() -> None:
    async def play(person: Person) -> None:
        place = person.position.game.letters.places["e4|f4"][0]
        await person.pilot.click("#board", offset=(place.column + 1, place.line))
        await person.pilot.pause()
        assert person.played() == "e4 e4|f4"

    sit(play, MOLE, tokens=("e4",))


def test_escape_and_a_second_click_take_a_click_back() -> None:
    async def play(person: Person) -> None:
        await person.click("c3")
        await person.press("escape")
        assert person.made() == ""
        assert person.board.cursor == "c3"
        await person.click("c3")
        await person.click("c3")
        assert person.made() == ""
        await person.click("c3")
        await person.click("d3")
        assert person.made() == "d3"

    sit(play, CHAIN)


def test_what_can_be_clicked_is_marked_by_dots_and_lines_below() -> None:
    async def play(person: Person) -> None:
        await person.click("c3")
        assert set(person.board.clicks.ahead) == {"b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"}
        assert person.seen().count("•") == 4  # b3, b4, c4 and d4 are empty

    sit(play, CHAIN)


def test_choices_that_have_no_place_on_the_board_stand_below_it() -> None:
    async def play(person: Person) -> None:
        await person.click("c4")
        assert (
            person.words("choices")
            == "[c4+1]  [c4+2]  [c4+3]  rotate c4 a quarter turn to the right"
        )
        await person.press("down", "enter")
        assert person.played() == "c4+2"
        await person.press("u")
        await person.click("d4")
        at = person.words("choices").index("[d4+3]")
        await person.pilot.click("#choices", offset=(at + 3, 0))
        await person.pilot.pause()
        assert person.played() == "d4+3"

    scene = game("moguli").position(game("moguli").drawing.SCENE)
    sit(play, scene)


def test_buttons_stand_below_the_board_and_the_arrow_keys_lead_there() -> None:
    async def play(person: Person) -> None:
        await person.press(*["down"] * 7)
        assert person.words("choices") == "[pass]  end turn"
        await person.press("up", "up")
        assert "end turn" not in person.words("choices")
        await person.press("down", "down", "right", "enter")
        assert person.played() == "pass"

    sit(play, game("moguli").start())


def test_a_game_that_says_nothing_of_its_letters_is_played_by_choices_beside_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = game("mole-hill", centre_start="plain").start()
    monkeypatch.setitem(vars(start.game), "letters", Letters({}, "", "", {}))

    async def play(person: Person) -> None:
        assert person.words("choices").startswith("[a1]  [a2]")
        await person.press("pagedown", "pagedown")
        assert person.words("choices").startswith("[a3]  [a4]")
        await person.press("enter")
        assert person.played() == "a3"

    sit(play, start)


def test_a_typed_token_a_number_and_a_command() -> None:
    async def play(person: Person) -> None:
        await person.type("e4")
        assert person.played() == "e4"
        await person.type("1")
        assert person.played() == "e4 a1|a2"
        await person.type("undo 2")
        assert person.played() == ""
        await person.type("help")
        assert isinstance(person.app.screen, Page)
        assert "save FILE" in person.seen()

    sit(play, MOLE)


def test_an_illegal_move_gets_its_sentence_and_its_rule_is_opened() -> None:
    async def play(person: Person) -> None:
        await person.click("f4")
        assert "A rod lies between e4 and f4 (§4.3)." in person.words("say")
        await person.press("r")
        assert isinstance(person.app.screen, Rules)
        first = person.seen().split("§", 1)[1]
        assert first.startswith("4.3")
        await person.press("escape")
        assert person.played() == "e4 e4|f4"

    plain = game("mole-hill", centre_start="plain").start()
    sit(play, plain, tokens=("e4", "e4|f4"))


def test_clicks_that_are_no_move_at_all_are_answered_too() -> None:
    async def play(person: Person) -> None:
        await person.click("c3")
        await person.click("a0")
        assert person.words("say")
        assert "refused" in person.app.screen.query_one("#say").classes
        assert person.played() == ""

    sit(play, CHAIN)


def test_undo_against_the_computer_leads_back_to_ones_own_turn() -> None:
    async def play(person: Person) -> None:
        await person.press("enter")
        await person.my_turn()
        assert len(person.played().split()) == 2
        await person.press("u")
        assert person.played() == ""
        await person.press("U")
        assert len(person.played().split()) == 2
        await person.press("u", "u")
        assert "There is no move to undo." in person.words("say")

    sit(play, MOLE, level=1)


def test_the_computer_begins_at_seat_2_and_undo_leaves_it_its_move() -> None:
    async def play(person: Person) -> None:
        await person.my_turn()
        await person.press("u")
        assert len(person.played().split()) == 1
        assert "no move to undo" in person.words("say")

    sit(play, MOLE, level=1, seat=2)


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> Event:
    """The computer finds no move before it is told to stop; the event is that it was."""
    stopped = Event()

    def choose(_: ComputerPlayer, position: Position, stop: Callable[[], bool]) -> str:
        while not stop():
            time.sleep(0.001)
        stopped.set()
        return position.legal_moves[0]

    monkeypatch.setattr(ComputerPlayer, "choose", choose)
    return stopped


def test_undo_while_the_computer_thinks_stops_it(endless: Event) -> None:
    async def play(person: Person) -> None:
        await person.poke("enter", lambda: person.session.is_computers_turn)
        await person.poke("h", lambda: "It is not your turn." in person.words("say"))
        await person.poke("u", lambda: person.played() == "")
        await person.until(endless.is_set)
        await person.until(lambda: not person.app.workers)
        await person.pilot.pause()
        assert person.played() == ""

    sit(play, MOLE, level=10)


def test_a_hint_names_a_legal_move_and_marks_it() -> None:
    async def play(person: Person) -> None:
        await person.press("h")
        await person.until(lambda: "Suggested move" in person.words("say"))
        token = person.words("say").split("Suggested move: ")[1].split(",")[0]
        assert token in person.position.legal_moves
        assert person.board.advised == {token}

    sit(play, ALMOST_OVER)


def test_a_new_game_asks_for_level_and_seat() -> None:
    async def play(person: Person) -> None:
        await person.press("n")
        assert isinstance(person.app.screen, NewGame)
        assert f"Level 8: strong, rating {rating(MOLE.game, 8)}" in person.seen()
        assert "Level 10: expert" in person.seen()
        await person.press("right", "down", "down", "enter")
        assert person.session.opponents == Opponents(frozenset({0}), 2)
        await person.my_turn()
        assert "Computer, level 2" in person.words("seats")
        await person.press("pagedown", "enter", "n", "enter")
        assert isinstance(person.app.screen, Card)
        await person.press("escape")
        assert len(person.played().split()) > 1

    sit(play, MOLE)


def test_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "game.tablier"

    async def play(person: Person) -> None:
        await person.press("s")
        await person.write(str(path))
        assert "Saved to" in person.words("say")
        await person.press("u")
        assert len(person.played().split()) == 1
        await person.press("l")
        await person.write(str(path))
        await person.press("right", "enter")
        assert person.played() == "e4 a1|a2"
        await person.press("l")
        await person.write("nowhere")
        assert "There is no file ‘nowhere’." in person.words("say")

    sit(play, MOLE, tokens=("e4", "a1|a2"))
    assert Record.read(path.read_text()).tokens == ("e4", "a1|a2")


def test_a_file_is_replaced_only_after_a_yes(tmp_path: Path) -> None:
    path = tmp_path / "game.tablier"
    path.write_text("mine")

    async def play(person: Person) -> None:
        for answer in ("enter", "right"):
            await person.type(f"save {path}")
            assert isinstance(person.app.screen, Card)
            await person.press(*(("enter",) if answer == "enter" else ("right", "enter")))
            assert (path.read_text() == "mine") == (answer == "enter")

    sit(play, MOLE, tokens=("e4",))


def test_the_end_is_a_card_with_ways_on() -> None:
    async def play(person: Person) -> None:
        await person.type("a1")
        assert isinstance(person.app.screen, Card)
        over = ALMOST_OVER.play("a1")
        assert over.status() in person.seen()
        assert "Winner: Player 1" in person.seen()
        await person.press("escape", "u")
        assert person.position == ALMOST_OVER
        await person.type("a1")
        await person.press("enter")
        assert person.position == ALMOST_OVER

    sit(play, ALMOST_OVER)


def test_an_end_that_comes_nearer_is_announced_below_the_status() -> None:
    async def play(person: Person) -> None:
        assert person.words("say").endswith("Turns left until the turn limit: 1 (§7.4).")

    sit(play, game("chain-reaction", turn_limit=1).start())


def test_a_new_round_is_told_on_a_card() -> None:
    async def play(person: Person) -> None:
        await person.type("a1")
        assert isinstance(person.app.screen, Card)
        assert "Now swap roles" in person.seen()
        await person.press("enter")
        assert "come up on any square" in person.words("say")

    sit(play, ROUND_ENDS)


def test_the_end_of_a_round_stays_on_the_board_until_its_card_is_closed() -> None:
    async def play(person: Person) -> None:
        await person.type("a1")
        assert str(person.board.position).startswith("c4,b3,a2,b2,b1,a1 c4|c5 ")
        await person.press("enter")
        assert str(person.board.position) == "- - m 2 1"

    sit(play, ROUND_ENDS)


def test_the_computer_waits_until_the_card_of_a_new_round_is_closed() -> None:
    async def play(person: Person) -> None:
        await person.type("a1")
        assert not person.app.has_read.is_set()
        assert person.played() == "a1"
        await person.press("enter")
        await person.my_turn()
        assert len(person.session.history.record.tokens) == 2

    sit(play, ROUND_ENDS, level=1)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_words_are_in_the_language(lang: str) -> None:
    async def play(person: Person) -> None:
        assert person.position.status(lang)[10:40] in person.words("say").replace("\n", " ")
        await person.press("question_mark")
        titles = {"en": "this page", "fr": "cette page", "de": "diese Seite"}
        assert titles[lang] in person.seen()

    sit(play, MOLE, lang=lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", games())
def test_nothing_needed_is_cut_off_in_a_small_window(name: str, lang: str) -> None:
    async def play(person: Person) -> None:
        seen = person.seen()
        lines = seen.splitlines()
        assert max(map(len, lines)) <= 80
        assert "? " in lines[-1]
        assert " q " in lines[-1]
        assert person.words("say").split()[-1] in seen
        lawn = person.app.screen.query_one("#scroll")
        assert lawn.scrollable_content_region.width >= person.board.region.width
        assert lawn.region.overlaps(person.board.region)
        assert person.board.cursor

    sit(play, game(name).position(game(name).drawing.SCENE), lang=lang, size=NARROW)


def test_a_board_that_is_too_tall_scrolls_to_the_cursor() -> None:
    async def play(person: Person) -> None:
        assert "\n 21 " not in person.seen()
        await person.press(*["up"] * 19)
        assert person.board.cursor.endswith("21") or person.board.cursor.endswith("20")
        assert " 21 " in person.seen()
        await person.press(*["down"] * 20)
        assert " 21 " not in person.seen()

    sit(play, game("labyrinthe").start(), size=NARROW)


def test_the_panel_stands_beside_the_board_where_there_is_room() -> None:
    async def play(person: Person) -> None:
        panel = person.app.screen.query_one("#panel")
        board = person.board
        assert panel.region.y >= board.region.bottom
        assert not person.app.screen.query_one("#moves").display
        await person.press("m")
        assert "1: e4" in person.seen()
        await person.press("escape")
        await person.pilot.resize_terminal(*WIDE)
        await person.pilot.pause()
        assert panel.region.x >= board.region.right
        assert "1: e4" in person.seen()

    sit(play, MOLE, tokens=("e4",))


def test_light_and_dark() -> None:
    async def play(person: Person) -> None:
        before = person.app.theme
        await person.press("d")
        assert person.app.theme != before
        await person.press("d")
        assert person.app.theme == before

    sit(play, MOLE)


def test_q_leaves_while_the_computer_thinks(endless: Event) -> None:
    async def play(person: Person) -> None:
        await person.poke("enter", lambda: person.session.is_computers_turn)
        await person.until(lambda: "The computer is getting ready" in person.words("say"))
        await person.poke("q", lambda: not person.app.is_running)

    app = sit(play, MOLE, level=10)
    assert endless.wait(PATIENCE)
    assert app.return_value == 0
    assert len(app.session.history.record.tokens) == 1
