"""Everything that is not live: answers, refusals in three languages, headers and limits."""

import re
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import positive_data_acceptance
from tests.server.clients import HERE, Server, serving

import tablier
from tablier import games
from tablier.server.http import pages
from tablier.server.http.guard import HEADERS
from tablier.texts import LANGUAGES


def test_the_list_has_all_games_in_each_language(server: Server) -> None:
    blurbs = set()
    for lang in LANGUAGES:
        found = server.get("/api/games", lang=lang).json()
        assert {game["name"] for game in found} == set(games())
        blurbs |= {game["blurb"] for game in found}
        for game in found:
            assert len(game["levels"]) == 10
            assert {mark["piece"] for mark in game["scene"]} <= set(game["board"]["pieces"])
    assert len(blurbs) == len(LANGUAGES) * len(games())


def test_style_sheets_with_a_version_may_be_kept(server: Server) -> None:
    for game in server.get("/api/games").json():
        sheet = server.get(game["style"])
        assert sheet.headers["content-type"].startswith("text/css")
        assert "immutable" in sheet.headers["cache-control"]
    assert server.get("/api/style.css").headers["cache-control"] == "no-cache"
    assert server.get("/api/games/mole-hill/style.css").headers["cache-control"] == "no-cache"


def test_the_page_names_what_it_will_ask_for(server: Server) -> None:
    page = server.http.get("/", headers={"accept-language": "it,fr-CH;q=0.9,en;q=0.8"})
    named = re.findall("<([^>]+)>; rel=preload", page.headers["link"])
    styles = [game["style"] for game in server.get("/api/games").json()]
    assert sorted(named) == sorted(["/api/words?lang=fr", "/api/games?lang=fr", *styles])
    assert all(server.http.get(address).status_code == 200 for address in named)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", games())
def test_rulebooks_come_as_safe_html_with_diagrams(server: Server, game: str, lang: str) -> None:
    book = server.get(f"/api/games/{game}/rulebook", lang=lang).json()
    clauses = [clause for section in book["sections"] for clause in section["clauses"]]
    parts = [part for clause in clauses for part in clause["parts"]]
    assert {part["type"] for part in parts} == {"prose", "diagram"}
    assert any(part["marks"] for part in parts if part["type"] == "diagram")
    assert all("<script" not in part.get("html", "") for part in parts)


def test_a_position_can_be_played_without_a_table(server: Server) -> None:
    body = {"tokens": ["d4", "d4|e4"], "path": ["e4"]}
    answer = server.post("/api/games/mole-hill/position", body, lang="fr").json()
    assert answer["position"]["text"] == "d4 d4|e4 m 1 -"
    assert answer["refusal"]["clause"]
    text = server.post("/api/games/mole-hill/position", {"text": "c3 c3|c4 m 1 -"}).json()
    assert text["position"]["text"] == "c3 c3|c4 m 1 -"
    wrong = server.post("/api/games/mole-hill/position", {"tokens": ["e4", "e4"]})
    assert (wrong.status_code, wrong.json()["type"]) == (400, "refused")


def test_words_of_the_browser_are_those_of_the_texts(server: Server) -> None:
    keys = [set(server.get("/api/words", lang=lang).json()) for lang in LANGUAGES]
    assert keys[0] == keys[1] == keys[2]


REFUSED = {
    "en": "There is no table ‘x’ here.",
    "fr": "Il n’y a pas de table «\u202fx\u202f» ici.",
    "de": "Den Tisch „x“ gibt es hier nicht.",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_refusals_come_in_the_language_asked_for(server: Server, lang: str) -> None:
    for path in ("/api/tables/x", "/api/tables/x/record"):
        answer = server.get(path, lang=lang)
        assert (answer.status_code, answer.json()["sentence"]) == (404, REFUSED[lang])


@pytest.mark.parametrize(
    ("status", "method", "path", "body"),
    [
        (404, "GET", "/api/nothing", ""),
        (404, "GET", "/wp-login.php", ""),
        (404, "GET", "/api/games/chess/rulebook", ""),
        (404, "GET", "/assets/../settings.py", ""),
        (404, "GET", "/assets/%2e%2e/%2e%2e/settings.py", ""),
        (404, "GET", "/assets/%00", ""),
        (404, "GET", "/assets/a%0Ab", ""),
        (404, "GET", "/assets/" + "x" * 5000, ""),
        (404, "GET", "/assets/%ff%fe", ""),
        (404, "GET", "/assets/%ed%a0%80", ""),
        (404, "GET", "/api/tables/%00", ""),
        (404, "GET", "/api/games/%00/rulebook", ""),
        (404, "GET", "/api/games/..%2f..%2fetc/style.css", ""),
        (405, "DELETE", "/api/tables", ""),
        (400, "GET", "/api/games?lang=xx", ""),
        (400, "POST", "/api/tables", "{"),
        (400, "POST", "/api/tables", "{}"),
        (400, "POST", "/api/tables", "[" * 100_000),
        (400, "POST", "/api/tables", '{"seats":' * 100_000),
        (400, "POST", "/api/tables", '{"options": ' + "[" * 50_000 + "]" * 50_000 + "}"),
        (400, "POST", "/api/tables", '{"game": "mole-hill", "seats": [{"kind": "dog"}]}'),
        (404, "POST", "/api/tables", '{"game": "chess", "seats": []}'),
        (400, "POST", "/api/records", '{"record": "nonsense"}'),
        (413, "POST", "/api/records", '{"record": "' + "x" * 2_000_000 + '"}'),
    ],
)
def test_errors_are_sentences_without_a_trace(
    server: Server, status: int, method: str, path: str, body: str
) -> None:
    headers = {"content-type": "application/json"} if body else {}
    answer = server.http.request(method, path, content=body or None, headers=headers)
    assert answer.status_code == status, answer.text
    said = answer.json()
    assert said["sentence"].endswith(".")
    assert set(said) == {"type", "sentence", "clause"}
    assert "Traceback" not in answer.text


def test_every_answer_has_the_headers_that_protect(server: Server) -> None:
    for path in ("/", "/api/games", "/api/nothing", "/health", "/api/tables/x", "/api/schema"):
        answer = server.get(path)
        for name, value in HEADERS.items():
            assert answer.headers.get_list(name) == [value], (path, name)
    assert "script-src 'self' 'wasm-unsafe-eval';" in HEADERS["Content-Security-Policy"]


def test_pages_are_the_built_ones(server: Server) -> None:
    page = (pages.STATIC / "index.html").read_text("utf-8")
    body = page[page.index("<body>") :]
    for path in ("/", "/t/abc", "/rules/mole-hill", "/puzzles/moguli/3", "/learn/moguli"):
        answer = server.get(path)
        assert answer.text.endswith(body)
        assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("path", "lang", "title", "about"),
    [
        ("/", "en", "Tablier", ", ".join(sorted(tablier.game(name).title() for name in games()))),
        ("/", "de", "Tablier", "Brettspiele"),
        ("/t/abc", "fr", "Tablier", "table"),
        ("/rules/moguli", "en", "Rules: Moguli", "The complete rules of Moguli"),
        ("/rules/chess", "en", "Tablier", "Forgotten board games"),
        (
            "/puzzles/mole-hill/2",
            "en",
            "Puzzles: Mole Hill",
            f"{len(tablier.puzzles('mole-hill'))} positions",
        ),
        ("/learn/mole-hill/2", "de", "Mole Hill lernen", "Lerne Mole Hill beim Spielen"),
    ],
)
def test_pages_say_in_their_head_what_they_are(
    server: Server, path: str, lang: str, title: str, about: str
) -> None:
    """For search engines, and where a link is previewed: they run no script."""
    answer = server.http.get(path, headers={"accept-language": lang})
    assert f'<html lang="{lang}"' in answer.text
    assert f"<title>{title}</title>" in answer.text
    described = re.search('<meta name="description" content="(.+?)" />', answer.text)
    assert described is not None
    assert about in described[1]
    assert "{" not in described[1]
    assert "Accept-Language" in answer.headers["vary"]


@pytest.mark.parametrize(
    ("kind", "part", "lang", "said"),
    [
        ("puzzles", "puzzle_count", "en", "Mole Hill has no puzzles yet."),
        ("puzzles", "puzzle_count", "fr", "Mole Hill n’a pas encore de problèmes."),
        ("puzzles", "puzzle_count", "de", "Mole Hill hat noch keine Aufgaben."),
        ("learn", "lessons", "en", "Mole Hill has no lessons yet."),
    ],
)
def test_the_head_of_a_page_of_puzzles_or_lessons_says_that_there_are_none(
    monkeypatch: pytest.MonkeyPatch, kind: str, part: str, lang: str, said: str
) -> None:
    monkeypatch.setattr(pages, part, lambda _: ())
    assert pages.title_and_about.__wrapped__(kind, "mole-hill", lang)[1] == said


def test_the_title_face_is_served_from_here_for_ever(server: Server) -> None:
    named = re.search(r'rel="preload"\s+href="(/assets/[^"]+\.woff2)"', server.get("/").text)
    assert named is not None
    answer = server.get(named[1])
    assert answer.headers["content-type"] == "font/woff2"
    assert "immutable" in answer.headers["cache-control"]


def test_health_and_numbers(server: Server) -> None:
    assert server.get("/health").json() == {"status": "ok"}
    server.make("mole-hill", [HERE, HERE])
    numbers = server.get("/metrics").text
    assert 'tablier_tables_made_total{game="mole-hill"}' in numbers
    assert "tablier_commit_seconds_count" in numbers
    assert "tablier_faults_total 0.0" in numbers


def test_large_answers_are_compressed(server: Server) -> None:
    answer = server.get("/api/games")
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers.get("content-length", 0)) < len(answer.content) / 3


@pytest.mark.one_game
def test_who_asks_too_often_has_to_wait(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    with serving(database, requests_a_minute=5, tables_a_minute=2) as server:
        wish = {"game": "mole-hill", "seats": [HERE, HERE]}
        made = [server.post("/api/tables", wish, lang="de").status_code for _ in range(3)]
        assert made == [201, 201, 429]
        assert "Minute" in server.post("/api/tables", wish, lang="de").json()["sentence"]
        asked = [server.get("/api/words").status_code for _ in range(7)]
        assert asked == [200] * 5 + [429] * 2


@pytest.mark.one_game
def test_the_server_holds_to_its_openapi(server: Server) -> None:
    schema = schemathesis.openapi.from_dict(server.get("/api/schema/openapi.json").json())
    found = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    operations = [each for each in found if not each.definition.raw.get("security")]
    assert len(operations) >= 14

    for operation in operations:

        @settings(max_examples=8, suppress_health_check=list(HealthCheck), derandomize=True)
        @given(case=operation.as_strategy())
        def check(case: "schemathesis.Case[Any]") -> None:
            # What is a record or a position of a game, no schema can say.
            case.call_and_validate(
                base_url=str(server.http.base_url), excluded_checks=[positive_data_acceptance]
            )

        check()
