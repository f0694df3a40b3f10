"""What Mole Hill says for a move is true, as the slow rules see it (§4, §6)."""

from dataclasses import replace

from tests.games.mole_hill import naive
from tests.games.reasons import Facts, choices, plural, said_of

import tablier
from tablier.games.mole_hill.reasons import near_room
from tablier.reasons import Choice

AROUND = {
    square: {each for each in naive.SQUARES if each != square and any(naive.routes(square, each))}
    for square in naive.SQUARES
}


def read(position: tablier.Position) -> naive.Position:
    return naive.read(str(position), position.game.options)


def reach(position: naive.Position, most: int = naive.HILLS) -> dict[str, int]:
    """The moves that the mole is from each free square, if no rod were added."""
    most = min(most, naive.HILLS - len(position.visited))
    found: dict[str, int] = {}
    ahead = set(naive.mole_moves(position))
    n = 1
    while ahead - found.keys() and n <= most:
        found.update(dict.fromkeys(ahead - found.keys(), n))
        stands = [square for square, moves in found.items() if moves == n]
        ahead = {each for square in stands for each in further(position, square)}
        n += 1
    return found


def further(position: naive.Position, square: str) -> list[str]:
    """Where the mole could go from there."""
    free = [each for each in naive.SQUARES if each not in position.visited]
    if square == naive.CENTRE:
        return free
    there = replace(position, visited=(*position.visited, square))
    return [each for each in free if each in AROUND[square] and naive.may_step(there, each)]


def room(position: naive.Position) -> int:
    return len(reach(position))


def near(position: naive.Position) -> int:
    return len(reach(position, 2))


def truth(choice: Choice) -> Facts:
    """Everything that can be said for a move, by the slow rules."""
    before, after = read(choice.before), read(choice.after)
    goes_on = before.round == after.round and not naive.round_is_over(after)
    if before.mover == naive.MOLE:
        return of_mole(choice, before, after, goes_on)
    if not goes_on:
        points = naive.score(before)
        return plural("traps", points) if points else {"traps_none": {}}
    found: Facts = {}
    taken, steps = room(before) - room(after), len(naive.mole_moves(after))
    if taken:
        found |= plural("takes", taken)
    if steps < len(naive.mole_moves(before)):
        found |= plural("leaves", steps)
    elif not taken and near(after) < near(before):
        found |= plural("narrows", near(before) - near(after))
    return found | flowers(before, after)


def flowers(before: naive.Position, after: naive.Position) -> Facts:
    was, now = map(reach, (before, after))
    lost = sorted(
        (was[square], naive.SQUARES.index(square), square)
        for square in naive.FLOWERS
        if square in was and now.get(square, 99) > was[square]
    )
    if not lost:
        return {}
    square = lost[0][2]
    return {"flower_farther" if square in now else "flower_cut": {"square": square}}


def of_mole(choice: Choice, before: naive.Position, after: naive.Position, goes_on: bool) -> Facts:
    found: Facts = {}
    points = naive.FLOWERS.get(choice.token)
    if points:
        found["red_flower" if points == 2 else "white_flower"] = {}
    if len(before.visited) >= naive.LIGHT_HILLS:
        found["dark_hill"] = {}
    if not goes_on:
        return found
    if naive.may_jump(after):
        found["centre"] = {}
    position = after
    for token in choice.line:
        if position.round != before.round or naive.round_is_over(position):
            break
        if position.mover == naive.MOLE and token in naive.FLOWERS:
            found["heads_for"] = {"square": token}
            break
        position = naive.play(position, token)
    return found | roomiest(before, after)


def roomiest(before: naive.Position, after: naive.Position) -> Facts:
    others = [naive.play(before, token) for token in naive.legal(before)]
    others = [each for each in others if each.round == before.round]
    others = [each for each in others if not naive.round_is_over(each)]
    for key, measure in (("roomiest", room), ("near_roomiest", near)):
        sizes = [*map(measure, others)]
        if measure(after) == max(sizes) > min(sizes):
            return {key: {"n": measure(after)}}
    return {}


def test_all_that_is_said_is_true_and_nothing_is_left_out() -> None:
    said: set[str] = set()
    for choice in choices("mole_hill", every=10, seed=4):
        facts = said_of(choice)
        assert facts == truth(choice), (str(choice.before), choice.token, choice.line)
        said |= facts.keys()
    assert {"takes", "leaves", "dark_hill", "roomiest", "flower_cut", "heads_for"} <= said


def test_two_moves_by_the_centre_lead_everywhere() -> None:
    position = tablier.game("mole-hill").position("d3,c3 c2|c3,d1|d2 m 1 -")
    assert near_room(position.play("d4")) == 60
    assert near_room(position.play("d2")) < 30
