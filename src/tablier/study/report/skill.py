"""How much stronger do twice the simulations play, and up to which number?"""

from collections import defaultdict
from collections.abc import Sequence

from tablier.arena.score import elo_estimate, score
from tablier.study.jobs import LADDER, GameRow
from tablier.study.report.charts import intervals
from tablier.study.report.document import Picture, Section, Study, Table, part_of_seat
from tablier.study.statistics import FEWEST, POINTS, SHARE, Figure

WORDS = (
    "Each opening is played twice, with the seats changed; intervals are of pairs. A clean sweep "
    "is not taken as certain: one pair won and one pair lost are added."
)


def section(study: Study) -> Section | None:
    """What each doubling of the simulations is worth, in Elo."""
    couples = {n: each for n, each in pairs_of(study.of(LADDER)).items() if len(each) >= FEWEST}
    if not couples:
        return None
    scored = {n: (score(pairs), len(pairs)) for n, pairs in couples.items()}
    scores = {n: Figure(**vars(found), n=m, kind=SHARE) for n, (found, m) in scored.items()}
    gains = {
        n: Figure(**vars(elo_estimate(found)), n=m, kind=POINTS) for n, (found, m) in scored.items()
    }
    chart = intervals([(str(2 * n), gains[n]) for n in couples], "Elo gained by the doubling", 0.0)
    table = Table(
        ("simulations", "games", "score of the stronger", "Elo"),
        [[f"{2 * n} against {n}", str(2 * len(couples[n])), scores[n], gains[n]] for n in couples],
    )
    said = "Elo gained by each doubling of the simulations, to the number at the left"
    picture = Picture("skill", said, chart)
    return Section("How deep is it?", summary(gains), [table, WORDS, picture])


def pairs_of(games: Sequence[GameRow]) -> dict[int, list[float]]:
    """What the stronger scored in each pair, by the simulations of the weaker."""
    halves: dict[tuple[int, int], list[float]] = defaultdict(list)
    for game in games:
        budgets = [int(entrant.partition(":")[2]) for entrant in game.entrants]
        strong = [seat for seat, budget in enumerate(budgets) if budget == max(budgets)]
        halves[min(budgets), game.seed].append(sum(part_of_seat(game, seat) for seat in strong))
    couples: dict[int, list[float]] = {n: [] for n, _ in sorted(halves)}
    for (n, _), scores in sorted(halves.items()):
        if len(scores) == 2:
            couples[n].append(sum(scores) / 2)
    return couples


def summary(gains: dict[int, Figure]) -> str:
    """The answer in one sentence."""
    helps = {n: gain.low > 0 for n, gain in gains.items()}
    first, last = min(gains), max(gains)
    unbroken = [n for n in gains if all(helps[m] for m in gains if m <= n)]
    if not unbroken:
        start = f"Doubling from {first} simulations was not shown to play better"
    else:
        start = f"Every doubling up to {2 * max(unbroken)} simulations plays better"
    if last in unbroken:
        return f"{start}, and no end of that was seen."
    later = [f"to {2 * n}" for n in gains if helps[n] and n not in unbroken]
    more = f"; of the later ones, those {' and '.join(later)} do" if later else ""
    return f"{start}{more}; the last one tried, to {2 * last}, gains {gains[last]} Elo."
