"""A study made by hand, and its report: `.venv/bin/python tests/study/rows.py` writes it."""

from pathlib import Path

import tablier
from tablier.study.jobs import MULTIPLAYER, GameRow, Job, Move, Row, StartRow
from tablier.study.report.writer import TEXT, write
from tablier.study.store import Metadata, Store

GOLDEN = Path(__file__).parent / "report.md"
METADATA = Metadata(
    "labyrinthe", 1, "0" * 16, "2026-11-15", ("tablier study labyrinthe --out DIR",)
)
BEGUN = "a2-a4 A1:e1"  # the first turn of games at level 5


def games(rows: list[Row]) -> list[GameRow]:
    """Those that are games."""
    return [row for row in rows if isinstance(row, GameRow)]


def played(job: Job, turns: int, *payoffs: float, kings: tuple[int, int] = (0, 0)) -> GameRow:
    """A game that went up and down and ended like this."""
    hopes = (100, -400, 600, 700) if payoffs[0] > 0 else (200, 100, -300, -800)
    course = tuple((0, hope) for hope in hopes) if "level" in job.entrants[0] else ()
    scores = tuple(3.0 if payoff > 0 else 1.0 for payoff in payoffs)
    return GameRow(
        key=job.key,
        part=job.part,
        options=job.options,
        entrants=job.entrants,
        seed=job.seed,
        opening=job.opening,
        moves=2 * turns,
        turns=turns,
        choices=100.0 + job.seed,
        tree=4.0 * turns,
        payoffs=payoffs,
        ending="draw" if max(payoffs) <= 0 else "wins",
        scores=scores,
        seconds=0.5,
        course=course,
        tokens=BEGUN if course else "",
        hopeless=kings[0],
        kingmaking=kings[1],
    )


def strengths() -> list[Row]:
    """Random games are drawn and long; at level 5 the first seat wins three games of four."""
    random = [Job("strength", "", ("random",) * 2, seed) for seed in range(10)]
    fifth = [Job("strength", "", ("level:5",) * 2, seed) for seed in range(24)]
    return [
        *(played(job, 400, 0, 0) for job in random),
        *(
            played(job, 30 + job.seed % 5, *((-1, 1) if job.seed % 4 == 0 else (1, -1)))
            for job in fifth
        ),
    ]


def doublings() -> list[Row]:
    """Twice 32 simulations win all but one pair; twice 64 change nothing."""
    rows: list[Row] = []
    for seed in range(20):
        for weak, wins in ((32, seed > 0), (64, seed % 2 == 0)):
            couple = (f"simulations:{2 * weak}", f"simulations:{weak}")
            won = 1 if wins else -1
            rows.append(played(Job("ladder", "", couple, seed, 2), 30, won, -won))
            rows.append(played(Job("ladder", "", couple[::-1], seed, 2), 30, -won, won))
    return rows


def options() -> list[Row]:
    """Adjacent corners make games twice as long, a pawn first half as long again without a net."""
    netless = "simulations:200,net=off"
    tried = (
        ("corners=adjacent", "level:5", 60),
        ("", netless, 20),
        ("order=pawn_first", netless, 30),
    )
    return [
        played(
            Job("variants", changed, (entrant,) * 2, seed),
            turns + seed % 5,
            *((1, -1) if seed % 2 else (-1, 1)),
        )
        for changed, entrant, turns in tried
        for seed in range(20)
    ]


def table() -> list[Row]:
    """Opposite allies win all their games; somebody lost has a say in every other game."""
    alone, allied = ("ally:400,0",) * 4, ("ally:400,2", "ally:400,0") * 2
    third = -1 / 3
    rows: list[Row] = []
    for seed in range(12):
        payoffs = [1.0 if seat == seed % 4 else third for seat in range(4)]
        kings = (6, seed % 2)
        rows.append(played(Job(MULTIPLAYER, "players=4", alone, seed), 50, *payoffs, kings=kings))
        allies = [1.0 if seat == 2 * (seed % 2) else third for seat in range(4)]
        rows.append(played(Job(MULTIPLAYER, "players=4", allied, seed), 50, *allies, kings=kings))
    return rows


def searches() -> list[Row]:
    """One move is best in two searches of three."""
    seen = [("a2-a5", 0.1), ("a2-a5", 0.2), ("a2-a4", 0.3)]
    return [
        StartRow(
            f"look {seed}",
            "openings",
            "",
            ("simulations:1000",),
            seed,
            value,
            (Move(token, 900, value), Move("b2-b3", 100, -0.1)),
            0.5,
        )
        for seed, (token, value) in enumerate(seen)
    ]


def rows() -> list[Row]:
    """All of them."""
    return [*strengths(), *doublings(), *options(), *table(), *searches()]


def report(folder: Path) -> str:
    """The report of these rows, written into the folder."""
    found = {row.key: row for row in rows()}
    write(tablier.game("labyrinthe"), Store(folder, METADATA, found))
    return (folder / TEXT).read_text("utf-8")


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        GOLDEN.write_text(report(Path(folder)), "utf-8")
