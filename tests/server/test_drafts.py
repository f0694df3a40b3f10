"""A draft on the server: found by its name, and offered nowhere."""

from collections.abc import Iterator

import pytest
from tests.drafts import CODE, NAME
from tests.server.clients import HERE, Server, serving, visiting

from tablier import games


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("drafts") / "tables.sqlite", code=CODE) as running:
        yield running


def test_a_draft_is_not_among_the_games_that_are_offered(server: Server) -> None:
    offered = {game["name"] for game in server.get("/api/games").json()}
    assert offered == set(games()) - {NAME}
    start = server.get("/")
    assert "Mole Hill" not in start.text
    assert NAME not in start.headers["link"]


def test_a_game_is_found_by_its_name_as_in_the_list(server: Server) -> None:
    listed = {game["name"]: game for game in server.get("/api/games", lang="fr").json()}
    for name, game in listed.items():
        assert server.get(f"/api/games/{name}", lang="fr").json() == game


@pytest.mark.parametrize(("lang", "draft"), [("en", "draft"), ("fr", "ébauche"), ("de", "Entwurf")])
def test_a_draft_is_found_by_its_name_and_speaks_english(
    server: Server, lang: str, draft: str
) -> None:
    found = server.get(f"/api/games/{NAME}", lang=lang).json()
    assert found["title"] == f"Mole Hill ({draft})"
    assert found["blurb"] == server.get(f"/api/games/{NAME}").json()["blurb"]
    assert server.http.get(found["style"]).status_code == 200
    page = server.http.get(f"/play/{NAME}", headers={"accept-language": lang})
    assert f"<title>Mole Hill ({draft}) – Tablier</title>" in page.text
    book = server.get(f"/api/games/{NAME}/rulebook", lang=lang).json()
    assert book == server.get(f"/api/games/{NAME}/rulebook").json()


@pytest.mark.one_game
@pytest.mark.anyio
async def test_a_draft_is_played_at_a_table(server: Server) -> None:
    made = server.make(NAME, [HERE, HERE])
    async with visiting(server, made["table"], *made["secrets"], lang="de") as client:
        await client.play("e4")
        assert client.position["status"].startswith("Spieler 2, you are the gardener")
