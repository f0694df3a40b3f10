"""Positions and players that bring pawns home: uniformly random play hardly ever gets that far."""

import random
from collections.abc import Callable, Sequence

from tests.games.moguli import naive

from tablier import BadPosition, Game, Position

GOAL_ROW = {0: 7, 1: 1}
Pawns = Callable[[random.Random], tuple[str, str]]


def random_position(game: Game, dice: random.Random) -> Position:
    """Some position in the middle of a game, often with pawns close to home."""
    return _position(game, dice, random_pawns)


def crowded_position(game: Game, dice: random.Random) -> Position:
    """One where both players have three pawns home, and some left on their start rows."""
    return _position(game, dice, crowded_pawns)


def _position(game: Game, dice: random.Random, pawns: Pawns) -> Position:
    while True:
        try:
            return game.position(random_text(game, dice, pawns))
        except BadPosition:
            continue  # a turn with nothing left to do, or a game that ended before


def random_text(game: Game, dice: random.Random, place: Pawns) -> str:
    """A text that has the form of a position, though it may be one that cannot be."""
    tiles = random_tiles(dice)
    pawns = place(dice)
    mover = dice.choice("12")
    done = dice.choice(["-", "-", "-", "t", "tc", "m", "m+", "m+t"])
    squares = dice.sample(naive.SQUARES, 3)
    barred = ",".join(sorted(squares[: dice.randrange(3)])) or "-"
    turned = squares[2] if "t" in done else "-"
    home = sum(square[1] == "7" for square in pawns[0].split(","))
    phase = "last" if home == 4 and mover == "2" else "play"
    turn_limit, standstill = (int(str(game.options[name])) for name in ("turn_limit", "standstill"))
    still = dice.choice([dice.randrange(6), dice.randrange(6), standstill - 1])
    stuck = min(still, dice.randrange(6))
    counts = f"{stuck}/{still}" if stuck < still else still
    played = dice.randrange(turn_limit)
    fields = [tiles, *pawns, mover, done, barred, turned, counts, phase, played]
    return " ".join(map(str, fields))


def random_tiles(dice: random.Random) -> str:
    letters = [dice.choice("abcd") for _ in range(17)] + [dice.choice("ABCD") for _ in range(18)]
    dice.shuffle(letters)
    return "/".join("".join(letters[5 * row : 5 * row + 5]) for row in range(7))


def random_pawns(dice: random.Random) -> tuple[str, str]:
    """Five gates for each player; up to four are on the goal row, often nearly enough to win."""
    gates = {row: [column + row for column in dice.sample(naive.COLUMNS, 5)] for row in "17"}
    homes = dice.choice([(4, 3), (4, 3), (3, 3), (dice.randrange(4), dice.randrange(4)), (0, 0)])
    first, second = set(gates["7"][: homes[0]]), set(gates["1"][: homes[1]])
    rest = [square for square in naive.SQUARES if square not in first | second]
    dice.shuffle(rest)
    for pawns in (first, second):
        while len(pawns) < 5:
            pawns.add(rest.pop())
    return ",".join(sorted(first)), ",".join(sorted(second))


def crowded_pawns(dice: random.Random) -> tuple[str, str]:
    """Three pawns of each player are home, one or two on their start row, the last one anywhere."""
    gates = {row: [column + row for column in dice.sample(naive.COLUMNS, 5)] for row in "17"}
    left = dice.choice([1, 2]), dice.choice([1, 2])
    first = {*gates["7"][:3], *gates["1"][3 : 3 + left[0]]}
    second = {*gates["1"][:3], *gates["7"][3 : 3 + left[1]]}
    rest = [square for square in naive.SQUARES if square[1] not in "17"]
    dice.shuffle(rest)
    for pawns in (first, second):
        while len(pawns) < 5:
            pawns.add(rest.pop())
    return ",".join(sorted(first)), ",".join(sorted(second))


def greedy(position: Position, dice: random.Random, zeal: float) -> str:
    """Often the pawn move that brings its pawn nearest to the goal row, else any legal move."""
    moves = [token for token in position.legal_moves if "-" in token]
    if moves and dice.random() < zeal:
        best = max(gain(position.turn, token) for token in moves)
        return dice.choice([token for token in moves if gain(position.turn, token) == best])
    return dice.choice(position.legal_moves)


def gain(seat: int, token: str) -> int:
    """How many rows nearer to the goal row the pawn comes."""
    start, end = (int(square[1]) for square in token.split("-"))
    return abs(GOAL_ROW[seat] - start) - abs(GOAL_ROW[seat] - end)


def play_on(position: Position, dice: random.Random, zeal: float) -> Sequence[tuple[Position, str]]:
    """A game from here to its end: positions, each with the token that is played there."""
    played = []
    while position.legal_actions:
        token = greedy(position, dice, zeal)
        played.append((position, token))
        position = position.play(token)
    return [*played, (position, "")]
