"""Every word of the browser is in texts/, and every word there is used."""

import re
from pathlib import Path
from typing import Any

import tablier
from tablier.texts import PACKAGE, texts

SOURCES = Path(__file__).parent.parent.parent / "frontend" / "src"
WHOLE = re.compile(r"""["'`]([a-z]+(?:\.[a-z_]+)+)["'`]""")
BEGUN = re.compile(r"`([a-z]+\.(?:[a-z]+_)?)\$\{")


def sources() -> str:
    files = sorted(SOURCES.rglob("*.svelte")) + sorted(SOURCES.rglob("*.ts"))
    return "\n".join(path.read_text("utf-8") for path in files)


def keys(table: dict[str, Any], before: str = "") -> set[str]:
    found: set[str] = set()
    for key, value in table.items():
        whole = f"{before}{key}"
        found |= keys(value, f"{whole}.") if isinstance(value, dict) else {whole}
    return found


def test_every_word_that_is_said_is_known_and_every_known_word_is_said() -> None:
    known = keys(texts(PACKAGE, "en")["browser"])
    tables = {key.partition(".")[0] for key in known}
    code = sources()
    said = {key for key in WHOLE.findall(code) if key.partition(".")[0] in tables}
    said |= set(re.findall(r'say\("([a-z_]+)"\)', code))
    begun = tuple(BEGUN.findall(code))
    assert said - known == set()
    assert {key for key in known - said if not key.startswith(begun)} == set()


def test_the_browser_knows_no_game() -> None:
    code = sources().lower()
    for name in tablier.games():
        package = name.replace("-", "_")
        assert name not in code
        assert package not in code
