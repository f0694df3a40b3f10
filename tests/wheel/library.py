"""A program of somebody who uses the library, for type checkers to read and for Python to run.

Nothing in it may be of an unknown type, and every `assert_type` is what its author relies on.
"""

import io
from collections.abc import Iterator, Mapping, Sequence
from typing import assert_type

import tablier
from tablier.rulebook import rulebook


def look_at_games() -> tablier.Game:
    assert_type(tablier.games(), tuple[str, ...])
    game = tablier.game("mole-hill", centre_start="plain")
    assert_type(game, tablier.Game)
    assert_type(game.title("de"), str)
    assert_type(game.players, int)
    assert_type(game.options, Mapping[str, str | int | bool])
    assert_type(game.actions["e4"], int)
    assert_type(rulebook(game.package, "fr").title, str)
    return game


def play_moves(game: tablier.Game) -> tablier.Position:
    position = game.start(seed=7)
    assert_type(position, tablier.Position)
    position = position.play("e4").play("e4|f4")
    assert_type(position, tablier.Position)
    assert_type(position.turn, int)
    assert_type(position.legal_moves, tuple[str, ...])
    assert_type(position.legal_actions, tuple[int, ...])
    assert_type(position.last_move, str | None)
    assert_type(position.status("de"), str)
    assert_type(game.position(str(position)) == position, bool)
    previous = position.previous
    assert_type(previous, tablier.Position | None)
    assert_type(position.moves, tuple[str, ...])
    assert_type(position.back(2), tablier.Position)
    assert_type(position.symmetric(), tuple[tablier.Position, ...])
    assert_type(position.is_over, bool)
    outcome = position.outcome()
    assert_type(outcome, tablier.Outcome | None)
    if outcome is not None:
        assert_type(outcome.winner, int | None)
        assert_type(outcome.payoffs, tuple[float, ...])
        assert_type(outcome.sentence("fr"), str)
    return position


def be_refused(position: tablier.Position) -> None:
    try:
        position.play("f4")
    except tablier.IllegalMove as illegal:
        assert_type(illegal.sentence("fr"), str)
        assert_type(illegal.clause, str)
    try:
        position.game.position("nonsense")
    except (tablier.BadPosition, tablier.BadRecord) as refused:
        refusal: tablier.Refusal = refused
        assert_type(refusal.sentence(), str)


def make_mistakes(position: tablier.Position) -> None:
    """What type checkers are to find, and Python would find too late; never called."""
    position.play(7)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    tablier.player(position.game, "5")  # type: ignore  # pyright: ignore
    tablier.show(3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    position.turn.upper()  # type: ignore[attr-defined]  # pyright: ignore


def keep_a_record(position: tablier.Position) -> tablier.Record:
    record = tablier.Record(position.game.start(), ("e4", "e4|f4"), {"Date": "2026.11.16"})
    assert_type(record.tokens, tuple[str, ...])
    assert_type(record.result, str)
    assert_type(record.end, tablier.Position)
    assert_type(record.positions(), Iterator[tablier.Position])
    assert_type(tablier.Record.read(str(record)), tablier.Record)
    record.play("d4")
    record.comment("a step", 3)
    assert_type(record.vary(2, "d5"), tablier.Record)
    assert_type(record.variations, Mapping[int, Sequence[tablier.Record]])
    assert_type(tablier.Record.of(position), tablier.Record)
    assert_type(len(record), int)
    return record


def keep_several(records: list[tablier.Record]) -> None:
    file, wrong = io.StringIO(), list[tablier.BadRecord]()
    tablier.write_records(records, file)
    again = tablier.read_records(io.StringIO(file.getvalue()), wrong.append)
    assert_type(again, Iterator[tablier.Record])
    assert_type([bad.number for bad in wrong], list[int])
    assert list(again) == records


def ask_the_computer(position: tablier.Position) -> tablier.Analysis:
    player = tablier.player(position.game, level=1)
    assert_type(player, tablier.Player)
    assert_type(player.choose(position), str)
    analysis = tablier.Player(position.game, simulations=10).analyse(position)
    assert_type(analysis, tablier.Analysis)
    assert_type(analysis.best(3), dict[str, float])
    assert_type(analysis.visits, int)
    assert_type(analysis.values, tuple[float, ...])
    assert_type([move.token for move in analysis.moves], list[str])
    return analysis


def draw(record: tablier.Record, analysis: tablier.Analysis) -> None:
    picture = tablier.show(analysis, size=300, theme="dark")
    assert_type(picture, tablier.Picture)
    assert_type(picture.svg, str)
    assert_type(picture.size, tuple[int, int])
    assert_type(tablier.show(record, ply=1, arrows=["e4|f4"]), tablier.Picture)
    assert_type(tablier.replay(record, seconds_per_move=0.5, repeat=True), tablier.Picture)


def solve_puzzles() -> None:
    first = tablier.puzzles("chain-reaction")[0]
    assert_type(first, tablier.Puzzle)
    assert_type(first.position, tablier.Position)
    assert_type(first.try_(first.winning()[0]).position, tablier.Position)


def main() -> None:
    game = look_at_games()
    position = play_moves(game)
    be_refused(position)
    record = keep_a_record(position)
    keep_several([record, tablier.Record.of(position)])
    draw(record, ask_the_computer(position))
    solve_puzzles()
    print("all as it says")


if __name__ == "__main__":
    main()
