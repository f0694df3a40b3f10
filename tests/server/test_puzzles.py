"""Puzzles over REST: what was tried comes with every question, and nothing is stored."""

import pytest
from tests.server.clients import Server

import tablier
from tablier.texts import LANGUAGES

FIRST = tablier.puzzles("chain-reaction")[0]
ADDRESS = f"/api/puzzles/chain-reaction/{FIRST.number}"


@pytest.mark.parametrize("name", tablier.games())
def test_the_list_is_that_of_the_game(server: Server, name: str) -> None:
    told = server.get(f"/api/puzzles/{name}").json()
    assert [(each["id"], each["level"]) for each in told] == [
        (each.id, each.level) for each in tablier.puzzles(name)
    ]


def test_the_list_of_games_counts_the_puzzles(server: Server) -> None:
    for info in server.get("/api/games").json():
        listed = tablier.puzzles(info["name"])
        assert info["puzzles"] == len(listed)
        assert {*info["daily"]} >= {each.number for each in listed}
        assert {theme for each in listed for theme in each.themes} <= set(info["themes"])


def test_a_puzzle_that_is_listed_no_longer_is_found_by_its_number(server: Server) -> None:
    told = server.post("/api/puzzles/moguli/1", {}).json()
    assert told["puzzle"]["retired"]
    assert 1 not in [each["number"] for each in server.get("/api/puzzles/moguli").json()]


def test_the_beginning(server: Server) -> None:
    told = server.post(ADDRESS, {}).json()
    assert told["verdict"] == "begun"
    assert told["position"]["text"] == str(FIRST.position)
    assert {each["token"] for each in told["position"]["choices"]} == set(
        FIRST.position.legal_moves
    )
    assert told["steps"] == []
    assert told["hint"] is None


def test_a_puzzle_is_solved_move_by_move(server: Server) -> None:
    own: list[str] = []
    told = server.post(ADDRESS, {}).json()
    while told["verdict"] != "solved":
        hint = server.post(ADDRESS, {"tokens": own, "hint": True}).json()["hint"]
        own.append(hint["token"])
        told = server.post(ADDRESS, {"tokens": own}).json()
        assert told["verdict"] in ("right", "solved")
        assert told["steps"][0]["token"] == own[-1]
        assert told["steps"][-1]["position"] == told["position"]
    assert told["position"]["choices"] == []
    assert FIRST.try_(*own).verdict == "solved"


def test_a_wrong_move_comes_with_its_answer(server: Server) -> None:
    wrong = next(move for move in FIRST.position.legal_moves if move not in FIRST.winning())
    told = server.post(ADDRESS, {"tokens": [wrong]}).json()
    assert told["verdict"] == "wrong"
    assert [step["token"] for step in told["steps"]] == [wrong, *FIRST.try_(wrong).line]
    assert told["steps"][0]["seat"] == FIRST.seat


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_come_in_the_language_asked_for(server: Server, lang: str) -> None:
    told = server.post(ADDRESS, {"path": ["a1"]}, lang=lang).json()
    assert told["position"]["status"] == FIRST.position.status(lang)
    assert told["refusal"]["sentence"]


@pytest.mark.parametrize(
    ("status", "path", "body"),
    [
        (404, "/api/puzzles/chess/1", {}),
        (404, "/api/puzzles/chain-reaction/999", {}),
        (404, "/api/puzzles/chain-reaction/0", {}),
        (400, ADDRESS, {"tokens": ["nonsense"]}),
        (400, ADDRESS, {"tokens": "nonsense"}),
        (400, ADDRESS, {"tokens": ["a1"] * 1001}),
    ],
)
def test_bad_questions_get_a_sentence(
    server: Server, status: int, path: str, body: dict[str, object]
) -> None:
    answer = server.post(path, body)
    assert answer.status_code == status, answer.text
    assert answer.json()["sentence"].endswith(".")


def test_the_pages_of_puzzles_are_pages(server: Server) -> None:
    for path in ("/puzzles/mole-hill", "/puzzles/mole-hill/3"):
        page = server.get(path)
        assert page.headers["content-type"].startswith("text/html")
        assert "Mole Hill" in page.text
