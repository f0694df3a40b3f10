"""The contract that every game passes, with every option; see contract*.py."""

from collections.abc import Callable

import pytest
from tests.games import contract
from tests.games import contract_of_drawing as seen
from tests.games import contract_of_lessons as lessons
from tests.games import contract_of_news as told
from tests.games import contract_of_prose as prose
from tests.games import contract_of_style as style
from tests.games.contract import Case

from tablier.games import games, package_of

NAMES = games(drafts=True)
CASES = [case for name in NAMES for case in contract.cases(package_of(name))]
GAMES = [contract.cases(package_of(name))[0] for name in NAMES]


def name(case: Case) -> str:
    defaults = GAMES[[each.game.name for each in GAMES].index(case.game.name)].game.options
    changed = [
        f"{key}={value}" for key, value in case.game.options.items() if defaults[key] != value
    ]
    return " ".join([case.game.name, *changed])


every_case = pytest.mark.parametrize("case", CASES, ids=name)
every_game = pytest.mark.parametrize("case", GAMES, ids=name)
PLAYED = [
    contract.check_legal_actions,
    contract.check_end,
    contract.check_plain_bytes,
    contract.check_plain_python,
    contract.check_naive,
    contract.check_position_text,
    contract.check_changed_texts,
    contract.check_illegal_moves,
    contract.check_status,
    contract.check_suggestions,
    contract.check_tally,
    told.check_news,
    told.check_warnings,
    contract.check_records,
    seen.check_click_paths,
    seen.check_choices_are_reached,
    seen.check_marks,
    seen.check_looking,
    seen.check_routes,
    seen.check_letters,
    seen.check_letters_of_pieces,
]
LOOKED_AT = [
    contract.check_tokens,
    prose.check_languages,
    prose.check_clauses,
    prose.check_opening,
    prose.check_diagrams,
    prose.check_texts,
    prose.check_readers,
    prose.check_french,
    prose.check_sentences_used,
    prose.check_reasons,
    contract.check_playthroughs,
    contract.check_perft,
    seen.check_spots,
    seen.check_areas,
    seen.check_buttons,
    seen.check_tried_paths,
    seen.check_names,
    seen.check_signs,
    seen.check_views,
    seen.check_text_fits,
    seen.check_inks,
    style.check_classes,
    style.check_selectors,
    style.check_style_tokens,
    style.check_colours,
    *lessons.CHECKS,
]


@pytest.mark.parametrize("check", PLAYED, ids=lambda check: check.__name__)
@every_case  # one after the other: what they play is chosen once in a process
def test_random_games(case: Case, check: Callable[..., None], pytestconfig: pytest.Config) -> None:
    contract.hold(check, case, pytestconfig.getoption("games"))


@every_game
@pytest.mark.filterwarnings("always:.* is a draft:UserWarning")
@pytest.mark.parametrize("check", LOOKED_AT, ids=lambda check: check.__name__)
def test_parts(case: Case, check: Callable[..., None]) -> None:
    contract.hold(check, case)
