"""Labels are seen whole, in every language, on a small phone and at a desk."""

from typing import Any

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import DESK, PHONE, NewPerson
from tests.browser.server_process import COMPUTER, HERE, ServerProcess

from tablier import LANGUAGES

SMALL = {**PHONE, "viewport": {"width": 360, "height": 740}}
CUT = """labels => labels
    .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth > clientWidth || scrollHeight > clientHeight + 1)
    .map(each => each.textContent.trim())"""


@pytest.mark.parametrize("screen", [SMALL, {"viewport": DESK}], ids=["phone", "desk"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_label_is_cut(
    lang: str, screen: dict[str, Any], server: ServerProcess, person: NewPerson
) -> None:
    someone = person(**screen, locale=lang).visit(server.address)
    opponents = someone.page.locator(".opponents .button")
    expect(opponents.first).to_be_visible()
    assert opponents.evaluate_all(CUT) == []
    someone.host(server.table("moguli", HERE, COMPUTER))
    tools = someone.page.locator(".tools .button span")
    expect(tools.first).to_be_visible()
    assert tools.evaluate_all(CUT) == []
