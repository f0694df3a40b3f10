"""Lessons over REST: as puzzles are, in words of the language asked for."""

import pytest
from tests.server.clients import Server

import tablier
from tablier.texts import LANGUAGES

WALK = next(each for each in tablier.lessons("mole-hill") if each.step.name == "walk")
ADDRESS = f"/api/lessons/mole-hill/{WALK.number}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_list_is_that_of_the_game(server: Server, lang: str) -> None:
    told = server.get("/api/lessons/mole-hill", lang=lang).json()
    assert [(each["id"], each["title"]) for each in told] == [
        (each.id, each.words(lang)["title"]) for each in tablier.lessons("mole-hill")
    ]
    walk = told[WALK.number - 1]
    assert (walk["moves"], walk["teaches"], walk["marks"]) == (2, ["4.1", "2.2"], ["b2", "e1"])


def test_the_list_of_games_has_aims_and_counts_the_lessons(server: Server) -> None:
    for info in server.get("/api/games").json():
        assert info["lessons"] == len(tablier.lessons(info["name"]))
        assert info["aim"].endswith(".")
        assert "*" not in info["aim"]


def test_a_lesson_is_learnt_move_by_move(server: Server) -> None:
    hint = server.post(ADDRESS, {"hint": True}).json()["hint"]
    assert hint["token"] == "c3"
    told = server.post(ADDRESS, {"tokens": ["c3"]}).json()
    assert told["verdict"] == "right"
    assert [step["token"] for step in told["steps"]] == ["c3", "b2|b3"]
    assert server.post(ADDRESS, {"tokens": ["c3", "b2"]}).json()["verdict"] == "solved"
    assert server.post(ADDRESS, {"tokens": ["c3", "b4"]}).json()["verdict"] == "wrong"
    assert server.post(ADDRESS, {"tokens": ["d2"], "hint": True}).json()["hint"] is None
    assert server.post(ADDRESS, {"path": ["i7"]}).json()["refusal"]["sentence"]


@pytest.mark.parametrize(
    ("status", "path", "body"),
    [
        (404, "/api/lessons/chess/1", {}),
        (404, "/api/lessons/mole-hill/999", {}),
        (400, ADDRESS, {"tokens": ["nonsense"]}),
        (400, ADDRESS, {"tokens": ["c3", "b2", "a1"]}),
    ],
)
def test_bad_questions_get_a_sentence(
    server: Server, status: int, path: str, body: dict[str, object]
) -> None:
    answer = server.post(path, body)
    assert answer.status_code == status, answer.text
    assert answer.json()["sentence"].endswith(".")
