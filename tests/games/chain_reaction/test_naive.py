"""The fast rules against the slow ones, from placements that random games seldom come to.

Crowded boards make players stuck, full camps send pieces further back, scores stand near the target
and turn counters near the limit. What is to be compared is listed, and all of it must be seen.
"""

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from tests.games.chain_reaction import naive

import tablier
from tablier import BadPosition, Position

SITUATIONS = 900
LONGEST = 12  # moves played from each
TARGET, TURN_LIMIT = 12, 60
CHOICES = {
    "tie": ("continue", "continue", "draw"),
    "siege": (False, True),
    "turn_limit": (TURN_LIMIT, 400),
}
ROW_BEFORE_GOAL = {colour: {c + row for c in "abcdefg"} for colour, row in naive.LAST_ROW.items()}

TO_BE_SEEN = {
    "step onto nothing",
    "step onto an own piece",
    "step onto a piece of the opponent",
    "fall that leaves no tower",
    "fall that leaves a tower to the opponent",
    "fall that builds an own tower",
    "fifth segment",
    "goal for 1",
    "goal for 2",
    "goal that leaves a tower to the opponent",
    "goal's piece in row A",
    "goal's piece in row B, with room in row C",
    "goal's piece in row C, with room in row B",
    "goal's piece in the half",
    "penalty's piece in row A",
    "penalty's piece in row B, with room in row A",
    "penalty's piece in row C, with room in row A",
    "penalty's piece in the half",
    "piece that stays out",
    "stuck in the middle of a turn",
    "stuck at the start of a turn with a tower",
    "stuck without a piece",
    "bottom piece returned by the stuck player",
    "bottom piece returned by the opponent",
    "score below zero",
    "win by a goal",
    "win by a penalty",
    "target without a lead, and on",
    "draw by a tie",
    "siege",
    "limit with a winner",
    "limit with a draw",
}


def placement(dice: random.Random) -> dict[str, str]:
    """Single pieces all over the board, sometimes crowded, sometimes with a full row or camp."""
    free = list(naive.SQUARES)
    dice.shuffle(free)
    sizes = [dice.choice((0, 1, 4, 11, 11, 11, 18, 26)) for _ in "wb"]
    board = dict.fromkeys(free[: sizes[0]], "w")
    board |= dict.fromkeys(free[sizes[0] :][: sizes[1]], "b")
    colour = dice.choice("wb")
    camp_rows = naive.CAMP[colour][: dice.randint(0, 3)]
    full = [square for row in camp_rows for square in row]
    if dice.random() < 0.1:
        full += naive.HALF[colour]
    board |= {square: board.get(square, dice.choice("wb")) for square in full}
    if dice.random() < 0.3:
        besieger = dice.choice("wb")
        board |= dict.fromkeys(ROW_BEFORE_GOAL[besieger], besieger)
        if dice.random() < 0.5:
            del board[dice.choice(sorted(ROW_BEFORE_GOAL[besieger]))]
    return board


def situation(dice: random.Random) -> str:
    """The text of a position that some game could come to, but for its pieces."""
    board = placement(dice)
    turns = dice.choice((0, 7, 18, TURN_LIMIT - 3, TURN_LIMIT - 2, TURN_LIMIT - 1))
    mover = "wb"[turns % 2]
    segments, pending = 0, "-"
    kind = dice.choice(("turn begins", "tower", "tower", "tower", "put back"))
    if kind == "tower":
        square = dice.choice(naive.SQUARES)
        board[square] = dice.choice("wb") + mover
        segments = dice.randint(0, 4)
    elif kind == "put back":
        mover = dice.choice("wb")
        pending = dice.choice((mover, mover.upper()))
    scores = [dice.choice((-1, 0, 5, 9, TARGET - 2, TARGET - 1)) for _ in "wb"]
    if dice.random() < 0.2:
        scores = [TARGET, TARGET + dice.choice((-1, 0, 1))]
    rows = [
        "".join(naive.LETTERS[board.get(column + row, "")] for column in naive.COLUMNS)
        for row in reversed(naive.ROWS)
    ]
    return f"{'/'.join(rows)} {mover} {segments} {pending} {scores[0]} {scores[1]} {turns}"


def happenings(before: naive.Position, token: str, after: naive.Position) -> Iterator[str]:
    """What came about by this move, in the words of TO_BE_SEEN."""
    if token.startswith("@"):
        yield from putting_back(before, token[1:])
    elif "*" in token:
        yield from falling(before, token, after)
    else:
        stood = dict(before.board).get(token[2:])
        whose = "an own piece" if stood == before.mover else "a piece of the opponent"
        yield f"step onto {whose if stood else 'nothing'}"
    yield from penalties(before, token, after)
    yield from ending(before, after)


def putting_back(before: naive.Position, square: str) -> Iterator[str]:
    assert before.pending
    whose = f"{'goal' if before.pending.islower() else 'penalty'}'s piece"
    rows = dict(zip("ABC", naive.CAMP[before.pending.lower()], strict=True))
    row = next((name for name, squares in rows.items() if square in squares), None)
    if row in (None, "A"):
        yield f"{whose} in row A" if row else f"{whose} in the half"
        return
    other = "A" if before.pending.isupper() else {"B": "C", "C": "B"}[str(row)]
    if not set(rows[other]) <= dict(before.board).keys():
        yield f"{whose} in row {row}, with room in row {other}"


def falling(before: naive.Position, token: str, after: naive.Position) -> Iterator[str]:
    board = naive.move_tower(before, token)
    built = [stack for stack in board.values() if len(stack) == 2]
    is_own = bool(built) and built[0][1] == before.mover
    scores = token[-1] in "09"
    if before.segments == naive.MOST_SEGMENTS - 1:
        yield "fifth segment"
    if scores:
        yield f"goal for {2 if token[-2] == 'd' else 1}"
        if built:
            yield "goal that leaves a tower to the opponent"
        if after.turns > before.turns:
            yield "piece that stays out"
    elif not built:
        yield "fall that leaves no tower"
    else:
        yield (
            "fall that builds an own tower"
            if is_own
            else ("fall that leaves a tower to the opponent")
        )


def penalties(before: naive.Position, token: str, after: naive.Position) -> Iterator[str]:
    scored = {"w": 0, "b": 0}
    if token[-1] in "09":
        scored[before.mover] = 2 if token[-2] == "d" else 1
    change = {
        "w": after.white_score - before.white_score,
        "b": after.black_score - before.black_score,
    }
    for colour in "wb":
        if change[colour] == scored[colour]:
            continue
        if not after.pending:
            yield "stuck without a piece"
        elif after.turns == before.turns:
            yield "stuck in the middle of a turn"
        elif after.turns == before.turns + 1:
            yield "stuck at the start of a turn with a tower"
        if after.pending:
            assert after.pending.isupper()
            who = "stuck player" if after.pending == colour.upper() else "opponent"
            yield f"bottom piece returned by the {who}"
    if min(after.white_score, after.black_score) < 0:
        yield "score below zero"


def ending(before: naive.Position, after: naive.Position) -> Iterator[str]:
    outcome = naive.outcome(after)
    by_score = naive.decided_by_score(after)
    best = max(after.white_score, after.black_score)
    if by_score == (0.0, 0.0):
        yield "draw by a tie"
    elif by_score:
        lowered = min(after.white_score, after.black_score) < min(
            before.white_score, before.black_score
        )
        yield "win by a penalty" if lowered else "win by a goal"
    elif outcome and after.turns >= after.turn_limit:
        yield "limit with a draw" if outcome == (0.0, 0.0) else "limit with a winner"
    elif outcome:
        yield "siege"
    elif best >= TARGET:
        yield "target without a lead, and on"


def assert_same(fast: Position, slow: naive.Position) -> None:
    assert str(fast) == naive.write(slow)
    assert fast.legal_moves == tuple(naive.legal(slow)), str(fast)
    outcome = fast.outcome()
    assert (outcome and outcome.payoffs) == naive.outcome(slow)
    assert fast.turn == naive.turn(slow)
    assert fast.game.position(str(fast)) == fast


def lively(dice: random.Random, moves: tuple[str, ...]) -> str:
    """A move, goals before all others."""
    goals = [token for token in moves if token[-1] in "09"]
    return dice.choice(goals or moves)


@pytest.fixture(scope="module")
def compared() -> Counter[str]:
    """Both rules side by side from many situations; what was seen on the way."""
    dice, seen = random.Random(20), Counter[str]()
    for _ in range(SITUATIONS):
        options = {name: dice.choice(values) for name, values in CHOICES.items()}
        game = tablier.game("chain-reaction", **options)
        text = situation(dice)
        slow = naive.read(text, game.options)
        if naive.outcome(slow) is None and not naive.moves(slow):
            seen["refused"] += 1
            with pytest.raises(BadPosition):
                game.position(text)
            continue
        fast = game.position(text)
        assert_same(fast, slow)
        for _ in range(LONGEST):
            if not fast.legal_moves:
                break
            token = lively(dice, fast.legal_moves)
            before, slow = slow, naive.play(slow, token)
            fast = fast.play(token)
            assert_same(fast, slow)
            seen.update(["moves", *happenings(before, token, slow)])
    return seen


def test_the_fast_rules_agree_with_the_slow_ones(compared: Counter[str]) -> None:
    assert compared["moves"] > 5 * SITUATIONS


def test_positions_in_which_somebody_is_stuck_are_refused(compared: Counter[str]) -> None:
    assert compared["refused"] > 0


@pytest.mark.parametrize("what", sorted(TO_BE_SEEN))
def test_it_was_seen(what: str, compared: Counter[str]) -> None:
    assert compared[what] > 0


def test_nothing_else_was_seen(compared: Counter[str]) -> None:
    assert set(compared) <= TO_BE_SEEN | {"moves", "refused"}
