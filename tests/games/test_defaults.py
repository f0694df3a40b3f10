"""What a game may leave out: the contract holds without it, and the Game answers for it."""

from types import SimpleNamespace
from typing import Any

import pytest
from extensions import figures
from msgspec.structs import replace
from tests.games import contract
from tests.games import contract_of_drawing as seen
from tests.games.broken_games import DRAWING, PACKAGE, WHOLE, broken
from tests.games.contract import Case

from tablier.game import load, path_from_token
from tablier.play.catalogue import game_info
from tablier.play.events import Played
from tablier.study.report import variants


def least() -> Case:
    """Mole Hill without anything that a game may leave out."""
    chosen = load(PACKAGE, {})
    for part, names in (
        ("drawing", ("VIEWS", "ways", "path")),
        ("notation", ("news", "held", "warning", "suggest")),
    ):
        own = vars(getattr(chosen, part))
        kept = {name: each for name, each in own.items() if name not in names}
        vars(chosen)[part] = SimpleNamespace(**kept)
    return Case(chosen, WHOLE.folder)


@pytest.mark.parametrize(
    "check",
    [
        contract.check_tally,
        contract.check_suggestions,
        seen.check_click_paths,
        seen.check_choices_are_reached,
        seen.check_looking,
        seen.check_routes,
    ],
)
def test_the_contract_holds_for_a_game_that_leaves_out_what_it_may(check: Any) -> None:
    check(least(), 1)


def test_a_game_that_leaves_it_out_has_no_news_and_no_views() -> None:
    chosen = least().game
    before = chosen.start()
    after = before.play("e4")
    assert Played(1, "e4", 0, before, after).news is None
    assert Played(1, "e4", 0, before, after).held is None
    assert after.warning() is None
    assert chosen.views == {}
    assert game_info(chosen, "en").views == []
    assert chosen.suggested(before.state) == []


def squares_only(options: Any) -> Any:
    whole = DRAWING.board(options)
    return replace(whole, spots=[spot for spot in whole.spots if "|" not in spot.id])


def test_tokens_of_two_squares_are_two_clicks() -> None:
    case = broken("drawing", board=squares_only)
    position = case.game.start().play("e4")
    assert case.game.path(position.state, case.game.actions["e4|f4"]) == ("e4", "f4")
    for check in (seen.check_click_paths, seen.check_choices_are_reached):
        check(case, 1)
    seen.check_tried_paths(case)


def test_tokens_that_are_no_spots_ask_for_a_path() -> None:
    case = broken("notation", TOKENS=("dig", *WHOLE.game.notation.TOKENS[1:]))
    with pytest.raises(ValueError, match=r"'dig' is neither .* `path`"):
        case.game.path(case.game.start().state, 0)


def test_names_of_squares_are_told_apart_on_large_boards() -> None:
    names = {f"{column}{row}" for column in "abcdefghijklmnopqrs" for row in range(1, 20)}
    for first, second in (("a1", "a11"), ("a11", "a1"), ("s19", "a1"), ("b2", "b2")):
        for token in (f"{first}{second}", f"{first}-{second}", f"{first}*{second}"):
            assert path_from_token(token, names) == (first, second)


def test_a_game_without_options_needs_no_words_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for reader in (variants, figures):
        monkeypatch.setattr(reader, "texts", lambda *_: {"name": "Hexapawn"})
    chosen = broken("rules", OPTIONS={}).game
    study: Any = SimpleNamespace(game=chosen, of=lambda _: [])
    assert list(variants.meanings(study)) == []
    assert list(figures.options(chosen)) == ["There is nothing to choose."]
