"""Every check of the contract fails when what it checks is broken: a game with one fault each."""

import json
import re
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.games import contract, contract_positions
from tests.games import contract_of_news as told
from tests.games.broken_games import NOTATION, PACKAGE, RULES, WHOLE, broken, fails, notes
from tests.games.contract import Case

from tablier.game import load
from tablier.games import package_of
from tablier.portable import rule
from tablier.position import Position
from tablier.record import Record
from tablier.texts import Refusal, Sentence, texts

pytestmark = pytest.mark.one_game


def descending(state: Any, out: Any) -> int:
    n = RULES.legal(state, out)
    out[:n] = out[:n][::-1].copy()
    return n


def out_of_bounds(state: Any, out: Any) -> int:
    n = RULES.legal(state, out)
    out[n - 1] = RULES.ACTIONS
    return n


def meddling(state: Any, out: Any) -> int:
    state.centre_start = 1
    return RULES.legal(state, out)


def too_wide(state: Any, out: Any) -> int:
    out[RULES.WIDTH :] = 0
    return RULES.legal(state, out)


@pytest.mark.parametrize("legal", [descending, out_of_bounds, meddling, too_wide])
def test_wrong_legal_actions(legal: Any) -> None:
    fails(contract.check_legal_actions, broken("rules", legal=legal), 1, says="legal")


def test_payoffs_that_are_no_zero_sum() -> None:
    def generous(state: Any, payoff: Any) -> bool:
        over = RULES.outcome(state, payoff)
        payoff += 0.5
        return over

    fails(contract.check_end, broken("rules", outcome=generous), 1, says="sum to 0: [")


def test_over_while_moves_are_legal() -> None:
    def hasty(_: Any, payoff: Any) -> bool:
        payoff[:] = 0
        return True

    fails(
        contract.check_end, broken("rules", outcome=hasty), 1, says="over = True, and legal has: "
    )


def test_a_game_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract_positions, "LONGEST", 200)
    fails(
        contract.check_end,
        broken("rules", play=lambda *_: None),
        1,
        says="after 200 random moves a game has not ended, from ",
    )


def test_states_with_objects() -> None:
    fails(
        contract.check_plain_bytes,
        broken("rules", STATE=np.dtype([("turn", "O")])),
        0,
        says="objects: [('turn', 'O')]",
    )


def test_bytes_that_belong_to_no_field() -> None:
    named: Any = RULES.STATE.fields
    kept = {name: named[name] for name in named if name != "trail"}
    holey = np.dtype(
        {
            "names": list(kept),
            "formats": [field[0] for field in kept.values()],
            "offsets": [field[1] for field in kept.values()],
            "itemsize": RULES.STATE.itemsize,
        }
    )
    case = broken("rules")
    played = case.game.start().play("e4").play("a1|a2").play("i7")
    contract.check_padding(RULES.STATE, played.data)
    with pytest.raises(AssertionError):
        contract.check_padding(holey, played.data)


def test_a_start_that_forgets_a_field() -> None:
    def forgetful(state: Any, options: Any, seed: Any) -> None:
        kept = int(state.first_score)
        RULES.start(state, options, seed)
        state.first_score = kept

    fails(
        contract.check_plain_bytes,
        broken("rules", start=forgetful),
        1,
        says="first_score: expected 0, got -1",
    )


def test_compiled_code_that_differs_from_plain_python() -> None:
    play = RULES.play

    @rule
    def other(state, action):  # type: ignore[no-untyped-def]
        play(state, action)
        state.first_score += 1

    other.py_func = play.py_func  # type: ignore[attr-defined]
    fails(
        contract.check_plain_python, broken("rules", play=other), 1, says="first_score: expected "
    )


def test_moves_to_where_no_text_leads_are_told_with_the_move() -> None:
    """A rod beyond the top row, which nobody can write: what led to it is told."""

    def beyond(state: Any, action: int) -> None:
        RULES.play(state, action)
        if state.hills > 6:
            state.north |= np.uint64(1 << 63)

    case = broken("rules", play=beyond)
    with pytest.raises(KeyError) as failure:
        contract.hold(contract.check_naive, case, 1)
    assert "move: " in notes(failure)
    assert "notation.write cannot write it" not in notes(failure)


def naive_with(monkeypatch: pytest.MonkeyPatch, **faults: Any) -> Case:
    slow = SimpleNamespace(**{**vars(WHOLE.naive), **faults})
    monkeypatch.setattr(Case, "naive", property(lambda _: slow))
    return WHOLE


def test_rules_that_differ_from_the_naive_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    real = WHOLE.naive
    faults: list[dict[str, Any]] = [
        {"legal": lambda position: real.legal(position)[1:]},
        {"turn": lambda position: 1 - real.turn(position)},
        {"write": lambda position: real.write(position) + "."},
        {"outcome": lambda _: (0.0, 0.0)},
    ]
    for fault in faults:
        fails(
            contract.check_naive,
            naive_with(monkeypatch, **fault),
            1,
            says="games/mole_hill/rules.py against naive.py",
        )
        monkeypatch.undo()


def test_tokens_that_are_not_unique() -> None:
    tokens = list(NOTATION.TOKENS)
    for fault in ([*tokens[:-1], tokens[0]], tokens[:-1]):
        fails(contract.check_tokens, broken("notation", TOKENS=fault), says="TOKENS in notation.py")


@pytest.mark.parametrize("token", ["a b", "", "a(b", "b)", "{a}", "a;b", "[a"])
def test_tokens_that_cannot_stand_in_a_record(token: str) -> None:
    fault = [*NOTATION.TOKENS[:-1], token]
    fails(contract.check_tokens, broken("notation", TOKENS=fault), says=f"[{token!r}]")


def test_more_actions_than_the_search_has_room_for() -> None:
    with pytest.raises(AssertionError, match="room for 32768 actions, not for 32769"):
        contract.check_tokens(broken("rules", ACTIONS=2**15 + 1))


def test_a_text_that_says_too_little() -> None:
    case = broken("notation", write=lambda _: "- - m 1 -")
    fails(contract.check_position_text, case, 1, says="visited: expected ")


def test_a_text_that_is_read_wrong() -> None:
    def careless(state: Any, text: str) -> Sentence | None:
        said = NOTATION.read(state, text)
        state.reach = 1
        return said

    fails(
        contract.check_position_text, broken("notation", read=careless), 1, says="reach: expected "
    )


def test_a_text_that_cannot_be_written() -> None:
    def helpless(_: Any) -> str:
        raise KeyError("e4")

    case = broken("notation", write=helpless)
    with pytest.raises(KeyError) as failure:
        contract.hold(contract.check_position_text, case, 1)
    assert "notation.write cannot write it, KeyError('e4')" in notes(failure)


def test_the_position_and_a_line_to_try_it_out_are_told() -> None:
    case = broken("rules", legal=meddling)
    with pytest.raises(AssertionError) as failure:
        contract.hold(contract.check_legal_actions, case, 1)
    (line,) = re.findall(r"try: tablier\.game\((.+)\)\.position\('(.+?)'\)", notes(failure))
    assert line[0] == "'mole-hill', centre_start='jump'"
    assert str(WHOLE.game.position(line[1])) == line[1]


def test_a_refusal_without_a_clause() -> None:
    def vague(_: Any, token: str) -> Sentence:
        return Sentence("no_token", "99.9", {"token": token})

    fails(
        contract.check_illegal_moves,
        broken("notation", explain=vague),
        1,
        says="is illegal cites §99.9",
    )


def test_illegal_moves_that_are_played() -> None:
    case = broken("notation")
    vars(case.game)["actions"] = dict.fromkeys([*NOTATION.TOKENS, *contract.GARBAGE], 0)
    fails(contract.check_illegal_moves, case, 1, says="is not legal and was played in ")


def test_a_tally_that_forgets_a_seat() -> None:
    short = lambda state: NOTATION.tally(state)[:1]  # noqa: E731
    fails(contract.check_tally, broken("notation", tally=short), 1, says="1 of 2 seats")


def test_a_turn_that_is_skipped_unseen() -> None:
    says = "notation.news has to tell of a turn that is skipped"
    fails(told.check_news, broken("rules", PLAYERS=3), 1, says=says)  # no turn of the third


def test_news_that_hold_what_follows() -> None:
    def late(before: Any, action: int) -> Any:
        return Position(WHOLE.game, before.tobytes()).after(action).state

    says = "notation.held gives the position after the move"
    fails(told.check_news, broken("notation", held=late), 1, says=says)


def test_news_without_a_clause() -> None:
    vague = lambda *_: Sentence("mole_again", "99.9")  # noqa: E731
    fails(told.check_news, broken("notation", news=vague), 1, says="cites §99.9")


@pytest.mark.parametrize("warning", [lambda _: None, lambda _: Sentence("still_near", "7.5")])
def test_a_turn_limit_that_is_announced_never_or_always(warning: Any) -> None:
    game, folder = load(package_of("moguli"), {}), WHOLE.folder.parent / "moguli"
    vars(game)["notation"] = SimpleNamespace(**{**vars(game.notation), "warning": warning})
    says = "notation.warning has to announce the turn limit in its last quarter"
    fails(told.check_warnings, Case(game, folder, {1: []}), 1, says=says)


def test_a_suggestion_that_is_not_legal() -> None:
    wrong = lambda state: [RULES.ACTIONS]  # noqa: ARG005, E731
    fails(
        contract.check_suggestions,
        broken("notation", suggest=wrong),
        1,
        says="not legal: action 173",
    )


def test_a_tally_in_one_language_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    english = texts(PACKAGE, "en")["sentences"]
    monkeypatch.setitem(texts(PACKAGE, "fr")["sentences"], "is_mole", english["is_mole"])
    fails(contract.check_tally, WHOLE, 1, says="fr.toml say the same: 'Mole: points ")


def test_a_text_that_is_read_as_another_position() -> None:
    def generous(state: Any, text: str) -> Sentence | None:
        return NOTATION.read(state, text.replace("é", ""))

    fails(
        contract.check_changed_texts,
        broken("notation", read=generous),
        9,
        says="and reads another position",
    )


@pytest.mark.parametrize("words", ["You are the mole.", "{player}: you are the mole."])
def test_what_is_to_do_is_said_to_nobody_or_to_all(
    monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    form = "sentences" if words.startswith("You") else "of_others"
    monkeypatch.setitem(texts(PACKAGE, "en")[form], "open", words.replace("{player}: ", ""))
    fails(contract.check_status, WHOLE, 1, says=f"[{form}] open in ")


# Files


@pytest.fixture
def copied(tmp_path: Path) -> Case:
    """Mole Hill with a copy of its tests' folder that may be spoilt."""
    folder = tmp_path / WHOLE.folder.name
    shutil.copytree(WHOLE.folder, folder)
    return Case(WHOLE.game, folder)


def test_a_wrong_count(copied: Case) -> None:
    entries = copied.perft
    entries[0]["counts"][-1] += 1
    (copied.folder / "perft.json").write_text(json.dumps(entries))
    fails(
        contract.check_perft,
        copied,
        says="with centre_start=jump: depth 3: counted 51044, the file says 51045, from - - m 1 -",
    )
    again = "tablier perft mole-hill 3 --position '- - m 1 -' --option centre_start=jump --out /"
    fails(contract.check_perft, copied, says=again)


@pytest.mark.parametrize("missing", ["options", "text", "counts"])
def test_a_perft_entry_that_does_not_say_with_what_it_runs(copied: Case, missing: str) -> None:
    entries = copied.perft
    del entries[1][missing]
    (copied.folder / "perft.json").write_text(json.dumps(entries))
    fails(contract.check_perft, copied, says=f"entry 2 of perft.json lacks ['{missing}']")


def test_a_count_with_other_options_says_which(copied: Case) -> None:
    entries = copied.perft
    entries[3]["counts"][0] += 1
    (copied.folder / "perft.json").write_text(json.dumps(entries))
    fails(contract.check_perft, copied, says="entry 4 of perft.json, with centre_start=plain")


def test_no_perft_file(copied: Case) -> None:
    (copied.folder / "perft.json").unlink()
    fails(contract.check_perft, copied, says="perft.json")


def test_no_playthrough(copied: Case) -> None:
    shutil.rmtree(copied.folder / "playthroughs")
    fails(contract.check_playthroughs, copied, says="playthroughs has no file *.tablier")


def test_a_playthrough_that_stops_too_soon(copied: Case) -> None:
    path = copied.playthroughs[0]
    lines = path.read_text().splitlines()
    kept = [line for line in lines if line.startswith("[") and "Result" not in line]
    path.write_text("\n".join([*kept, "", "{Only this.} a1"]))
    fails(contract.check_playthroughs, copied, says="stops before the end, at a1 - g 1 -")


def test_what_the_rules_no_longer_allow_fails_the_check_that_reads_it_and_no_other(
    copied: Case,
) -> None:
    for path in copied.playthroughs:
        path.write_text('[Game "mole-hill"]\n\n{Twice} a1 a1')
    entries = json.loads((copied.folder / "perft.json").read_text())
    entries[0]["text"] = "- - m 1"
    (copied.folder / "perft.json").write_text(json.dumps(entries))
    with pytest.raises(AssertionError, match=r"\w\.tablier: Line 3, at ‘a1’"):
        contract.check_playthroughs(copied)
    with pytest.raises(Refusal):
        contract.check_perft(copied)
    contract.check_end(copied, 1)


def test_records_that_lose_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Record, "__str__", lambda record: f'[Game "{record.game.name}"]')
    fails(contract.check_records, WHOLE, 1, says="'tokens'")
