"""Explorations over HTTP: a record becomes a tree and the tree a record; too much is refused."""

import pytest
from tests.server.clients import Server

from tablier import Record
from tablier.play.explorations import MOST_MOVES
from tablier.record import MAX_DEPTH

pytestmark = pytest.mark.one_game

TEXT = (
    '[Game "mole-hill"]\n[Seed "7"]\n[Player1 "Ada"]\n\n'
    "{Go! [%csl Ge4]} e4 {[%eval 0.62,0.38]} ({or} d4 a1|a2) a1|a2 {won [%eval #1-0]} 1-0\n"
)


def test_a_record_becomes_a_tree_and_the_tree_the_record(server: Server) -> None:
    tree = server.post("/api/explorations/read", {"record": TEXT}).json()
    start, e4, *others = tree["nodes"]
    assert (start["marks"], start["words"], start["turn"], e4["turn"]) == (["Ge4"], "Go!", 0, 1)
    assert (e4["shares"], e4["proven"], e4["legal"]) == ([0.62, 0.38], False, 110)
    assert [(each["parent"], each["token"], each["before"]) for each in others] == [
        (1, "a1|a2", ""),
        (0, "d4", "or"),
        (3, "a1|a2", ""),
    ]
    assert (tree["seed"], tree["tags"], tree["given"]) == ("7", {"Player1": "Ada"}, "1-0")
    written = server.post("/api/explorations/write", tree).json()["record"]
    assert Record.read(written) == Record.read(TEXT)


def test_a_position_tells_the_state_and_how_it_ended(server: Server) -> None:
    last = {"text": "b2,b1,a2 - m 2 2", "tokens": ["a1"]}
    over = server.post("/api/games/mole-hill/position", last).json()
    assert (over["outcome"], over["position"]["choices"]) == ([1.0, 0.0], [])
    assert over["state"]


def test_too_much_and_what_is_wrong_is_refused_in_a_sentence(server: Server) -> None:
    def refused(path: str, body: object) -> str:
        answer = server.post(f"/api/explorations/{path}", body)
        assert answer.status_code == 400
        return str(answer.json()["sentence"])

    def tree(*nodes: dict[str, object], **rest: object) -> dict[str, object]:
        return {"game": "mole-hill", "nodes": [{"parent": -1}, *nodes], **rest}

    many = '[Game "mole-hill"]\n\ne4' + " (a1)" * MOST_MOVES
    assert f"at most {MOST_MOVES} moves" in refused("read", {"record": many})
    deep = '[Game "mole-hill"]\n\ne4' + " (a1" * (MAX_DEPTH + 1)
    assert f"at most {MAX_DEPTH} deep" in refused("read", {"record": deep})
    moves = [{"parent": 0, "token": "a1"}] * (MOST_MOVES + 1)
    assert f"at most {MOST_MOVES} moves" in refused("write", tree(*moves))
    assert "must follow" in refused("write", tree({"parent": 1, "token": "e4"}))
    assert refused("write", tree({"parent": 0, "token": "e4) (a1"}))
    assert "not a mark" in refused("write", tree({"parent": 0, "token": "e4", "marks": ["Ga1]"]}))
    assert refused("write", tree(seed="-1"))
    assert refused("write", {"game": "mole-hill", "nodes": []})
    assert refused("write", tree(tags={"Game": "moguli"}))
