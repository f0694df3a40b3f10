"""Rules that are plain until they are compiled, and what is compiled before it is needed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.forked_process import Forked

import tablier

pytestmark = pytest.mark.one_game

FRESH = """if True:
    import random, sys, tablier
    from tablier.kernels.compilation import only_cached
    from tablier.search.preparation import compile_rules
    from tablier.play import views
    from tablier.play.events import Played
    from tablier.texts import Refusal

    game, dice = tablier.game(sys.argv[1]), random.Random(5)
    compile_rules(game)

    def play(position):
        for ply in range(100):
            if not position.legal_moves:
                break
            token = dice.choice(position.legal_moves)
            after = position.play(token)
            views.step(Played(ply + 1, token, position.turn, position, after), "en", views.NOBODY)
            for tried in dice.sample(game.notation.TOKENS, 20):
                try:
                    after.play(tried)
                except Refusal as wrong:
                    wrong.sentence("en")
            position = game.position(str(after))

    with only_cached():
        for seed in range(3):
            play(game.start(seed))
    print("nothing more")
"""
PLAIN = """if True:
    import sys, tablier
    from tablier.kernels.compilation import compiled_here, leave_plain, rules_of, run_compiled
    from tablier import portable

    game = tablier.game(sys.argv[1])
    rules = rules_of(game.rules) + rules_of(portable)
    leave_plain(rules)

    def walk():
        position = game.start(4)
        for ply in range(60):
            actions = position.legal_actions
            position = position.after(actions[11 * ply % len(actions)]) if actions else position
        return position.data, str(position), position.outcome()

    plain = walk()
    assert not any(each.overloads for each in rules), "something was compiled"
    with compiled_here():
        compiled = walk()
    assert any(each.overloads for each in rules), "nothing was compiled"
    assert walk() == plain == compiled
    run_compiled(rules)
    assert walk() == plain
    print("the same")
"""


def told(code: str, game: str, **environment: str) -> str:
    """What a new process prints, in which nothing is compiled or loaded yet."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, game],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_that_a_table_needs_is_compiled_before_it_is_needed(tmp_path: Path) -> None:
    """Of all games, Mole Hill is compiled fastest, and explains the most by its rules."""
    told_so = told(FRESH, "mole-hill", NUMBA_CACHE_DIR=str(tmp_path))
    assert told_so == "nothing more\n"


@pytest.mark.parametrize("game", tablier.games())
def test_rules_that_were_left_plain_compile_nothing_and_say_the_same(game: str) -> None:
    """Whoever has imported the rules has compiled and loaded nothing."""
    with Forked(PLAIN, game) as process:
        assert process.communicate() == ("the same\n", "")
