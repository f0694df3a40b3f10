"""Every check of what people see fails when it is broken: a game with one fault each."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from tests.games import contract
from tests.games import contract_of_drawing as seen
from tests.games import contract_of_style as style
from tests.games.broken_games import DRAWING, PACKAGE, WHOLE, broken, fails
from tests.games.contract import Case

from tablier import shapes
from tablier.game import load
from tablier.games import package_of
from tablier.shapes import Letters
from tablier.texts import LANGUAGES, texts

pytestmark = pytest.mark.one_game


def board_with(**changes: Callable[[shapes.Spot], Any]) -> Case:
    """Mole Hill with something about every spot changed."""

    def board(options: Any) -> shapes.Board:
        whole = DRAWING.board(options)
        spots = [
            replace(spot, **{name: change(spot) for name, change in changes.items()})
            for spot in whole.spots
        ]
        return replace(whole, spots=spots)

    return broken("drawing", board=board)


def test_spots_that_share_an_id() -> None:
    fails(seen.check_spots, board_with(id=lambda _: "a1"), says="several spots: ['a1']")


@pytest.mark.parametrize("axis", ["x", "y"])
def test_spots_outside_the_picture(axis: str) -> None:
    fails(
        seen.check_spots,
        board_with(**{axis: lambda _: -1.0, "neighbours": lambda _: {}}),
        says=f"spot a1 at {axis} = -1.0",
    )


def test_arrow_keys_that_lead_back() -> None:
    back = {"up": "down", "down": "up", "left": "right", "right": "left"}
    turned = lambda spot: {back[key]: name for key, name in spot.neighbours.items()}  # noqa: E731
    fails(seen.check_spots, board_with(neighbours=turned), says="down of spot a1 leads to a2")


@pytest.mark.parametrize("area", ["M0 0H11V9H0Z", "M0 0H0.1V0.1Z", "M0 0c1 1 2 2 3 3Z"])
def test_areas_that_cannot_be_told_apart_or_lie_elsewhere(area: str) -> None:
    fails(seen.check_areas, board_with(d=lambda _: area), says="spot a1")


@pytest.mark.parametrize("buttons", [("a1",), ("nothing",), ("e4|f4",)])
def test_buttons_that_are_spots_or_no_moves(buttons: tuple[str, ...]) -> None:
    board = lambda options: replace(DRAWING.board(options), buttons=buttons)  # noqa: E731
    fails(seen.check_buttons, broken("drawing", board=board), says="button")


@pytest.mark.parametrize("seats", [("light",), ("light", "light"), ("light", "nothing")])
def test_seats_that_no_piece_of_their_own_stands_for(seats: tuple[str, ...]) -> None:
    board = lambda options: replace(DRAWING.board(options), seats=seats)  # noqa: E731
    fails(seen.check_signs, broken("drawing", board=board), says="Board.seats")


def test_buttons_that_are_part_of_a_longer_path() -> None:
    case = broken(
        "drawing",
        board=lambda options: replace(DRAWING.board(options), buttons=("done",)),
        path=lambda way: (*WHOLE.game.path_of(way), "done"),
    )
    fails(seen.check_buttons, case, says="('done',)")


def test_a_button_without_a_name() -> None:
    case = broken(
        "drawing",
        board=lambda options: replace(DRAWING.board(options), buttons=("done",)),
        path=lambda way: WHOLE.game.path_of(way) if way else ("done",),
    )
    fails(seen.check_buttons, case, says="en.toml has no name for the buttons ['done']")


def ambiguous(way: int) -> list[str]:
    return ["a1", *WHOLE.game.path_of(way)] if way else ["a1"]


def nowhere(way: int) -> list[str]:
    return [str(way)]


def all_alike(_: int) -> list[str]:
    return ["a1"]


def no_clicks(_: int) -> list[str]:
    return []


@pytest.mark.parametrize("path", [ambiguous, nowhere, all_alike, no_clicks])
def test_click_paths_that_cannot_be_clicked_or_told_apart(path: Any) -> None:
    fails(seen.check_click_paths, broken("drawing", path=path), 1, says="click path")


def test_ways_of_other_actions() -> None:
    backwards = lambda _, actions: actions[::-1]  # noqa: E731
    fails(seen.check_click_paths, broken("drawing", ways=backwards), 1, says="At index 0 diff")


def test_a_look_that_changes_something() -> None:
    def meddling(state: Any) -> Any:
        state.centre_start = 1
        return DRAWING.marks(state)

    fails(
        seen.check_looking, broken("drawing", marks=meddling), 1, says="meddling changes the state"
    )


def one_for_two(way: int) -> Any:
    return WHOLE.game.path_of(way - way % 2)


@pytest.mark.parametrize("path", [nowhere, one_for_two])
def test_paths_of_illegal_actions_that_mean_two_things_or_nothing(path: Any) -> None:
    fails(seen.check_tried_paths, broken("drawing", path=path), says="at - - m 1 -: paths of ")


def test_choices_that_arrow_keys_do_not_reach() -> None:
    fails(
        seen.check_choices_are_reached,
        board_with(neighbours=lambda _: {}),
        1,
        says="arrow keys lead from [",
    )


def twice(state: Any) -> list[shapes.Mark]:
    return [*DRAWING.marks(state)] * 2


def stray(state: Any) -> list[shapes.Mark]:
    return [replace(mark, x=-5) for mark in DRAWING.marks(state)]


def on_no_spot(state: Any) -> list[shapes.Mark]:
    return [replace(mark, spot="z9") for mark in DRAWING.marks(state)]


def of_no_kind(state: Any) -> list[shapes.Mark]:
    return [replace(mark, piece="elephant") for mark in DRAWING.marks(state)]


@pytest.mark.parametrize("marks", [twice, stray, on_no_spot, of_no_kind])
def test_pieces_that_cannot_be_drawn(marks: Any) -> None:
    fails(seen.check_marks, broken("drawing", marks=marks), 1, says="marks: ")


def no_way(*_: Any) -> list[shapes.Leg]:
    return []


def shifted(state: Any, action: int) -> list[shapes.Leg]:
    legs = DRAWING.route(state, action)
    return [replace(leg, points=[(x + 0.1, y) for x, y in leg.points]) for leg in legs]


def cut_short(state: Any, action: int) -> list[shapes.Leg]:
    legs = DRAWING.route(state, action)
    return [
        replace(leg, points=[*leg.points[:-1], (x, y + 0.2)])
        for leg in legs
        for x, y in leg.points[-1:]
    ]


def standing(state: Any, action: int) -> list[shapes.Leg]:
    return [replace(leg, points=leg.points[:1]) for leg in DRAWING.route(state, action)]


@pytest.mark.parametrize("route", [no_way, shifted, cut_short, standing])
def test_ways_that_do_not_lead_from_piece_to_piece(route: Any) -> None:
    fails(seen.check_routes, broken("drawing", route=route), 1, says="drawing.route: ")


def test_a_piece_that_changes_its_id_and_has_no_way() -> None:
    labyrinthe = contract.cases(package_of("labyrinthe"))[0]
    vars(labyrinthe.game)["drawing"] = SimpleNamespace(
        **{**vars(labyrinthe.game.drawing), "route": no_way}
    )
    start = labyrinthe.game.start()
    before, after = seen.marks(start), seen.marks(start.play("b2-b4"))
    assert seen.left(before, after, "b2") & seen.left(after, before, "b4") == {"pawn-1"}
    fails(seen.check_routes, labyrinthe, 1, says="drawing.route: ")


@pytest.mark.parametrize(
    ("table", "key"),
    [
        ("pieces", "elephant"),
        ("pieces", "tusk-{n}"),
        ("pieces", "mole@45"),
        ("spots", "{n}!"),
        ("spots", "pass"),
    ],
)
def test_names_for_what_does_not_exist(
    monkeypatch: pytest.MonkeyPatch, table: str, key: str
) -> None:
    for lang in LANGUAGES:
        monkeypatch.setitem(texts(PACKAGE, lang)[table], key, "an elephant")
    fails(seen.check_names, WHOLE, says=f"[{table}] of games/mole_hill/texts/en.toml names {key!r}")


@pytest.mark.parametrize(("table", "key"), [("pieces", "mole"), ("spots", "{first}|{second}")])
def test_pieces_and_spots_without_a_name(
    monkeypatch: pytest.MonkeyPatch, table: str, key: str
) -> None:
    monkeypatch.delitem(texts(PACKAGE, "fr")[table], key)
    fails(
        seen.check_names, WHOLE, says=f"[{table}] of games/mole_hill/texts/fr.toml has no name for "
    )


@pytest.mark.parametrize(
    "views", [{}, {"reach": "R"}, {"reach": "rr"}, {"reach": "q"}, {"reach": "r", "x": "r"}]
)
def test_views_without_a_key_of_their_own(views: dict[str, str]) -> None:
    fails(seen.check_views, broken("drawing", VIEWS=views), says="drawing.VIEWS")


def test_a_view_without_a_label(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(texts(PACKAGE, "de"), "views", {})
    fails(seen.check_views, WHOLE, says="[views] of games/mole_hill/texts/de.toml")


@pytest.mark.parametrize("text", ["", "a\nab", "a" * 79])
def test_letters_that_do_not_fit(text: str) -> None:
    fails(seen.check_text_fits, broken("drawing", text=lambda _: text), says="drawing.text")


def lettered(places: Any, inks: Any = None) -> Case:
    """Mole Hill with these places in its text."""
    game = load(PACKAGE, {})
    known = WHOLE.game.letters
    vars(game)["letters"] = Letters(places, known.field, known.count, inks or known.inks)
    return Case(game, WHOLE.folder)


def test_places_that_overlap_are_of_no_spot_or_hold_too_little() -> None:
    places = dict(WHOLE.game.letters.places)
    overlapping = {**places, "a1": places["a2"]}
    unknown = {**places, "z9": places["a1"]}
    without_edges = {spot: place for spot, place in places.items() if "|" not in spot}
    for fault in (overlapping, unknown, without_edges):
        fails(seen.check_letters, lettered(fault), 1, says="place")


def test_a_text_that_does_not_show_the_pieces() -> None:
    empty = DRAWING.text(WHOLE.game.start().state)
    fails(
        seen.check_letters_of_pieces,
        broken("drawing", text=lambda _: empty),
        1,
        says="change and drawing.text does not",
    )


def test_inks_that_nobody_needs() -> None:
    fails(
        seen.check_inks,
        lettered(WHOLE.game.letters.places, {"Q": "bold", "Z": "bold"}),
        says="inks of letters.py that no text needs: ",
    )


def styled(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> Case:
    """Mole Hill with something else in its style sheet."""
    sheet = style.sheet(WHOLE)
    assert old in sheet
    monkeypatch.setattr(style, "sheet", lambda _: sheet.replace(old, new))
    return WHOLE


@pytest.mark.parametrize(
    ("check", "old", "new", "says"),
    [
        (style.check_classes, ".mole-hill .rod", ".mole-hill .stick", "the classes ['rod"),
        (style.check_classes, ".mole-hill .rod", ".mole-hill .rod.x, .rod", "needs: ['x']"),
        (style.check_selectors, ".mole-hill .rod", ".rod", "begin with .mole-hill: ['.rod"),
        (style.check_style_tokens, "var(--rod)", "var(--stick)", "nobody has set: ['--stick']"),
        (style.check_style_tokens, "var(--rod)", "var(--ink)", "never uses: ['--rod']"),
        (style.check_colours, "var(--rod)", "#aabbcc", "light-dark(#aabbcc, #112233);”: ["),
    ],
)
def test_styles_that_are_missing_hold_elsewhere_or_know_one_theme(
    monkeypatch: pytest.MonkeyPatch, check: Any, old: str, new: str, says: str
) -> None:
    fails(check, styled(monkeypatch, old, new), says=says)
