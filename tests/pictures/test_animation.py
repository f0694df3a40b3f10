"""Replays: at rest they show each position as it is; several can stand on one page."""

import json
import re
from collections.abc import Sequence
from functools import cache
from itertools import combinations, islice, pairwise
from math import dist
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.games.contract import Case, random_game, starts
from tests.games.test_contract import every_case

import tablier
from tablier.pictures.animation import REST, replay_svg
from tablier.pictures.svg import NAMESPACE, Appearance
from tablier.pictures.timeline import (
    CLOSE,
    Pose,
    Sprite,
    leg_seconds,
    lies_at,
    shorter_turn,
    sprites_of,
)
from tablier.position import Position
from tablier.shapes import Leg, Mark

MOVES = 60
every_pace = pytest.mark.parametrize("pace", [0.05, 1.0])


@cache
def some_game(case: Case) -> list[Position]:
    start = next(iter(starts(case, 1)))
    return [position for position, _ in islice(random_game(start, 0), MOVES)]


def played(name: str, *tokens: str) -> list[Position]:
    return list(tablier.Record(tablier.game(name).start(), tokens).positions())


def seen(sprite: Sprite, at: float) -> Pose | None:
    """The pose of a sprite at a time when nothing moves, or None while it cannot be seen."""
    before = [pose for pose in sprite.poses if pose.at <= at]
    return before[-1] if before and before[-1].opacity else None


def look(piece: str, letters: str, x: float, y: float, turn: float) -> tuple[object, ...]:
    return piece, letters, round(x, 6), round(y, 6), round(turn) % 360


def visible(sprites: Sequence[Sprite], at: float) -> list[tuple[object, ...]]:
    """What can be seen at that time, from the lowest to the highest."""
    poses = [(sprite, seen(sprite, at)) for sprite in sprites]
    return [look(who.piece, who.letters, *pose[1:4]) for who, pose in poses if pose is not None]


def lying(position: Position) -> list[tuple[object, ...]]:
    marks = position.game.drawing.marks(position.state)
    return [look(mark.piece, mark.letters, mark.x, mark.y, mark.turn) for mark in marks]


@every_case
@every_pace
def test_before_each_move_the_pieces_lie_as_the_position_says(case: Case, pace: float) -> None:
    positions = some_game(case)
    sprites = sprites_of(positions, pace)
    for n, position in enumerate(positions):
        shown = visible(sprites, (n + 0.999) * pace)
        assert sorted(map(str, shown)) == sorted(map(str, lying(position))), n


@every_case
def test_close_pieces_cover_each_other_as_the_position_says(case: Case) -> None:
    positions = some_game(case)
    sprites = sprites_of(positions, 1)
    for n, position in enumerate(positions):
        shown = visible(sprites, n + 0.999)
        order = {each: place for place, each in enumerate(shown)}
        for lower, higher in combinations(lying(position), 2):
            if dist(lower[2:4], higher[2:4]) < CLOSE:  # type: ignore[arg-type]
                assert order[lower] < order[higher], (n, lower, higher)


@every_case
@every_pace
def test_time_goes_forward(case: Case, pace: float) -> None:
    for sprite in sprites_of(some_game(case), pace):
        times = [pose.at for pose in sprite.poses]
        assert times == sorted(times)


def test_a_piece_goes_its_way_and_stays_itself() -> None:
    positions = played("chain-reaction", "b2a3")
    sprites = sprites_of(positions, 1)
    (mover,) = (sprite for sprite in sprites if len(sprite.poses) > 1 and sprite.piece == "white")
    assert dist(mover.poses[0][1:3], mover.poses[-1][1:3]) == pytest.approx(2**0.5)


def test_a_piece_below_the_board_is_pale() -> None:
    positions = played("mole-hill", "e4", "a1|a2", "h2")
    (mole,) = (
        who for who in sprites_of(positions, 1) if who.piece == "mole" and who.letters == "21"
    )
    assert any(0 < pose.opacity < 0.5 for pose in mole.poses)


def test_a_tile_turns_by_the_shorter_way() -> None:
    positions = played("moguli", "a4+3")
    turned = [who for who in sprites_of(positions, 1) if len({pose.turn for pose in who.poses}) > 1]
    (tile,) = turned
    assert abs(tile.poses[-1].turn - tile.poses[0].turn) == 90


# The browser moves in the same way: frontend/tests/movement.test.ts reads the same cases.
CASES = json.loads((Path(__file__).parent.parent / "cases/movement.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES["legs"], ids=lambda case: case["what"])
def test_a_leg_takes_its_time(case: dict[str, Any]) -> None:
    leg = Leg("piece", [(x, y) for x, y in case["points"]])
    assert leg_seconds(leg) == pytest.approx(case["seconds"])


@pytest.mark.parametrize("case", CASES["turns"], ids=lambda case: case["what"])
def test_pieces_turn_by_the_shorter_way(case: dict[str, Any]) -> None:
    assert shorter_turn(case["before"], case["after"]) == case["shown"]


@pytest.mark.parametrize("case", CASES["landings"], ids=lambda case: case["what"])
def test_who_lies_at_the_end_of_a_way_has_gone_it(case: dict[str, Any]) -> None:
    (x, y), end = case["mark"], case["end"]
    assert lies_at(Mark("a", "piece", x, y), tuple(end)) == case["landed"]


# The picture

THREE = ("e4", "a1|a2", "h2")


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def animations(svg: str) -> dict[str, list[float]]:
    """The percentages of all keyframes, by the name of the animation."""
    found = re.findall(r"@keyframes (\S+?)\{(.*)\}$", svg, re.MULTILINE)
    return {name: [float(n) for n in re.findall(r"([\d.]+)%", frames)] for name, frames in found}


@pytest.mark.parametrize("name", tablier.games())
def test_a_replay_is_well_formed_and_all_its_animations_are_used(name: str) -> None:
    positions = [each for each, _ in islice(random_game(tablier.game(name).start(3), 3), 60)]
    svg = replay_svg(positions, 0.5)
    styles = [each.attrib.get("style", "") for each in parsed(svg).iter()]
    used = {style.removeprefix("animation-name:") for style in styles if style}
    assert used == animations(svg).keys()
    for percentages in animations(svg).values():
        assert (percentages[0], percentages[-1]) == (0, 100)
        assert all(one <= other for one, other in pairwise(percentages))


@pytest.mark.parametrize("name", tablier.games())
def test_every_shape_of_a_piece_is_drawn_once(name: str) -> None:
    positions = [each for each, _ in islice(random_game(tablier.game(name).start(3), 3), 60)]
    root = parsed(replay_svg(positions, 0.5))
    definitions = [each.attrib["id"] for each in root.findall(f"{{{NAMESPACE}}}defs/*")]
    used = {each.attrib["href"][1:] for each in root.iter(f"{{{NAMESPACE}}}use")}
    assert sorted(used) == sorted(definitions)


def test_where_nothing_moves_the_last_position_is_seen() -> None:
    root = parsed(replay_svg(played("mole-hill", *THREE), 1))
    shown = [each for each in root.iter() if "opacity" not in each.attrib]
    pieces = [each for each in shown if each.findall(f"{{{NAMESPACE}}}use")]
    assert len(pieces) == len(lying(played("mole-hill", *THREE)[-1]))
    captions = [each.text for group in shown for each in group.findall(f"{{{NAMESPACE}}}text")]
    assert "3. h2" in captions
    assert "2. a1|a2" not in captions


def test_readers_who_want_less_motion_get_none() -> None:
    svg = replay_svg(played("mole-hill", *THREE), 1)
    assert re.search(
        r"@media \(prefers-reduced-motion: reduce\) "
        r"\{ \.\w+ \.sprite \{ animation: none !important",
        svg,
    )
    moving = [each for each in parsed(svg).iter() if "style" in each.attrib]
    assert all("sprite" in each.attrib["class"].split() for each in moving)


def test_a_replay_plays_once_or_rests_and_begins_again() -> None:
    positions = played("mole-hill", *THREE)
    assert " 2s 1 both" in replay_svg(positions, 0.5)
    assert f" {2 + REST:g}s infinite both" in replay_svg(positions, 0.5, repeat=True)


def test_two_replays_on_one_page_share_no_names() -> None:
    first = replay_svg(played("mole-hill", *THREE), 1)
    second = replay_svg(played("mole-hill", *THREE[:2]), 1)
    assert not animations(first).keys() & animations(second).keys()
    ids = [set(re.findall(r' id="([^"]+)"', svg)) for svg in (first, second)]
    assert not ids[0] & ids[1]


def test_a_theme_and_a_view_reach_the_shapes_that_are_defined_once() -> None:
    svg = replay_svg(played("moguli", "a4+3"), 1, appearance=Appearance(theme="dark", view="xray"))
    for part in parsed(svg).findall(f"{{{NAMESPACE}}}defs/*"):
        assert part.attrib["data-theme"] == "dark"
        assert "view-xray" in part.attrib["class"].split()


def test_the_replay_of_a_whole_game_is_small() -> None:
    positions = [each for each, _ in random_game(tablier.game("mole-hill").start(), 1)]
    assert len(positions) > 60
    assert len(replay_svg(positions, 1).encode()) < 200_000
