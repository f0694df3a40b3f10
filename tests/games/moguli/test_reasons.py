"""What Moguli says for a move is true, as the slow rules see it (§4, §5, §6)."""

import random
from collections.abc import Mapping
from dataclasses import replace

from tests.games.moguli import naive
from tests.games.moguli.players import crowded_position
from tests.games.reasons import Facts, choices, plural, random_choice, said_of

import tablier
from tablier.reasons import Choice
from tablier.texts import All

HOME = {1: "7", 2: "1"}
Ends = Mapping[str, set[str]]


def read(position: tablier.Position) -> naive.Position:
    return naive.read(str(position), position.game.options)


def ends_of(position: naive.Position, player: int) -> Ends:
    """Where each pawn of a player could go if it were to move a pawn now."""
    if naive.outcome(position) is not None:
        return {}
    begun = replace(position, mover=player, moved=False, bonus=False, turnings=0)
    if naive.outcome(begun) is not None:
        return {}
    found: dict[str, set[str]] = {pawn: set() for pawn in position.pawns[player]}
    for token in naive.pawn_moves(begun):
        pawn, _, end = token.partition("-")
        found[pawn].add(end)
    return found


def comes_home(player: int, ends: set[str]) -> bool:
    return any(end[1] == HOME[player] for end in ends)


def forward(player: int, pawn: str, end: str) -> int:
    return (int(end[1]) - int(pawn[1])) * (1 if player == 1 else -1)


def names(pawns: list[str]) -> dict[str, object]:
    return {"pawns": All(tuple(sorted(pawns)))}


def truth(choice: Choice) -> Facts:
    """Everything that can be said for a move, by the slow rules."""
    before, after = read(choice.before), read(choice.after)
    if before.phase == naive.SWAP or choice.token == "pass":
        return {}
    own = of_pawn if "-" in choice.token else of_rotation
    return own(choice, before, after) | stopped(before, after)


def of_pawn(choice: Choice, before: naive.Position, after: naive.Position) -> Facts:
    pawn, _, end = choice.token.partition("-")
    player, found = before.mover, Facts()
    if end[1] == HOME[player] != pawn[1]:
        found["home"] = {}
    elif forward(player, pawn, end) > 0:
        found |= plural("forward", forward(player, pawn, end))
    if after.mover == player and after.bonus:
        found["bonus"] = {}
    return found


def of_rotation(choice: Choice, before: naive.Position, after: naive.Position) -> Facts:
    was, now = ends_of(before, before.mover), ends_of(after, before.mover)
    pawn, end = next((token.split("-") for token in choice.rest if "-" in token), ("", ""))
    found = Facts()
    if pawn in was and end not in was[pawn]:
        key = "opens_home" if end[1] == HOME[before.mover] else "opens"
        found[key] = {"pawn": pawn, "end": end}
    freed = [each for each in now if now[each] and each in was and not was[each] and each != pawn]
    return found | ({"frees": names(freed)} if freed else {})


def stopped(before: naive.Position, after: naive.Position) -> Facts:
    other = 3 - before.mover
    was, now = ends_of(before, other), ends_of(after, other)
    kept = [
        each
        for each in was
        if each in now and comes_home(other, was[each]) and not comes_home(other, now[each])
    ]
    still = [each for each in now if was.get(each) and not now[each]]
    if kept or still:
        return {"keeps_from_home": names(kept)} if kept else {"stops": names(still)}
    less = best(other, was) - best(other, now) if was and now else 0
    return plural("slows", less) if less > 0 else {}


def best(player: int, ways: Ends) -> int:
    return max([0, *(forward(player, pawn, end) for pawn in ways for end in ways[pawn])])


def test_all_that_is_said_is_true_and_nothing_is_left_out() -> None:
    said: set[str] = set()
    for choice in choices("moguli", every=4):
        facts = said_of(choice)
        assert facts == truth(choice), (str(choice.before), choice.token, choice.line)
        said |= facts.keys()
    assert {"forward", "frees", "stops", "home", "opens", "keeps_from_home"} <= said


def test_all_that_is_said_is_true_if_the_third_pawn_home_obliges() -> None:
    """§8.4 Where a pawn has to leave the start row, and where it has not though the row is full."""
    game, dice = tablier.game("moguli", obligation="third_home"), random.Random(4)
    said: set[str] = set()
    bound = 0
    for n in range(120):
        position = game.start(n) if n % 4 == 0 else crowded_position(game, dice)
        if position.legal_moves:
            choice = random_choice(position, dice)
            facts = said_of(choice)
            assert facts == truth(choice), (str(choice.before), choice.token, choice.line)
            said |= facts.keys()
            bound += naive.duty_binds(read(position))
    assert {"frees", "stops", "opens"} <= said
    assert bound > 20
