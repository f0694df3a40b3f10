"""Drafts: a game that lacks a translation speaks English, goes by its name, and is not offered."""

from collections.abc import Iterator

import pytest
from tests.games import contract

import tablier
from tablier import LANGUAGES, games, rulebook, texts
from tablier.games import package_of

NAME = "mole-hill"
PACKAGE = package_of(NAME)


@pytest.fixture
def _draft(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Mole Hill as if only its English were written."""
    usual = texts.languages

    def languages(package: str, part: str) -> tuple[str, ...]:
        return ("en",) if package == PACKAGE else usual(package, part)

    monkeypatch.setattr(texts, "languages", languages)
    monkeypatch.setattr(contract, "languages", languages)
    for cached in (texts.texts, rulebook.rulebook):
        cached.cache_clear()
    yield
    for cached in (texts.texts, rulebook.rulebook):
        cached.cache_clear()


def test_games_on_the_shelf_are_there_in_every_language() -> None:
    for name in games():
        assert not tablier.game(name).is_draft
        assert not texts.untranslated(package_of(name))


def test_the_house_speaks_every_language() -> None:
    assert texts.languages(texts.HOUSE, "texts") == LANGUAGES


@pytest.mark.usefixtures("_draft")
def test_a_draft_is_not_among_the_games_but_is_found_by_its_name() -> None:
    assert NAME not in games()
    assert NAME in games(drafts=True)
    assert tablier.game(NAME).is_draft
    with pytest.raises(tablier.Refusal, match="the games are") as refused:
        tablier.game("go")
    assert NAME not in str(refused.value)


@pytest.mark.usefixtures("_draft")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_draft_speaks_english_and_the_house_its_languages(lang: str) -> None:
    game = tablier.game(NAME)
    assert game.title(lang) == game.title("en")
    assert rulebook.rulebook(PACKAGE, lang) == rulebook.rulebook(PACKAGE, "en")
    player = texts.seat_name(0, lang)
    assert game.start().status(lang) == game.start().status("en").replace("Player 1", player)
    with pytest.raises(tablier.Refusal, match="no language"):
        game.title("xx")


@pytest.mark.usefixtures("_draft")
def test_the_contract_warns_of_a_draft_and_holds_it_to_all_else() -> None:
    case = contract.cases(PACKAGE)[0]
    needed = r"texts/fr\.toml, texts/de\.toml, rulebook/fr\.md, rulebook/de\.md"
    with pytest.warns(UserWarning, match=f"mole-hill is a draft, not on the shelf: {needed}"):
        contract.check_languages(case)
    for check in (contract.check_texts, contract.check_clauses, contract.check_french):
        check(case)
    contract.check_status(case, 1)


def test_a_game_without_english_is_no_draft(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "languages", lambda *_: ("fr", "de"))
    with pytest.raises(AssertionError, match=r"texts/en\.toml and rulebook/en\.md"):
        contract.check_languages(contract.cases(PACKAGE)[0])
