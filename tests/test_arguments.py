"""Odd arguments of the public interface get a sentence: a wrong type, a `TypeError` that names the
argument and what it takes; a value that cannot be had, a `Refusal` in the reader's language."""

import contextlib
import inspect
import io
import math
import re
from collections.abc import Callable, Iterator
from typing import Any, cast

import numpy as np
import pytest

import tablier
from tablier import read_records, write_records
from tablier.arena import match
from tablier.arena.entrants import entrant
from tablier.arguments import expect
from tablier.exploration import ROOT, Node
from tablier.game import State
from tablier.lesson import lesson
from tablier.portable import plain
from tablier.puzzle import puzzle
from tablier.search.evaluator import NetEvaluator
from tablier.search.levels import rating
from tablier.search.onnx import OnnxEvaluator
from tablier.search.parquet import read_parquet, write_parquet
from tablier.search.tree import Plan, Tree
from tablier.texts import Sentence

pytestmark = pytest.mark.one_game

game: Any = tablier.game
GAME: Any = tablier.game("mole-hill")
START: Any = GAME.start()
PLAYED: Any = START.play_all(["e4", "e4|f4"])
OTHER: Any = tablier.game("moguli").start()
Record: Any = tablier.Record
RECORD: Any = Record(START, ("e4", "e4|f4"))
Player: Any = tablier.Player
PLAYER: Any = Player(GAME, simulations=10)
ANALYSIS: Any = PLAYER.analyse(START)
REVIEW: Any = tablier.review(RECORD, simulations=10)
PICTURE: Any = tablier.show(START)
LESSON: Any = tablier.lessons("mole-hill")[0]
PUZZLE: Any = tablier.puzzles("chain-reaction")[0]
Annotation: Any = tablier.Annotation
REPLAY: Any = tablier.replay(RECORD)
OUTCOME: Any = GAME.position("b2,b1,a2,a1 - g 2 2").outcome()
REFUSAL: Any = tablier.Refusal(Sentence("no_budget"))
PLAN: dict[str, Any] = {"exploration": 1, "urgency": 0.2, "patience": 1, "horizon": 9}


def players(simulations: Any, **more: Any) -> object:
    return Player(GAME, simulations=simulations, **more)


def bout(**more: Any) -> Any:
    return match.Bout(**{"game": GAME, "entrants": (entrant("random"), entrant("random")), **more})


def search(**more: Any) -> Any:
    return tablier.BatchedSearch(**{"game": GAME, "trees": 1, "simulations": 2, **more})


def looking() -> Any:
    """A search that nothing is compiled for."""
    made = search()
    made.kernel = plain(made.kernel)
    made.look_at([START])
    return made


def selfplay(**more: Any) -> object:
    return tablier.selfplay(**{"game": GAME, "evaluator": print, "games": 1, **more})


def stopped(odd: Any) -> None:
    with contextlib.suppress(match.Halted):
        match.play(bout(), odd)


class Paired(dict[Any, Any]):
    """A dict whose one key is anything, even what has no hash."""

    def __init__(self, key: Any):
        super().__init__()
        self.key = key

    def items(self) -> Any:
        return [(self.key, "x")]

    def __iter__(self) -> Any:
        return iter([self.key])


def sheet() -> Any:
    return Record(START, ("e4", "e4|f4"))


def explored(**more: Any) -> object:
    return tablier.Exploration(**{"start": START, "nodes": [Node(ROOT)], **more})


def node(**more: Any) -> object:
    return Node(**{"parent": ROOT, **more})


def replay(**more: Any) -> object:
    return tablier.replay(RECORD, **more)


ODD: dict[str, Any] = {
    "text": "x",
    "nothing": None,
    "a number": 7,
    "a float": 0.5,
    "not a number": math.nan,
    "yes": True,
    "a list": [],
    "bytes": b"x",
    "a thing": object(),
    "a function": lambda *_: True,
    "an array": np.zeros(0),
}
NOTHING = ("nothing",)
YES = ("yes",)
STRING = ("text",)
WHOLE = ("a number",)
NUMBER = ("a number", "a float", "not a number")
LIST = ("a list", "an array")
Taker = tuple[tuple[str, ...], Callable[[Any], object]]
TAKERS: dict[str, Taker] = {
    "game.name": (STRING, game),
    "games.drafts": (YES, lambda odd: tablier.games(drafts=odd)),
    "Game.start.seed": (WHOLE, GAME.start),
    "Game.position.text": (STRING, GAME.position),
    "Game.title.lang": (STRING, GAME.title),
    "Game.seat_names.lang": (STRING, GAME.seat_names),
    "Game.piece_names.lang": (STRING, GAME.piece_names),
    "Game.spot_names.lang": (STRING, GAME.spot_names),
    "Position.game": ((), lambda odd: tablier.Position(odd, START.data)),
    "Position.data": (("bytes",), lambda odd: tablier.Position(GAME, odd)),
    "Position.play.token": (STRING, START.play),
    "Position.play_all.tokens": (LIST, START.play_all),
    "Position.play_all.token": (STRING, lambda odd: START.play_all([odd])),
    "Position.after.action": (WHOLE, START.after),
    "Position.back.n": (WHOLE, PLAYED.back),
    "Position.status.lang": (STRING, START.status),
    "Position.warning.lang": (STRING, START.warning),
    "Position.status.to": (NOTHING, lambda odd: START.status(to=odd)),
    "Outcome.sentence.lang": (STRING, OUTCOME.sentence),
    "Outcome.sentence.to": (NOTHING, lambda odd: OUTCOME.sentence(to=odd)),
    "Refusal.sentence.lang": (STRING, REFUSAL.sentence),
    "Record.start": ((), Record),
    "Record.tokens": (LIST, lambda odd: Record(START, odd)),
    "Record.tags": ((), lambda odd: Record(START, tags=odd)),
    "Record.tags.tag": (STRING, lambda odd: Record(START, tags=Paired(odd))),
    "Record.tags.tag Event": (STRING, lambda odd: Record(START, tags={"Event": odd})),
    "Record.comments.ply": (WHOLE, lambda odd: Record(START, comments=Paired(odd))),
    "Record.comments.words": (STRING, lambda odd: Record(START, comments={0: odd})),
    "Record.comments": ((), lambda odd: Record(START, comments=odd)),
    "Record.seed": ((*NOTHING, *WHOLE), lambda odd: Record(START, seed=odd)),
    "Record.given": (STRING, lambda odd: Record(START, given=odd)),
    "Record.variations": ((), lambda odd: Record(START, variations=odd)),
    "Record.of.position": ((), Record.of),
    "Record.play.tokens": (STRING, lambda odd: sheet().play(odd)),
    "Record.comment.words": (STRING, lambda odd: sheet().comment(odd)),
    "Record.comment.ply": ((*NOTHING, *WHOLE), lambda odd: sheet().comment("", odd)),
    "Record.comment.append": (YES, lambda odd: sheet().comment("", append=odd)),
    "Record.vary.ply": (WHOLE, lambda odd: sheet().vary(odd, "e4")),
    "Record.vary.tokens": (STRING, lambda odd: sheet().vary(1, odd)),
    "Record.read.text": (STRING, Record.read),
    "Record.read.watch": ((*NOTHING, "a function"), lambda odd: Record.read(str(RECORD), odd)),
    "Annotation.words": (STRING, Annotation),
    "Annotation.marks": (LIST, lambda odd: Annotation(marks=odd)),
    "Annotation.arrows": (LIST, lambda odd: Annotation(arrows=odd)),
    "Annotation.shares": (LIST, lambda odd: Annotation(shares=odd)),
    "Annotation.shares.share": (NUMBER, lambda odd: Annotation(shares=[odd, odd])),
    "Annotation.proven": (YES, lambda odd: Annotation(proven=odd)),
    "Annotation.read.comment": (STRING, Annotation.read),
    "Exploration.start": ((), lambda odd: explored(start=odd)),
    "Exploration.nodes": (LIST, lambda odd: explored(nodes=odd)),
    "Exploration.nodes.node": ((), lambda odd: explored(nodes=[odd])),
    "Exploration.tags": ((), lambda odd: explored(tags=odd)),
    "Exploration.tags.tag Event": (STRING, lambda odd: explored(tags={"Event": odd})),
    "Exploration.seed": ((*NOTHING, *WHOLE), lambda odd: explored(seed=odd)),
    "Exploration.given": (STRING, lambda odd: explored(given=odd)),
    "Exploration.of.record": ((), tablier.Exploration.of),
    "Node.parent": (WHOLE, lambda odd: node(parent=odd)),
    "Node.token": (STRING, lambda odd: node(token=odd)),
    "Node.comment": (STRING, lambda odd: node(comment=odd)),
    "Node.before": (STRING, lambda odd: node(before=odd)),
    "Player.game": ((), lambda odd: Player(odd, simulations=9)),
    "Player.simulations": ((*NOTHING, *WHOLE), players),
    "Player.seconds": ((*NOTHING, *NUMBER), lambda odd: Player(GAME, seconds=odd)),
    "Player.threads": (WHOLE, lambda odd: players(9, threads=odd)),
    "Player.seed": (WHOLE, lambda odd: players(9, seed=odd)),
    "Player.softness": (NUMBER, lambda odd: players(9, softness=odd)),
    "Player.plan": (NOTHING, lambda odd: players(9, plan=odd)),
    "Player.knowledge": (YES, lambda odd: players(9, knowledge=odd)),
    "Player.net": (YES, lambda odd: players(9, net=odd)),
    "Player.memory": (WHOLE, lambda odd: players(9, memory=odd)),
    "Player.evaluator": ((*NOTHING, "a function"), lambda odd: players(9, evaluator=odd)),
    "Player.batch": (WHOLE, lambda odd: players(9, batch=odd)),
    "Player.cpu_time": (YES, lambda odd: players(9, cpu_time=odd)),
    "Player.choose.position": ((), PLAYER.choose),
    "Player.choose.stop": (("a function",), lambda odd: PLAYER.choose(START, odd)),
    "Player.analyse.position": ((), PLAYER.analyse),
    "Player.analyse.stop": (("a function",), lambda odd: PLAYER.analyse(START, odd)),
    "player.game": ((), lambda odd: tablier.player(odd, level=1)),
    "player.level": (WHOLE, lambda odd: tablier.player(GAME, level=odd)),
    "player.threads": (WHOLE, lambda odd: tablier.player(GAME, level=1, threads=odd)),
    "player.seed": (WHOLE, lambda odd: tablier.player(GAME, level=1, seed=odd)),
    "Analysis.best.n": (WHOLE, ANALYSIS.best),
    "Analysis.explain.move": ((*NOTHING, *STRING), ANALYSIS.explain),
    "explain.position": ((), lambda odd: tablier.explain(odd, "e4")),
    "explain.move": (STRING, lambda odd: tablier.explain(START, odd)),
    "explain.line": (LIST, lambda odd: tablier.explain(START, "e4", odd)),
    "Explanation.sentence.lang": (STRING, tablier.explain(START, "e1").sentence),
    "review.record": ((), tablier.review),
    "review.simulations": (WHOLE, lambda odd: tablier.review(RECORD, simulations=odd)),
    "review.player": (NOTHING, lambda odd: tablier.review(RECORD, simulations=1, player=odd)),
    "review.watch": (
        (*NOTHING, "a function"),
        lambda odd: tablier.review(RECORD, simulations=1, watch=odd),
    ),
    "Review.explain.move": ((), REVIEW.explain),
    "Evaluation.share.seat": (WHOLE, REVIEW.evaluations[0].share),
    "Plan.exploration": (NUMBER, lambda odd: Plan(**{**PLAN, "exploration": odd})),
    "Plan.patience": (WHOLE, lambda odd: Plan(**{**PLAN, "patience": odd})),
    "rating.game": ((), lambda odd: rating(odd, 1)),
    "rating.level": (WHOLE, lambda odd: rating(GAME, odd)),
    "show.shown": ((), tablier.show),
    "show.ply": ((*NOTHING, *WHOLE), lambda odd: tablier.show(RECORD, ply=odd)),
    "show.arrows": ((*STRING, *LIST), lambda odd: tablier.show(START, arrows=odd)),
    "show.size": ((*NOTHING, *NUMBER), lambda odd: tablier.show(START, size=odd)),
    "show.lang": (STRING, lambda odd: tablier.show(START, lang=odd)),
    "show.theme": (STRING, lambda odd: tablier.show(START, theme=odd)),
    "show.view": ((*NOTHING, *STRING), lambda odd: tablier.show(START, view=odd)),
    "replay.record": ((), tablier.replay),
    "replay.seconds_per_move": (NUMBER, lambda odd: replay(seconds_per_move=odd)),
    "replay.repeat": (YES, lambda odd: replay(repeat=odd)),
    "replay.size": ((*NOTHING, *NUMBER), lambda odd: replay(size=odd)),
    "replay.lang": (STRING, lambda odd: replay(lang=odd)),
    "replay.theme": (STRING, lambda odd: replay(theme=odd)),
    "replay.view": ((*NOTHING, *STRING), lambda odd: replay(view=odd)),
    "Picture.save.path": (STRING, PICTURE.save),
    "Picture.data.ending": (STRING, PICTURE.data),
    "Picture.data.name": (STRING, lambda odd: PICTURE.data(".svg", odd)),
    "replay.data.ending": (STRING, REPLAY.data),
    "replay.data.name": (STRING, lambda odd: REPLAY.data(".gif", odd)),
    "puzzles.name": (STRING, tablier.puzzles),
    "daily_puzzle.day": (("nothing",), tablier.daily_puzzle),
    "puzzle.name": (STRING, lambda odd: puzzle(odd, 1)),
    "puzzle.number": (WHOLE, lambda odd: puzzle("chain-reaction", odd)),
    "Puzzle.try_.tokens": (STRING, PUZZLE.try_),
    "Puzzle.winning.tokens": (STRING, PUZZLE.winning),
    "Puzzle.within.key": (STRING, PUZZLE.within),
    "Position.planes.out": ((*NOTHING, "an array"), START.planes),
    "lessons.name": (STRING, tablier.lessons),
    "lesson.name": (STRING, lambda odd: lesson(odd, 1)),
    "lesson.number": (WHOLE, lambda odd: lesson("mole-hill", odd)),
    "Lesson.try_.tokens": (STRING, LESSON.try_),
    "Lesson.winning.tokens": (STRING, LESSON.winning),
    "Lesson.words.lang": (STRING, LESSON.words),
    "read_records.file": (LIST, read_records),
    "read_records.line": (STRING, lambda odd: list(read_records([odd], print))),
    "read_records.bad": ((*NOTHING, "a function"), lambda odd: read_records([], odd)),
    "write_records.records": (LIST, lambda odd: write_records(odd, io.StringIO())),
    "write_records.record": ((), lambda odd: write_records([odd], io.StringIO())),
    "write_records.file": ((), lambda odd: write_records([], odd)),
    "Tree.game": ((), Tree),
    "Tree.plan": ((), lambda odd: Tree(GAME, odd)),
    "Tree.net": (NOTHING, lambda odd: Tree(GAME, net=odd)),
    "Tree.knowledge": ((), lambda odd: Tree(GAME, knowledge=odd)),
    "Tree.seed": (WHOLE, lambda odd: Tree(GAME, seed=odd, memory=1)),
    "Tree.memory": (WHOLE, lambda odd: Tree(GAME, memory=odd)),
    "Batch.game": ((), lambda odd: tablier.Batch(odd, [START])),
    "Batch.positions": (LIST, lambda odd: tablier.Batch(GAME, odd)),
    "Batch.position": ((), lambda odd: tablier.Batch(GAME, [odd])),
    "BatchedSearch.game": ((), lambda odd: search(game=odd)),
    "BatchedSearch.trees": (WHOLE, lambda odd: search(trees=odd)),
    "BatchedSearch.simulations": (WHOLE, lambda odd: search(simulations=odd)),
    "BatchedSearch.plan": ((), lambda odd: search(plan=odd)),
    "BatchedSearch.noise": (NUMBER, lambda odd: search(noise=odd)),
    "BatchedSearch.root": (STRING, lambda odd: search(root=odd)),
    "BatchedSearch.considered": (WHOLE, lambda odd: search(considered=odd)),
    "BatchedSearch.seed": (WHOLE, lambda odd: search(seed=odd)),
    "BatchedSearch.memory": (WHOLE, lambda odd: search(memory=odd)),
    "BatchedSearch.threads": ((*NOTHING, *WHOLE), lambda odd: search(threads=odd)),
    "BatchedSearch.look_at.positions": (LIST, lambda odd: search().look_at(odd)),
    "BatchedSearch.advance.actions": (LIST, lambda odd: search().advance(odd)),
    "BatchedSearch.select.per_tree": (WHOLE, lambda odd: looking().select(odd)),
    "BatchedSearch.run.evaluator": (("a function",), lambda odd: looking().run(odd)),
    "BatchedSearch.run.per_tree": (WHOLE, lambda odd: looking().run(print, odd)),
    "BatchedSearch.choose.by_visits": ((*YES, *LIST), lambda odd: looking().choose(odd)),
    "selfplay.game": ((), lambda odd: selfplay(game=odd)),
    "selfplay.evaluator": (("a function",), lambda odd: selfplay(evaluator=odd)),
    "selfplay.games": (WHOLE, lambda odd: selfplay(games=odd)),
    "selfplay.simulations": (WHOLE, lambda odd: selfplay(simulations=odd)),
    "selfplay.trees": (WHOLE, lambda odd: selfplay(trees=odd)),
    "selfplay.root": (STRING, lambda odd: selfplay(root=odd)),
    "selfplay.noise": (NUMBER, lambda odd: selfplay(noise=odd)),
    "selfplay.opening": (WHOLE, lambda odd: selfplay(opening=odd)),
    "selfplay.random_plies": (WHOLE, lambda odd: selfplay(random_plies=odd)),
    "selfplay.seed": (WHOLE, lambda odd: selfplay(seed=odd)),
    "selfplay.planes": (YES, lambda odd: selfplay(planes=odd)),
    "selfplay.threads": ((*NOTHING, *WHOLE), lambda odd: selfplay(threads=odd)),
    "NetEvaluator.game": ((), NetEvaluator),
    "NetEvaluator.net": (NOTHING, lambda odd: NetEvaluator(GAME, odd)),
    "OnnxEvaluator.game": ((), lambda odd: OnnxEvaluator(odd, "x")),
    "OnnxEvaluator.path": (STRING, lambda odd: OnnxEvaluator(GAME, odd)),
    "OnnxEvaluator.threads": (WHOLE, lambda odd: OnnxEvaluator(GAME, "x", threads=odd)),
    "read_parquet.path": (STRING, lambda odd: read_parquet(odd, GAME)),
    "read_parquet.game": ((), lambda odd: read_parquet("x", odd)),
    "write_parquet.path": (STRING, lambda odd: write_parquet(odd, GAME, [])),
    "write_parquet.game": ((), lambda odd: write_parquet("x", odd, [])),
    "write_parquet.batches": (LIST, lambda odd: write_parquet("x", GAME, odd)),
    "write_parquet.batch": ((), lambda odd: write_parquet("x", GAME, [odd])),
    "Bout.game": ((), lambda odd: bout(game=odd)),
    "Bout.entrants": ((), lambda odd: bout(entrants=odd)),
    "Bout.entrant": ((), lambda odd: bout(entrants=(odd, odd))),
    "Bout.seed": (WHOLE, lambda odd: bout(seed=odd)),
    "Bout.opening": (WHOLE, lambda odd: bout(opening=odd)),
    "Bout.swapped": (YES, lambda odd: bout(swapped=odd)),
    "Bout.agree": ((*NOTHING, *NUMBER), lambda odd: bout(agree=odd)),
    "match.play.bout": ((), match.play),
    "match.play.stop": (("a function",), stopped),
    "entrant.text": (STRING, entrant),
}


@pytest.mark.parametrize("taker", TAKERS)
def test_an_argument_of_a_wrong_type_is_named_and_told_what_it_takes(taker: str) -> None:
    name, (takes, call) = taker.rpartition(".")[2], TAKERS[taker]
    for odd in ODD.keys() - set(takes):
        with pytest.raises(TypeError) as wrong:
            call(ODD[odd])
        said = str(wrong.value)
        assert re.match(f"{name.removesuffix('s')}s? must be ", said), (odd, said)
        assert said.endswith("."), (odd, said)
        assert len(said) < 200, (odd, said)
    for odd in takes:
        with contextlib.suppress(ValueError):  # refused or not, it is of a right type
            call(ODD[odd])


REFUSED: dict[str, Callable[[], object]] = {
    "There is no game ‘chess’ here": lambda: game("chess"),
    "players cannot be ‘x’": lambda: game("labyrinthe", players="x"),
    "players cannot be ‘None’": lambda: game("labyrinthe", players=None),
    "players cannot be ‘4.0’": lambda: game("labyrinthe", players=4.0),
    "mole-hill has no option ‘players’": lambda: game("mole-hill", players=2),
    "A seed is a whole number from 0 to": lambda: GAME.start(-1),
    "There is no level 0;": lambda: tablier.player(GAME, level=0),
    "There is no level 11;": lambda: tablier.player(GAME, level=11),
    "A player needs a budget": lambda: Player(GAME),
    "simulations must be more than 0, not -5": lambda: players(-5),
    "seconds must be more than 0, not nan": lambda: Player(GAME, seconds=math.nan),
    "threads takes a whole number from 1 to 1024": lambda: players(9, threads=10**9),
    "memory takes a whole number from 1 to 1099511627776": lambda: players(9, memory=10**30),
    "softness takes a number from 0 to 1000, not ‘nan’": lambda: players(9, softness=math.nan),
    "softness takes a number from 0 to 1000, not ‘inf’": lambda: players(9, softness=math.inf),
    "This is a game of moguli, not of mole-hill": lambda: PLAYER.choose(OTHER),
    "n takes a whole number from 0 to 2, not ‘3’": lambda: PLAYED.back(3),
    "n takes a whole number from 0 to 2, not ‘-1’": lambda: PLAYED.back(-1),
    "n takes a whole number from 0 to": lambda: ANALYSIS.best(-1),
    "Planes need a writable array of bytes": lambda: START.planes(np.zeros(3, np.uint8)),
    "‘9999’": lambda: START.after(9999),
    "‘-1’": lambda: START.after(-1),
    "A seed is a whole number from": lambda: Record(START, seed=-1),
    "There is no move 1 to comment on": lambda: Record(START, comments={1: "so"}),
    "A tag cannot be named ‘My Event’": lambda: Record(START, tags={"My Event": "x"}),
    "‘won’ is not a result": lambda: Record(START, given="won"),
    "A tag cannot be named ‘An Event’": lambda: explored(tags={"An Event": "x"}),
    "per_tree must be more than 0, not 0": lambda: search().select(0),
    "mole-hill has 9 lesson steps": lambda: lesson("mole-hill", 0),
    "chain-reaction has": lambda: puzzle("chain-reaction", 0),
}


@pytest.mark.parametrize("said", REFUSED)
def test_a_value_that_cannot_be_had_is_refused_in_every_language(said: str) -> None:
    with pytest.raises(tablier.Refusal) as refusal:
        REFUSED[said]()
    assert said in str(refusal.value)
    assert len({refusal.value.sentence(lang) for lang in tablier.LANGUAGES}) > 1


def test_bytes_of_another_game_are_no_position() -> None:
    with pytest.raises(ValueError, match="A position of mole-hill has 64 bytes, not 128"):
        tablier.Position(GAME, OTHER.data)


def test_numbers_of_numpy_are_numbers() -> None:
    assert GAME.start(np.uint64(3)) == GAME.start(3)
    assert START.after(np.int64(START.legal_actions[0])).last_move == "a1"
    assert tablier.player(GAME, level=cast(int, np.int32(1))).choose(START) in START.legal_moves
    expect(float, seconds=np.float32(0.5))


def test_what_is_wrong_is_shown_in_short() -> None:
    with pytest.raises(TypeError) as wrong:
        START.play(list(range(10_000)))
    assert str(wrong.value) == "token must be a string, not [0, 1, 2, 3, 4, 5, ...] (a list)."


MADE = {
    *("Analysis", "Game", "Lesson", "Outcome", "Picture", "Puzzle"),
    *("Evaluation", "Explanation", "Review", "ReviewedMove"),
}
"""Classes whose values come from the library alone."""


def takes_a_state(thing: Any) -> bool:
    """Is it for those who write a game? Then its arguments are those of the rules."""
    parameters = inspect.signature(thing).parameters.values()
    return any(parameter.annotation is State for parameter in parameters)


def is_a_refusal(thing: Any) -> bool:
    return inspect.isclass(thing) and issubclass(thing, tablier.Refusal)


def is_a_protocol(thing: Any) -> bool:
    """Does it say only what others are like? Then nobody makes values of it."""
    return bool(getattr(thing, "_is_protocol", False))


def public() -> Iterator[tuple[str, Any]]:
    """All that people call: functions, classes that they make values of, and methods."""
    for name in tablier.__all__:
        thing = getattr(tablier, name)
        made = name in MADE or is_a_protocol(thing)
        if inspect.isfunction(thing) or (inspect.isclass(thing) and not made):
            yield name, thing
        if inspect.isclass(thing):
            for each, method in inspect.getmembers(thing, inspect.isfunction):
                if not each.startswith("_"):
                    yield f"{name}.{each}", method


def test_the_table_has_every_argument_of_all_that_is_exported() -> None:
    missing = [
        f"{name}.{argument}"
        for name, thing in public()
        if not takes_a_state(thing) and not is_a_refusal(thing)
        for argument, parameter in inspect.signature(thing).parameters.items()
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD
        if argument not in ("self", "came_by")
    ]
    inherited = {
        "IllegalMove.sentence.lang",
        "BadPosition.sentence.lang",
        "BadRecord.sentence.lang",
    }
    assert set(missing) - inherited - TAKERS.keys() == set()
