"""Where on the board do things happen?"""

from tablier.study.notes import Map
from tablier.study.report.document import Picture, Section, Study, name_of
from tablier.study.report.heat import counted, heat_map, shares

STRONG, MOST = 20, 200  # games: at least, to look at the strongest; at most, which are enough


def section(study: Study) -> Section | None:
    """A heat map of each kind of move that the notes name, from games of strong players."""
    name, games = study.best(STRONG)
    played = [game for game in games if game.tokens][:MOST]
    counts = [(each, counted(study.game.name, played, each)) for each in study.notes.maps]
    maps = [(each, shares(count)) for each, count in counts if count]
    if not maps:
        return None
    pictures = [picture(study, each, heat, i) for i, (each, heat) in enumerate(maps)]
    found = "; ".join(f"{each.title.lower()}: most of all {warmest(heat)}" for each, heat in maps)
    summary = f"In {len(played)} games of {name_of(name)}, {found}."
    return Section("Where on the board do things happen?", summary, pictures)


def picture(study: Study, each: Map, heat: dict[str, float], i: int) -> Picture:
    """The heat map as a picture of the report."""
    said = f"{each.title}, in per cent"
    return Picture(f"map-{i + 1}", said, heat_map(study.game, heat, each.title, said))


def warmest(heat: dict[str, float]) -> str:
    """The three spots with the largest shares."""
    best = sorted(heat, key=lambda spot: -heat[spot])[:3]
    return ", ".join(f"{spot} ({100 * heat[spot]:.0f}%)" for spot in best)
