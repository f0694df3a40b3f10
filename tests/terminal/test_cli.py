"""Every command of the command line, and one sentence for everything that can be wrong with it."""

import inspect
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.terminal.conftest import Run

from tablier import LANGUAGES, BadPosition, IllegalMove, __version__, game, games
from tablier.record import Record
from tablier.terminal.cli import COMMANDS, spelled
from tablier.terminal.words import table

GAMES = ", ".join(games())
THREE_MOVES = '[Game "mole-hill"]\n[Player1 "Ann"]\n\n{Off we go} e4 a1|a2 {a far rod} c5 *\n'


def why_not(*tokens: str) -> str:
    """Why the last of these moves is illegal."""
    with pytest.raises(IllegalMove) as refused:
        game("mole-hill").start().play_all(tokens)
    return refused.value.sentence()


def test_alone_it_shows_the_help(run: Run) -> None:
    alone = run()
    assert alone == run("--help")
    assert alone.code == 0
    for command in COMMANDS:
        assert f"tablier {spelled(command)}" in alone.out


@pytest.mark.one_game
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_help_of_a_command_names_its_options_and_has_an_example(
    run: Run, command: Callable[..., int], lang: str
) -> None:
    name = spelled(command)
    page = run(name, "--help", "--lang", lang).out
    assert page.strip() == table(lang, "pages")[name].strip()
    assert page.count(f"tablier {name}") >= 2
    for parameter in inspect.signature(command).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and parameter.name != "lang":
            assert f"--{parameter.name.removesuffix('s').replace('_', '-')}" in page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_pages_fit_into_80_columns(lang: str) -> None:
    lines = "\n".join(table(lang, "pages").values()).splitlines()
    assert max(map(len, lines)) <= 80


def test_version(run: Run) -> None:
    assert run("--version").out == f"{__version__}\n"


def test_games_shows_name_players_blurb_and_options(run: Run) -> None:
    said = run("games").out
    assert "mole-hill: Mole Hill, 2 players" in said
    assert "A mole digs across an English lawn" in said
    assert "  centre_start=jump|plain  A mole that starts on the centre (default jump)" in said
    assert "    jump                   … may jump" in said
    assert "    plain                  … takes an ordinary step" in said


def test_rules_prints_every_clause_and_draws_the_diagrams(run: Run) -> None:
    said = run("rules", "mole-hill").out
    assert said.count("§") >= 23
    assert "```" not in said
    assert "**" not in said
    drawing = game("mole-hill").drawing.text(game("mole-hill").start().state)
    for line in drawing.splitlines():
        assert line.strip() in said
    assert "The garden at the start" in said
    assert not any(line.endswith(" ") for line in said.splitlines())


def test_rules_of_one_clause(run: Run) -> None:
    said = run("rules", "mole-hill", "--clause", "3.2").out
    assert said == "§3.2 You lay a rod in every turn. Ruling: you may not pass.\n\n"
    assert run("rules", "mole-hill", "--clause", "§3.2").out == said


def test_rules_of_one_section(run: Run) -> None:
    said = run("rules", "mole-hill", "--clause", "3").out
    assert said.startswith("3 The gardener\n\n§3.1 ")
    assert "§3.2" in said
    assert "§4.1" not in said


def test_the_language_is_that_of_the_option_the_variable_or_the_locale(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "2 players" in run("games").out
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert "2 Spieler" in run("games").out
    monkeypatch.setenv("TABLIER_LANG", "fr")
    assert "2 joueurs" in run("games").out
    assert "2 players" in run("--lang", "en", "games").out
    assert "2 Spieler" in run("games", "--lang=de").out


def test_a_locale_that_we_do_not_speak_is_english(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "sv_SE.UTF-8")
    assert "2 players" in run("games").out


def test_refusals_are_in_the_language_too(run: Run) -> None:
    assert run("rules", "go", "--lang", "fr").err.startswith("Il n’y a pas de jeu «\u202fgo\u202f»")
    assert run("dance", "--lang", "de").err.startswith("Den Befehl „dance“ gibt es nicht")


def test_perft_splits_by_the_first_move(run: Run) -> None:
    said = run("perft", "mole-hill", "2", "--position", "c3 c3|c4 m 1 -")
    lines = [f"{token}: 109" for token in ("b2", "b3", "b4", "c2", "d2", "d3", "d4")]
    assert said.out.splitlines() == [*lines, "total: 763"]
    assert said.err.endswith(" lines/s\n")


def test_perft_at_depth_0_and_1(run: Run) -> None:
    assert run("perft", "mole-hill", "0").out == "total: 1\n"
    assert run("perft", "mole-hill", "1").out.splitlines()[-2:] == ["i7: 1", "total: 63"]


def test_perft_of_a_game_that_is_over_counts_nothing(run: Run) -> None:
    over = "c4,b3,a2,b2,b1,a1 c4|c5 g 2 9"
    assert run("perft", "mole-hill", "1", "--position", over).out == "total: 0\n"
    assert run("perft", "mole-hill", "0", "--position", over).out == "total: 1\n"


def test_perft_with_an_option(run: Run) -> None:
    from_centre = ("--position", "e4 - m 1 -")
    assert run("perft", "mole-hill", "1", *from_centre).out.endswith("total: 62\n")
    plain = ("--option", "centre_start=plain")
    assert run("perft", "mole-hill", "1", *from_centre, *plain).out.endswith("total: 8\n")


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "game.tablier"
    path.write_text(THREE_MOVES, "utf-8")
    return str(path)


def test_show_prints_tags_moves_position_and_result(run: Run, record: str) -> None:
    said = run("show", record).out
    assert '[Player1 "Ann"]' in said
    assert "\n{Off we go} 1. e4 2. a1|a2 {a far rod} 3. c5\n" in said
    assert "After 3 moves:" in said
    assert game("mole-hill").drawing.text(Record.read(THREE_MOVES).end.state) in said
    assert said.endswith(f"\n{Record.read(THREE_MOVES).end.status()}\nResult: *\n")


def test_what_show_prints_is_a_record_again(run: Run, record: str) -> None:
    tags_and_moves = run("show", record).out.partition("After")[0]
    assert Record.read(tags_and_moves) == Record.read(THREE_MOVES)


def test_show_of_an_earlier_position(run: Run, record: str) -> None:
    said = run("show", record, "--ply", "0").out
    assert "After 0 moves:" in said
    assert f"\n{game('mole-hill').start().status()}\n" in said


def test_show_reads_the_standard_input(run: Run, record: str) -> None:
    assert run("show", "-", lines=(THREE_MOVES,)) == run("show", record)


QUICK = ("--simulations", "20")
SEVERAL = f"{THREE_MOVES}\n{THREE_MOVES.replace('c5', 'c9')}\n{THREE_MOVES.replace(' c5', '')}"


@pytest.mark.parametrize(
    ("number", "code", "words"),
    [
        ("1", 0, "After 3 moves:"),
        ("3", 0, "After 2 moves:"),
        ("2", 2, "Game 2, line 9, at ‘c9’: "),
        ("4", 2, "has 3 games; there is no number 4."),
        ("0", 2, "has 3 games; there is no number 0."),
    ],
)
def test_one_game_of_several_is_chosen_by_its_number(
    run: Run, tmp_path: Path, number: str, code: int, words: str
) -> None:
    path = tmp_path / "games.tablier"
    path.write_text(SEVERAL, "utf-8")
    said = run("show", str(path), "--number", number)
    assert said.code == code
    assert words in (said.err if code else said.out)
    assert run("show", "-", "--number", number, lines=(SEVERAL,)).code == code
    analysed = run("analyse", "mole-hill", "--record", str(path), "--number", number, *QUICK)
    assert analysed.code == code


def test_several_games_are_not_taken_for_one(run: Run) -> None:
    said = run("show", "-", lines=(SEVERAL,))
    assert (said.code, said.out) == (2, "")
    assert "Another game starts here; only one can be read at a time." in said.err


def test_a_number_needs_a_file(run: Run) -> None:
    said = run("analyse", "mole-hill", "--number", "1", *QUICK)
    assert (said.code, said.err) == (2, "--number works only with --record.\n")


def test_show_prints_variations_below_the_moves_they_replace(run: Run) -> None:
    varied = '[Game "mole-hill"]\n\ne4 (a1 {here} a1|a2 (b1|b2)) a1|a2'
    said = run("show", "-", lines=(varied,)).out
    tree = ("1. e4", "  (1. a1 {here} 2. a1|a2", "     (2. b1|b2))", "2. a1|a2")
    assert "\n{}\n{}\n{}\n{}\n".format(*tree) in said
    assert Record.read(said.partition("After")[0]) == Record.read(varied)


def test_show_of_a_finished_game_says_who_won(run: Run) -> None:
    over = '[Game "mole-hill"]\n[Setup "c4,b3,a2,b2,b1 c4|c5 m 2 9"]\n\na1'
    said = run("show", "-", lines=(over,)).out
    assert "Player 1 wins 9 to 1" in said
    assert said.endswith("Result: 1-0\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            "dance",
            "There is no command ‘dance’; the commands are games, learn, rules, play, serve, "
            "think, export, puzzles, bot, perft, show, analyse, review, book, match, ladder, "
            "levels, study, train, new-game.",
        ),
        ("--dance", "There is no command ‘--dance’; the commands are"),
        ("games all", "‘all’ is one word too many; see: tablier games --help"),
        ("rules", "tablier rules needs a value for GAME; see: tablier rules --help"),
        ("rules go", f"There is no game ‘go’ here; the games are {GAMES}."),
        ("rules mole-hill --clause 9.9", "There is no rule 9.9 in this rulebook; it has 1.1,"),
        ("rules mole-hill --lang xx", "There is no language ‘xx’ here; the languages are en, fr"),
        ("rules mole-hill --lang", "--lang needs a value."),
        ("play --dance", "tablier play has no option ‘--dance’; see: tablier play --help"),
        ("play go", f"There is no game ‘go’ here; the games are {GAMES}."),
        ("play mole-hill --seed", "tablier play needs a value for --seed; see"),
        ("play mole-hill --seed x", "--seed takes a whole number, not ‘x’."),
        ("play mole-hill --seed 1.5", "--seed takes a whole number, not ‘1.5’."),
        ("play mole-hill --seed " + "9" * 5000, "--seed takes a whole number, not ‘999"),
        ("play mole-hill --seed -1", "A seed is a whole number from 0 to 18446744073709551615"),
        ("play mole-hill --seed 1 --seed 2", "--seed can be given only once."),
        ("play mole-hill --resume=x", "--resume cannot be ‘x’."),
        ("play mole-hill --no-resume", "tablier play has no option ‘--no-resume’"),
        ("play mole-hill --option x=1", "mole-hill has no option ‘x’; it has centre_start."),
        ("play mole-hill --option name=1", "mole-hill has no option ‘name’; it has centre_start."),
        ("play mole-hill --option x", "mole-hill has no option ‘x’; it has centre_start."),
        ("play mole-hill --option centre_start=x", "centre_start cannot be ‘x’; it can be jump"),
        ("play mole-hill --position x --seed 1", "--seed and --position cannot be combined."),
        ("play mole-hill --load x --resume", "--load and --resume cannot be combined."),
        ("play mole-hill --load nowhere", "There is no file ‘nowhere’."),
        ("play mole-hill --resume", "There is no saved game of mole-hill."),
        ("perft mole-hill", "tablier perft needs a value for DEPTH; see: tablier perft --help"),
        ("perft mole-hill x", "DEPTH takes a whole number, not ‘x’."),
        ("perft mole-hill -1", "The depth is a number from 0 to 100, not -1."),
        ("perft mole-hill 101", "The depth is a number from 0 to 100, not 101."),
        ("perft mole-hill 1 2", "‘2’ is one word too many; see: tablier perft --help"),
        ("show", "tablier show needs a value for RECORD; see: tablier show --help"),
        ("show nowhere", "There is no file ‘nowhere’."),
        ("show /", "‘/’ is a folder, not a file."),
    ],
)
def test_bad_input_gets_one_sentence(run: Run, arguments: str, sentence: str) -> None:
    said = run(*arguments.split())
    assert said.code == 2
    assert said.out == ""
    assert said.err.startswith(sentence)
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("e4", "Line 1, at ‘’: A game file starts with its tags"),
        ('[Game "go"]', f"Line 1, at ‘go’: There is no game ‘go’ here; the games are {GAMES}."),
        ('[Game "mole-hill"]\n\ne4 e5', f"Line 3, at ‘e5’: {why_not('e4', 'e5')}"),
        ('[Game "mole-hill"]\n\ne4 {oh', "Line 3, at ‘{’: A comment that starts with { never"),
        (
            '[Game "mole-hill"]\n\ne4\n\nx',
            "Line 5, at ‘x’: ‘x’ is neither a square such as e4 nor a rod",
        ),
    ],
)
def test_a_wrong_record_gets_the_sentence_with_the_line(
    run: Run, record: str, sentence: str
) -> None:
    said = run("show", "-", lines=(record,))
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(sentence)
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("command", [("play", "mole-hill"), ("perft", "mole-hill", "1")])
def test_a_wrong_position_gets_its_sentence(run: Run, command: tuple[str, ...]) -> None:
    with pytest.raises(BadPosition) as refused:
        game("mole-hill").position("- - x")
    said = run(*command, "--position", "- - x")
    assert (said.code, said.err) == (2, f"{refused.value.sentence()}\n")


@pytest.mark.parametrize("ply", ["4", "-1"])
def test_a_ply_that_the_record_does_not_have(run: Run, record: str, ply: str) -> None:
    said = run("show", record, "--ply", ply)
    assert said.code == 2
    assert said.err == f"The game has 3 moves; there is no position after {ply}.\n"


def test_a_language_of_the_environment_that_is_not_there(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLIER_LANG", "sv")
    said = run("games")
    assert said.code == 2
    assert said.err == "There is no language ‘sv’ here; the languages are en, fr, de.\n"
