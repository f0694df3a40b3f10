"""The catalogue: games, positions, puzzles and lessons as the browser shows them."""

import hashlib
from functools import cache
from importlib.resources import files

import msgspec

from tablier.book import Book, key
from tablier.game import Game, value_text
from tablier.games import game, games, package_of
from tablier.lesson import Lesson, lesson, lessons
from tablier.play import explorations, views
from tablier.play.table import Table
from tablier.play.wire.exercises import (
    LessonInfo,
    LessonView,
    PuzzleInfo,
    PuzzleStep,
    PuzzleView,
    Tried,
)
from tablier.play.wire.explorations import BookInfo, PlayedMove
from tablier.play.wire.protocol import (
    Answered,
    Asked,
    GameInfo,
    LevelInfo,
    MoveAdvice,
    OptionInfo,
    OptionValue,
    ReplayFrame,
    ReplayView,
    View,
)
from tablier.position import Position
from tablier.puzzle import Puzzle, Try, daily_numbers, puzzle, puzzle_count
from tablier.rulebook import rulebook
from tablier.search.levels import LEVELS, rating
from tablier.shapes import Board
from tablier.texts import PACKAGE, refusal, seat_name, texts
from tablier.themes import theme_names

MOST_BOOK_MOVES = 12  # of a position
FEW_BOOK_ROWS, MOST_BOOK_ROWS = 1000, 4000  # some 55 kB, and 40 kB compressed
MOST_TOKENS = 1000  # of a position that is asked for without a table

# Games


@cache
def all_games(lang: str) -> list[GameInfo]:
    """All games, in the order of their titles."""
    return sorted((named(name, lang) for name in games()), key=lambda each: each.title)


@cache
def named(name: str, lang: str) -> GameInfo:
    """The game of that name, which may be a draft."""
    return game_info(game(name), lang)


@cache
def style(name: str) -> str:
    """The style sheet of a game."""
    return files(package_of(name)).joinpath("style.css").read_text("utf-8")


@cache
def style_address(name: str) -> str:
    """The address of a game's style sheet, which changes with its contents."""
    version = hashlib.sha256(style(name).encode()).hexdigest()[:12]
    return f"/api/games/{name}/style.css?v={version}"


@cache
def shared_style() -> str:
    """The style sheet that all games share."""
    return files(PACKAGE).joinpath("style.css").read_text("utf-8")


def game_info(chosen: Game, lang: str) -> GameInfo:
    """A game with its default options."""
    words, rules, drawing = texts(chosen.package, lang), chosen.rules, chosen.drawing
    scene = chosen.position(drawing.SCENE)
    return GameInfo(
        name=chosen.name,
        title=chosen.title(lang),
        blurb=words["blurb"],
        author=words["author"],
        length=words["length"],
        players=list(rules.OPTIONS.get("players", (0, (rules.PLAYERS,)))[1]),
        seats=[seat_name(i, lang, chosen.package) for i in range(rules.PLAYERS)],
        options=[option_info(chosen, name, lang) for name in rules.OPTIONS],
        levels=[LevelInfo(i, rating(chosen, i)) for i in range(1, len(LEVELS) + 1)],
        views=[View(name, words["views"][name], key) for name, key in chosen.views.items()],
        piece_names=chosen.piece_names(lang),
        spot_names=chosen.spot_names(lang),
        legend=words.get("legend", {}),
        style=style_address(chosen.name),
        aim=rulebook(chosen.package, lang).aim,
        puzzles=puzzle_count(chosen.name),
        daily=list(daily_numbers(chosen.name)),
        themes=theme_names(chosen, lang),
        lessons=len(lessons(chosen.name)),
        board=views.board(chosen),
        scene=list(drawing.marks(scene.state)),
    )


def option_info(chosen: Game, name: str, lang: str) -> OptionInfo:
    """An option with its values, or with the least and the most of a number."""
    default, values = chosen.rules.OPTIONS[name]
    words = texts(chosen.package, lang)["options"][name]
    if isinstance(values, range):
        return OptionInfo(name, words["name"], default, [], values[0], values[-1])
    known = {True: "yes", False: "no"}
    labels = [
        str(texts(PACKAGE, lang)["server"][known[value]])
        if isinstance(value, bool)
        else str(words.get(value_text(value), value))
        for value in values
    ]
    pairs = zip(values, labels, strict=True)
    return OptionInfo(name, words["name"], default, [OptionValue(*pair) for pair in pairs])


# Positions


def answer(name: str, asked: Asked, lang: str) -> Answered:
    """The position that is asked for, and the way of the last move."""
    _check_length(asked.tokens)
    chosen = game(name, **asked.options)
    start = chosen.start() if asked.text is None else chosen.position(asked.text)
    before, after = start, start
    for token in asked.tokens:
        before, after = after, after.play(token)
    route = views.route(before, asked.tokens[-1]) if asked.tokens else []
    why = views.why_not(after, asked.path, lang) if asked.path else None
    view = views.position_view(after, len(asked.tokens), lang)
    return Answered(view, route, why, after.data, explorations.outcome(after), key(after))


def book_info(book: Book, most: int = FEW_BOOK_ROWS) -> BookInfo:
    """A book as pages have it: moves that were played more than once, up to so many of them."""
    positions: dict[str, list[PlayedMove]] = {}
    rows = 0
    for position, moves in book.images():
        told = [
            PlayedMove(each.token, each.games, list(each.points))
            for each in moves[:MOST_BOOK_MOVES]
            if each.games > 1
        ]
        rows += len(told)
        if rows > most:
            break
        if told:
            positions[key(position)] = told
    return BookInfo(book.games, positions)


def board(name: str, asked: Asked) -> Board:
    """The board of a game with the options that are asked for."""
    return views.board(game(name, **asked.options))


def _check_length(tokens: list[str]) -> None:
    if len(tokens) > MOST_TOKENS:
        raise refusal("too_many_tokens", most=MOST_TOKENS)


# Replays


def replay_view(table: Table, lang: str) -> ReplayView:
    """The game of a table so far, position by position."""
    seats = range(len(table.seats))
    return ReplayView(
        game=table.game.name,
        title=table.game.title(lang),
        board=views.board(table.game),
        seats=[views.name_of(table, seat, lang) for seat in seats],
        over=table.is_over,
        frames=[_replay_frame(table, ply, lang) for ply in range(table.ply + 1)],
    )


def _replay_frame(table: Table, ply: int, lang: str) -> ReplayFrame:
    here, to = table.at(ply), views.reader(table, (), lang)
    token = table.tokens[ply - 1] if ply else None
    route = [] if token is None else views.route(table.at(ply - 1), token)
    result = views.result_view(table, lang, to) if ply == table.ply else None
    status = result.sentence if result else here.status(lang, to)
    return ReplayFrame(token, route, views.marks(here), status)


# Puzzles


def puzzle_info(each: Puzzle) -> PuzzleInfo:
    """What is told of a puzzle before it is solved."""
    rated = rating(each.game, each.level)
    return PuzzleInfo(
        *(each.id, each.number, each.seat, each.level, rated, each.moves, each.left, each.turns),
        *(len(each.winning()), list(each.themes), each.retired),
    )


def puzzle_view(name: str, number: int, tried: Tried, lang: str) -> PuzzleView:
    """The puzzle after these moves of the solver, and the answer to the last one."""
    chosen = puzzle(name, number)
    seen = exercise_view(chosen, tried, lang)
    return PuzzleView(puzzle_info(chosen), **msgspec.structs.asdict(seen))


def exercise_view(chosen: Puzzle | Lesson, tried: Tried, lang: str) -> LessonView:
    """A puzzle or a lesson after these moves, and the answer to the last one."""
    _check_length(tried.tokens)
    found = chosen.try_(*tried.tokens)
    why = views.why_not(found.position, tried.path, lang) if tried.path else None
    winning = chosen.winning(*tried.tokens) if tried.hint else ()
    return LessonView(
        verdict=found.verdict,
        position=views.position_view(found.position, len(found.tokens), lang),
        steps=steps(chosen.position, found, lang) if tried.tokens else [],
        hint=hint(found.position, winning[0]) if winning else None,
        refusal=why,
    )


def steps(start: Position, found: Try, lang: str) -> list[PuzzleStep]:
    """The last move of the solver and the answer to it, one by one."""
    first = len(found.tokens) - len(found.line) - 1
    before = start.play_all(found.tokens[:first])
    told = []
    for ply, token in enumerate(found.tokens[first:], first + 1):
        after = before.play(token)
        view = views.position_view(after, ply, lang)
        told.append(PuzzleStep(token, before.turn, views.route(before, token), view))
        before = after
    return told


def hint(position: Position, token: str) -> MoveAdvice:
    """The move that wins, to be shown as an arrow."""
    spots = position.game.path(position.state, position.game.actions[token])
    return MoveAdvice(token, list(spots), views.route(position, token), 1, 1.0, True, [token])


# Lessons


def lesson_infos(name: str, lang: str) -> list[LessonInfo]:
    """The lessons of a game, in their order."""
    return [lesson_info(each, lang) for each in lessons(name)]


def lesson_info(each: Lesson, lang: str) -> LessonInfo:
    """What is told of a lesson."""
    return LessonInfo(
        id=each.id,
        number=each.number,
        seat=each.seat,
        **each.words(lang),
        moves=len(each.solution),
        teaches=list(each.step.teaches),
        marks=list(each.step.marks),
    )


def lesson_view(name: str, number: int, tried: Tried, lang: str) -> LessonView:
    """The lesson after these moves of the learner, and the reply to the last one."""
    return exercise_view(lesson(name, number), tried, lang)
