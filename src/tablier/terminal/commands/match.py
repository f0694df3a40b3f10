"""The command `match`: two entrants play each other, and what that says about them."""

import io
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tablier.arena.entrants import compile_players
from tablier.arena.entrants import entrant as read_entrant
from tablier.arena.match import Bout, Played, Tally, pairs, play, recorded
from tablier.arena.pool import imap
from tablier.arena.score import elo_estimate, score
from tablier.arena.sprt import Sprt
from tablier.games import game_from_text
from tablier.record_text import UNFINISHED, BadRecord
from tablier.stream import read_records, write_records
from tablier.terminal.arguments import FINE, INTERRUPTED, Flag, Lang, Options, Whole, Words
from tablier.terminal.files import refusing, write_text
from tablier.terminal.screen import Step, console, follow, preparing, say
from tablier.terminal.tournament import settings, write_results
from tablier.terminal.words import word
from tablier.texts import refusal


@dataclass
class MatchResults:
    """Counts the games of a match, writes them into a file, and knows when a test is decided."""

    out: str | None
    test: Sprt | None
    lang: str
    kept: int = 0
    """How many games the file has already, which come first."""
    tally: Tally = field(default_factory=Tally)

    def add(self, played: Played) -> Step:
        """Count one more game; a decided test ends the match."""
        if self.tally.games >= self.kept:
            blank = "\n" if self.tally.games else ""
            write_results(self.out, f"{blank}{played.record()}", "a")
        self.tally.add(played)
        is_decided = self.test is not None and self.test.accepted(self.tally.pairs) is not None
        return Step(note=self.so_far(), is_enough=is_decided)

    def so_far(self) -> str:
        """The score with its interval and the draws, as soon as there is a pair."""
        if not self.tally.pairs:
            return ""
        return word(self.lang, "so_far", **self.score(), draws=self.tally.draws)

    def score(self) -> dict[str, str]:
        """The score with its interval, in per cent."""
        found = score(self.tally.pairs)
        return {name: f"{100 * share:.1f}" for name, share in vars(found).items()}

    def elo(self) -> dict[str, str]:
        """The difference in Elo with its interval."""
        found = elo_estimate(score(self.tally.pairs))
        return {name: f"{points:+.0f}".replace("inf", "∞") for name, points in vars(found).items()}

    def lines(self) -> Iterator[str]:
        """The results of the match, line by line."""
        tally, lang = self.tally, self.lang
        yield word(lang, "results", wins=tally.wins, draws=tally.draws, losses=tally.losses)
        if tally.pairs:
            yield word(lang, "score", **self.score())
            yield word(lang, "elo", **self.elo())
        if self.test is not None:
            yield self.tested(self.test)
        if tally.games:
            yield word(lang, "mean_length", moves=f"{tally.moves / tally.games:.1f}")

    def tested(self, test: Sprt) -> str:
        """The state of the test."""
        low, high = (f"{bound:+.2f}" for bound in test.bounds)
        llr, accepted = f"{test.llr(self.tally.pairs):+.2f}", test.accepted(self.tally.pairs)
        key = "test_open" if accepted is None else "test_decided"
        return word(self.lang, key, llr=llr, low=low, high=high, elo=accepted)


def match(
    game: str,
    entrant: Words,
    opponent: Words,
    /,
    *,
    games: Whole = 200,
    workers: Whole | None = None,
    opening: Whole | None = None,
    options: Options = (),
    seed: Whole = 0,
    agree: Words | None = None,
    sprt: Words | None = None,
    out: Words | None = None,
    resume: Flag = False,
    lang: Lang,
) -> int:
    """Let two computer players play a match."""
    chosen = game_from_text(game, " ".join(options))
    entrants = read_entrant(entrant), read_entrant(opponent)
    test = None if sprt is None else read_test(sprt)
    given = settings(chosen, games, workers, opening, seed, agree)
    bouts = pairs(chosen, entrants, given.games, given.seed, given.opening, given.agree)
    if resume and out is None:
        raise refusal("resume_what")
    known = read_match(out, bouts) if resume and out is not None else []
    results = MatchResults(out, test, lang, len(known))
    if not known:
        write_results(out, "")
    progress = console(stderr=True)
    with preparing(progress, lang):
        compile_players(chosen, entrants)
    begin = time.monotonic()
    games_played = games_of_match(known, bouts, given.workers)
    is_whole = follow(games_played, results.add, given.games, progress, lang)
    seconds = time.monotonic() - begin
    screen = console()
    say(screen, word(lang, "match", first=entrants[0], second=entrants[1]))
    for line in results.lines():
        say(screen, line)
    say(
        progress,
        word(
            lang, "played", games=max(0, results.tally.games - len(known)), seconds=f"{seconds:.1f}"
        ),
    )
    if not is_whole:
        say(progress, word(lang, "match_stopped"))
        if out is not None:
            say(progress, word(lang, "match_continues"))
    return FINE if is_whole else INTERRUPTED


def games_of_match(
    known: Sequence[Played], bouts: Iterable[Bout], workers: int
) -> Generator[Played]:
    """All games of a match: first those that are known, then the others as they are played."""
    yield from known
    yield from imap(play, bouts, workers)


def read_match(name: str, bouts: Iterator[Bout]) -> list[Played]:
    """The games of a match that a file has; afterwards `bouts` has the others.

    A game at its end that is not whole, since the machine died there, is taken out of the file.
    """
    bad: list[BadRecord] = []
    with refusing(name), Path(name).expanduser().open(encoding="utf-8") as file:
        text = file.read()
    records = list(read_records([text], bad.append))
    if bad and bad[0].number <= len(records):
        raise bad[0]
    if records and records[-1].result == UNFINISHED:
        del records[-1]
    known = [recorded(bout, record) for record, bout in zip(records, bouts, strict=False)]
    found = [played for played in known if played is not None]
    if len(found) < len(known):
        raise refusal("other_match", path=name, number=known.index(None) + 1)
    whole = io.StringIO()
    write_records(records, whole)
    if whole.getvalue() != text:
        write_text(name, whole.getvalue())
    return found


def read_test(text: str) -> Sprt:
    """The test of a text such as "0,10": two differences in Elo, the smaller first."""
    try:
        elo0, elo1 = map(float, text.split(","))
        if -1000 <= elo0 < elo1 <= 1000:
            return Sprt(elo0, elo1)
    except ValueError:
        pass
    raise refusal("no_test", value=text)
