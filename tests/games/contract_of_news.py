"""What must hold for what happens by itself in every game: it is told, and announced before."""

import random

from tests.games.contract_case import Case
from tests.games.contract_of_prose import CLAUSE, own_words
from tests.games.contract_positions import walks

from tablier.game import load
from tablier.position import Position, _made
from tablier.texts import Sentence, say

SHORT = 8  # turns: the limit of games that are played to see it announced
GAMES = 10  # that are played to meet the turn limit once


def check_news(case: Case, games: int) -> None:
    """A turn that is skipped has news; all news cite a clause of the rulebook."""
    for position, action in walks(case, games):
        after = position.after(action) if action >= 0 else position
        news = case.game.news(position.state, after.state) if action >= 0 else None
        if news is not None:
            check_told(case, news)
            check_held(case, position, action)
        elif after.legal_actions:
            usual = {position.turn, (position.turn + 1) % case.game.players}
            assert after.turn in usual, "notation.news has to tell of a turn that is skipped"


def check_held(case: Case, position: Position, action: int) -> None:
    """What news hold can be drawn, is not what follows, and changes nothing."""
    held = case.game.held(position.frozen_state, action)
    if held is not None:
        shown = _made(case.game, held.tobytes(), None)
        said = "notation.held gives the position after the move: leave it out there"
        assert shown.marks != position.after(action).marks, said
        assert len(case.game.notation.tally(held)) == case.game.players
        assert case.game.drawing.text(held)


def check_told(case: Case, said: Sentence) -> None:
    """It cites a clause of the rulebook, and every language has its own words."""
    clauses = CLAUSE.findall(case.rulebook("en"))
    where = f"news and warnings of notation.py: {said.key} cites §{said.clause}"
    assert said.clause in clauses, f"{where}, which is not in the rulebook"
    own_words(case, {lang: say(said, lang, case.game.package) for lang in case.languages})


def check_warnings(case: Case, games: int) -> None:
    """Warnings cite a clause; a turn limit is far at the start and announced before it comes."""
    for position, _ in walks(case, games):
        warning = case.game.warning(position.state) if position.legal_actions else None
        if warning is not None:
            check_told(case, warning)
    limits = case.game.options.get("turn_limit") and case.game.rules.OPTIONS["turn_limit"][1]
    if limits and SHORT in limits:
        last = last_of_limited(case, max(limits))
        said = "notation.warning has to announce the turn limit in its last quarter"
        assert last.game.warning(last.state) is not None, f"{said}, as tablier.countdown does"
        start = last.game.start()
        assert last.game.warning(start.state) is None, f"{said}, not at the start"


def last_of_limited(case: Case, most: int) -> Position:
    """The last position of a random game that a turn limit ends, and nothing else."""
    options = dict(case.game.options)
    limited = load(case.game.package, {**options, "turn_limit": SHORT})
    vars(limited)["notation"] = case.game.notation
    free = load(case.game.package, {**options, "turn_limit": most})
    for seed in range(GAMES):
        short, long, dice = limited.start(seed), free.start(seed), random.Random(seed)
        before = short
        while short.legal_actions:
            before, token = short, dice.choice(short.legal_moves)
            short, long = short.play(token), long.play(token)
        if long.legal_actions:
            return before
    raise AssertionError(f"none of {GAMES} random games meets a turn limit of {SHORT}")
