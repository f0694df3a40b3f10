"""Drafts: a game that lacks a translation speaks English, goes by its name, and is not offered."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.drafts import NAME, PACKAGE
from tests.games import contract, contract_case
from tests.games import contract_of_prose as prose

import tablier
from tablier import LANGUAGES, games, rulebook, texts
from tablier.games import package_of
from tablier.terminal.cli import main


@pytest.fixture
def _draft(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Mole Hill as if only its English were written."""
    usual = texts.languages

    def languages(package: str, part: str) -> tuple[str, ...]:
        return ("en",) if package == PACKAGE else usual(package, part)

    monkeypatch.setattr(texts, "languages", languages)
    monkeypatch.setattr(contract_case, "languages", languages)
    for cached in (texts._texts, rulebook.rulebook):
        cached.cache_clear()
    yield
    for cached in (texts._texts, rulebook.rulebook):
        cached.cache_clear()


def test_games_that_are_offered_are_there_in_every_language() -> None:
    for name in games():
        assert not tablier.game(name).is_draft
        assert not texts.untranslated(package_of(name))


def test_the_shared_texts_are_there_in_every_language() -> None:
    assert texts.languages(texts.PACKAGE, "texts") == LANGUAGES


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
def test_a_draft_is_in_english_and_the_shared_texts_in_their_languages(lang: str) -> None:
    game = tablier.game(NAME)
    draft = {"en": "Mole Hill (draft)", "fr": "Mole Hill (ébauche)", "de": "Mole Hill (Entwurf)"}
    assert game.title(lang) == draft[lang]
    assert rulebook.rulebook(PACKAGE, lang) == rulebook.rulebook(PACKAGE, "en")
    player = texts.seat_name(0, lang)
    assert game.start().status(lang) == game.start().status("en").replace("Player 1", player)
    with pytest.raises(tablier.Refusal, match="no language"):
        game.title("xx")


@pytest.mark.usefixtures("_draft")
def test_the_contract_warns_of_a_draft_and_holds_it_to_all_else() -> None:
    case = contract.cases(PACKAGE)[0]
    needed = r"texts/fr\.toml, texts/de\.toml, rulebook/fr\.md, rulebook/de\.md"
    with pytest.warns(UserWarning, match=f"mole-hill is a draft, not offered: {needed}"):
        prose.check_languages(case)
    for check in (prose.check_texts, prose.check_clauses, prose.check_french):
        check(case)
    contract.check_status(case, 1)


def test_a_game_without_english_is_no_draft(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "languages", lambda *_: ("fr", "de"))
    with pytest.raises(AssertionError, match=r"texts/en\.toml and rulebook/en\.md"):
        prose.check_languages(contract.cases(PACKAGE)[0])


@pytest.mark.usefixtures("_draft")
def test_the_terminal_plays_a_draft_by_its_name_and_does_not_offer_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    def said(*arguments: str, typed: str = "") -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert main([*arguments, "--lang", "en"]) == 0
        return capsys.readouterr().out

    *offered, drafts = said("games").splitlines()
    assert drafts == f"Drafts, which are played by their names: {NAME}"
    assert not any(line.startswith(NAME) for line in offered)
    assert "Mole Hill" not in said("play")
    assert said("play", NAME, typed="e4\n").startswith("Mole Hill (draft). Type a move")
    assert "Your turn." in said("rules", NAME)
