"""Where on the board do things happen? Heat maps, with each spot in the colour of its share."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from tablier.game import Game
from tablier.games import game_from_text
from tablier.pictures.svg import style, svg
from tablier.shapes import Label, Path, Shape
from tablier.study.jobs import GameRow
from tablier.study.notes import Map
from tablier.study.report.document import Picture, Section, Study, name_of

STRONG, MOST = 20, 200  # games: at least, to look at the strongest; at most, which are enough
WARMTHS = 9
LETTERS = 80  # spots, above which numbers on them could not be read
HEAT = """
.tablier .heat { stroke: #5b1a00; stroke-width: 0.015; stroke-opacity: 0.5; }
.tablier .heat-letters { font-size: 0.27px; font-weight: 700; fill: #2b0d00; paint-order: stroke;
  stroke: #fff4e2; stroke-width: 0.06px; stroke-linejoin: round; }
""" + "\n".join(
    f".tablier .heat-{i} {{ fill: color-mix(in oklab, #fff0c2, #c22a00 {100 * i // WARMTHS}%); "
    f"fill-opacity: {0.12 + 0.8 * i / WARMTHS:.2f}; }}"
    for i in range(WARMTHS + 1)
)


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


def counted(name: str, games: Sequence[GameRow], what: Map) -> Counter[str]:
    """How many moves of this kind are counted at each spot."""
    found: Counter[str] = Counter()
    for played in games:
        game = game_from_text(name, played.options)
        position = game.start(played.seed)
        for token in played.tokens.split():
            action = game.actions[token]
            if re.fullmatch(what.moves, token):
                found[game.path(position.state, action)[what.spot]] += 1
            position = position.after(action)
    return found


def heat_map(game: Game, heat: Mapping[str, float], title: str, said: str) -> str:
    """The empty board with these spots coloured, relative to the largest share."""
    board = game.drawing.board(game.option_numbers)
    most = max(heat.values())
    warm = [spot for spot in board.spots if heat.get(spot.id, 0) > 0]
    areas: list[Shape] = [
        Path(spot.d, f"heat heat-{round(WARMTHS * (heat[spot.id] / most))}") for spot in warm
    ]
    letters: list[Shape] = [
        Label(spot.x, spot.y, f"{100 * heat[spot.id]:.0f}", "heat-letters")
        for spot in warm
        if len(warm) <= LETTERS and heat[spot.id] >= 0.005
    ]
    warmed = msgspec.structs.replace(board, layers=(*board.layers, areas, letters))
    look = style(game.package) + HEAT
    return svg(warmed, (), look, game.name, title=title, description=said)


def shares(heat: Mapping[str, float]) -> dict[str, float]:
    """Each number divided by their sum."""
    whole = sum(heat.values())
    return {spot: n / whole for spot, n in heat.items()}
