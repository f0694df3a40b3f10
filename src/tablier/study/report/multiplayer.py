"""More than two players: do seats matter, do alliances pay, is there kingmaking?"""

from collections.abc import Sequence

from tablier.study.jobs import MULTIPLAYER, GameRow
from tablier.study.report.charts import intervals
from tablier.study.report.document import Block, Picture, Section, Study, Table, part_of_seat
from tablier.study.report.seats import mean_part
from tablier.study.statistics import SHARE, Figure, mean, share

ALONE, OPPOSITE, NEIGHBOURS = "everybody alone", "two opposite seats", "two neighbours"
WORDS = (
    "Allies play the move that promises most to both of them together; they and all others search "
    "as if everybody were alone, with {n} simulations. Two seats out of {players} would get "
    "{fair} of the points together if it made no difference. Somebody is lost who expects next to "
    "nothing whatever it plays; it is a kingmaker if its own serious moves differ in who of the "
    "others leads afterwards, and by at least 0.4 for one of them."
)


def section(study: Study) -> Section | None:
    """What allies get together, what each seat gets, and how often a lost player decides."""
    games = study.of(MULTIPLAYER)
    if not games:
        return None
    players = len(games[0].payoffs)
    groups = {kind: [game for game in games if kind_of(game) == kind] for kind in KINDS}
    groups = {kind: some for kind, some in groups.items() if some}
    allied = {kind: together(some) for kind, some in groups.items() if kind != ALONE}
    alone = groups.get(ALONE, [])
    seats = (
        [(f"seat {seat + 1}", mean_part(alone, seat)) for seat in range(players)] if alone else []
    )
    budget = games[0].entrants[0].partition(":")[2].partition(",")[0]
    fair = f"{200 / players:.0f}%"
    body: list[Block] = [
        Table(("allies", "points of both together"), [[*each] for each in allied.items()]),
        Table(("everybody alone", "share of the points"), [[*each] for each in seats]),
        Table(("players", *KING_HEADS), [[kind, *kings(some)] for kind, some in groups.items()]),
        WORDS.format(n=budget, players=players, fair=fair),
    ]
    if seats:
        chart = intervals(seats, "share of the points, per cent", 1 / players)
        body.append(Picture("table", f"What each of {players} seats gets", chart))
    body = [each for each in body if not isinstance(each, Table) or each.rows]
    title = f"What happens with {players} at the table?"
    return Section(title, summary(allied, seats, games, players), body)


KINDS = (ALONE, OPPOSITE, NEIGHBOURS)
KING_HEADS = ("games", "lost moves a game", "kingmaking among them", "games with one at least")


def partners(game: GameRow) -> list[int]:
    """The seats that have a partner."""
    return [seat for seat, text in enumerate(game.entrants) if not text.endswith(",0")]


def kind_of(game: GameRow) -> str:
    """Who is allied with whom."""
    found = partners(game)
    if not found:
        return ALONE
    return OPPOSITE if 2 * abs(found[0] - found[1]) == len(game.entrants) else NEIGHBOURS


def together(games: Sequence[GameRow]) -> Figure:
    """What allies get, both parts added."""
    return mean([sum(part_of_seat(game, seat) for seat in partners(game)) for game in games], SHARE)


def kings(games: Sequence[GameRow]) -> list[str | Figure]:
    """The number of games, of moves by lost players, and how often these decide who wins."""
    lost = sum(game.hopeless for game in games)
    return [
        str(len(games)),
        mean([game.hopeless for game in games]),
        share(sum(game.kingmaking for game in games), lost),
        share(sum(game.kingmaking > 0 for game in games), len(games)),
    ]


def summary(
    allied: dict[str, Figure],
    seats: Sequence[tuple[str, Figure]],
    games: Sequence[GameRow],
    players: int,
) -> str:
    """The answer in one sentence."""
    said = [
        f"as allies, {kind} get {part} of the points together ({verdict(part, 2 / players)})"
        for kind, part in allied.items()
    ]
    said += [
        f"{name} gets {part} ({verdict(part, 1 / players)})"
        for name, part in seats
        if verdict(part, 1 / players) != FAIR
    ] or ["no seat gets clearly more or less than its share"] * bool(seats)
    made = share(sum(game.kingmaking > 0 for game in games), len(games))
    said.append(f"in {made} of the games somebody who is lost has a say in who wins")
    sentence = "; ".join(said)
    return f"{sentence[0].upper()}{sentence[1:]}."


FAIR = "about fair"
VERDICTS = {1: "more than fair", -1: "less than fair", 0: FAIR}


def verdict(part: Figure, fair: float) -> str:
    """Is it more or less than the fair part?"""
    return VERDICTS[part.side_of(fair)]
