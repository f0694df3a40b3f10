"""Every check of rulebooks and texts fails when they are broken: a game with one fault each."""

import pytest
from tests.games import contract
from tests.games import contract_of_prose as prose
from tests.games.broken_games import PACKAGE, WHOLE, fails
from tests.games.contract import Case

from tablier.texts import LANGUAGES, texts

pytestmark = pytest.mark.one_game


def test_one_language_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    german, english = texts(PACKAGE, "de"), texts(PACKAGE, "en")
    monkeypatch.setitem(german, "sentences", english["sentences"])
    fails(
        contract.check_status,
        WHOLE,
        1,
        says="en.toml and games/mole_hill/texts/de.toml say the same: ",
    )
    monkeypatch.setitem(german, "sentences", {})
    fails(prose.check_texts, WHOLE, says="de.toml lacks sentences.dig, ")


def test_other_values_in_another_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(texts(PACKAGE, "fr")["sentences"], "dig", "Sans valeur.")
    fails(prose.check_texts, WHOLE, says="sentences.dig in games/mole_hill/texts/fr.toml has ")


def test_an_option_without_words(monkeypatch: pytest.MonkeyPatch) -> None:
    for lang in LANGUAGES:
        monkeypatch.setitem(texts(PACKAGE, lang), "options", {})
    fails(prose.check_texts, WHOLE, says="do not both have ['options.centre_start']")


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (
            "l'herbe",
            "put ’ (U+2019) for ' in length of games/mole_hill/texts/fr.toml: got \"l'herbe\"",
        ),
        ("ici :", "put a no-break space (U+00A0) before : in length"),
        ("« ici\u202f»", "put a narrow no-break space (U+202F) after « in length"),
        ("Quoi ?", "put a narrow no-break space (U+202F) before ; ? ! and » in length"),
    ],
)
def test_french_as_it_is_not_written(
    monkeypatch: pytest.MonkeyPatch, words: str, wanted: str
) -> None:
    monkeypatch.setitem(texts(PACKAGE, "fr"), "length", words)
    fails(prose.check_french, WHOLE, says=wanted)


def test_a_sentence_that_nobody_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(texts(PACKAGE, "en")["sentences"], "never", "Never said.")
    fails(prose.check_sentences_used, WHOLE, says="never: [sentences] of ")


def test_a_reason_that_nobody_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(texts(PACKAGE, "en")["reasons"], "never", "is never given")
    fails(prose.check_reasons, WHOLE, says="never: [reasons] of ")


def test_a_reason_without_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(texts(PACKAGE, "en")["reasons"], "traps")
    fails(prose.check_reasons, WHOLE, says="traps: reasons.py gives them without words")


def rulebook_with(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> Case:
    pages = {lang: WHOLE.rulebook(lang).replace(old, new) for lang in LANGUAGES}
    monkeypatch.setattr(Case, "rulebook", lambda _, lang: pages[lang])
    return WHOLE


def test_a_clause_that_no_test_cites(monkeypatch: pytest.MonkeyPatch) -> None:
    fails(
        prose.check_clauses,
        rulebook_with(monkeypatch, "**§8.2**", "**§8.9** New.\n\n**§8.2**"),
        says="cites §8.9",
    )


def test_code_that_cites_a_clause_that_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    fails(
        prose.check_clauses,
        rulebook_with(monkeypatch, "**§4.4**", "Without number: "),
        says="cites §4.4, which no rulebook has",
    )


def test_a_rulebook_that_does_not_say_first_what_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    fails(
        prose.check_opening,
        rulebook_with(monkeypatch, "**Spielziel.**", ""),
        says="rulebook/de.md needs before its first ##: **Spielziel.**",
    )


def test_a_rulebook_that_says_what_a_turn_is_among_its_sections(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fails(
        prose.check_opening,
        rulebook_with(monkeypatch, "**Your turn", "## 0 \n**Your turn"),
        says="got ['Aim']",
    )


def test_a_diagram_that_is_no_position(monkeypatch: pytest.MonkeyPatch) -> None:
    case = rulebook_with(monkeypatch, "c3 - m 1 -", "c3 - m 1")
    with pytest.raises(ValueError, match="five fields"):
        prose.check_diagrams(case)


def test_a_rulebook_without_diagrams(monkeypatch: pytest.MonkeyPatch) -> None:
    fails(
        prose.check_diagrams,
        rulebook_with(monkeypatch, "```board", "```"),
        says="rulebook/en.md has no ```board",
    )


@pytest.mark.parametrize("key", ["length", "author", "blurb"])
def test_words_that_no_language_has(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    for lang in LANGUAGES:
        monkeypatch.delitem(texts(PACKAGE, lang), key)
    fails(prose.check_texts, WHOLE, says=f"en.toml lacks {key}")


@pytest.mark.parametrize(
    ("form", "key", "words"),
    [
        ("to_player", "sings", "You sing."),
        ("to_player", "dig", "{player}, you are the mole."),
        ("to_other", "dig", "You are the gardener."),
        ("of_others", "dig", "{mole} is the mole."),
    ],
)
def test_words_to_a_reader_of_what_is_not_said(
    monkeypatch: pytest.MonkeyPatch, form: str, key: str, words: str
) -> None:
    monkeypatch.setitem(texts(PACKAGE, "en")[form], key, words)
    with pytest.raises((AssertionError, KeyError)):
        prose.check_readers(WHOLE)


def test_empty_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(texts(PACKAGE, "de"), "length", " ")
    fails(prose.check_texts, WHOLE, says="length in games/mole_hill/texts/de.toml is empty")


def test_a_clause_that_one_language_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    case = rulebook_with(monkeypatch, "**§8.2** Eine", "Eine")
    fails(prose.check_clauses, case, says="de.md and en.md do not both have §8.2")


def test_a_diagram_that_one_language_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = {lang: WHOLE.rulebook(lang) for lang in LANGUAGES}
    first = prose.diagrams(WHOLE, "en")[0]
    pages["fr"] = pages["fr"].replace(f"```board\n{first}", "```")
    monkeypatch.setattr(Case, "rulebook", lambda _, lang: pages[lang])
    says = f"games/mole_hill/rulebook/fr.md and en.md show other positions: ['{first}']"
    fails(prose.check_diagrams, WHOLE, says=says)
