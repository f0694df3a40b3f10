"""Puzzles as the browser shows them; nothing is stored."""

from tablier.position import Position
from tablier.puzzle import Puzzle, Try, puzzle, puzzles
from tablier.search.levels import rating
from tablier.server import views
from tablier.server.wire.protocol import MoveAdvice, PuzzleInfo, PuzzleStep, PuzzleView, Tried


def puzzle_infos(name: str) -> list[PuzzleInfo]:
    """The puzzles of a game."""
    return [puzzle_info(each) for each in puzzles(name)]


def puzzle_info(each: Puzzle) -> PuzzleInfo:
    """What is told of a puzzle before it is solved."""
    rated = rating(each.game, each.level)
    return PuzzleInfo(each.id, each.number, each.seat, each.level, rated, each.moves, each.left)


def puzzle_view(name: str, number: int, tried: Tried, lang: str) -> PuzzleView:
    """The puzzle after these moves of the solver, and the answer to the last one."""
    chosen = puzzle(name, number)
    found = chosen.try_(*tried.tokens)
    refusal = views.why_not(found.position, tried.path, lang) if tried.path else None
    winning = chosen.winning(*tried.tokens) if tried.hint else ()
    return PuzzleView(
        puzzle=puzzle_info(chosen),
        verdict=found.verdict,
        position=views.position_view(found.position, len(found.tokens), lang),
        steps=steps(chosen, found, lang) if tried.tokens else [],
        hint=hint(found.position, winning[0]) if winning else None,
        refusal=refusal,
    )


def steps(chosen: Puzzle, found: Try, lang: str) -> list[PuzzleStep]:
    """The last move of the solver and the answer to it, one by one."""
    first = len(found.tokens) - len(found.line) - 1
    before = chosen.position.play_all(found.tokens[:first])
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
