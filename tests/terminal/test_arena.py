"""The commands `match`, `ladder`, `levels` and `analyse`: what they print, write and refuse."""

import json
import re
import signal
import time
from pathlib import Path

import msgspec
import pytest
from tests.commands import start
from tests.terminal.conftest import Run
from tests.terminal.test_process import CTRL_C, on_a_terminal

from tablier import Record, game
from tablier.arena import calibration
from tablier.arena.entrants import compile_players, entrant
from tablier.search.levels import LEVELS, FoundLevels, Level

pytestmark = pytest.mark.one_game

MATCH = ("match", "mole-hill", "uct:8", "random", "--workers", "1")
TRAPPED = (  # a rod at b7|c7 ends the game, and 17 points are more than the mole has
    "a5,a6,a7,b6,c5,d6,d7,c6,b7 b1|b2,b5|c5,b6|c6,c7|d7,d3|d4,d6|e6,e6|f6,f2|f3 g 2 17"
)


@pytest.fixture
def _compiled() -> None:
    """Processes that begin here find the search compiled."""
    compile_players(game("mole-hill"), [entrant("uct:8")])


def records(path: Path) -> list[Record]:
    """The games of a file, which have an empty line between them."""
    return [Record.read(text) for text in re.split(r"\n(?=\[Game )", path.read_text("utf-8"))]


def counted(out: str) -> tuple[int, ...]:
    """Games won, drawn and lost."""
    found = re.search(r"(\d+) won, (\d+) drawn, (\d+) lost", out)
    assert found is not None
    return tuple(map(int, found.groups()))


def test_match_prints_what_the_games_say(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "games.txt"
    said = run(*MATCH, "--games", "4", "--out", str(out))
    assert said.code == 0
    assert said.out.startswith("uct:8 against random:\n")
    games = records(out)
    mine = [index % 2 for index in range(4)]  # the seat of uct:8
    shares = [{"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[record.result] for record in games]
    scores = [1 - share if seat else share for share, seat in zip(shares, mine, strict=True)]
    assert counted(said.out) == (scores.count(1), scores.count(0.5), scores.count(0))
    assert f"\nscore {25 * sum(scores):.1f}% (95%: " in said.out
    assert "\nElo " in said.out
    moves = sum(len(record.tokens) for record in games) / 4
    assert said.out.endswith(f"\n{moves:.1f} moves per game\n")
    assert said.err.startswith("4 games in ")


def test_match_is_the_same_for_a_seed_and_another_for_another(run: Run) -> None:
    command = ("match", "mole-hill", "random", "random", "--workers", "1", "--games", "20")
    assert run(*command).out == run(*command, "--seed", "0").out
    assert run(*command).out != run(*command, "--seed", "100").out


def test_match_plays_with_the_options_and_the_opening(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "games.txt"
    command = ("match", "mole-hill", "random", "random", "--workers", "1", "--games", "2")
    run(*command, "--option", "centre_start=plain", "--opening", "7", "--out", str(out))
    first, second = records(out)
    assert first.game.options["centre_start"] == "plain"
    assert first.tokens[:7] == second.tokens[:7]
    assert first.tags["Opening"] == "7"


def test_match_replaces_the_file_of_an_earlier_one(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "games.txt"
    out.write_text("something else")
    run(
        "match",
        "mole-hill",
        "random",
        "random",
        "--workers",
        "1",
        "--games",
        "2",
        "--out",
        str(out),
    )
    assert len(records(out)) == 2


def test_a_test_that_is_decided_ends_the_match(run: Run) -> None:
    said = run("match", "mole-hill", "uct:30", "random", "--workers", "1", "--sprt", "0,500")
    assert said.code == 0
    assert sum(counted(said.out)) < 200
    assert "\ntest: Elo 500 is accepted; LLR +" in said.out


def test_a_test_can_stay_open(run: Run) -> None:
    said = run(*MATCH, "--games", "2", "--sprt", "-1,1")
    assert "\ntest: not decided yet; LLR " in said.out
    assert "(-2.94 to +2.94)" in said.out


def test_four_players_share_a_match(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "games.txt"
    command = ("match", "labyrinthe", "random", "random", "--option", "players=4")
    short = ("--option", "turn_limit=40", "--games", "2", "--workers", "1")
    said = run(*command, *short, "--out", str(out))
    assert said.code == 0
    assert sum(counted(said.out)) == 2
    assert records(out)[0].tags.keys() >= {"Player1", "Player2", "Player3", "Player4"}


@pytest.mark.usefixtures("_compiled")
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_match_with_what_was_played(tmp_path: Path, ending: int) -> None:
    out = tmp_path / "games.txt"
    with start(*MATCH, "--games", "10000", "--out", str(out)) as process:
        while not out.exists() or out.read_text().count("[Game") < 3:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(ending)
        said, err = process.communicate()
    assert process.returncode == 130
    assert sum(counted(said)) == len(records(out)) >= 3
    assert "\nscore " in said
    lines = err.splitlines()
    assert lines[-2:] == [
        "Stopped; these are the results so far.",
        "The same command with --resume continues.",
    ]
    assert "Traceback" not in err


LONG = (*MATCH, "--games", "6", "--agree", "0.9", "--out")  # some end by agreement


def test_a_match_goes_on_from_its_file(run: Run, tmp_path: Path) -> None:
    at_once, in_parts = tmp_path / "at-once.txt", tmp_path / "in-parts.txt"
    whole = run(*LONG, str(at_once))
    begun = at_once.read_text()
    for kept in (0, 1, 3, 6):
        in_parts.write_text(first_games(begun, kept))
        said = run(*LONG, str(in_parts), "--resume")
        assert said.code == 0
        assert said.out == whole.out
        assert said.err.startswith(f"{6 - kept} games in ")
        assert in_parts.read_text() == begun


@pytest.mark.parametrize("cut", [1, 5, 30, 300])
def test_a_game_that_is_not_whole_is_played_again(run: Run, tmp_path: Path, cut: int) -> None:
    out = tmp_path / "games.txt"
    whole = run(*LONG, str(out))
    begun = out.read_text()
    out.write_text(first_games(begun, 4)[:-cut])
    assert run(*LONG, str(out), "--resume").out == whole.out
    assert out.read_text() == begun


def test_more_games_and_other_workers_go_on_from_the_same_file(run: Run, tmp_path: Path) -> None:
    out, whole = tmp_path / "games.txt", tmp_path / "whole.txt"
    command = ("match", "mole-hill", "random", "random", "--games")
    run(*command, "2", "--workers", "1", "--out", str(out))
    run(*command, "6", "--workers", "1", "--out", str(whole))
    run(*command, "6", "--workers", "2", "--out", str(out), "--resume")
    assert out.read_text() == whole.read_text()
    said = run(*command, "2", "--workers", "1", "--out", str(out), "--resume")
    assert sum(counted(said.out)) == 2
    assert out.read_text() == whole.read_text()  # the games beyond stay there


def test_a_match_does_not_go_on_in_the_file_of_another(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "games.txt"
    command = ("match", "mole-hill", "random", "uct:2", "--workers", "1", "--games", "4")
    run(*command, "--out", str(out))
    before = out.read_text()
    others = [
        (*command, "--seed", "1"),
        (*command, "--opening", "3"),
        (*command, "--option", "centre_start=plain"),
        ("match", "mole-hill", "uct:2", "random", "--workers", "1", "--games", "4"),
        ("match", "chain-reaction", *command[2:]),
    ]
    for other in others:
        said = run(*other, "--out", str(out), "--resume")
        assert said.code == 2
        assert said.err.startswith(f"Game 1 in ‘{out}’ is of another match.")
        assert out.read_text() == before


def test_a_file_of_a_match_with_an_error_in_it_stays_as_it_is(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "games.txt"
    command = ("match", "mole-hill", "random", "random", "--workers", "1", "--games", "4")
    run(*command, "--out", str(out))
    wrong = out.read_text().replace("\n\n", "\n\nz9 ", 1)
    out.write_text(wrong)
    said = run(*command, "--out", str(out), "--resume")
    assert (said.code, said.err[:15]) == (2, "Game 1, line 10")
    assert out.read_text() == wrong


def test_a_match_goes_on_in_a_file_only(run: Run, tmp_path: Path) -> None:
    assert run(*MATCH, "--resume").err.startswith("--resume continues the match in the file of")
    missing = tmp_path / "nothing.txt"
    assert run(*MATCH, "--resume", "--out", str(missing)).err == f"There is no file ‘{missing}’.\n"
    assert not missing.exists()


def first_games(text: str, n: int) -> str:
    """The text of the first games of a file."""
    return "\n".join(re.split(r"\n(?=\[Game )", text)[:n])


@pytest.mark.usefixtures("_compiled")
def test_ctrl_c_ends_all_processes_of_a_match() -> None:
    command = ("match", "mole-hill", "seconds:3600", "random", "--workers", "2")
    code, shown = on_a_terminal(*command, talk=(("Playing", CTRL_C),), begin=start)
    assert code == 130
    assert "0 won, 0 drawn, 0 lost\r\n" in shown
    assert "Stopped; these are the results so far." in shown
    assert "Traceback" not in shown


def test_ladder_prints_and_writes_ratings(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "ladder.json"
    command = ("ladder", "mole-hill", "--levels", "1-2", "--games", "2", "--workers", "1")
    said = run(*command, "--out", str(out))
    assert said.code == 0
    heads, *lines = [line.split() for line in said.out.splitlines()]
    assert heads == ["player", "Elo", "95%", "step", "games"]
    assert lines[0] == ["random", "0", "0", "to", "0", "4"]
    found = json.loads(out.read_text("utf-8"))
    assert (found["game"], found["options"]) == ("mole-hill", {"centre_start": "jump"})
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", found["date"])
    assert [each["name"] for each in found["entrants"]] == ["random", "level:1", "level:2"]
    for each, line in zip(found["entrants"], lines, strict=True):
        assert each["low"] <= each["rating"] <= each["high"]
        assert (line[0], line[-1]) == (each["name"], str(each["games"]))
        shown = [float(line[i]) for i in (1, 2, 4)]
        assert shown == pytest.approx([each["rating"], each["low"], each["high"]], abs=0.6)
    assert [line[6] for line in lines[1:]] == ["±", "±"]


def test_the_command_that_a_ladder_writes_gives_it_again(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "ladder.json"
    wish = ("--levels", "1", "--games", "2", "--seed", "5", "--option", "centre_start=plain")
    said = run("ladder", "mole-hill", *wish, "--workers", "1", "--out", str(out))
    command = json.loads(out.read_text("utf-8"))["commands"][0].split()
    assert command[0] == "tablier"
    assert run(*command[1:], "--workers", "1").out == said.out


def test_a_ladder_goes_on_from_an_earlier_one(run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    command = ("ladder", "mole-hill", "--games", "2", "--workers", "1")
    run(*command, "--levels", "1-2", "--out", str(first))
    said = run(*command, "--levels", "3", "--add", str(first), "--out", str(second))
    assert said.code == 0
    before, after = (json.loads(path.read_text("utf-8")) for path in (first, second))
    assert after["results"][: len(before["results"])] == before["results"]
    assert [each["name"] for each in after["entrants"]][-1] == "level:3"
    assert len(after["entrants"]) == 4
    assert after["commands"][:1] == before["commands"]
    assert len(after["commands"]) == 2


def test_levels_that_are_added_play_each_other_alone(run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    command = ("ladder", "mole-hill", "--games", "2", "--workers", "1", "--reach", "1")
    run(*command, "--levels", "1-2", "--out", str(first))
    run(*command, "--levels", "2-4", "--add", str(first), "--out", str(second))
    found = json.loads(second.read_text("utf-8"))
    assert [(each["first"], each["second"]) for each in found["results"]] == [
        ("level:1", "random"),
        ("level:2", "level:1"),
        ("level:3", "level:2"),
        ("level:4", "level:3"),
    ]
    assert "--levels 2-4 --reach 1 " in found["commands"][1]


def test_levels_are_found_and_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibration, "PATH", (Level(2, insight=0.1), Level(4), Level(8)))
    out = tmp_path / "levels.json"
    command = ("levels", "mole-hill", "--games", "2", "--seed", "5", "--workers", "1")
    said = run(*command, "--out", str(out))
    assert said.code == 0
    assert [line.split()[0] for line in said.out.splitlines()[-3:]] == ["8", "9", "10"]
    found = msgspec.json.decode(out.read_bytes(), type=FoundLevels)
    assert (found.game, found.options, found.net) == ("mole-hill", {"centre_start": "jump"}, True)
    assert (len(found.levels), found.levels[-1]) == (len(LEVELS), Level(8))
    assert run(*found.command.split()[1:], "--workers", "1").out == said.out


def test_a_ladder_does_not_go_on_from_anything_else(run: Run, tmp_path: Path) -> None:
    other, plain = tmp_path / "other.json", tmp_path / "plain.json"
    run(
        "ladder",
        "mole-hill",
        "--games",
        "2",
        "--levels",
        "1",
        "--workers",
        "1",
        "--out",
        str(other),
    )
    plain.write_text("[]")
    wish = ("--levels", "1", "--games", "2", "--option", "centre_start=plain")
    refused = run("ladder", "mole-hill", *wish, "--add", str(other))
    assert refused.code == 2
    assert "is a ladder of another game, or with other options than mole-hill has" in refused.err
    assert "is not the result of a ladder" in run("ladder", "mole-hill", "--add", str(plain)).err


def test_analyse_prints_the_best_moves_first(run: Run) -> None:
    said = run("analyse", "mole-hill", "--simulations", "300")
    assert said.code == 0
    status, heads, *lines, summary = said.out.splitlines()
    assert status == game("mole-hill").start().status()
    assert heads.split() == ["move", "visits", "evaluation", "line"]
    assert len(lines) == 10
    visits = [int(line.split()[1]) for line in lines]
    assert sorted(visits, reverse=True) == visits
    for line in lines:
        move, _, _, *rest = line.split()
        assert rest[0] == move
    assert re.fullmatch(
        r"Player 1: evaluation .\d\.\d\d \(.*\); 300 simulations in .* s\.", summary
    )


def test_analyse_sees_what_is_certain(run: Run) -> None:
    said = run("analyse", "mole-hill", "--position", TRAPPED, "--simulations", "500")
    assert re.match(r"b7\|c7 +\d+ +\+1\.00=  b7\|c7", said.out.splitlines()[2])
    assert "\nPlayer 1: evaluation +1.00, proven (−1 loss, 1 win); " in said.out


def test_analyse_prints_json(run: Run) -> None:
    said = run("analyse", "mole-hill", "--simulations", "300", "--json")
    found = json.loads(said.out)
    assert found["rootInfo"]["visits"] == 300
    assert {each["move"] for each in found["moveInfos"]} == set(
        game("mole-hill").start().legal_moves
    )


def test_analyse_of_a_record_and_one_of_its_positions(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tablier"
    path.write_text('[Game "mole-hill"]\n\ne4 a1|a2 c5 *\n')
    command = ("analyse", "mole-hill", "--simulations", "50", "--json", "--record", str(path))
    rods = {each["move"] for each in json.loads(run(*command).out)["moveInfos"]}
    assert rods == set(game("mole-hill").start().play_all(("e4", "a1|a2", "c5")).legal_moves)
    first = json.loads(run(*command, "--ply", "0").out)["moveInfos"]
    assert {each["move"] for each in first} == set(game("mole-hill").start().legal_moves)


def test_analyse_by_an_evaluator_of_ones_own(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "keen_on_e4.py").write_text(KEEN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("")
    wish = ("--simulations", "30", "--evaluator", "keen_on_e4:load")
    said = run("analyse", "mole-hill", *wish, "--json")
    assert json.loads(said.out)["moveInfos"][0]["move"] == "e4"
    assert json.loads(said.out)["moveInfos"][0]["prior"] > 0.9
    refused = run("analyse", "mole-hill", *wish, "--threads", "2")
    assert "--evaluator and --threads cannot be combined." in refused.err
    refused = run("analyse", "mole-hill", "--evaluator", "nothing")
    assert "‘nothing’ is not an evaluator" in refused.err


KEEN = """
import numpy as np

def load(game):
    def evaluate(batch):
        logits = np.zeros((len(batch), game.rules.ACTIONS))
        logits[:, game.actions["e4"]] = 9
        return logits, np.zeros(len(batch))
    return evaluate
"""


def test_analyse_with_threads_and_seconds(run: Run) -> None:
    said = run("analyse", "mole-hill", "--seconds", "0.05", "--threads", "2", "--lang", "de")
    assert said.code == 0
    assert "Spieler 1: Bewertung " in said.out


@pytest.mark.usefixtures("_compiled")
def test_ctrl_c_ends_the_search_and_not_the_answer() -> None:
    command = ("analyse", "mole-hill", "--seconds", "3600")
    code, shown = on_a_terminal(*command, talk=(("Thinking", CTRL_C),))
    assert code == 130
    assert "Player 1: evaluation" in shown
    assert "Traceback" not in shown


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("match mole-hill random", "tablier match needs a value for OPPONENT; see"),
        ("match go random random", "There is no game ‘go’ here;"),
        ("match mole-hill random me", "‘me’ is not a player;"),
        ("match mole-hill random random --games 3", "Every opening is played twice, so the"),
        ("match mole-hill random random --games 0", "--games takes a whole number from 2 to"),
        ("match mole-hill random random --games x", "--games takes a whole number, not ‘x’."),
        ("match mole-hill random random --workers 0", "--workers takes a whole number from 1 to"),
        ("match mole-hill random random --opening -1", "--opening takes a whole number from 0 to"),
        ("match mole-hill random random --seed -1", "A seed is a whole number from 0 to"),
        ("match mole-hill random random --sprt 10", "A test takes two differences in Elo,"),
        ("match mole-hill random random --sprt 10,0", "A test takes two differences in Elo,"),
        ("match mole-hill random random --sprt 0,nan", "A test takes two differences in Elo,"),
        ("match mole-hill random random --out /", "‘/’ cannot be used: Is a directory."),
        ("match mole-hill random random --out /x/y", "‘/x/y’ cannot be used: No such file"),
        ("match mole-hill random random --option x=1", "mole-hill has no option ‘x’; it has"),
        ("ladder mole-hill --levels 0-3", "Levels are written 1-10, the lowest first, or as a"),
        ("ladder mole-hill --levels 3-1", "Levels are written 1-10, the lowest first, or as a"),
        ("ladder mole-hill --levels 1-11", "Levels are written 1-10, the lowest first, or as a"),
        ("ladder mole-hill --levels best", "Levels are written 1-10, the lowest first, or as a"),
        ("ladder mole-hill --out /x/y", "‘/x/y’ cannot be used: No such file"),
        ("analyse", "tablier analyse needs a value for GAME; see: tablier analyse --help"),
        ("analyse mole-hill --position x --record y", "--position and --record cannot be"),
        ("analyse mole-hill --option x=1 --record y", "--option and --record cannot be"),
        ("analyse mole-hill --simulations 1 --seconds 1", "--simulations and --seconds cannot be"),
        ("analyse mole-hill --ply 1", "--ply works only with --record."),
        ("analyse mole-hill --record nowhere", "There is no file ‘nowhere’."),
        ("analyse mole-hill --simulations 0", "--simulations takes a whole number from 1 to"),
        ("analyse mole-hill --seconds x", "--seconds takes a number from 0.001 to 3600, not ‘x’."),
        ("analyse mole-hill --threads 0", "--threads takes a whole number from 1 to 256, not"),
    ],
)
def test_bad_input_gets_one_sentence(run: Run, arguments: str, sentence: str) -> None:
    said = run(*arguments.split())
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(sentence)
    assert said.err.count("\n") == 1


def test_a_game_that_is_over_has_nothing_to_analyse(run: Run) -> None:
    said = run("analyse", "mole-hill", "--position", "c4,b3,a2,b2,b1,a1 c4|c5 g 2 9")
    assert (said.code, said.err) == (2, "The game is over; there is no move to choose.\n")


def test_a_ply_that_the_record_does_not_have(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tablier"
    path.write_text('[Game "mole-hill"]\n\ne4 *\n')
    said = run("analyse", "mole-hill", "--record", str(path), "--ply", "2")
    assert said.err == "The game has 1 moves; there is no position after 2.\n"
