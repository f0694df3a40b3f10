"""Proof-number search: can a seat force a win within so many of its turns? Exact, for every game.

Use it through `specialise`: it compiles this file anew for the rules of a game. A turn of a seat
ends when another seat is to move. A question is known by a hash of the position's bytes, of the
seat and of the turns left. `proof` and `disproof` say how many positions have to be decided at
least until the seat is known to win, or known not to (df-pn, Nagai 2002); one of them is 0 once it
is decided. No position of a game comes back, for each counts its turns, so nothing runs in circles.
"""

import numpy as np

from tablier.kernels.stand_ins.aim import by_aim, is_won, turns_needed
from tablier.kernels.stand_ins.rules import legal, outcome, play
from tablier.portable import NONE, kernel, record

ENTRY = record(
    ("key", "u8"),  # hash of the position; 0: nothing is here
    ("proof", "i4"),
    ("disproof", "i4"),
    ("length", "i4"),  # moves until the end as far as they were looked at, once it is decided
)
FAR = 1_000_000_000
ANY = 1000  # turns: as many as the game has
WON, LOST = np.uint64(1), np.uint64(2)  # keys of positions where the game is over
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_BY_29 = np.uint64(29)


@kernel
def hashed(words, seat, turns):
    """The key of the question whether the seat wins these bytes of a position in so many turns."""
    key = np.uint64(seat + 1 + 8 * turns) * _MIX_2
    for i in range(len(words)):
        key = (key ^ np.uint64(words[i])) * _MIX_1
        key = (key ^ key >> _BY_29) * _MIX_2
        key ^= key >> _BY_29
    return key | np.uint64(4)


@kernel
def place(table, key):
    """Where the key is in the table, or the free place where it belongs."""
    last = np.uint64(len(table) - 1)
    i = key & last
    while table[i].key != key and table[i].key != NONE:
        i = (i + np.uint64(1)) & last
    return i


@kernel
def known(table, key):
    """Proof, disproof and length of a position, as far as they are known."""
    if key == WON:
        return 0, FAR, 0
    if key == LOST:
        return FAR, 0, 0
    entry = table[place(table, key)]
    if entry.key == NONE:
        return 1, 1, 0
    return np.int64(entry.proof), np.int64(entry.disproof), np.int64(entry.length)


@kernel
def verdict(table, words, seat, turns):
    """As `known`, of the position with these bytes."""
    return known(table, hashed(words, seat, turns))


@kernel
def note(table, used, key, proof, disproof, length):
    """Write down what is known of a position."""
    entry = table[place(table, key)]
    if entry.key == NONE:
        used[0] += 1
        entry.key = key
    entry.proof = min(proof, FAR)
    entry.disproof = min(disproof, FAR)
    entry.length = length


@kernel
def turns_after(before, after, seat, turns):
    """The turns that the seat has left after a move, of those that it had before."""
    return turns - (before.turn == seat and after.turn != seat and turns < ANY)


@kernel
def result(state, payoff, seat, turns):
    """WON or LOST if that is certain without looking ahead, else NONE."""
    if outcome(state, payoff):
        return WON if payoff[seat] >= 1 and by_aim(state) else LOST
    if is_won(state, seat):
        return WON
    spent = turns == 0 and state.turn == seat
    return LOST if spent or turns_needed(state, seat) > turns else NONE


@kernel
def look_ahead(states, words, actions, keys, payoff, depth, seat, turns):
    """Find the keys of all positions one move after states[depth]; return how many there are."""
    n = legal(states[depth], actions[depth])
    for i in range(n):
        states[depth + 1] = states[depth]
        play(states[depth + 1], actions[depth, i])
        left = turns_after(states[depth], states[depth + 1], seat, turns)
        keys[depth, i] = result(states[depth + 1], payoff, seat, left)
        if keys[depth, i] == NONE:
            keys[depth, i] = hashed(words[depth + 1], seat, left)
    return n


@kernel
def prove(
    states,
    words,
    actions,
    keys,
    table,
    used,
    payoff,
    depth,
    seat,
    turns,
    most_proof,
    most_disproof,
    most,
):
    """Look at states[depth] until it is decided, or takes more work than its neighbours.

    The game is not over there. The higher states are scratch, `words` their bytes, and `actions`
    and `keys` have a row of scratch for each. It ends too when the table has `most` entries.
    """
    n = look_ahead(states, words, actions, keys, payoff, depth, seat, turns)
    mine = states[depth].turn == seat
    here = hashed(words[depth], seat, turns)
    while True:
        # `least` is what the mover needs at least to reach his aim, `total` what to refute him.
        best = 0
        least = second = FAR
        total = best_total = longest = 0
        shortest = FAR
        for i in range(n):
            proof, disproof, length = known(table, keys[depth, i])
            needs, refutes = (proof, disproof) if mine else (disproof, proof)
            total = min(FAR, total + refutes)
            longest = max(longest, length)
            if needs == 0:
                shortest = min(shortest, length)
            if needs < least:
                best, second, least, best_total = i, least, needs, refutes
            elif needs < second:
                second = needs
        if least == 0:
            total = FAR
        proof, disproof = (least, total) if mine else (total, least)
        length = 1 + (shortest if least == 0 else longest)
        note(table, used, here, proof, disproof, length)
        if proof >= most_proof or disproof >= most_disproof or proof == 0 or disproof == 0:
            return
        if depth + 2 >= len(states):
            used[0] = most
        if used[0] >= most:
            return
        states[depth + 1] = states[depth]
        play(states[depth + 1], actions[depth, best])
        needed = second + 1 + second // 4
        rest = total - best_total
        if mine:
            limits = min(most_proof, needed), most_disproof - rest
        else:
            limits = most_proof - rest, min(most_disproof, needed)
        left = turns_after(states[depth], states[depth + 1], seat, turns)
        prove(
            *(states, words, actions, keys, table, used, payoff, depth + 1, seat),
            *(left, limits[0], limits[1], most),
        )
