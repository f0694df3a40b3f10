"""Two people at one terminal, line by line."""

from pathlib import Path

import pytest
from tests.terminal.conftest import Run, Said

from tablier import IllegalMove, Position, Record, game
from tablier.terminal.commands import games

START = game("mole-hill").start()
ALMOST_OVER = "c4,b3,a2,b2,b1 c4|c5 m 2 9"
OVER = "The game is over: undo, save, again and quit still work."


def play(run: Run, *lines: str, more: tuple[str, ...] = ()) -> Said:
    return run("play", "mole-hill", *more, lines=lines)


def answers(said: Said) -> list[str]:
    """What was said to each line, without the boards."""
    return [part.partition("\n")[2] for part in said.out.split("\n> ")[1:]]


def why_not(*tokens: str, start: Position = START) -> str:
    """Why the last of these moves is illegal."""
    with pytest.raises(IllegalMove) as refused:
        start.play_all(tokens)
    return refused.value.sentence()


def whole_game() -> tuple[str, ...]:
    """A game in which everybody plays the first legal move."""
    position, tokens = START, []
    while position.legal_moves:
        tokens.append(position.legal_moves[0])
        position = position.play(tokens[-1])
    return tuple(tokens)


def end_of(tokens: tuple[str, ...]) -> Position:
    return START.play_all(tokens)


def test_it_begins_with_the_board_and_what_to_do(run: Run) -> None:
    said = play(run)
    assert said.code == 0
    assert said.out.startswith("Mole Hill. Type a move, or help")
    assert game("mole-hill").drawing.text(START.state) in said.out
    assert said.out.endswith(f"\n{START.status()}\n")


def test_a_move_is_played_by_its_token_or_its_number(run: Run) -> None:
    by_token = answers(play(run, "e4"))
    by_number = answers(play(run, "32"))
    assert by_token == by_number
    assert START.play("e4").status() in by_token[0]


def test_moves_lists_all_legal_moves_with_the_numbers_that_play_them(run: Run) -> None:
    (listed,) = answers(play(run, "moves"))
    words = listed.split()
    numbered = dict(zip(words[::2], words[1::2], strict=True))
    legal = START.legal_moves
    assert numbered == {str(number): move for number, move in enumerate(legal, 1)}


def test_moves_can_be_filtered_and_keep_their_numbers(run: Run) -> None:
    _, listed, _, position = answers(play(run, "e4", "moves e4", "59", "position"))
    assert listed.split() == ["47", "d4|e4", "57", "e3|e4", "59", "e4|e5", "60", "e4|f4"]
    assert position.startswith("e4 e4|e5 m 1 -\n")


def test_moves_that_contain_nothing_of_the_kind(run: Run) -> None:
    assert answers(play(run, "moves z9"))[0].strip() == "No legal move contains ‘z9’."


def test_an_illegal_move_gets_its_sentence_and_nothing_is_lost(run: Run) -> None:
    _, refused, position, _ = answers(play(run, "e4", "a1", "position", "quit"))
    assert refused == why_not("e4", "a1")
    assert position == "e4 - g 1 -"


def test_a_number_that_no_move_has(run: Run) -> None:
    for number in ("0", "64", "9" * 5000):
        (refused,) = answers(play(run, number))
        assert refused.endswith("the moves are numbered 1 to 63.\n")


@pytest.mark.parametrize(
    ("typed", "near"),
    [("hlep", "help"), ("mvoes", "moves"), ("quitt", "quit"), ("E4", "e4"), ("e 4", "e4")],
)
def test_a_mistyped_word_gets_a_hint(run: Run, typed: str, near: str) -> None:
    assert answers(play(run, typed))[0].endswith(f"Did you mean {near}?\n")


def test_a_mistyped_rod_gets_a_hint(run: Run) -> None:
    assert answers(play(run, "e4", "e4f4", "quit"))[1].endswith("Did you mean e4|f4?")


def test_what_is_near_nothing_gets_no_hint(run: Run) -> None:
    (refused,) = answers(play(run, "xyzzy"))
    assert refused == f"{why_not('xyzzy')}\n"


def test_an_empty_line_says_nothing(run: Run) -> None:
    assert answers(play(run, "", "  ", "position"))[:2] == ["", ""]


def test_help_lists_every_command(run: Run) -> None:
    (listed,) = answers(play(run, "help"))
    for name in ("moves", "undo", "redo", "save", "load", "rules", "board", "position", "quit"):
        assert f"\n  {name}" in listed
    assert answers(play(run, "?")) == [listed]


def test_commands_are_understood_in_the_language_too(run: Run) -> None:
    for undo in ("zurücknehmen", "undo", "ZURÜCKNEHMEN"):
        said = run("play", "mole-hill", "--lang", "de", lines=("e4", undo, "stellung"))
        assert answers(said)[2] == "- - m 1 -\n"


def test_undo_and_redo(run: Run) -> None:
    lines = (
        "e4",
        "a1|a2",
        "c5",
        "undo 2",
        "position",
        "redo",
        "redo",
        "redo",
        "position",
        "undo 9",
    )
    said = answers(play(run, *lines, "position"))
    assert said[4] == "e4 - g 1 -"
    assert said[7] == "There is no move to redo."
    assert said[8] == "e4,c5 a1|a2 g 1 -"
    assert said[10] == "- - m 1 -\n"


def test_another_move_ends_what_could_be_redone(run: Run) -> None:
    said = answers(play(run, "e4", "a1|a2", "undo", "a2|a3", "redo", "quit"))
    assert said[4] == "There is no move to redo."


def test_the_same_move_keeps_what_can_be_redone(run: Run) -> None:
    said = answers(play(run, "e4", "a1|a2", "undo 2", "e4", "redo", "position", "quit"))
    assert said[5] == "e4 a1|a2 m 1 -"


def test_nothing_to_undo(run: Run) -> None:
    assert answers(play(run, "undo")) == ["There is no move to undo.\n"]


@pytest.mark.parametrize("number", ["x", "-1", "1.5", "9" * 5000])
def test_undo_takes_a_number(run: Run, number: str) -> None:
    _, refused, _ = answers(play(run, "e4", f"undo {number}", "quit"))
    assert refused == f"undo takes a whole number, not ‘{number}’."


def test_rules_at_the_prompt(run: Run) -> None:
    said = answers(play(run, "rules 3.2", "rules 9.9", "rules"))
    assert said[0].startswith("§3.2 You lay a rod in every turn")
    assert said[1].startswith("There is no rule 9.9")
    assert "§7.2" in said[2]


def test_board_shows_the_board_once_more(run: Run) -> None:
    played, shown, _ = answers(play(run, "e4", "board", "quit"))
    assert played == shown


def test_a_whole_game_with_undo_save_and_load(run: Run, tmp_path: Path, kept: Path) -> None:
    tokens, path = whole_game(), str(tmp_path / "game.tablier")
    end = end_of(tokens)
    outcome = end.outcome()
    assert outcome is not None
    half = len(tokens) // 2
    lines = (*tokens[:half], f"save {path}", "undo 5", f"load {path}", "y", *tokens[half:])
    said = play(run, *lines, "position", "undo", "redo", f"save {path}", "y", "a1", "quit")
    assert said.code == 0
    assert said.out.count(outcome.sentence()) == 2
    assert f"> position\n{end}\n> undo\n" in said.out
    assert "The game is over; ‘a1’ can no longer be played." in said.out
    assert Record.read(Path(path).read_text()).tokens == tokens
    assert not kept.exists()


def test_after_the_end_one_can_go_back_and_begin_again(run: Run) -> None:
    lines = ("a1", "moves", "undo", "position", "a1", "again", "position", "quit")
    said = answers(play(run, *lines, more=("--position", ALMOST_OVER)))
    over = game("mole-hill").position(ALMOST_OVER).play("a1")
    assert said[0].endswith(f"{over.status()}\n{OVER}")
    assert said[1].strip() == "The game is over; there are no more moves."
    assert said[3] == said[6] == ALMOST_OVER


def test_again_takes_the_next_seed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tablier"
    play(run, "again", f"save {path}", "quit", more=("--seed", "41"))
    assert Record.read(path.read_text()).seed == 42


def test_again_in_mid_game_asks_first(run: Run) -> None:
    said = play(run, "e4", "again", "no", "position", "again", "yes", "position", "quit")
    assert "This game isn’t saved. Discard it? (y/n) no" in said.out
    assert "\ne4 - g 1 -\n" in said.out
    assert said.out.endswith("> position\n- - m 1 -\n> quit\n")


def test_options_are_played_by(run: Run) -> None:
    said = play(run, "e4", "a1|a2", "a1", more=("--option", "centre_start=plain"))
    plain = game("mole-hill", centre_start="plain").position("e4 a1|a2 m 1 -")
    assert why_not("a1", start=plain) in said.out


def test_without_a_game_one_chooses_from_a_list(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "all_games", lambda: ("mole-hill", "mole-hill"))
    said = run("play", lines=("chess", "3", "", "2", "position"))
    assert "  1  Mole Hill: A mole digs across" in said.out
    assert "There is no game ‘chess’ here" in said.out
    assert "There is no game ‘3’ here" in said.out
    assert said.out.endswith("> position\n- - m 1 -\n")
    by_name = run("play", lines=("mole-hill", "position"))
    assert by_name.out.endswith("> position\n- - m 1 -\n")


def test_leaving_the_list_is_no_mistake(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "all_games", lambda: ("mole-hill", "mole-hill"))
    said = run("play")
    assert (said.code, said.err) == (0, "")


def test_the_only_game_just_starts(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "all_games", lambda: ("mole-hill",))
    assert run("play").out.startswith("Mole Hill. Type a move")


def test_a_french_game(run: Run) -> None:
    said = run("play", "mole-hill", "--lang", "fr", lines=("aide", "e4", "quitter"))
    assert "enregistrer FICHIER" in said.out
    assert said.out.endswith("Pour la reprendre\u00a0: tablier play mole-hill --resume\n")


def test_what_happens_by_itself_is_told_with_its_clause(run: Run) -> None:
    told = answers(play(run, "a1", more=("--position", "c4,b3,a2,b2,b1 c4|c5 m 1 -")))[0]
    assert "The mole is trapped. Points for Player 1: 1. Now swap roles" in told
    assert "in an empty garden (§6.1).\n" in told


def test_the_end_of_a_round_is_drawn_before_the_next(run: Run) -> None:
    before = game("mole-hill").position("c4,b3,a2,b2,b1 c4|c5 m 1 -")
    last = before.game.held(before.state, before.game.actions["a1"])
    told = answers(play(run, "a1", more=("--position", str(before))))[0]
    boards = [before.game.drawing.text(state) for state in (last, before.play("a1").state)]
    assert told.index(boards[0].strip()) < told.index("trapped") < told.index(boards[1].strip())


def test_an_end_that_comes_nearer_is_announced(run: Run) -> None:
    said = run("play", "chain-reaction", "--option", "turn_limit=1")
    assert said.out.endswith("\nTurns left until the turn limit: 1 (§7.4).\n")
