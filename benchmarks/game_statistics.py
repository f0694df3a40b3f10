"""What strong games look like: figures from the records of a match, as the game pages tell them.

tablier match mole-hill level:7 level:7 --games 100 --seed 5000 --out games.tablier
.venv/bin/python benchmarks/game_statistics.py games.tablier
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean

from tablier.position import Position
from tablier.record import Record
from tablier.stream import read_records

Played = tuple[Position, str, Position]
"""A position, the move, and the position after it."""
Line = tuple[str, str]


def read(path: Path) -> list[Record]:
    with path.open(encoding="utf-8") as file:
        return list(read_records(file))


def played(record: Record) -> Iterator[Played]:
    position = record.start
    for token in record.tokens:
        after = position.play(token)
        yield position, token, after
        position = after


def of_all_games(records: Sequence[Record]) -> Iterator[Line]:
    ends = [record.end.outcome() for record in records]
    winners = [end.winner for end in ends if end is not None]
    for seat in range(records[0].game.players):
        yield f"won by player {seat + 1}", str(winners.count(seat))
    yield "drawn or shared", str(winners.count(None))
    yield "moves a game", f"{mean(len(record.tokens) for record in records):.1f}"
    reasons = [end.reason for end in ends if end is not None]
    for reason in sorted(set(reasons)):
        yield f"ended by '{reason}'", str(reasons.count(reason))


def of_mole_hill(records: Sequence[Record]) -> Iterator[Line]:
    rounds: list[tuple[list[str], int]] = []
    for record in records:
        digs: tuple[list[str], list[str]] = ([], [])
        for before, token, _ in played(record):
            if "|" not in token:
                digs[int(before.state.second)].append(token)
        end = record.end.outcome()
        assert end is not None
        rounds += [(digs[i], int(str(end.said.values[seat]))) for i, seat in enumerate(SEATS)]
    yield "points of the first mole", average([points for _, points in rounds[::2]])
    yield "points of the second mole", average([points for _, points in rounds[1::2]])
    yield "hills", average([len(squares) for squares, _ in rounds])
    at = [(points, squares.index("e4") if "e4" in squares else -1) for squares, points in rounds]
    yield "points without the centre", average([points for points, hill in at if hill < 0])
    for first, last in ((0, 3), (4, 7), (8, 11), (12, 21)):
        name = f"points with the centre as hill {first + 1} to {last + 1}"
        yield name, average([points for points, hill in at if first <= hill <= last])


SEATS = ("first", "second")


def of_chain_reaction(records: Sequence[Record]) -> Iterator[Line]:
    goals: list[tuple[int, int]] = []  # points, and in which segment of the turn
    leaders = []
    for record in records:
        scored = []
        for before, _, after in played(record):
            gain = [int(n) for n in after.state.score - before.state.score]
            if max(gain) > 0:
                scored.append(gain.index(max(gain)))
                goals.append((max(gain), int(before.state.segments) + 1))
        end = record.end.outcome()
        assert end is not None
        leaders.append(scored[:1] == [end.winner])
    yield "goals of 2 points", str(sum(points == 2 for points, _ in goals))
    yield "goals of 1 point", str(sum(points == 1 for points, _ in goals))
    for segment in range(1, 6):
        yield f"goals in segment {segment}", str(sum(n == segment for _, n in goals))
    yield "games won by who scored first", str(sum(leaders))
    yield "turns a game", average([int(record.end.state.turns) for record in records])


def of_moguli(records: Sequence[Record]) -> Iterator[Line]:
    rows = []
    for record in records:
        for before, token, _ in played(record):
            if "-" in token:
                rows.append((int(token[4]) - int(token[1])) * (1 - 2 * before.turn))
    yield "moves of pawns", str(len(rows))
    yield "rows ahead, a move", average(rows)
    yield "moves of three rows or more", str(sum(n >= 3 for n in rows))
    yield "moves sideways or back", str(sum(n <= 0 for n in rows))
    ends = [str(record.end).split(" ") for record in records]
    home = [(end[1].count("7"), end[2].count("1")) for end in ends]
    yield "games in which nobody came home", str(home.count((0, 0)))
    yield "turns a game", average([int(end[-1]) for end in ends])


def of_labyrinthe(records: Sequence[Record]) -> Iterator[Line]:
    moves = [each for record in records for each in played(record)]
    slides = [token for _, token, _ in moves if "-" in token]
    begun = [token for before, token, _ in moves if str(before).split(" ")[3] == "-"]
    yield "slides", str(len(slides))
    yield "displaced pawns", str(sum(token.startswith(">") for _, token, _ in moves))
    blocks_first = sum(":" in token for token in begun)
    yield "turns that begin with a block", f"{100 * blocks_first / len(begun):.0f} %"
    yield "turns a game", average([int(str(record.end).split(" ")[-1]) for record in records])


def average(numbers: Sequence[float]) -> str:
    return f"{mean(numbers):.1f} ({len(numbers)})" if numbers else "–"


OF = {
    "chain-reaction": of_chain_reaction,
    "labyrinthe": of_labyrinthe,
    "moguli": of_moguli,
    "mole-hill": of_mole_hill,
}


def of_this_game(records: Sequence[Record]) -> Iterator[Line]:
    """What is told of this game alone; of a new one that is nothing."""
    of = OF.get(records[0].game.name)
    return of(records) if of else iter(())


def main(path: str) -> None:
    records = read(Path(path))
    for name, figure in (*of_all_games(records), *of_this_game(records)):
        print(f"{name:44} {figure}")


if __name__ == "__main__":
    main(sys.argv[1])
