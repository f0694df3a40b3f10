"""Labels are seen whole, in every language, on a small phone and at a desk."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect
from tests.browser.conftest import DESK, PHONE, NewPerson
from tests.browser.person import Person
from tests.browser.server_process import COMPUTER, HERE, ServerProcess

from tablier import LANGUAGES

SMALL = {**PHONE, "viewport": {"width": 360, "height": 740}}
CUT = """labels => labels
    .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth > clientWidth || scrollHeight > clientHeight + 1)
    .map(each => each.textContent.trim())"""


@pytest.mark.parametrize("screen", [SMALL, {"viewport": DESK}], ids=["phone", "desk"])
def test_no_label_is_cut(screen: dict[str, Any], server: ServerProcess, person: NewPerson) -> None:
    someone = person(**screen).visit(server.address)
    opponents = someone.page.locator(".opponents .button")
    tools = someone.page.locator(".tools .button span")
    assert cut_in_any_language(someone, opponents) == {}
    someone.host(server.table("moguli", HERE, COMPUTER))
    assert cut_in_any_language(someone, tools) == {}
    someone.host(server.table("labyrinthe", HERE, COMPUTER))  # the longest title
    someone.read_in("en")
    assert someone.page.locator("h1").evaluate("each => each.scrollWidth - each.clientWidth") == 0


def cut_in_any_language(someone: Person, labels: Locator) -> dict[str, list[str]]:
    """The languages with labels that are cut, and those."""
    found = {}
    for lang in LANGUAGES:
        someone.read_in(lang)
        expect(labels.first).to_be_visible()
        found[lang] = labels.evaluate_all(CUT)
    return {lang: cut for lang, cut in found.items() if cut}
