"""Labels are seen whole, in every language, on a small phone and at a desk."""

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import DESK, PHONE, NewPerson
from tests.browser.person import Person
from tests.browser.server_process import COMPUTER, HERE, ServerProcess

from tablier import LANGUAGES, games

SMALL = {**PHONE, "viewport": {"width": 360, "height": 740}}
# The letters of a title reach below its line.
CUT = """labels => labels
    .filter(({ tagName, scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth > clientWidth || (tagName !== 'H1' && scrollHeight > clientHeight + 1))
    .map(each => each.textContent.trim())"""


@pytest.mark.parametrize("screen", [SMALL, {"viewport": DESK}], ids=["phone", "desk"])
def test_no_label_is_cut(screen: dict[str, Any], server: ServerProcess, person: NewPerson) -> None:
    someone = person(**screen).visit(server.address)
    assert cut_in_any_language(someone, ".opponents .button") == {}
    for game in games():
        someone.host(server.table(game, HERE, COMPUTER))
        cut = cut_in_any_language(someone, ".tools .button span", ".seats .quietly", "h1")
        assert cut == {}, game


def cut_in_any_language(someone: Person, last: str, *labels: str) -> dict[str, list[str]]:
    """The languages with labels that are cut, and those; the first kind appears last."""
    found = {}
    for lang in LANGUAGES:
        page = someone.read_in(lang).page
        expect(page.locator(last).first).to_be_visible()
        found[lang] = page.locator(", ".join((last, *labels))).evaluate_all(CUT)
    return {lang: cut for lang, cut in found.items() if cut}
