"""Where on the board do things happen?"""

from tablier.study.jobs import GameRow
from tablier.study.notes import Map
from tablier.study.report.document import Picture, Section, Study, name_of
from tablier.study.report.heat import counted, heat_map, shares

STRONG, MOST = 20, 200  # games: at least, to look at the strongest; at most, which are enough


def section(study: Study) -> Section | None:
    """A heat map of each kind of move that the notes name, from games of strong players."""
    name, games = study.best(STRONG)
    told = [game for game in games if game.tokens][:MOST]
    made = [(each, heat) for each in study.notes.maps if (heat := heat_of(study, told, each))]
    if not made:
        return None
    pictures = [picture(study, each, heat, i) for i, (each, heat) in enumerate(made)]
    found = "; ".join(f"{each.title.lower()}: most of all {warmest(heat)}" for each, heat in made)
    title = "Where on the board do things happen?"
    said = f"In {len(told)} games of {name_of(name)}, {found}."
    return Section(title, said, pictures)


def heat_of(study: Study, games: list[GameRow], each: Map) -> dict[str, float]:
    """The share of each spot in all moves of a kind."""
    return shares(counted(study.game.name, games, each)) if games else {}


def picture(study: Study, each: Map, heat: dict[str, float], i: int) -> Picture:
    """The heat map as a picture of the report."""
    said = f"{each.title}, in per cent"
    return Picture(f"map-{i + 1}", said, heat_map(study.game, heat, each.title, said))


def warmest(heat: dict[str, float]) -> str:
    """The three spots with the largest shares."""
    best = sorted(heat, key=lambda spot: -heat[spot])[:3]
    return ", ".join(f"{spot} ({100 * heat[spot]:.0f}%)" for spot in best)
