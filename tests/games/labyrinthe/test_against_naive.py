"""The fast rules agree with the slow ones where random games seldom come: see EVENTS.

Blocks and pawns are strewn over the board, pawns near the centre; who can enter the centre often
does. Everything that happens is noted, and the last test asserts that all of it was seen.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations

import pytest
from tests.games.labyrinthe import naive
from tests.games.labyrinthe.positions import CAMP_SHUT, FORTRESS, LAYOUT, clamp, text, walled

import tablier
from tablier import Position
from tablier.games.labyrinthe import aim

Options = dict[str, str | int]
PLIES = 40
OPENS_THE_CAMP = 14  # a seed by which the first move lets the pawns out
TURNS_LEFT = 12  # most games end within the plies that are played
NEAR = [(column, row) for column in range(6, 15) for row in range(6, 15)]
EVERYWHERE = [(column, row) for column in range(21) for row in range(21)]
CASES: list[Options] = [
    {},
    {"opening": "full"},
    {"opening": "pawn"},
    {"players": 4},
    {"players": 4, "opening": "pawn"},
    {"order": "pawn_first"},
    {"players": 4, "order": "pawn_first"},
    {"order": "pawn_first", "opening": "pawn"},
]
EVENTS = {
    "displaced an own pawn",
    "displaced another's pawn",
    "displaced after the block",
    "displaced in a first turn without a block",
    "won",
    "won after the block",
    "won with a displaced pawn",
    "won with an own displaced pawn",
    "skipped the pawn half",
    "skipped the block half",
    "missed a turn",
    "missed all turns to the limit",
    "could only slide a pawn",
    "could only move a block",
    "played a first turn without a block",
    "a block waited for the first pawn",
    "a block came before the first pawn",
    "a block came before the first pawn for want of one",
    "a block barred with four players",
    "passed",
    "passed without a pawn",
    "moved a block after the pawn that came first",
    "moved a block without a pawn that came first",
    "moved a block, too late for a pawn",
    *(
        f"{leaders} of {players} lead"
        for players, leaders in ((2, 1), (2, 2), (4, 1), (4, 2), (4, 3), (4, 4))
    ),
}


def strewn(dice: random.Random, options: Options) -> str:
    """The text of a position with blocks and pawns anywhere."""
    anchors = {name: naive.square_of(square) for name, square in LAYOUT.items()}
    for name in dice.choices(list(anchors), k=dice.choice((0, 10, 60))):
        goal = dice.choice(EVERYWHERE)
        if fits(anchors, name, goal):
            anchors[name] = goal
    players = int(options.get("players", 2))
    turns = dice.choice((0, 0, *range(1, 1 + TURNS_LEFT)))
    fields = (
        ",".join(map(naive.name_of, anchors.values())),
        "/".join(strewn_pawns(dice, anchors, players)),
        str(turns % players + 1),
        "- -",
        dice.choice(("-", *LAYOUT)),
        "-",
        str(turns),
    )
    return " ".join(fields)


def fits(anchors: Mapping[str, naive.Square], name: str, goal: naive.Square) -> bool:
    squares = naive.squares_at(name, goal)
    others = [naive.squares_at(other, anchors[other]) for other in anchors if other != name]
    return naive.is_on_board(squares) and not any(
        squares & other for other in (*others, naive.CENTRE)
    )


def strewn_pawns(
    dice: random.Random, anchors: Mapping[str, naive.Square], players: int
) -> Iterator[str]:
    """Four pawns for each player, at most two of them in the centre."""
    blocks = [square for name in anchors for square in naive.squares_at(name, anchors[name])]
    free = [square for square in NEAR if square not in blocks]
    dice.shuffle(free)
    for _ in range(players):
        pawns: list[naive.Square] = []
        while len(pawns) < 4:
            square = free.pop()
            if len(naive.CENTRE.intersection([*pawns, square])) <= 2:
                pawns.append(square)
        yield ",".join(map(naive.name_of, sorted(pawns)))


def starts(options: Options, n: int) -> Iterator[tuple[str, int]]:
    """Texts to begin from, each with the seed of its game."""
    for seed in range(n):
        yield strewn(random.Random(seed), options), seed
    if options in ({}, {"order": "pawn_first"}):
        yield from ((FORTRESS.format(turns=0), seed) for seed in range(20))
        yield from ((clamp(done=done), seed) for done in "-p" for seed in range(6))
        yield from ((walled(turns=9), seed) for seed in range(4))
        yield text(rest="1 - - - - 9", blocks=CAMP_SHUT), OPENS_THE_CAMP
        yield text(rest="1 - - - - 0", blocks=CAMP_SHUT), OPENS_THE_CAMP


def eager(dice: random.Random, position: Position) -> str:
    """Often a slide that ends in the centre, else any move."""
    moves = position.legal_moves
    inwards = [
        token
        for token in moves
        if "-" in token and naive.square_of(token.split("-")[1]) in naive.CENTRE
    ]
    return dice.choice(inwards if inwards and dice.random() < 0.4 else moves)


def agree(position: Position, slow: naive.Position) -> None:
    outcome = position.outcome()
    assert naive.write(slow) == str(position)
    assert tuple(naive.legal(slow)) == position.legal_moves, str(position)
    assert naive.outcome(slow) == (outcome and outcome.payoffs)
    assert naive.turn(slow) == position.turn
    assert position.game.position(str(position)) == position


@cache
def played(case: int, n: int) -> Counter[str]:
    """Play from `n` strewn positions with both rules side by side; what happened, how often."""
    options = {"turn_limit": TURNS_LEFT + 1, **CASES[case]}
    game = tablier.game("labyrinthe", **options)
    seen: Counter[str] = Counter()
    for words, seed in starts(CASES[case], n):
        dice = random.Random(seed)
        slow = naive.read(words, game.options)
        if naive.outcome(slow) is None and not naive.can_go_on(slow):
            continue
        position = game.position(words)
        for _ in range(PLIES):
            agree(position, slow)
            seen["plies"] += 1
            if not position.legal_moves:
                break
            token = eager(dice, position)
            after = naive.play(slow, token)
            seen.update(happened(slow, token, after))
            position, slow = position.play(token), after
    return seen


def happened(before: naive.Position, token: str, after: naive.Position) -> Iterator[str]:
    """What of EVENTS came about by this move."""
    turns, mover = after.turns - before.turns, before.mover
    only_a_pawn = before.opening == "pawn" and before.turns == 0
    first = before.done == naive.NONE
    yield from in_the_first_turn(before, token)
    if after.doubled is not None:
        own = after.pawns[mover].count(after.doubled) == 2
        yield "displaced an own pawn" if own else "displaced another's pawn"
        if not first:
            yield "displaced after the block"
        if only_a_pawn:
            yield "displaced in a first turn without a block"
        if naive.has_won(after):
            yield "won with an own displaced pawn" if own else "won with a displaced pawn"
    if naive.has_won(after) and after.mover == mover:
        yield "won" if first else "won after the block"
    elif only_a_pawn and turns:
        yield "played a first turn without a block"
    elif before.order == naive.PAWN_FIRST and "-" not in token:
        yield from blocks_in_order(before, token)
    elif first and turns:
        yield "skipped the pawn half" if ":" in token else "skipped the block half"
    if turns >= 2:
        yield "missed a turn"
    if turns >= 3 and after.turns == after.turn_limit:
        yield "missed all turns to the limit"
    if after.done == naive.NONE and naive.outcome(after) is None:
        yield from choices(after)
    if after.turns == after.turn_limit:
        yield leaders(after)


def in_the_first_turn(before: naive.Position, token: str) -> Iterator[str]:
    """What comes first in a game by the usual order, a pawn or a block."""
    if (before.done, before.turns, before.order) != (naive.NONE, 0, "either"):
        return
    if ":" in token:
        is_free = before.opening == "full"
        yield f"a block came before the first pawn{'' if is_free else ' for want of one'}"
    elif naive.is_printed_opening(before) and any(True for _ in naive.block_moves(before)):
        yield "a block waited for the first pawn"


def blocks_in_order(before: naive.Position, token: str) -> Iterator[str]:
    """How a turn ends where pawns come first."""
    without = before.done == naive.NONE
    if token == naive.PASS:
        yield "passed without a pawn" if without else "passed"
    elif ":" in token:
        yield f"moved a block {'without a' if without else 'after the'} pawn that came first"
        if without and any(True for _ in naive.pawn_moves(naive.shift(before, token))):
            yield "moved a block, too late for a pawn"


def choices(position: naive.Position) -> Iterator[str]:
    """What the halves of a turn look like at its beginning."""
    if not any(True for _ in naive.block_moves(position)):
        yield "could only slide a pawn"
    if not any(True for _ in naive.pawn_moves(position)):
        yield "could only move a block"
    if position.barred != naive.NONE and len(position.pawns) == 4:
        yield "a block barred with four players"


def leaders(position: naive.Position) -> str:
    inside = [naive.in_centre(position, seat) for seat in range(len(position.pawns))]
    return f"{inside.count(max(inside))} of {len(inside)} lead"


GAMES = 25


def games(config: pytest.Config) -> int:
    """So many for each case; with the option --games more, but never too few to see everything."""
    return GAMES * max(1, int(config.getoption("games")) // 100)


@pytest.mark.parametrize("case", range(len(CASES)), ids=map(str, CASES))
def test_fast_and_slow_rules_agree_near_the_centre(case: int, pytestconfig: pytest.Config) -> None:
    """§3.4, §3.5, §5.2 At every ply: text, moves, outcome and seat, and the text reads back."""
    assert played(case, games(pytestconfig))["plies"] > 10 * GAMES


def test_everything_was_seen(pytestconfig: pytest.Config) -> None:
    """§2.2, §2.4, §2.5, §2.6, §4.5, §5.3, §7.1 Or the comparison would prove nothing about it."""
    seen: Counter[str] = Counter()
    for case in range(len(CASES)):
        seen += played(case, games(pytestconfig))
    assert set(seen) - {"plies"} == EVENTS, set(seen) ^ EVENTS


@pytest.mark.parametrize("seed", range(5))
def test_blocks_know_where_they_may_go_however_they_came_to_lie(seed: int) -> None:
    """§4.4 What is kept about each block between moves is what a fresh look would find."""
    position, dice = tablier.game("labyrinthe").start(), random.Random(seed)
    for _ in range(120):
        position = position.play(dice.choice(position.legal_moves))
        assert position.game.position(str(position)).data == position.data


@pytest.mark.parametrize("order", ["either", "pawn_first"])
def test_a_turn_that_brings_no_pawn_inside_is_known(order: str) -> None:
    """§2.2, §2.7 Where pawns come first no block opens a way for them; by default it has moved."""
    game = tablier.game("labyrinthe", order=order, opening="full")
    answers = Counter[bool]()
    for seed in range(60):
        dice = random.Random(seed)
        slow = naive.read(strewn(dice, {}), game.options)
        if order == "either":
            blocks = [token for token in naive.legal(slow) if ":" in token]
            slow = naive.play(slow, dice.choice(blocks))
            assert slow.done == naive.BLOCK
        ends = [token.split("-") for token in naive.legal(slow) if "-" in token]
        enters = any(
            naive.square_of(end) in naive.CENTRE and naive.square_of(start) not in naive.CENTRE
            for start, end in ends
        )
        needed = naive.TO_WIN - naive.in_centre(slow, slow.mover) + (not enters)
        assert aim.turns_needed(game.position(naive.write(slow)).state, slow.mover) == needed
        answers[enters] += 1
    assert set(answers) == {False, True}


def test_strewn_blocks_do_not_overlap() -> None:
    """The positions of these tests are what they claim to be."""
    for seed in range(5):
        slow = naive.read(strewn(random.Random(seed), {}), tablier.game("labyrinthe").options)
        lying = [naive.squares_at(name, anchor) for name, anchor in slow.anchors.items()]
        assert not any(one & other for one, other in combinations(lying, 2))
