"""Games, options and refusals, as `tablier.game` gives them."""

import pickle

import pytest

import tablier
from tablier import Refusal
from tablier.game import all_options, options_from_text, options_text


def test_the_games_have_names() -> None:
    assert "mole-hill" in tablier.games()
    assert [tablier.game(name).name for name in tablier.games()] == list(tablier.games())


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(Refusal, match=r"no game ‘chess’ here; the games are .*mole-hill"):
        tablier.game("chess")


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(Refusal, match="mole-hill has no option ‘speed’; it has centre_start"):
        tablier.game("mole-hill", speed=3)


def test_an_option_called_name_is_just_unknown() -> None:
    with pytest.raises(Refusal, match="no option ‘name’"):
        tablier.game("mole-hill", **{"name": "x"})


@pytest.mark.parametrize("value", ["fly", 0, True, ""])
def test_a_value_that_an_option_cannot_have_is_refused(value: str | int | bool) -> None:
    with pytest.raises(Refusal, match=r"centre_start cannot be .* it can be jump, plain"):
        tablier.game("mole-hill", centre_start=value)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_has_64_bits(seed: int) -> None:
    with pytest.raises(Refusal, match="whole number from 0 to 18446744073709551615"):
        tablier.game("mole-hill").start(seed)


def test_a_refusal_speaks_three_languages() -> None:
    with pytest.raises(Refusal) as refused:
        tablier.game("chess")
    assert len({refused.value.sentence(lang) for lang in tablier.LANGUAGES}) == 3
    with pytest.raises(Refusal, match="no language ‘it’"):
        refused.value.sentence("it")


def test_games_with_the_same_options_are_equal() -> None:
    assert tablier.game("mole-hill") == tablier.game("mole-hill", centre_start="jump")
    assert tablier.game("mole-hill") != tablier.game("mole-hill", centre_start="plain")


def test_options_are_written_and_read() -> None:
    game = tablier.game("mole-hill", centre_start="plain")
    assert options_text(game) == "centre_start=plain"
    assert options_from_text(game.package, "centre_start=plain") == {"centre_start": "plain"}


def test_an_option_that_came_later_is_written_only_if_it_was_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual, plain = (tablier.game("mole-hill", centre_start=each) for each in ("jump", "plain"))
    assert options_text(usual) == "centre_start=jump"
    monkeypatch.setattr(usual.rules, "LATER", ("centre_start",), raising=False)
    assert (options_text(usual), options_text(plain)) == ("", "centre_start=plain")
    assert all_options(usual.package, {}) == usual.options
    assert all_options(usual.package, plain.options) == plain.options


def test_positions_are_values() -> None:
    start = tablier.game("mole-hill").start()
    one, other = start.play("e4"), start.play("e4")
    assert one == other
    assert hash(one) == hash(other)
    assert len({start, one, other}) == 2
    assert start != one
    assert one != tablier.game("mole-hill", centre_start="plain").start().play("e4")


def test_playing_leaves_the_old_position_alone() -> None:
    start = tablier.game("mole-hill").start()
    before = str(start)
    start.play("e4").play("e4|f4")
    start.state.hills = 5
    assert str(start) == before
    assert start.play_all(["e4", "e4|f4"]) == start.play("e4").play("e4|f4")


def test_legal_moves_are_sorted_tokens() -> None:
    moves = tablier.game("mole-hill").start().legal_moves
    assert list(moves) == sorted(moves)
    assert len(moves) == 63
    assert "e4" in moves
    assert "e9" not in moves


def test_positions_and_refusals_survive_pickling() -> None:
    position = tablier.game("mole-hill", centre_start="plain").start().play("e4")
    assert position.record.tobytes() == position.data  # worked out, and not sent along
    assert pickle.loads(pickle.dumps(position)) == position
    with pytest.raises(tablier.IllegalMove) as illegal:
        position.play("a1")
    again = pickle.loads(pickle.dumps(illegal.value))
    assert (again.clause, again.sentence("de")) == (
        illegal.value.clause,
        illegal.value.sentence("de"),
    )


def test_an_outcome_tells_the_winner() -> None:
    won = tablier.game("mole-hill").position("b2,b1,a2,a1 - g 2 2").outcome()
    assert won is not None
    assert (won.payoffs, won.winner, won.reason) == ((1.0, -1.0), 0, "first_wins")
    assert won.sentence() == "Player 1 wins 2 to 1 (§7.2)."
    drawn = tablier.game("mole-hill").position("b2,b1,a2,a1 - g 2 1").outcome()
    assert drawn is not None
    assert (drawn.payoffs, drawn.winner) == ((0.0, 0.0), None)
