"""The site for browsers whose server goes away, in a folder of the server."""

import random

import pytest
from litestar.testing import TestClient

from tablier import games
from tablier.play.connections import Connections
from tablier.play.settings import Settings
from tablier.server.app import create
from tablier.server.http.engines import Engines
from tablier.server.http.offline import Files
from tablier.server.server_registry import ServerRegistry

pytestmark = pytest.mark.one_game

PAGE, WORKER = (random.Random(seed).randbytes(2000) for seed in range(2))  # large when compressed
SITE = {"offline/index.html": PAGE, "offline/t/index.html": PAGE, "service-worker.js": WORKER}


@pytest.fixture
def ready(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The games whose engines are there."""
    found: set[str] = set()

    async def names(_: Engines) -> set[str]:
        return found

    monkeypatch.setattr(Engines, "names", names)
    return found


def test_it_is_made_once_when_all_engines_are_there_and_comes_compressed(ready: set[str]) -> None:
    made: list[Files] = []

    def make() -> Files:
        made.append(SITE)
        return SITE

    settings = Settings("sqlite://", workers=1, warm=False)
    with TestClient(create(ServerRegistry(settings), Connections(settings), make)) as client:
        assert client.get("/api/offline").json() == {"available": False}
        assert client.get("/offline/").status_code == 404
        ready.update(games())
        assert client.get("/api/offline").json() == {"available": True}
        assert made == []
        for path, contents in (
            ("/offline/", PAGE),
            ("/offline/t/", PAGE),
            ("/service-worker.js", WORKER),
        ):
            answer = client.get(path)
            assert (answer.content, answer.headers["content-encoding"]) == (contents, "gzip")
            plain = client.get(path, headers={"accept-encoding": "identity"})
            assert plain.content == contents
        assert answer.headers["content-type"].startswith("text/javascript")
        assert client.get("/offline/nothing.js").status_code == 404
        assert len(made) == 1


def test_without_python_for_browsers_there_is_none(ready: set[str]) -> None:
    ready.update(games())
    settings = Settings("sqlite://", workers=1, warm=False)
    with TestClient(create(ServerRegistry(settings), Connections(settings))) as client:
        assert client.get("/api/offline").json() == {"available": False}
        assert client.get("/service-worker.js").status_code == 404
        assert client.get("/manifest.webmanifest").json()["start_url"] == "."
