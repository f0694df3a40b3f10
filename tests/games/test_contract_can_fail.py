"""Every check of the contract fails when what it checks is broken: a game with one fault each."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from tests.games import contract
from tests.games import contract_of_drawing as seen
from tests.games.contract import Case

from tablier import shapes
from tablier.game import load
from tablier.games import package_of
from tablier.record import Record
from tablier.shapes import Letters
from tablier.texts import LANGUAGES, Sentence, texts

PACKAGE = package_of("mole-hill")
WHOLE = contract.cases(PACKAGE)[0]
RULES, NOTATION, DRAWING = WHOLE.game.rules, WHOLE.game.notation, WHOLE.game.drawing


def broken(part: str, folder: Path = WHOLE.folder, **faults: Any) -> Case:
    """Mole Hill with some names of one of its modules replaced."""
    game = load(PACKAGE, {})
    vars(game)[part] = SimpleNamespace(**{**vars(getattr(game, part)), **faults})
    return Case(game, folder)


def fails(check: Callable[..., None], case: Case, *games: int) -> None:
    with pytest.raises((AssertionError, FileNotFoundError)):
        check(case, *games)


def descending(state: Any, out: Any) -> int:
    n = RULES.legal(state, out)
    out[:n] = out[:n][::-1].copy()
    return n


def out_of_bounds(state: Any, out: Any) -> int:
    n = RULES.legal(state, out)
    out[n - 1] = RULES.ACTIONS
    return n


def meddling(state: Any, out: Any) -> int:
    state.centre_start = 1
    return RULES.legal(state, out)


def too_wide(state: Any, out: Any) -> int:
    out[RULES.WIDTH :] = 0
    return RULES.legal(state, out)


@pytest.mark.parametrize("legal", [descending, out_of_bounds, meddling, too_wide])
def test_wrong_legal_actions(legal: Any) -> None:
    fails(contract.check_legal_actions, broken("rules", legal=legal), 1)


def test_payoffs_that_are_no_zero_sum() -> None:
    def generous(state: Any, payoff: Any) -> bool:
        over = RULES.outcome(state, payoff)
        payoff += 0.5
        return over

    fails(contract.check_end, broken("rules", outcome=generous), 1)


def test_over_while_moves_are_legal() -> None:
    def hasty(_: Any, payoff: Any) -> bool:
        payoff[:] = 0
        return True

    fails(contract.check_end, broken("rules", outcome=hasty), 1)


def test_a_game_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "LONGEST", 200)
    fails(contract.check_end, broken("rules", play=lambda *_: None), 1)


def test_states_with_objects() -> None:
    fails(contract.check_plain_bytes, broken("rules", STATE=np.dtype([("turn", "O")])), 0)


def test_bytes_that_belong_to_no_field() -> None:
    named: Any = RULES.STATE.fields
    kept = {name: named[name] for name in named if name != "trail"}
    holey = np.dtype(
        {
            "names": list(kept),
            "formats": [field[0] for field in kept.values()],
            "offsets": [field[1] for field in kept.values()],
            "itemsize": RULES.STATE.itemsize,
        }
    )
    case = broken("rules")
    played = case.game.start().play("e4").play("a1|a2").play("i7")
    contract.check_padding(RULES.STATE, played.data)
    with pytest.raises(AssertionError):
        contract.check_padding(holey, played.data)


def test_a_start_that_forgets_a_field() -> None:
    def forgetful(state: Any, options: Any, seed: Any) -> None:
        kept = int(state.first_score)
        RULES.start(state, options, seed)
        state.first_score = kept

    fails(contract.check_plain_bytes, broken("rules", start=forgetful), 1)


def test_compiled_code_that_differs_from_plain_python() -> None:
    def other(state: Any, action: int) -> None:
        RULES.play(state, action)
        state.first_score += 1

    fails(contract.check_plain_python, broken("rules", play=other), 1)


def naive_with(monkeypatch: pytest.MonkeyPatch, **faults: Any) -> Case:
    slow = SimpleNamespace(**{**vars(WHOLE.naive), **faults})
    monkeypatch.setattr(Case, "naive", property(lambda _: slow))
    return WHOLE


def test_rules_that_differ_from_the_naive_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    real = WHOLE.naive
    faults: list[dict[str, Any]] = [
        {"legal": lambda position: real.legal(position)[1:]},
        {"turn": lambda position: 1 - real.turn(position)},
        {"write": lambda position: real.write(position) + "."},
        {"outcome": lambda _: (0.0, 0.0)},
    ]
    for fault in faults:
        fails(contract.check_naive, naive_with(monkeypatch, **fault), 1)
        monkeypatch.undo()


def test_tokens_that_are_not_unique() -> None:
    tokens = list(NOTATION.TOKENS)
    for fault in ([*tokens[:-1], tokens[0]], [*tokens[:-1], "a b"], tokens[:-1]):
        fails(contract.check_tokens, broken("notation", TOKENS=fault))


def test_a_text_that_says_too_little() -> None:
    case = broken("notation", write=lambda _: "- - m 1 -")
    fails(contract.check_position_text, case, 1)


def test_a_text_that_is_read_wrong() -> None:
    def careless(state: Any, text: str) -> Sentence | None:
        said = NOTATION.read(state, text)
        state.reach = 1
        return said

    fails(contract.check_position_text, broken("notation", read=careless), 1)


def test_a_refusal_without_a_clause() -> None:
    def vague(_: Any, token: str) -> Sentence:
        return Sentence("no_token", "99.9", {"token": token})

    fails(contract.check_illegal_moves, broken("notation", explain=vague), 1)


def test_illegal_moves_that_are_played() -> None:
    case = broken("notation")
    vars(case.game)["actions"] = dict.fromkeys([*NOTATION.TOKENS, *contract.GARBAGE], 0)
    fails(contract.check_illegal_moves, case, 1)


def test_one_language_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    german, english = texts(PACKAGE, "de"), texts(PACKAGE, "en")
    monkeypatch.setitem(german, "sentences", english["sentences"])
    fails(contract.check_status, WHOLE, 1)
    monkeypatch.setitem(german, "sentences", {})
    fails(contract.check_texts, WHOLE)


def test_other_values_in_another_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(texts(PACKAGE, "fr")["sentences"], "dig", "Sans valeur.")
    fails(contract.check_texts, WHOLE)


def test_an_option_without_words(monkeypatch: pytest.MonkeyPatch) -> None:
    for lang in LANGUAGES:
        monkeypatch.setitem(texts(PACKAGE, lang), "options", {})
    fails(contract.check_texts, WHOLE)


@pytest.mark.parametrize("words", ["l'herbe", "« ici »", "Quoi ?"])
def test_french_as_it_is_not_written(monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    monkeypatch.setitem(texts(PACKAGE, "fr"), "length", words)
    fails(contract.check_french, WHOLE)


def test_a_sentence_that_nobody_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(texts(PACKAGE, "en")["sentences"], "never", "Never said.")
    fails(contract.check_sentences_used, WHOLE)


def rulebook_with(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> Case:
    pages = {lang: WHOLE.rulebook(lang).replace(old, new) for lang in LANGUAGES}
    monkeypatch.setattr(Case, "rulebook", lambda _, lang: pages[lang])
    return WHOLE


def test_a_clause_that_no_test_cites(monkeypatch: pytest.MonkeyPatch) -> None:
    fails(
        contract.check_clauses, rulebook_with(monkeypatch, "**§8.2**", "**§8.9** New.\n\n**§8.2**")
    )


def test_code_that_cites_a_clause_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    fails(contract.check_clauses, rulebook_with(monkeypatch, "**§4.4**", "Without number: "))


def test_a_diagram_that_is_no_position(monkeypatch: pytest.MonkeyPatch) -> None:
    case = rulebook_with(monkeypatch, "c3 - m 1 -", "c3 - m 1")
    with pytest.raises(ValueError, match="five fields"):
        contract.check_diagrams(case)


def test_a_rulebook_without_diagrams(monkeypatch: pytest.MonkeyPatch) -> None:
    fails(contract.check_diagrams, rulebook_with(monkeypatch, "```board", "```"))


def test_a_tally_that_forgets_a_seat() -> None:
    short = lambda state: NOTATION.tally(state)[:1]  # noqa: E731
    fails(contract.check_tally, broken("notation", tally=short), 1)


def test_a_tally_in_one_language_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    english = texts(PACKAGE, "en")["sentences"]
    monkeypatch.setitem(texts(PACKAGE, "fr")["sentences"], "is_mole", english["is_mole"])
    fails(contract.check_tally, WHOLE, 1)


def test_a_text_that_is_read_as_another_position() -> None:
    def generous(state: Any, text: str) -> Sentence | None:
        return NOTATION.read(state, text.replace("é", ""))

    fails(contract.check_changed_texts, broken("notation", read=generous), 9)


@pytest.mark.parametrize("key", ["length", "author", "blurb"])
def test_words_that_no_language_has(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    for lang in LANGUAGES:
        monkeypatch.delitem(texts(PACKAGE, lang), key)
    fails(contract.check_texts, WHOLE)


def test_empty_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(texts(PACKAGE, "de"), "length", " ")
    fails(contract.check_texts, WHOLE)


# What people see


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
    fails(seen.check_spots, board_with(id=lambda _: "a1"))


@pytest.mark.parametrize("axis", ["x", "y"])
def test_spots_outside_the_picture(axis: str) -> None:
    fails(seen.check_spots, board_with(**{axis: lambda _: -1.0, "neighbours": lambda _: {}}))


def test_arrow_keys_that_lead_back() -> None:
    back = {"up": "down", "down": "up", "left": "right", "right": "left"}
    turned = lambda spot: {back[key]: name for key, name in spot.neighbours.items()}  # noqa: E731
    fails(seen.check_spots, board_with(neighbours=turned))


@pytest.mark.parametrize("area", ["M0 0H11V9H0Z", "M0 0H0.1V0.1Z", "M0 0c1 1 2 2 3 3Z"])
def test_areas_that_cannot_be_told_apart_or_lie_elsewhere(area: str) -> None:
    fails(seen.check_areas, board_with(d=lambda _: area))


def ambiguous(state: Any, action: int) -> list[str]:
    return ["a1", *DRAWING.spots(state, action)] if action else ["a1"]


def nowhere(_: Any, action: int) -> list[str]:
    return [str(action)]


def all_alike(*_: Any) -> list[str]:
    return ["a1"]


def no_clicks(*_: Any) -> list[str]:
    return []


@pytest.mark.parametrize("spots", [ambiguous, nowhere, all_alike, no_clicks])
def test_click_paths_that_cannot_be_clicked_or_told_apart(spots: Any) -> None:
    fails(seen.check_click_paths, clicked(spots), 1)


def clicked(spots: Any) -> Case:
    """Mole Hill with these click paths, one by one and all at once."""
    paths = lambda state, actions: [spots(state, action) for action in actions]  # noqa: E731
    return broken("drawing", spots=spots, paths=paths)


def test_paths_that_differ_one_by_one_and_all_at_once() -> None:
    backwards = lambda state, actions: DRAWING.paths(state, actions)[::-1]  # noqa: E731
    fails(seen.check_click_paths, broken("drawing", paths=backwards), 1)


def one_for_two(state: Any, action: int) -> Any:
    return DRAWING.spots(state, action - action % 2)


@pytest.mark.parametrize("spots", [nowhere, one_for_two])
def test_paths_of_illegal_actions_that_mean_two_things_or_nothing(spots: Any) -> None:
    fails(seen.check_tried_paths, clicked(spots))


def test_choices_that_arrow_keys_do_not_reach() -> None:
    fails(seen.check_choices_are_reached, board_with(neighbours=lambda _: {}), 1)


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
    fails(seen.check_marks, broken("drawing", marks=marks), 1)


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
    fails(seen.check_routes, broken("drawing", route=route), 1)


def test_a_piece_that_changes_its_id_and_has_no_way() -> None:
    labyrinthe = contract.cases(package_of("labyrinthe"))[0]
    vars(labyrinthe.game)["drawing"] = SimpleNamespace(
        **{**vars(labyrinthe.game.drawing), "route": no_way}
    )
    start = labyrinthe.game.start()
    before, after = seen.marks(start), seen.marks(start.play("b2-b4"))
    assert seen.left(before, after, "b2") & seen.left(after, before, "b4") == {"pawn-1"}
    fails(seen.check_routes, labyrinthe, 1)


@pytest.mark.parametrize(
    ("table", "key"),
    [("pieces", "elephant"), ("pieces", "tusk-{n}"), ("pieces", "mole@45"), ("spots", "{n}!")],
)
def test_names_for_what_does_not_exist(
    monkeypatch: pytest.MonkeyPatch, table: str, key: str
) -> None:
    for lang in LANGUAGES:
        monkeypatch.setitem(texts(PACKAGE, lang)[table], key, "an elephant")
    fails(seen.check_names, WHOLE)


@pytest.mark.parametrize(("table", "key"), [("pieces", "mole"), ("spots", "{first}|{second}")])
def test_pieces_and_spots_without_a_name(
    monkeypatch: pytest.MonkeyPatch, table: str, key: str
) -> None:
    monkeypatch.delitem(texts(PACKAGE, "fr")[table], key)
    fails(seen.check_names, WHOLE)


@pytest.mark.parametrize(
    "views", [{}, {"reach": "R"}, {"reach": "rr"}, {"reach": "q"}, {"reach": "r", "x": "r"}]
)
def test_views_without_a_key_of_their_own(views: dict[str, str]) -> None:
    fails(seen.check_views, broken("drawing", VIEWS=views))


def test_a_view_without_a_label(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(texts(PACKAGE, "de"), "views", {})
    fails(seen.check_views, WHOLE)


@pytest.mark.parametrize("text", ["", "a\nab", "a" * 79])
def test_letters_that_do_not_fit(text: str) -> None:
    fails(seen.check_text_fits, broken("drawing", text=lambda _: text))


# Files


@pytest.fixture
def copied(tmp_path: Path) -> Case:
    """Mole Hill with a copy of its tests' folder that may be spoilt."""
    folder = tmp_path / WHOLE.folder.name
    shutil.copytree(WHOLE.folder, folder)
    return Case(WHOLE.game, folder)


def test_a_wrong_count(copied: Case) -> None:
    entries = copied.perft
    entries[0]["counts"][-1] += 1
    (copied.folder / "perft.json").write_text(json.dumps(entries))
    fails(contract.check_perft, copied)


def test_no_perft_file(copied: Case) -> None:
    (copied.folder / "perft.json").unlink()
    fails(contract.check_perft, copied)


def test_no_playthrough(copied: Case) -> None:
    shutil.rmtree(copied.folder / "playthroughs")
    fails(contract.check_playthroughs, copied)


def test_a_playthrough_that_stops_too_soon(copied: Case) -> None:
    path = copied.playthroughs[0]
    lines = path.read_text().splitlines()
    kept = [line for line in lines if line.startswith("[") and "Result" not in line]
    path.write_text("\n".join([*kept, "", "{Only this.} a1"]))
    fails(contract.check_playthroughs, copied)


def test_records_that_lose_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Record, "__str__", lambda record: f'[Game "{record.game.name}"]')
    fails(contract.check_records, WHOLE, 1)


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
        fails(seen.check_letters, lettered(fault), 1)


def test_a_text_that_does_not_show_the_pieces() -> None:
    empty = DRAWING.text(WHOLE.game.start().state)
    fails(seen.check_letters_of_pieces, broken("drawing", text=lambda _: empty), 1)


def test_inks_that_nobody_needs() -> None:
    fails(seen.check_inks, lettered(WHOLE.game.letters.places, {"Q": "bold", "Z": "bold"}))
