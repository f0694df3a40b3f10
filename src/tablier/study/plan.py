"""The plan of a study: which games are played, how many of each kind, and in which order.

Every kind of game (a case) has a budget in seconds of one processor, which its games share, so that
a study takes about as long whatever the game: 50 minutes of one processor, or as many as are given.

Who plays is told by numbers of simulations where it can be: then a row is the same everywhere, and
a game with other options has the same players as the default.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tablier.arena.entrants import RANDOM
from tablier.arena.match import usual_opening
from tablier.game import Game, value_text
from tablier.games import game_from_text
from tablier.nets import net_of
from tablier.search.levels import levels_of
from tablier.study.jobs import LADDER, MULTIPLAYER, OPENINGS, PARTS, STRENGTH, VARIANTS, Job
from tablier.study.notes import Notes
from tablier.study.runner import ALLY

STRENGTHS = (RANDOM, "2", "5", "8")
MINUTES = 50  # of one processor, that a study takes unless told otherwise
RUNGS = tuple(2**i for i in range(5, 14))  # simulations, each against twice as many
NET_OFF = ",net=off"
ALLIED, START = 400, 100_000  # simulations: of a move among more than two, of a start
SECONDS = 2.0  # a turn of level 10 in play
BEGIN = 6  # varied moves of each player, where every game has the same start
PLAIN = 6  # the first level that is hardly more than its simulations
PER_MOVE = 0.001  # seconds of a move beside its simulations
FURTHER = 1.3  # a turn of several moves takes so much longer than its first
RANDOM_GAME = 0.02  # seconds
BATCH = 0.3  # seconds of work in one batch
LAST_START = 1.5  # the last game of a case starts so many times its cost before the end


@dataclass(frozen=True)
class StudyOptions:
    """What is played in a study."""

    games: int | None = None
    """Of each case; None for as many as its budget allows."""
    levels: tuple[str, ...] = STRENGTHS
    parts: tuple[str, ...] = PARTS
    seed: int = 0
    minutes: int = MINUTES
    """Of one processor, that it may take; without `games`."""

    @property
    def part(self) -> float:
        """What part of the usual budgets there is."""
        return self.minutes / MINUTES

    def command(self, game: Game) -> str:
        """The command that plays these games again."""
        usual, words = StudyOptions(), ["tablier study", game.name]
        words += [] if self.games is None else [f"--games {self.games}"]
        words += [] if self.minutes == usual.minutes else [f"--minutes {self.minutes}"]
        words += [] if self.levels == usual.levels else [f"--level {','.join(self.levels)}"]
        words += [] if self.parts == usual.parts else [f"--parts {','.join(self.parts)}"]
        words += [] if self.seed == usual.seed else [f"--seed {self.seed}"]
        return " ".join([*words, "--out DIR"])


@dataclass(frozen=True)
class Case:
    """Games of one kind."""

    part: str
    options: str
    lineups: tuple[tuple[str, ...], ...]
    """Who has each seat; the lineups take turns, and each of them begins with the same seed."""
    cost: float
    """Of one game, in seconds of one processor."""
    budget: float
    most: int
    least: int = 4
    """Fewer games than this would say nothing."""
    opening: int = 0
    varied: int = 0

    def count(self, options: StudyOptions) -> int:
        """How many games it gets, a whole number of rounds of its lineups."""
        most = min(self.most, options.part * self.budget / self.cost)
        share = int(most) if options.games is None else options.games
        n = len(self.lineups)
        return -(-share // n) * n

    def is_worthwhile(self, options: StudyOptions) -> bool:
        """Does its budget allow for enough games?"""
        return options.games is not None or options.part * self.budget >= self.least * self.cost

    def jobs(self, options: StudyOptions) -> list[Job]:
        """Its games."""
        n = len(self.lineups)
        return [
            Job(
                self.part,
                self.options,
                self.lineups[i % n],
                options.seed + i // n,
                self.opening,
                self.varied,
                self.cost,
            )
            for i in range(self.count(options))
        ]

    def __str__(self) -> str:
        players = " – ".join(dict.fromkeys(self.lineups[0]))
        return ", ".join(filter(None, (self.part, self.options, players)))


def cases(game: Game, notes: Notes, options: StudyOptions) -> list[Case]:
    """All kinds of games that are options."""
    makers = {
        STRENGTH: strengths,
        LADDER: doublings,
        VARIANTS: variants,
        MULTIPLAYER: multiplayer,
        OPENINGS: openings,
    }
    return [case for part in options.parts for case in makers[part](game, notes, options)]


def ordered(found: Sequence[Case], options: StudyOptions, workers: int) -> list[Job]:
    """All games of these cases, mixed so that a study that stops early has some of each.

    If a case has five games, one begins after each fifth of the time; but long games begin early
    enough that no worker is left alone with the last one.
    """
    lots = [case.jobs(options) for case in found]
    wall = seconds_of(job for jobs in lots for job in jobs) / workers

    def begins(i: int, jobs: Sequence[Job]) -> float:
        part = (i + 0.5) / len(jobs) if len(jobs) > 1 else 0.0
        return part * max(0.0, wall - LAST_START * jobs[i].cost)

    timed = [(begins(i, jobs), job) for jobs in lots for i, job in enumerate(jobs)]
    return [job for _, job in sorted(timed, key=lambda each: each[0])]


def seconds_of(jobs: Iterator[Job] | Sequence[Job]) -> float:
    """How long one processor would take for these jobs, about."""
    return sum(job.cost for job in jobs)


def batches(jobs: Sequence[Job]) -> Iterator[list[Job]]:
    """The same jobs in the same order, short ones in batches."""
    batch: list[Job] = []
    for job in jobs:
        batch.append(job)
        if seconds_of(batch) >= BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


# The kinds of games


def strengths(game: Game, notes: Notes, options: StudyOptions) -> Iterator[Case]:
    """Players of the same strength among themselves."""
    budgets = {RANDOM: (60.0, 3000), "2": (100.0, 500), "5": (200.0, 500), "8": (700.0, 150)}
    for level in options.levels:
        player = player_of(level, game, notes)
        budget, most = budgets.get(level, (500.0, 100))
        lineup = (player,) * game.players
        price = cost(game, notes, *lineup)
        varied = varied_moves(game) if player.startswith("simulations") else 0
        yield Case(STRENGTH, "", (lineup,), price, budget, most, varied=varied)


def doublings(game: Game, notes: Notes, options: StudyOptions) -> Iterator[Case]:  # noqa: ARG001
    """Players against others with twice the simulations, who have every other seat."""
    opening = usual_opening(game)
    for n in RUNGS:
        weak, strong = f"simulations:{n}", f"simulations:{2 * n}"
        lineup = tuple((strong, weak)[seat % 2] for seat in range(game.players))
        swapped = tuple((weak, strong)[seat % 2] for seat in range(game.players))
        price = cost(game, notes, strong, weak)
        yield Case(LADDER, "", (lineup, swapped), price, 130.0, 200, 12, opening)


def variants(game: Game, notes: Notes, options: StudyOptions) -> Iterator[Case]:
    """Every option with every value, one at a time; and the default, where it is not played yet."""
    for level in notes.variant_levels:
        is_played = STRENGTH in options.parts and level in options.levels
        for player, variant in variant_players(player_of(level, game, notes), game, notes):
            if variant or not is_played or player.endswith(NET_OFF):
                players = game_from_text(game.name, variant).players
                lineup = (player,) * players
                price = cost(game, notes, *lineup) * players / game.players
                varied = varied_moves(game)
                yield Case(VARIANTS, variant, (lineup,), price, 130.0, 300, 12, varied=varied)


def variant_players(player: str, game: Game, notes: Notes) -> Iterator[tuple[str, str]]:
    """Who plays with which option; the default comes first, by the same player."""
    tried = [*option_texts(game, notes)]
    unseen = [text for text in tried if text in notes.without_net]
    yield from ((player, text) for text in ("", *tried) if text not in unseen)
    if unseen:
        yield from ((player + NET_OFF, text) for text in ("", *unseen))


def option_texts(game: Game, notes: Notes) -> Iterator[str]:
    """Each option set to each value that is not its default and is worth a try."""
    for name, (default, values) in game.rules.OPTIONS.items():
        tried = notes.variants.get(name, ()) if isinstance(values, range) else values
        for value in tried:
            if value != default:
                yield f"{name}={value_text(value)}"


def multiplayer(game: Game, notes: Notes, options: StudyOptions) -> Iterator[Case]:  # noqa: ARG001
    """More than two players: everybody alone, opposite ones allied, neighbours allied."""
    default, numbers = game.rules.OPTIONS.get("players", (game.players, (game.players,)))
    for n in (n for n in numbers if n > 2):
        variant = "" if n == default else f"players={n}"
        alone = (ally(0),) * n
        price = cost(game, notes, alone[0]) * n / 2
        opposite = rotations([ally(n // 2 if seat % (n // 2) == 0 else 0) for seat in range(n)])
        neighbours = rotations([ally(1), ally(n - 1), *alone[2:]])
        for lineups in ((alone,), opposite, neighbours):
            varied = varied_moves(game)
            yield Case(MULTIPLAYER, variant, lineups, price, 350.0, 200, 12, varied=varied)


def varied_moves(game: Game) -> int:
    """How many first moves of a player are varied: none where the start itself is drawn."""
    return BEGIN if usual_opening(game) else 0


def openings(game: Game, notes: Notes, options: StudyOptions) -> Iterator[Case]:  # noqa: ARG001
    """Long searches of the start."""
    price, is_drawn = START * notes.microseconds / 1e6, not usual_opening(game)
    most = 32 if is_drawn or net_of(game) is None else 1  # it would find the same again
    yield Case(OPENINGS, "", ((f"simulations:{START}",),), price, 130.0, most, 1)


def rotations(lineup: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The same order of players, begun at every seat."""
    turned = (tuple(lineup[i:]) + tuple(lineup[:i]) for i in range(len(lineup)))
    return tuple(dict.fromkeys(turned))


def ally(behind: int) -> str:
    """A player for itself and a seat so far behind its own."""
    return f"{ALLY}:{ALLIED},{behind}"


def player_of(level: str, game: Game, notes: Notes) -> str:
    """The entrant of a level; level 10 has the time limit of the notes.

    Gentle levels play as people meet them, on good days and on bad ones. A level from 6 on is its
    simulations, as on a usual day.
    """
    if level == RANDOM:
        return RANDOM
    found = levels_of(game)[int(level) - 1]
    if found.seconds is not None:
        return f"seconds:{min(found.seconds, notes.level_10):g}"
    return f"level:{level}" if int(level) < PLAIN else f"simulations:{found.simulations}"


def cost(game: Game, notes: Notes, *lineup: str) -> float:
    """Seconds of one processor for a game between these, about."""
    return sum(_cost(game, notes, text) for text in lineup) / len(lineup)


def _cost(game: Game, notes: Notes, text: str) -> float:
    kind, _, budget = text.partition(":")
    if kind == RANDOM:
        return RANDOM_GAME
    level = levels_of(game)[int(budget) - 1] if kind == "level" else None
    seconds = float(budget) if kind == "seconds" else level.seconds if level else None
    if seconds is not None:
        return notes.turns * seconds * FURTHER
    simulations = level.simulations if level else int(budget.partition(",")[0])
    return notes.moves * (PER_MOVE + simulations * notes.microseconds / 1e6)
