"""What must hold for every game, as checks that take a game; test_contract.py runs them all.

What people read is checked in contract_of_prose.py, what they see in contract_of_drawing.py, and
contract_positions.py says which positions are looked at. Everything is looked at through `Game`, so
that test_contract*_can_fail.py can hand in games with one thing broken and see each check fail.
A failure says what was expected and what came; `hold` adds the game and the position.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np
from tests.games.contract_case import Case, cases, hold
from tests.games.contract_of_prose import CLAUSE, own_words
from tests.games.contract_positions import random_game, starts, walks

from tablier.game import Game, load, options_text
from tablier.kernels.perft import perft
from tablier.portable import plain
from tablier.position import BadPosition, IllegalMove, Position
from tablier.record import Record
from tablier.record_text import BadRecord
from tablier.search import mcts
from tablier.texts import Reader, say, seat_name

__all__ = ["Case", "cases", "hold", "random_game", "starts", "walks"]
MOST_ACTIONS = np.iinfo(mcts.NODE["action"]).max + 1
SLIPS = ("a", "1", "0", "-", ",", "/", "|", " ", "\n", "²", "٣", "é")
GARBAGE = ("", "?", "zz", "a1|", "|", "-", "a0", "1", "a1-a1", "é", "a1 a2", "pass!", "@", "A1:n0")


# Rules


def check_legal_actions(case: Case, games: int) -> None:
    """Ascending, within bounds, no more than WIDTH; asking changes nothing."""
    rules = case.game.rules
    for position, _ in walks(case, games):
        state = position.state
        out = np.full(rules.WIDTH + rules.ACTIONS, -1, np.int32)
        actions = out[: rules.legal(state, out)].tolist()
        assert (out[rules.WIDTH :] == -1).all(), f"legal writes behind WIDTH = {rules.WIDTH}"
        wrong = [(first, second) for first, second in pairwise(actions) if first >= second]
        assert not wrong, f"legal has to write ascending numbers, and these are not: {wrong}"
        beyond = [action for action in actions if not 0 <= action < rules.ACTIONS]
        assert not beyond, f"legal writes {beyond}: there is 0 to ACTIONS − 1 = {rules.ACTIONS - 1}"
        same_state(case, state.tobytes(), position.data, "legal may change nothing")


def same_state(case: Case, got: bytes, expected: bytes, promise: str) -> None:
    """The same bytes; if not, it is said in which fields they differ."""
    if got != expected:
        pair = [np.frombuffer(data, case.game.rules.STATE)[0] for data in (expected, got)]
        fields = "\n".join(differences(*pair)) or "only bytes that belong to no field"
        raise AssertionError(f"{promise}; fields of STATE that differ:\n{fields}")


def differences(expected: Any, got: Any) -> Iterator[str]:
    for name in expected.dtype.names or ():
        if not np.array_equal(expected[name], got[name]):
            yield f"  {name}: expected {expected[name]}, got {got[name]}"


def check_end(case: Case, games: int) -> None:
    """The game is over exactly when nothing is legal; payoffs then sum to 0; games end."""
    rules, players = case.game.rules, case.game.players
    for position, action in walks(case, games):
        state, payoff = position.state, np.full(rules.PLAYERS, np.nan)
        over, legal = bool(rules.outcome(state, payoff)), case.tokens(position.legal_actions)
        assert over == (action < 0), f"outcome says over = {over}, and legal has: {legal}"
        same_state(case, state.tobytes(), position.data, "outcome may change nothing")
        assert 0 <= position.turn < players, f"turn is {position.turn}, of {players} seats"
        if over:
            paid = payoff.tolist()
            assert abs(payoff.sum()) < 1e-9, f"payoffs must be written and sum to 0: {paid}"
            assert not payoff[players:].any(), f"{players} seats play, but all get: {paid}"
            outcome = position.outcome()
            assert outcome is not None
            assert len(outcome.payoffs) == players


def check_plain_bytes(case: Case, games: int) -> None:
    """States are plain bytes, padding stays 0, and nothing but `start` decides how they begin."""
    dtype = case.game.rules.STATE
    assert not dtype.hasobject, f"STATE holds Python objects: {dtype}"
    for position, _ in walks(case, games):
        check_padding(dtype, position.data)
    dirty = np.frombuffer(bytearray(b"\xff" * dtype.itemsize), dtype)
    case.game.rules.start(dirty[0], case.game.option_numbers, 5)
    left = list(differences(case.game.start(5).state, dirty[0]))
    assert not left, "\n".join(["start has to set every field, whatever was there before:", *left])


def check_padding(dtype: "np.dtype[Any]", data: bytes) -> None:
    """Bytes between the fields, which belong to none, are 0."""
    unused = np.frombuffer(data, np.uint8).copy()
    for field in (dtype.fields or {}).values():
        kind, offset = field[:2]
        unused[offset : offset + kind.itemsize] = 0
    used = np.flatnonzero(unused).tolist()
    assert not used, f"bytes that belong to no field of STATE are not 0: {used}"


def check_plain_python(case: Case, games: int) -> None:
    """The same bytes, actions and payoffs whether the rules are compiled or not."""
    rules = case.game.rules
    twin: Any = plain(rules)  # type: ignore[arg-type]
    fresh = np.zeros(1, rules.STATE)
    for seed in range(3):
        twin.start(fresh[0], case.game.option_numbers, np.uint64(seed))
        compiled = case.game.start(seed).data
        same_state(case, compiled, fresh.tobytes(), f"start({seed}) compiled as in plain Python")
    for position, action in islice(walks(case, games), 0, None, 2):
        state, out = position.state, np.empty(rules.WIDTH, np.int32)
        n = twin.legal(state, out)
        same_tokens(case.tokens(out[:n]), case.tokens(position.legal_actions), "compiled rules")
        payoff, expected = np.zeros(rules.PLAYERS), np.zeros(rules.PLAYERS)
        over = bool(rules.outcome(position.state, payoff)), payoff.tolist()
        assert over == (bool(twin.outcome(state, expected)), expected.tolist())
        if action >= 0:
            twin.play(state, action)
            played = position.after(action).data
            same_state(case, played, state.tobytes(), "play compiled as in plain Python")


def same_tokens(expected: str, got: str, whose: str) -> None:
    """The same legal moves; if not, those that are missing and those too many are named."""
    wanted, found = set(expected.split()), set(got.split())
    missing, extra = sorted(wanted - found), sorted(found - wanted)
    assert not missing, f"{whose}: legal moves are missing: {' '.join(missing)}"
    assert not extra, f"{whose}: these moves are not legal: {' '.join(extra)}"


def check_naive(case: Case, games: int) -> None:
    """The fast rules agree with the slow ones that were written from the text."""
    naive, options = case.naive, dict(case.game.options)
    tried: Counter[int] = Counter()
    steps = list(walks(case, games))
    for position, action in [step for step in steps if is_written(step[0])] or steps:
        case.now[:] = [(position, action)]
        slow = naive.read(str(position), options)
        same_position(case, position, slow)
        seldom = sorted(position.legal_actions, key=tried.__getitem__)[:1]
        for move in {action, *seldom} - {-1}:
            tried[move] += 1
            case.now[:] = [(position, move)]
            same_position(case, position.after(move), naive.play(slow, case.token(move)))


def is_written(position: Position) -> bool:
    """Has it a text? If not, the rules went wrong before: the moves that lead there tell more."""
    try:
        return bool(str(position))
    except Exception:
        return False


def same_position(case: Case, fast: Position, slow: Any) -> None:
    """Both rules see the same: text, moves, outcome and seat."""
    naive, files = case.naive, f"{case.file('rules.py')} against naive.py"
    text = str(fast)
    assert text == naive.write(slow), f"{files}: got {text}, expected {naive.write(slow)}"
    expected = [*naive.legal(slow)]
    same_tokens(" ".join(expected), " ".join(fast.legal_moves), f"{files}, at {text}")
    assert tuple(expected) == fast.legal_moves, f"{files}, at {text}: naive.legal sorts its tokens"
    outcome = fast.outcome()
    got = outcome and outcome.payoffs
    assert got == naive.outcome(slow), f"{files}, at {text}: another outcome"
    assert fast.turn == naive.turn(slow), f"{files}, at {text}: another seat to move"


def check_perft(case: Case, most: int = 3_000_000) -> None:
    """The counts of the perft file come out, to the depth that has at most so many lines."""
    for n, entry in enumerate(case.perft, 1):
        game = load(case.game.package, entry["options"])
        start = game.position(entry["text"])
        where = f"entry {n} of perft.json, with {options_text(game) or 'no options'}"
        assert entry["counts"], f"{where}: counts are missing"
        for depth, expected in enumerate(entry["counts"], 1):
            if expected <= most:
                got = perft(start, depth)
                said = f"depth {depth}: counted {got}, the file says {expected}, from {start}"
                assert got == expected, f"{where}: {said}; {anew(case, start, entry)}"


def anew(case: Case, start: Position, entry: Mapping[str, Any]) -> str:
    """The command that writes the counts of an entry again."""
    chosen = load(case.game.package, entry["options"])
    wished = [f"--option {each}" for each in options_text(chosen).split()]
    words = [f"--position '{start}'", *wished, f"--out {case.folder / 'perft.json'}"]
    depth = len(entry["counts"])
    return f"where this is right: tablier perft {chosen.name} {depth} {' '.join(words)}"


# Notation


def check_tokens(case: Case) -> None:
    """Every action number has a token of its own, which can stand between the words of a record."""
    tokens, n = case.game.notation.TOKENS, case.game.rules.ACTIONS
    assert n <= MOST_ACTIONS, f"the search has room for {MOST_ACTIONS} actions, not for {n}"
    assert len(tokens) == n, f"{len(tokens)} TOKENS in notation.py, ACTIONS = {n}"
    twice = [token for token, n in Counter(tokens).items() if n > 1]
    assert not twice, f"TOKENS in notation.py: several actions are written {twice[:9]}"
    odd = [token for token in tokens if re.search(r"[\s(){};]|^\[|^$", token)]
    said = "empty, or with a space or one of ( ) { } ; or [ at its beginning"
    assert not odd, f"TOKENS in notation.py: {said}: {odd[:9]}"
    assert all(tokens[case.game.actions[token]] == token for token in tokens)


def check_position_text(case: Case, games: int) -> None:
    """Position → text → position is the identity, to the byte; no text has a double space."""
    for position, _ in walks(case, games):
        text = str(position)
        read = read_back(case.game, text)
        assert isinstance(read, Position), f"notation.read refuses what write wrote: {read}"
        same_state(case, read.data, position.data, f"notation.read({text!r}) gives another state")
        assert text == " ".join(text.split()), f"one space between fields, none around: {text!r}"


def check_changed_texts(case: Case, games: int) -> None:
    """A text with a slip of the pen is refused, or is the text of the position that is read."""
    dice = random.Random(2)
    for position, _ in walks(case, games):
        text = str(position)
        place = dice.randrange(len(text))
        slip = dice.choice(["", *SLIPS, text[dice.randrange(len(text)) :][:3]])
        changed = text[:place] + slip + text[place + dice.randrange(4) :]
        read = read_back(case.game, changed)
        if isinstance(read, BadPosition):
            own_words(case, {lang: read.sentence(lang) for lang in case.languages})
        else:
            said = f"notation.read takes {changed!r} and reads another position: refuse it"
            assert str(read) == changed.strip(), said
            over, moves = read.outcome() is not None, read.legal_moves
            assert over == (not moves), f"{changed!r} is read: over = {over}, legal: {moves}"


def read_back(game: Game, text: str) -> Position | BadPosition:
    try:
        return game.position(text)
    except BadPosition as refusal:
        return refusal


def check_illegal_moves(case: Case, games: int) -> None:
    """Every token that is not legal is refused with a sentence; its clause is in the rulebook."""
    dice = random.Random(1)
    clauses = set(CLAUSE.findall(case.rulebook("en")))
    for position, action in walks(case, games):
        for token in (*dice.sample(case.game.notation.TOKENS, 5), *dice.sample(GARBAGE, 2)):
            if token in position.legal_moves:
                continue
            refusal = refused(position, token)
            said = f"why {token!r} is illegal cites §{refusal.clause}, which is not in the rulebook"
            assert refusal.clause in clauses or action < 0, f"notation.explain: {said}"
            own_words(case, {lang: refusal.sentence(lang) for lang in case.languages})


def refused(position: Position, token: str) -> IllegalMove:
    try:
        position.play(token)
    except IllegalMove as refusal:
        return refusal
    raise AssertionError(f"{token!r} is not legal and was played in {position}")


def check_status(case: Case, games: int) -> None:
    """There is always something to say, in each language; what is to do is said to the mover."""
    for position, _ in walks(case, games):
        mover = Reader(frozenset({position.turn}))
        own_words(case, {lang: position.status(lang, mover) for lang in case.languages})
        for lang in case.languages if position.legal_actions else ():
            check_addressed(case, position, lang)


def check_addressed(case: Case, position: Position, lang: str) -> None:
    """What is to do begins with the player's name, but is said to him without it."""
    key = case.game.notation.status(position.record).key
    where = f"{key} in {case.file(f'texts/{lang}.toml')}"
    name = seat_name(position.turn, lang, case.game.package)
    own = position.status(lang, Reader(frozenset({position.turn})))
    said, others = position.status(lang), position.status(lang, Reader())
    assert not own.startswith(name), f"[to_player] {where} speaks to {name!r}: got {own!r}"
    assert said.startswith(name), f"[sentences] {where} begins with {{player}}: got {said!r}"
    assert name in others, f"[of_others] {where} names {{player}}: got {others!r}"


def check_suggestions(case: Case, games: int) -> None:
    """What is suggested is legal, each once and in order; all of it would suggest nothing."""
    for position, _ in walks(case, games):
        suggested = list(case.game.suggested(position.state))
        assert suggested == sorted(set(suggested)), "notation.suggest: ascending, each once"
        illegal = case.tokens(set(suggested) - set(position.legal_actions))
        assert set(suggested) <= set(position.legal_actions), f"suggested, not legal: {illegal}"
        said = "notation.suggest: to suggest every legal move is to suggest nothing"
        assert len(suggested) < len(position.legal_actions) or not suggested, said


def check_tally(case: Case, games: int) -> None:
    """Of each seat it is said what it has so far, and of a move what is news, in each language."""
    notation, players = case.game.notation, case.game.players
    for position, action in walks(case, games):
        sentences = list(notation.tally(position.state))
        assert len(sentences) == players, f"tally speaks of {len(sentences)} of {players} seats"
        if action >= 0:
            news = case.game.news(position.state, position.after(action).state)
            sentences += [news] if news else []
        for said in sentences:
            own_words(case, {lang: say(said, lang, case.game.package) for lang in case.languages})


# Records


def check_playthroughs(case: Case) -> None:
    """At least one game is told with comments, from its start to its end."""
    records = {path.name: playthrough(path) for path in case.playthroughs}
    assert records, f"{case.folder}/playthroughs has no file *.tablier"
    for name, record in records.items():
        assert record.game.package == case.game.package, f"{name} is a game of {record.game.name}"
        assert record.comments, f"{name} has no comment: {{what happens here}}"
        assert record.end.outcome() is not None, f"{name} stops before the end, at {record.end}"


def playthrough(path: Path) -> Record:
    try:
        return Record.read(path.read_text("utf-8"))
    except BadRecord as wrong:
        raise AssertionError(f"{path.name}: {wrong}") from wrong


def check_records(case: Case, games: int) -> None:
    """A random game is the same after being written and read."""
    start = case.game.start(games)
    actions = [action for _, action in random_game(start, games)][:-1]
    tokens = tuple(case.game.notation.TOKENS[action] for action in actions)
    record = Record(start, tokens, seed=games)
    assert Record.read(str(record)) == record
