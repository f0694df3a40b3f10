"""What must hold for every game, as checks that take a game; test_contract.py runs them all.

What people see is checked in contract_of_drawing.py.
A check plays random games and asserts. Everything is looked at through `Game`, so that
test_contract_can_fail.py can hand in games with one thing broken and see each check fail.
"""

import importlib
import json
import random
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import Any

import numpy as np

from tablier.game import Game, load
from tablier.portable import plain
from tablier.position import BadPosition, IllegalMove, Position
from tablier.record import Record
from tablier.search import kernels, mcts
from tablier.search.specialise import specialise
from tablier.texts import Reader, languages, say, seat_name, texts, untranslated

HERE = Path(__file__).parent
MOST_ACTIONS = np.iinfo(mcts.NODE["action"]).max + 1
LONGEST = 20_000  # moves; no game of ours comes near it
CLAUSE = re.compile(r"^\*\*§(\d+\.\d+)\*\*", re.MULTILINE)
BOARD = re.compile(r"^```board\n(.+)\n(.+)\n```$", re.MULTILINE)
OPENING = {
    "en": ["Aim", "Your turn"],
    "fr": ["But du jeu", "Votre tour"],
    "de": ["Spielziel", "Dein Spielzug"],
}
SLIPS = ("a", "1", "0", "-", ",", "/", "|", " ", "\n", "²", "٣", "é")
GARBAGE = ("", "?", "zz", "a1|", "|", "-", "a0", "1", "a1-a1", "é", "a1 a2", "pass!", "@", "A1:n0")


@dataclass(frozen=True)
class Case:
    """A game with one choice of options, and where its tests live."""

    game: Game
    folder: Path

    @property
    def naive(self) -> ModuleType:
        return importlib.import_module(f"tests.games.{self.folder.name}.naive")

    @property
    def perft(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads((self.folder / "perft.json").read_text())
        return found

    @property
    def playthroughs(self) -> list[Path]:
        return sorted((self.folder / "playthroughs").glob("*.tablier"))

    @property
    def languages(self) -> tuple[str, ...]:
        return languages(self.game.package, "texts")

    @property
    def rulebook_languages(self) -> tuple[str, ...]:
        return languages(self.game.package, "rulebook")

    def rulebook(self, lang: str) -> str:
        return (self.home / "rulebook" / f"{lang}.md").read_text("utf-8")

    @property
    def home(self) -> Path:
        package = importlib.import_module(self.game.package)
        return Path(str(package.__file__)).parent


def cases(package: str) -> list[Case]:
    """The game with its defaults, then with each option changed alone."""
    folder = HERE / package.rpartition(".")[2]
    defaults = load(package, {})
    changed = [
        {name: value}
        for name, (default, values) in defaults.rules.OPTIONS.items()
        for value in _samples(values)
        if value != default
    ]
    return [Case(load(package, options), folder) for options in [{}, *changed]]


def _samples(values: Any) -> list[Any]:
    if not isinstance(values, range):
        return list(values)
    return [values[0], values[len(values) // 20], values[-1]]


def starts(case: Case, games: int) -> Iterator[Position]:
    """Where random games begin: starts from seeds, and all positions of the perft file."""
    for seed in range(games):
        yield case.game.start(seed)
    for entry in case.perft:
        if all(case.game.options[name] == value for name, value in entry["options"].items()):
            yield case.game.position(entry["text"])


def random_game(start: Position, seed: int) -> Iterator[tuple[Position, int]]:
    """Positions with the action played there; the last one has no action (−1)."""
    dice = random.Random(seed)
    position = start
    for _ in range(LONGEST):
        if not position.legal_actions:
            yield position, -1
            return
        action = dice.choice(position.legal_actions)
        yield position, action
        position = position.after(action)
    raise AssertionError(f"a game of {start.game.name} does not end")


def walks(case: Case, games: int) -> Iterator[tuple[Position, int]]:
    for seed, start in enumerate(starts(case, games)):
        yield from random_game(start, seed)


# Rules


def check_legal_actions(case: Case, games: int) -> None:
    """Ascending, within bounds, no more than WIDTH; asking changes nothing."""
    rules = case.game.rules
    for position, _ in walks(case, games):
        state = position.state
        out = np.full(rules.WIDTH + rules.ACTIONS, -1, np.int32)
        actions = out[: rules.legal(state, out)].tolist()
        assert (out[rules.WIDTH :] == -1).all()
        assert all(first < second for first, second in pairwise(actions))
        assert all(0 <= action < rules.ACTIONS for action in actions)
        assert state.tobytes() == position.data


def check_end(case: Case, games: int) -> None:
    """The game is over exactly when nothing is legal; payoffs then sum to 0; games end."""
    rules = case.game.rules
    for position, action in walks(case, games):
        state, payoff = position.state, np.full(rules.PLAYERS, np.nan)
        over = rules.outcome(state, payoff)
        assert over == (action < 0)
        assert state.tobytes() == position.data
        assert 0 <= position.turn < case.game.players
        if over:
            assert abs(payoff.sum()) < 1e-9
            assert not payoff[case.game.players :].any()
            outcome = position.outcome()
            assert outcome is not None
            assert len(outcome.payoffs) == case.game.players


def check_plain_bytes(case: Case, games: int) -> None:
    """States are plain bytes, padding stays 0, and nothing but `start` decides how they begin."""
    dtype = case.game.rules.STATE
    assert not dtype.hasobject
    for position, _ in walks(case, games):
        check_padding(dtype, position.data)
    dirty = np.frombuffer(bytearray(b"\xff" * dtype.itemsize), dtype)
    case.game.rules.start(dirty[0], case.game.option_numbers, 5)
    clean = case.game.start(5).state
    assert all(np.array_equal(dirty[0][name], clean[name]) for name in dtype.names or ())


def check_padding(dtype: "np.dtype[Any]", data: bytes) -> None:
    """Bytes between the fields, which belong to none, are 0."""
    unused = np.frombuffer(data, np.uint8).copy()
    for field in (dtype.fields or {}).values():
        kind, offset = field[:2]
        unused[offset : offset + kind.itemsize] = 0
    assert not unused.any()


def check_plain_python(case: Case, games: int) -> None:
    """The same bytes, actions and payoffs whether the rules are compiled or not."""
    rules = case.game.rules
    twin: Any = plain(rules)  # type: ignore[arg-type]
    dirty = np.zeros(1, rules.STATE)
    for seed in range(3):
        twin.start(dirty[0], case.game.option_numbers, np.uint64(seed))
        assert dirty.tobytes() == case.game.start(seed).data
    for position, action in islice(walks(case, games), 600):
        state, out = position.state, np.empty(rules.WIDTH, np.int32)
        n = twin.legal(state, out)
        assert tuple(out[:n].tolist()) == position.legal_actions
        payoff, expected = np.zeros(rules.PLAYERS), np.zeros(rules.PLAYERS)
        assert bool(twin.outcome(state, payoff)) == bool(rules.outcome(position.state, expected))
        assert payoff.tolist() == expected.tolist()
        if action >= 0:
            twin.play(state, action)
            assert state.tobytes() == position.after(action).data


def check_naive(case: Case, games: int) -> None:
    """The fast rules agree with the slow ones that were written from the text."""
    naive, options = case.naive, dict(case.game.options)
    for seed, start in enumerate(starts(case, games)):
        slow = naive.read(str(start), options)
        for position, action in random_game(start, seed):
            assert naive.write(slow) == str(position)
            assert tuple(naive.legal(slow)) == position.legal_moves, str(position)
            outcome = position.outcome()
            assert naive.outcome(slow) == (outcome and outcome.payoffs)
            assert naive.turn(slow) == position.turn
            if action >= 0:
                slow = naive.play(slow, case.game.notation.TOKENS[action])


def check_perft(case: Case, most: int = 3_000_000) -> None:
    """The counts of the perft file come out, to the depth that has at most so many lines."""
    for entry in case.perft:
        start = load(case.game.package, entry["options"]).position(entry["text"])
        assert entry["counts"]
        for depth, expected in enumerate(entry["counts"], 1):
            if expected <= most:
                assert count_lines(start, depth) == expected, entry


def count_lines(start: Position, depth: int) -> int:
    rules = start.game.rules
    states = np.zeros(depth + 1, rules.STATE)
    actions = np.empty((depth + 1, rules.WIDTH), np.int32)
    states[depth] = start.state
    return int(specialise(kernels, rules).perft(states, actions, depth))  # type: ignore[arg-type]


# Notation


def check_tokens(case: Case) -> None:
    """Every action number has a token of its own, without spaces."""
    tokens, n = case.game.notation.TOKENS, case.game.rules.ACTIONS
    assert n <= MOST_ACTIONS, f"the search has room for {MOST_ACTIONS} actions, not for {n}"
    assert len(tokens) == n
    assert len(set(tokens)) == len(tokens)
    assert not any(re.search(r"\s|^$", token) for token in tokens)
    assert all(case.game.notation.TOKENS[case.game.actions[token]] == token for token in tokens)


def check_position_text(case: Case, games: int) -> None:
    """Position → text → position is the identity, to the byte; no text has a double space."""
    for position, _ in walks(case, games):
        text = str(position)
        assert case.game.position(text) == position, text
        assert text == " ".join(text.split())


def check_changed_texts(case: Case, games: int) -> None:
    """A text with a slip of the pen is refused, or is the text of the position that is read."""
    dice = random.Random(2)
    for position, _ in islice(walks(case, games), 0, None, 3):
        text = str(position)
        place = dice.randrange(len(text))
        slip = dice.choice(["", *SLIPS, text[dice.randrange(len(text)) :][:3]])
        changed = text[:place] + slip + text[place + dice.randrange(4) :]
        read = read_back(case.game, changed)
        if isinstance(read, BadPosition):
            assert len({read.sentence(lang) for lang in case.languages}) == len(case.languages)
        else:
            assert str(read) == changed.strip()
            assert (read.outcome() is None) == bool(read.legal_moves)


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
            assert refusal.clause in clauses or action < 0, (str(position), token)
            assert len({refusal.sentence(lang) for lang in case.languages}) == len(case.languages)


def refused(position: Position, token: str) -> IllegalMove:
    try:
        position.play(token)
    except IllegalMove as refusal:
        return refusal
    raise AssertionError(f"{token} was played in {position}")


def check_status(case: Case, games: int) -> None:
    """There is always something to say, in each language; what is to do is said to the mover."""
    package = case.game.package
    for position, _ in walks(case, games):
        mover = Reader(frozenset({position.turn}))
        assert len({position.status(lang, mover) for lang in case.languages}) == len(case.languages)
        for lang in case.languages if position.legal_actions else ():
            name, own = seat_name(position.turn, lang, package), position.status(lang, mover)
            assert not own.startswith(name)
            assert position.status(lang).startswith(name)
            assert name in position.status(lang, Reader())


def check_suggestions(case: Case, games: int) -> None:
    """What is suggested is legal, each once and in order; all of it would suggest nothing."""
    for position, _ in walks(case, games):
        suggested = list(case.game.suggested(position.state))
        assert suggested == sorted(set(suggested))
        assert set(suggested) < set(position.legal_actions) or not suggested


def check_tally(case: Case, games: int) -> None:
    """Of each seat it is said what it has so far, and of a move what is news, in each language."""
    notation = case.game.notation
    for position, action in walks(case, games):
        tally = notation.tally(position.state)
        assert len(tally) == case.game.players
        news = case.game.news(position.state, position.after(action).state)
        for said in [*tally, *([news] if news else [])]:
            spoken = {say(said, lang, case.game.package) for lang in case.languages}
            assert len(spoken) == len(case.languages)


# Prose


def check_languages(case: Case) -> None:
    """A game is there in every language; a draft may have English alone, and is warned of."""
    missing = untranslated(case.game.package)
    english = [file for file in missing if file.rpartition("/")[2].startswith("en.")]
    assert not english, f"every game has {' and '.join(english)}"
    if missing:
        needed = ", ".join(missing)
        warnings.warn(
            f"{case.game.name} is a draft, not on the shelf: {needed} to be written", stacklevel=1
        )


def check_clauses(case: Case) -> None:
    """The rulebooks have the same clauses, each cited by a test; the code cites no other."""
    clauses = CLAUSE.findall(case.rulebook("en"))
    assert clauses
    assert all(CLAUSE.findall(case.rulebook(lang)) == clauses for lang in case.rulebook_languages)
    tests = "".join(path.read_text("utf-8") for path in case.folder.glob("test_*.py"))
    cited = set(re.findall(r"§(\d+\.\d+)", tests))
    assert set(clauses) <= cited, f"not tested: {sorted(set(clauses) - cited)}"
    code = "".join(path.read_text("utf-8") for path in case.home.glob("*.py"))
    in_code = set(re.findall(r'(?:§|Sentence\([^()]*?")(\d+\.\d+)', code))
    assert in_code
    assert in_code <= set(clauses), in_code - set(clauses)


def check_opening(case: Case) -> None:
    """Before its first section a rulebook says what wins, then what a turn is."""
    for lang in case.rulebook_languages:
        opening = case.rulebook(lang).partition("\n## ")[0]
        assert re.findall(r"^\*\*(.+)\.\*\* .+", opening, re.MULTILINE) == OPENING[lang], lang


def check_diagrams(case: Case) -> None:
    """Every rulebook shows the same positions, and they can be read and drawn."""
    boards = [
        [text for text, _ in BOARD.findall(case.rulebook(lang))] for lang in case.rulebook_languages
    ]
    assert boards[0]
    assert boards == [boards[0]] * len(case.rulebook_languages)
    for text in boards[0]:
        assert case.game.drawing.text(case.game.position(text).state)


def check_texts(case: Case) -> None:
    """Every language has the same keys, and each sentence speaks of the same values."""
    english = flatten(texts(case.game.package, "en"))
    assert {"name", "blurb", "author", "length"} <= set(english)
    for lang in case.languages:
        other = flatten(texts(case.game.package, lang))
        assert set(other) == set(english), set(other) ^ set(english)
        assert all(placeholders(other[key]) == placeholders(english[key]) for key in english)
        assert all(str(words).strip() for words in other.values())
    options = {f"options.{name}" for name in case.game.rules.OPTIONS}
    assert options == {key.rpartition(".")[0] for key in english if key.startswith("options.")}


def check_readers(case: Case) -> None:
    """Words for those a sentence speaks of are of sentences there are, and of their values."""
    for lang in case.languages:
        words = texts(case.game.package, lang)
        for form, value in (("to_player", "player"), ("to_other", "other"), ("of_others", "")):
            for key, said in words.get(form, {}).items():
                usual = placeholders(words["sentences"][key])
                assert placeholders(said) <= usual - {value}, key
                assert not value or value in usual, key


def check_french(case: Case) -> None:
    """French has its own apostrophes, and no line breaks before its signs."""
    french = texts(case.game.package, "fr") if "fr" in case.languages else {}
    for key, words in flatten(french).items():
        assert not re.search(r"'| [:;?!»]|« ", str(words)), key


def flatten(table: Mapping[Any, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        inner = dict(enumerate(value)) if isinstance(value, list) else value
        name = f"{prefix}{key}"
        flat |= flatten(inner, f"{name}.") if isinstance(inner, dict) else {name: inner}
    return flat


def placeholders(words: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(str(words)) if name}


def check_sentences_used(case: Case) -> None:
    """No sentence that the code never says."""
    code = (case.home / "notation.py").read_text("utf-8")
    for key in texts(case.game.package, "en")["sentences"]:
        assert f'"{key}"' in code, key


# Records


def check_playthroughs(case: Case) -> None:
    """At least one game is told with comments, from its start to its end."""
    records = [Record.read(path.read_text("utf-8")) for path in case.playthroughs]
    assert records
    for record in records:
        assert record.game.package == case.game.package
        assert record.comments
        assert record.end.outcome() is not None


def check_records(case: Case, games: int) -> None:
    """A random game is the same after being written and read."""
    for seed in range(games):
        start = case.game.start(seed)
        actions = [action for _, action in random_game(start, seed)][:-1]
        tokens = tuple(case.game.notation.TOKENS[action] for action in actions)
        record = Record(start, tokens, seed=seed)
        assert Record.read(str(record)) == record
