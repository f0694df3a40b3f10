"""The timeline of a replay: when each piece appears, moves and disappears.

A sprite is a piece whose looks never change; it has poses, each at a time in seconds. Sprites are
listed from the lowest to the highest, so that wherever two pieces lie close together, the one that
a position draws later is the higher one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import dist
from typing import NamedTuple

from tablier.position import Position
from tablier.shapes import Leg, Mark

FADE, GLIDE = 0.18, 0.22  # seconds, as in the browser
LEG, POINT, SQUARE, LONG = 0.16, 0.12, 0.026, 0.52  # seconds of a leg, as in movement.ts
TRAVEL = 0.6  # the most of the time for a move that pieces take along their route
CLOSE = 0.95  # pieces that are further apart cannot cover each other
LANDED = 0.3  # a piece that lies closer to the end of a route is the one that moved along it
BELOW = 0.28  # opacity of a piece that is below the board
AT_ONCE = 0.001  # seconds


class Pose(NamedTuple):
    """Where a sprite is at a time, and how opaque it is."""

    at: float
    x: float
    y: float
    turn: float
    opacity: float = 1


@dataclass(eq=False)
class Sprite:
    """A piece with its letters, and its poses in the order of time."""

    piece: str
    letters: str
    poses: list[Pose] = field(default_factory=list)

    def pose(self, at: float, x: float, y: float, opacity: float = 1) -> None:
        """Be there at that time, in a straight line from where it was."""
        self.poses.append(Pose(at, x, y, self.poses[-1].turn, opacity))

    def stay(self, until: float, opacity: float = 1) -> None:
        """Be at that time where it was."""
        _, x, y, _, _ = self.poses[-1]
        self.pose(until, x, y, opacity)

    def looks_like(self, mark: Mark) -> bool:
        """Is this the piece of the mark, with its letters?"""
        return (self.piece, self.letters) == (mark.piece, mark.letters)


@dataclass
class Timeline:
    """The sprites so far, and which of them shows which mark of the current position."""

    marks: dict[str, Mark]
    sprite_of: dict[str, Sprite]
    """By the id of the mark."""
    time_scale: float
    """A factor of the durations of fades and glides."""
    sprites: list[Sprite] = field(default_factory=list)

    def animate(self, route: Sequence[Leg], begin: float, most: float) -> float:
        """Move sprites along a route within that time; returns when they arrive."""
        needed = [leg_seconds(leg) for leg in route]
        scale = min(1.0, most / max(sum(needed), AT_ONCE))
        for leg, seconds in zip(route, needed, strict=True):
            _animate_leg(self.sprite_of[leg.mark], leg, begin, seconds * scale)
            begin += seconds * scale
        return begin

    def change(self, marks: Sequence[Mark], route: Sequence[Leg], at: float) -> None:
        """Go to a position with these marks: sprites glide, rotate, fade in or fade out."""
        sprites = self._arrived(marks, route)
        changed = {mark.id for mark in marks if self.marks.get(mark.id) != mark}
        self.marks, self.sprite_of = {mark.id: mark for mark in marks}, {}
        lower = None
        for mark in marks:
            below = self._below(mark, lower, changed)
            self.sprite_of[mark.id] = self._show(mark, sprites.pop(mark.id, None), below, at)
            lower = mark.id
        for sprite in sprites.values():
            _fade_out(sprite, at, FADE * self.time_scale)

    def _arrived(self, marks: Sequence[Mark], route: Sequence[Leg]) -> dict[str, Sprite]:
        """The sprites by mark; one that moved to a new mark now shows that mark."""
        sprites = dict(self.sprite_of)
        ids = {mark.id for mark in marks}
        for old, end in {leg.mark: leg.points[-1] for leg in route}.items():
            new = (mark.id for mark in marks if mark.id not in sprites and lies_at(mark, end))
            found = None if old in ids else next(new, None)
            if found is not None:
                sprites[found] = sprites.pop(old)
        return sprites

    def _below(self, mark: Mark, lower: str | None, changed: set[str]) -> int:
        """The index of the highest sprite that has to be below the one of this mark, or −1.

        Two marks that have not changed were in order before.
        """
        others = self.sprite_of if mark.id in changed else self.sprite_of.keys() & changed
        there = ((other, self.marks[other]) for other in others)
        close = [other for other, at in there if dist((mark.x, mark.y), (at.x, at.y)) < CLOSE]
        if lower is not None and mark.id in changed:
            close.append(lower)
        return max((self.sprites.index(self.sprite_of[other]) for other in close), default=-1)

    def _show(self, mark: Mark, sprite: Sprite | None, below: int, at: float) -> Sprite:
        """The sprite for a mark: the one before, if it looks the same and is high enough."""
        if sprite and sprite.looks_like(mark) and self.sprites.index(sprite) > below:
            _glide(sprite, mark, at, GLIDE * self.time_scale)
            return sprite
        return self._replace(sprite, mark, below, at)

    def _replace(self, old: Sprite | None, mark: Mark, below: int, at: float) -> Sprite:
        """A new sprite fades in above the old one, which is hidden afterwards."""
        new = Sprite(mark.piece, mark.letters, [Pose(at, mark.x, mark.y, mark.turn, 0)])
        above = below if old is None else max(below, self.sprites.index(old))
        self.sprites.insert(above + 1, new)
        shown = at + FADE * self.time_scale
        new.stay(shown)
        if old is not None:
            old.stay(shown)
            old.stay(shown + AT_ONCE, 0)
        return new


def first_timeline(marks: Sequence[Mark], time_scale: float) -> Timeline:
    """The timeline at the first position."""
    sprites = [
        Sprite(mark.piece, mark.letters, [Pose(0, mark.x, mark.y, mark.turn)]) for mark in marks
    ]
    ids = [mark.id for mark in marks]
    sprite_of = dict(zip(ids, sprites, strict=True))
    return Timeline(dict(zip(ids, marks, strict=True)), sprite_of, time_scale, sprites)


def sprites_of(positions: Sequence[Position], pace: float) -> list[Sprite]:
    """The sprites of a replay; the move to position n, from 1, begins after n × `pace` seconds."""
    drawing = positions[0].game.drawing
    timeline = first_timeline(drawing.marks(positions[0].state), min(1.0, pace))
    for n, (before, after) in enumerate(pairwise(positions), 1):
        assert after.last_move is not None
        route = drawing.route(before.state, before.game.actions[after.last_move])
        arrival = timeline.animate(route, n * pace, TRAVEL * pace)
        timeline.change(drawing.marks(after.state), route, arrival)
    return timeline.sprites


def leg_seconds(leg: Leg) -> float:
    """How long a leg takes by itself."""
    way = sum(dist(here, there) for here, there in pairwise(leg.points))
    return max(LEG, POINT * (len(leg.points) - 1), min(SQUARE * way, LONG))


def _animate_leg(sprite: Sprite, leg: Leg, begin: float, seconds: float) -> None:
    sprite.stay(begin, sprite.poses[-1].opacity)
    for i, (x, y) in enumerate(leg.points):
        at = begin + seconds * i / max(1, len(leg.points) - 1)
        sprite.pose(max(at, begin + AT_ONCE), x, y, BELOW if leg.below else 1)


def _glide(sprite: Sprite, mark: Mark, at: float, seconds: float) -> None:
    """To the place and the rotation of the mark, round the shorter way, if it is not there."""
    last = sprite.poses[-1]
    turn = shorter_turn(last.turn, mark.turn)
    if (last.x, last.y, last.turn, last.opacity) != (mark.x, mark.y, turn, 1):
        sprite.stay(at, last.opacity)
        sprite.poses.append(Pose(at + seconds, mark.x, mark.y, turn))


def shorter_turn(before: float, after: float) -> float:
    """The angle to turn to, by the shorter way from the one before."""
    return before + (after - before + 180) % 360 - 180


def _fade_out(sprite: Sprite, at: float, seconds: float) -> None:
    sprite.stay(at, sprite.poses[-1].opacity)
    sprite.stay(at + seconds, 0)


def lies_at(mark: Mark, point: tuple[float, float]) -> bool:
    """Is the piece where that point is, but for rounding?"""
    return dist((mark.x, mark.y), point) < LANDED
