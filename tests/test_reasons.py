"""Reasons for moves in any game: what the end, the rules and a search say."""

import random

import pytest

import tablier
from tablier import LANGUAGES, Position
from tablier.reasons import MOST, MUCH, Choice, Idea, explained
from tablier.texts import PACKAGE, texts

pytestmark = pytest.mark.one_game
GAME = tablier.game("mole-hill")
EARLY = GAME.start().play_all(["a1", "c3|c4"])


def keys(position: Position, token: str, ideas: list[Idea] | None = None, *line: str) -> list[str]:
    return [each.key for each in explained(Choice(position, token, line), ideas or []).reasons]


def idea(*line: str, winrate: float, proven: bool = False) -> Idea:
    return Idea(line[0], winrate, proven, line)


def test_a_win_at_once_needs_no_other_reason() -> None:
    for seed in range(20):
        dice, position = random.Random(seed), GAME.start()
        while not position.is_over:
            token = dice.choice(position.legal_moves)
            after, mover = position.play(token), position.turn
            outcome = after.outcome()
            wins = outcome is not None and outcome.winner == mover
            assert (keys(position, token) == ["wins"]) == wins
            position = after


def test_the_only_legal_move_is_said_to_be_it() -> None:
    narrow = GAME.position("a1 a1|a2,b1|b2 m 1 -")
    assert narrow.legal_moves == ("b1",)
    assert "only_legal" in keys(narrow, "b1")
    assert "only_legal" not in keys(EARLY, "b1")


def test_a_proof_is_told_with_its_length_only_if_the_line_ends_the_game() -> None:
    first, *line = played_out(EARLY)
    ideas = [idea(first, *line, winrate=1.0, proven=True)]
    told = explained(Choice(EARLY, first, tuple(line)), ideas)
    assert (told.reasons[0].key, told.reasons[0].values) == ("proven_in", {"n": len(line) + 1})
    assert keys(EARLY, first, ideas)[0] == "proven"
    assert "proven" not in keys(EARLY, first, [idea(first, winrate=1.0)])
    assert "all_lose" in keys(EARLY, first, [idea(first, winrate=0.0, proven=True)])


def played_out(position: Position) -> list[str]:
    """A line to the end."""
    line: list[str] = []
    while not position.is_over:
        line.append(position.legal_moves[0])
        position = position.play(line[-1])
    return line


def test_a_move_that_is_much_better_than_all_others() -> None:
    position = EARLY
    close = [idea("a2", winrate=0.5), idea("b1", winrate=0.5 - MUCH / 2)]
    clear = [idea("a2", winrate=0.5), idea("b1", winrate=0.5 - MUCH)]
    assert "only_good" not in keys(position, "a2", close)
    assert "only_good" in keys(position, "a2", clear)
    assert "only_good" not in keys(position, "b1", clear)


def test_a_reply_is_stopped_that_worse_moves_allow_and_this_one_does_not() -> None:
    position = GAME.start().play("a1")
    worse = [idea("d1|d2", "a2", winrate=0.3), idea("e1|e2", "a2", winrate=0.3)]
    ideas = [idea("a1|a2", "b1", winrate=0.6), *worse]
    found = explained(Choice(position, "a1|a2", ("b1",)), ideas).reasons
    assert {"token": "a2"} in [dict(each.values) for each in found if each.key == "stops_reply"]
    assert "stops_reply" not in keys(position, "g1|g2", [idea("g1|g2", "b1", winrate=0.6), *worse])


def test_a_move_without_other_reasons_is_what_the_search_prefers() -> None:
    position = GAME.start().play("a1")
    ideas = [idea("g5|g6", winrate=0.634), idea("f5|f6", winrate=0.6)]
    said = explained(Choice(position, "g5|g6"), ideas).sentence()
    assert said == "Is what the search prefers: win probability 63%."
    assert keys(position, "f5|f6", ideas) == []
    assert "preferred" not in keys(EARLY, "b2", [idea("b2", winrate=0.6)])


def test_every_reason_has_words_of_its_own_in_every_language() -> None:
    words = {lang: texts(PACKAGE, lang)["reasons"] for lang in LANGUAGES}
    assert {frozenset(each) for each in words.values()} == {frozenset(words["en"])}
    for key in words["en"]:
        assert len({words[lang][key] for lang in LANGUAGES}) == len(LANGUAGES), key


def test_a_game_without_reasons_has_those_of_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    position = EARLY
    assert keys(position, "b2")[0] == "white_flower"
    monkeypatch.setattr("tablier.reasons.optional_module", lambda *_: None)
    assert keys(position, "b2") == []
    assert tablier.explain(position, "b2").sentence("fr") == ""
    assert keys(position, "b2", [idea("b2", winrate=0.9), idea("a2", winrate=0.1)]) == ["only_good"]


def test_no_more_is_said_than_one_can_take_in() -> None:
    position = EARLY
    found = tablier.Player(GAME, simulations=300).analyse(position)
    assert all(len(found.explain(token).reasons) <= MOST for token in position.legal_moves)
    said = found.explain("b2").sentence("de")
    assert said.startswith("Holt eine weiße Blume (ein Punkt)")
    assert said.endswith(".")
