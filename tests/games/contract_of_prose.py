"""What must hold for what people read of every game, as checks of a game; see contract.py."""

import re
import warnings
from collections.abc import Mapping
from string import Formatter
from typing import Any

from tests.games.contract_case import Case
from tests.games.contract_positions import BOARD

from tablier.texts import texts, untranslated

CLAUSE = re.compile(r"^\*\*§(\d+\.\d+)\*\*", re.MULTILINE)
OPENING = {
    "en": ["Aim", "Your turn"],
    "fr": ["But du jeu", "Votre tour"],
    "de": ["Spielziel", "Dein Spielzug"],
}
NEEDED = {"name", "blurb", "author", "length"}
FRENCH = {
    r"'": "’ (U+2019) for '",
    r" :": "a no-break space (U+00A0) before :",
    r" [;?!»]": "a narrow no-break space (U+202F) before ; ? ! and »",
    r"« ": "a narrow no-break space (U+202F) after «",
}
"""What is not written in French, and what is wanted."""


def own_words(case: Case, said: Mapping[str, str]) -> None:
    """Every language says it in its own words."""
    for words in said.values() if len({*said.values()}) < len(said) else ():
        alike = [lang for lang in said if said[lang] == words]
        files = " and ".join(case.file(f"texts/{lang}.toml") for lang in alike)
        assert len(alike) == 1, f"translate it: {files} say the same: {words!r}"


def check_languages(case: Case) -> None:
    """A game is there in every language; a draft may have English alone, and is warned of."""
    missing = untranslated(case.game.package)
    english = [file for file in missing if file.rpartition("/")[2].startswith("en.")]
    assert not english, f"every game has {' and '.join(english)}"
    if missing:
        needed = ", ".join(missing)
        warnings.warn(
            f"{case.game.name} is a draft, not offered: {needed} to be written", stacklevel=1
        )


# The rulebook


def check_clauses(case: Case) -> None:
    """The rulebooks have the same clauses, each cited by a test; the code cites no other."""
    clauses = CLAUSE.findall(case.rulebook("en"))
    assert clauses, f"{case.file('rulebook/en.md')}: no paragraph begins with **§1.1**"
    for lang in case.rulebook_languages:
        others = CLAUSE.findall(case.rulebook(lang))
        file, odd = case.file(f"rulebook/{lang}.md"), sorted(set(clauses) ^ set(others))
        assert not odd, f"{file} and en.md do not both have §{', §'.join(odd)}"
        assert others == clauses, f"{file} has the clauses of en.md in another order"
    tests = "".join(path.read_text("utf-8") for path in case.folder.glob("test_*.py"))
    untested = sorted(set(clauses) - set(re.findall(r"§(\d+\.\d+)", tests)))
    assert not untested, f"no test in {case.folder.name}/test_*.py cites §{', §'.join(untested)}"
    code = "".join(path.read_text("utf-8") for path in case.home.glob("*.py"))
    cited = set(re.findall(r'(?:§|Sentence\([^()]*?")(\d+\.\d+)', code))
    assert cited, f"no line of {case.file('*.py')} cites a clause (§1.1) of the rulebook"
    gone = sorted(cited - set(clauses))
    assert not gone, f"{case.file('*.py')} cites §{', §'.join(gone)}, which no rulebook has"


def check_opening(case: Case) -> None:
    """Before its first section a rulebook says what wins, then what a turn is."""
    for lang in case.rulebook_languages:
        opening = case.rulebook(lang).partition("\n## ")[0]
        found = re.findall(r"^\*\*(.+)\.\*\* .+", opening, re.MULTILINE)
        wanted = " then ".join(f"**{word}.** …" for word in OPENING[lang])
        file = case.file(f"rulebook/{lang}.md")
        assert found == OPENING[lang], f"{file} needs before its first ##: {wanted}; got {found}"


def check_diagrams(case: Case) -> None:
    """Every rulebook shows the same positions, and they can be read and drawn."""
    english = diagrams(case, "en")
    assert english, f"{case.file('rulebook/en.md')} has no ```board with a position and a caption"
    for lang in case.rulebook_languages:
        odd = [text for text in {*english, *diagrams(case, lang)} if not text_in(case, text, lang)]
        file = case.file(f"rulebook/{lang}.md")
        assert diagrams(case, lang) == english, f"{file} and en.md show other positions: {odd}"
    for text in english:
        assert case.game.drawing.text(case.game.position(text).state), text


def diagrams(case: Case, lang: str) -> list[str]:
    return [text for text, _ in BOARD.findall(case.rulebook(lang))]


def text_in(case: Case, text: str, lang: str) -> bool:
    """Is it shown in English and in that language?"""
    return all(text in diagrams(case, each) for each in ("en", lang))


# Texts


def check_texts(case: Case) -> None:
    """Every language has the same keys, and each sentence speaks of the same values."""
    english = flatten(texts(case.game.package, "en"))
    needed = sorted(NEEDED - set(english))
    assert not needed, f"{case.file('texts/en.toml')} lacks {', '.join(needed)}"
    for lang in case.languages:
        check_language(case, lang, english)
    options = {f"options.{name}" for name in case.game.rules.OPTIONS}
    worded = {key.rpartition(".")[0] for key in english if key.startswith("options.")}
    odd = sorted(options ^ worded)
    assert not odd, f"OPTIONS of rules.py and {case.file('texts')} do not both have {odd}"


def check_language(case: Case, lang: str, english: Mapping[str, str]) -> None:
    """It has the keys and values of English, and words for each."""
    file, other = case.file(f"texts/{lang}.toml"), flatten(texts(case.game.package, lang))
    missing, extra = sorted(set(english) - set(other)), sorted(set(other) - set(english))
    assert not missing, f"{file} lacks {', '.join(missing)}"
    assert not extra, f"{file} has {', '.join(extra)}, which en.toml has not"
    for key, words in other.items():
        expected, got = placeholders(english[key]), placeholders(words)
        assert got == expected, f"{key} in {file} has {got}, in English {expected}"
        assert str(words).strip(), f"{key} in {file} is empty"


def check_readers(case: Case) -> None:
    """Words for those a sentence speaks of are of sentences there are, and of their values."""
    for lang in case.languages:
        words, file = texts(case.game.package, lang), case.file(f"texts/{lang}.toml")
        for form, value in (("to_player", "player"), ("to_other", "other"), ("of_others", "")):
            for key, said in words.get(form, {}).items():
                where = f"[{form}] {key} in {file}"
                assert key in words["sentences"], f"{where} belongs to no [sentences] {key}"
                usual = placeholders(words["sentences"][key])
                odd = placeholders(said) - (usual - {value})
                assert not odd, f"{where} speaks of {odd}; there is {usual - {value}}"
                assert not value or value in usual, f"{where}: the sentence has no {{{value}}}"


def check_french(case: Case) -> None:
    """French has its own apostrophes, and no line breaks before its signs."""
    french = texts(case.game.package, "fr") if "fr" in case.languages else {}
    for key, words in flatten(french).items():
        for wrong, wanted in FRENCH.items():
            place = re.search(wrong, str(words))
            near = str(words)[max(0, place.start() - 12) : place.end() + 12] if place else ""
            file = case.file("texts/fr.toml")
            assert not place, f"put {wanted} in {key} of {file}: got {near!r}"


def flatten(table: Mapping[Any, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        inner = dict(enumerate(value)) if isinstance(value, list) else value
        name = f"{prefix}{key}"
        flat |= flatten(inner, f"{name}.") if isinstance(inner, dict) else {name: inner}
    return flat


def placeholders(words: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(str(words)) if name}


def check_sentences_used(case: Case) -> None:
    """No sentence that the code never says."""
    files = [path for path in case.home.glob("*.py") if path.name != "reasons.py"]
    code = "".join(path.read_text("utf-8") for path in files)
    unsaid = [key for key in texts(case.game.package, "en")["sentences"] if f'"{key}"' not in code]
    said = f"[sentences] of {case.file('texts')}, and the code never says them"
    assert not unsaid, f"{', '.join(unsaid)}: {said}"


def check_reasons(case: Case) -> None:
    """The reasons that reasons.py gives are those that there are words for."""
    path = case.home / "reasons.py"
    code = path.read_text("utf-8") if path.is_file() else ""
    words = {*texts(case.game.package, "en").get("reasons", {})}
    named = {*re.findall(r'"(\w+)"', code)}
    unsaid = sorted(key for key in words if not {key, key.removesuffix("_one")} & named)
    files = f"[reasons] of {case.file('texts')}, and reasons.py never gives them"
    assert not unsaid, f"{', '.join(unsaid)}: {files}"
    counted = re.findall(r'counted\("(\w+)"', code)
    given = {*re.findall(r'Sentence\("(\w+)"', code), *counted, *(f"{key}_one" for key in counted)}
    odd = sorted(given - words)
    assert not odd, f"{', '.join(odd)}: reasons.py gives them without words in {case.file('texts')}"
