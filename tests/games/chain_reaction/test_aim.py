"""How far a player of Chain Reaction is from winning."""

import pytest
from tests.games.chain_reaction.setting import BLACK, WHITE, at

from tablier.games.chain_reaction import aim


@pytest.mark.parametrize(
    ("rest", "white", "black"),
    [
        ("w 0 - 9 10 0", 2, 1),
        ("b 0 - 9 10 1", 2, 1),
        ("w 0 w 9 10 0", 3, 1),
        ("w 0 W 9 10 0", 3, 1),
        ("b 0 B 9 10 0", 2, 1),
        ("w 0 - 12 12 0", 0, 0),
    ],
)
def test_a_turn_in_which_a_piece_is_put_back_scores_no_more(
    rest: str, white: int, black: int
) -> None:
    """§5.2, §6.2 But who puts it back in the other's turn is next and has all of the own turn."""
    state = at("wd4 bd6", rest).state
    assert (aim.turns_needed(state, WHITE), aim.turns_needed(state, BLACK)) == (white, black)
