"""One server for all tests that leave it alive."""

from collections.abc import Iterator

import pytest
from tests.server.guests import Server, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server") / "tables.sqlite", workers=2) as running:
        yield running


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
