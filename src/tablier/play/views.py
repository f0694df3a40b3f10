"""Views: positions and tables as wire structs, in the language of the reader."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec
from msgspec import Raw

from tablier import clicks, reasons
from tablier.game import Game
from tablier.play.events import Played
from tablier.play.offers import CLAIMS
from tablier.play.table import Table
from tablier.play.wire import protocol
from tablier.play.wire.frames import Advice, Held, Looked, Previewed, Step
from tablier.position import Position
from tablier.reasons import Idea
from tablier.record import Record
from tablier.review import Evaluation, Review, ReviewedMove
from tablier.search.levels import rating
from tablier.shapes import Board, Leg, difference
from tablier.texts import PACKAGE, Reader, Refusal, Sentence, Who, say, seat_name, texts

if TYPE_CHECKING:
    from tablier.search.analysis import Analysis, MoveInfo

NOBODY = Reader()
BEST = 5  # moves in an advice
DRAWN = 3  # moves of the best line in a review
MOST_IDEAS, LONGEST_LINE = 8, 40  # of an explanation
MOST_SENTENCES = 2**12  # in the cache: scores and turns are repeated often
MOST_FRAGMENTS = 2**16  # of JSON in the cache: pieces, and choices of a game
encode = msgspec.json.Encoder().encode


@lru_cache(maxsize=64)
def board(game: Game) -> Board:
    """The board of a game; cached, as drawing takes a while."""
    return game.drawing.board(game.option_numbers)


def choices(position: Position) -> Any:
    """The legal moves of a position and their click paths, in JSON."""
    return _array(_choices(position.game), _ways(position))


def marks(position: Position) -> Any:
    """The pieces on the board, in JSON."""
    return _array(_MARKS, position.marks)


def _ways(position: Position) -> Sequence[int]:
    return position.game.ways(position.frozen_state, position.legal_actions)


class _JsonCache(dict[Any, bytes]):
    """A cache of JSON fragments: encoding them would take longer than the rest of a frame."""

    def __init__(self, make: Callable[[Any], bytes]):
        self._make = make

    def __missing__(self, key: Any) -> bytes:
        if len(self) >= MOST_FRAGMENTS:
            self.clear()
        fragment = self[key] = self._make(key)
        return fragment


def _array(fragments: _JsonCache, keys: Iterable[Any]) -> Raw:
    """An array in JSON."""
    return Raw(b"[%b]" % b",".join(map(fragments.__getitem__, keys)))


_MARKS = _JsonCache(encode)


@lru_cache(maxsize=64)
def _choices(game: Game) -> _JsonCache:
    """The choices of a game, by their ways."""
    tokens, path = game.notation.TOKENS, game.path_of
    return _JsonCache(lambda way: encode(protocol.Choice(tokens[way % len(tokens)], path(way))))


def brief_choices(position: Position) -> Any:
    """The legal moves of a position and their click paths, as `Step` has them, in JSON."""
    known = _brief_choices(position.game).__getitem__
    return Raw(b'"%b"' % b";".join(map(known, _ways(position))))


@lru_cache(maxsize=64)
def _brief_choices(game: Game) -> _JsonCache:
    """The choices of a game as `Step` has them, by their ways; without quotes."""
    tokens, path = game.notation.TOKENS, game.path_of

    def written(way: int) -> bytes:
        token, spots = tokens[way % len(tokens)], tuple(path(way))
        return encode(token if spots == (token,) else " ".join((token, *spots)))[1:-1]

    return _JsonCache(written)


def said(game: Game, sentence: Sentence, lang: str, to: Reader | None = None) -> str:
    """A sentence of the game in words."""
    given = chain.from_iterable(sentence.values.items())
    return _said(game.package, lang, to, sentence.key, sentence.clause, *given)


@lru_cache(maxsize=MOST_SENTENCES, typed=True)
def _said(package: str, lang: str, to: Reader | None, key: str, clause: str, *given: Any) -> str:
    """The cached sentence; `given` are names and values of its values, alternating."""
    values = dict(zip(given[::2], given[1::2], strict=True))
    return say(Sentence(key, clause, values), lang, package, to)


def reader(table: Table, seats: Iterable[int], lang: str) -> Reader:
    """A reader at a table who has these seats, with the names of all in that language."""
    return Reader(frozenset(seats), tuple(_chosen_names(table, lang)))


def _chosen_names(table: Table, lang: str) -> list[str]:
    """The names that all have taken; the only computer at a table is called so."""
    kinds = [seat.kind for seat in table.seats]
    names = [seat.name for seat in table.seats]
    if kinds.count("computer") == 1:
        machine = texts(PACKAGE, lang)["browser"]["seat"]["machine"]
        names[kinds.index("computer")] = str(machine)
    return names


def route(position: Position, token: str) -> list[Leg]:
    """The way of the pieces in a legal move."""
    return list(position.game.drawing.route(position.frozen_state, position.game.actions[token]))


def status_of(position: Position, lang: str, to: Reader | None) -> str:
    """What is left of the turn, in words to a reader."""
    return said(position.game, position.game.notation.status(position.frozen_state), lang, to)


def warning_of(position: Position, lang: str, to: Reader | None) -> str | None:
    """An end that comes nearer by itself, in words."""
    game = position.game
    found = game.warning(position.frozen_state) if position.legal_actions else None
    return None if found is None else said(game, found, lang, to)


def tally(position: Position, lang: str) -> list[str]:
    """What each seat has so far, in words."""
    game = position.game
    return [said(game, each, lang) for each in game.notation.tally(position.frozen_state)]


def suggested(position: Position) -> list[str]:
    """The legal moves that the board highlights."""
    tokens = position.game.notation.TOKENS
    return [tokens[action] for action in position.game.suggested(position.frozen_state)]


def position_view(
    position: Position,
    ply: int,
    lang: str,
    result: protocol.Result | None = None,
    *,
    to: Reader | None = None,
    with_text: bool = True,
) -> protocol.PositionView:
    """A position; if the game has ended in another way than by the rules, nothing is legal."""
    is_stopped = result is not None and result.reason != "rules"
    return protocol.PositionView(
        ply,
        position.turn,
        marks(position),
        [] if is_stopped else choices(position),
        result.sentence if result else status_of(position, lang, to),
        tally(position, lang),
        str(position) if with_text else None,
        [] if is_stopped else suggested(position),
        None if is_stopped else warning_of(position, lang, to),
    )


def table_view(table: Table, seats: Iterable[int], lang: str) -> protocol.TableView:
    """The table as those see it who have these seats."""
    to = reader(table, seats, lang)
    result, gone = result_view(table, lang, to), table.gone(to.seats)
    return protocol.TableView(
        table=table.id,
        game=table.game.name,
        options=dict(table.game.options),
        seats=[seat_view(table, seat) for seat in range(len(table.seats))],
        yours=sorted(seats),
        tokens=list(table.tokens),
        movers=list(table.movers),
        position=position_view(table.position, table.ply, lang, result, to=to),
        clock=table.clocks.view() if table.clocks else None,
        result=result,
        offers=list(_offers(table, gone)),
        thinking=table.thinking.seat,
        waiting=table.thinking.waiting,
        gone=sorted(gone),
        preparing=table.thinking.preparing,
    )


def _offers(table: Table, gone: frozenset[int]) -> Iterator[protocol.Offer]:
    """What is offered; who has come back is not claimed against."""
    for kind, said in table.offers.items():
        if kind not in CLAIMS or gone:
            yield from (protocol.Offer(kind, seat) for seat in said)


def seat_view(table: Table, number: int) -> protocol.SeatView:
    """A seat as all see it."""
    seat = table.seats[number]
    rated = None if seat.level is None else rating(table.game, seat.level)
    present, came = table.is_present(number), table.has_come(number)
    return protocol.SeatView(seat.kind, seat.name, seat.level, rated, present, seat.asked, came)


def name_of(table: Table, seat: int, lang: str) -> str:
    """What a sentence calls that seat."""
    return _chosen_names(table, lang)[seat] or seat_name(seat, lang, table.game.package)


def result_view(table: Table, lang: str, to: Reader = NOBODY) -> protocol.Result | None:
    """How the game ended, if it has, as that reader is told."""
    if table.ending is None:
        return rules_result(table.position, lang, to)
    reason, loser = table.ending.reason, table.ending.loser
    words = texts(PACKAGE, lang)["server"]
    if loser is not None and to.is_only(Who(loser)):
        words = {**words, **words["to_you"]}
    player = "" if loser is None else name_of(table, loser, lang)
    return protocol.Result(list(table.ending.payoffs), reason, words[reason].format(player=player))


def rules_result(position: Position, lang: str, to: Reader) -> protocol.Result | None:
    """How the rules ended the game, if they have."""
    outcome = None if position.legal_actions else position.outcome()
    if outcome is None:
        return None
    return protocol.Result(list(outcome.payoffs), "rules", outcome.sentence(lang, to))


class _Drawn(NamedTuple):
    """What all are told of a move, whatever they read: drawn and encoded once."""

    played: Played
    route: Any
    suggested: list[str]
    status: Sentence
    tallies: dict[str, Any]
    """By language."""

    def tally(self, lang: str) -> Any:
        if lang not in self.tallies:
            self.tallies[lang] = Raw(encode(tally(self.played.after, lang)))
        return self.tallies[lang]


T = TypeVar("T")


def _for_last(make: Callable[[Played], T]) -> Callable[[Played], T]:
    """The same, called once for a move if it is not called for another one in between.

    All at a table are told of a move one after the other.
    """
    played: Played | None = None
    made: T

    def remembered(now: Played) -> T:
        nonlocal played, made
        if played is not now:
            made, played = make(now), now
        return made

    return remembered


@_for_last
def _drawn(played: Played) -> _Drawn:
    after = played.after
    status = after.game.notation.status(after.frozen_state)
    way = Raw(encode(route(played.before, played.token)))
    return _Drawn(played, way, suggested(after), status, {})


@_for_last
def _changed(played: Played) -> tuple[list[int], list[int], Any]:
    """The places of the pieces that are gone and of those that are new, and these."""
    after = played.after.marks
    gone, places = difference(played.before.marks, after)
    return gone, places, _array(_MARKS, [after[place] for place in places])


def step(played: Played, lang: str, to: Reader) -> Step:
    """The frame that tells of a move, to a reader who knows the position before.

    It has the choices of the next move for those who make it.
    """
    drawn, after = _drawn(played), played.after
    status, result = _status(drawn, lang, to)
    is_to_move = after.turn in to.seats
    return Step(
        played.token,
        played.seat,
        played.ply,
        after.turn,
        drawn.route,
        *_changed(played),
        brief_choices(after) if is_to_move else "",
        status,
        drawn.tally(lang),
        drawn.suggested if is_to_move else [],
        played.clock,
        result,
        _news(played, lang, to),
        held(played, lang),
        warning_of(after, lang, to),
    )


def _status(drawn: _Drawn, lang: str, to: Reader) -> tuple[str, protocol.Result | None]:
    """What is to be done after a move, and how the game ended, if it has."""
    after = drawn.played.after
    result = rules_result(after, lang, to)
    return result.sentence if result else said(after.game, drawn.status, lang, to), result


def _news(played: Played, lang: str, to: Reader) -> str | None:
    return None if played.news is None else said(played.after.game, played.news, lang, to)


def held(played: Played, lang: str) -> Held | None:
    """What is shown while the news of a move are read."""
    last = played.held
    return None if last is None else Held(marks(last), tally(last, lang))


def looked(table: Table, ply: int, seats: Iterable[int], lang: str) -> Looked:
    """A position of the past."""
    position, to = table.at(ply), reader(table, seats, lang)
    result = result_view(table, lang, to) if ply == table.ply else None
    view = position_view(position, ply, lang, result, to=to)
    if ply == 0:
        return Looked(view, None, [])
    token = table.tokens[ply - 1]
    return Looked(view, token, route(table.at(ply - 1), token))


def previewed(table: Table, ply: int, token: str) -> Previewed:
    """What a legal move would do."""
    position = table.at(ply)
    after = position.play(token)
    return Previewed(ply, token, marks(after), route(position, token))


def why_not(position: Position, path: Sequence[str], lang: str) -> protocol.Refusal:
    """Why these clicks lead to no legal move."""
    return refusal_view(clicks.why_not(position, path), lang)


def refusal_view(wrong: Refusal, lang: str) -> protocol.Refusal:
    """A refusal in words."""
    return protocol.Refusal(wrong.sentence(lang), wrong.clause or None)


def advice(analysis: "Analysis", ply: int, *, is_hint: bool, final: bool) -> Advice:
    """What a search says, as a frame."""
    tried = [info for info in analysis.moves[:BEST] if info.visits or info.proven]
    return Advice(
        ply=ply,
        kind="hint" if is_hint else "analysis",
        moves=[_move_advice(analysis.position, info) for info in tried or analysis.moves[:1]],
        values=list(analysis.values),
        visits=analysis.visits,
        proven=analysis.proven,
        final=final,
    )


def explained(position: Position, moves: Sequence[protocol.Idea], lang: str) -> str:
    """Why the first of these moves is good, in words."""
    tried = moves[:MOST_IDEAS]
    ideas = [Idea(each.token, each.winrate, each.proven, cut(each.line)) for each in tried]
    choice = reasons.Choice(position, ideas[0].token, ideas[0].line[1:])
    return reasons.explained(choice, ideas).sentence(lang)


def cut(line: Sequence[str]) -> tuple[str, ...]:
    """A line, no longer than a search tells it."""
    return tuple(line[:LONGEST_LINE])


def review_view(
    record: Record, evaluations: Sequence[Evaluation], lang: str
) -> protocol.ReviewView:
    """The review of a game, in words where there are any."""
    found = Review(record, tuple(evaluations))
    players = range(record.game.players)
    points = {move.ply for move in found.turning_points}
    places = list(record.positions())
    return protocol.ReviewView(
        [[round(each.share(seat), 4) for seat in players] for each in evaluations],
        [_move_review(places[move.ply], move, move.ply in points, lang) for move in found.moves],
        list(found.accuracies),
    )


def _move_review(
    position: Position, move: ReviewedMove, turning: bool, lang: str
) -> protocol.MoveReview:
    line = move.before.line
    better = None
    if move.judgement is not None:
        why = reasons.explain(position, line[0], line[1:]).sentence(lang)
        better = protocol.BetterMove(list(_drawn_line(position, move.before)), why)
    return protocol.MoveReview(
        token=move.token,
        seat=move.seat,
        loss=round(move.loss, 4),
        judgement=move.judgement,
        accuracy=round(move.accuracy, 1),
        turning=turning,
        best=move.best,
        line=list(line),
        better=better,
    )


def _drawn_line(position: Position, found: Evaluation) -> Iterator[protocol.MoveAdvice]:
    """The first moves of a line, each fainter than the one before."""
    game, here, share = position.game, position, found.share(position.turn)
    for n, token in enumerate(found.line[:DRAWN]):
        path = list(game.path(here.frozen_state, game.actions[token]))
        way = route(here, token)
        visits, rest = DRAWN - n, list(found.line[n:])
        yield protocol.MoveAdvice(token, path, way, visits, share, found.proven, rest)
        here = here.play(token)


def _move_advice(position: Position, info: "MoveInfo") -> protocol.MoveAdvice:
    game = position.game
    path = list(game.path(position.frozen_state, game.actions[info.token]))
    winrate = info.winrate(position.turn)
    way = route(position, info.token)
    return protocol.MoveAdvice(
        info.token, path, way, info.visits, winrate, info.proven, list(info.line)
    )
