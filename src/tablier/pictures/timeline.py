"""The timeline of a replay: pieces that come, go their ways and leave, each at its time.

A sprite is a piece that looks the same all its life; it has poses, each at a time in seconds.
Sprites are listed from the lowest to the highest, so that wherever two pieces lie close together,
the one that a position draws later is the higher one.
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
TRAVEL = 0.6  # of the time for a move, at most, pieces are on their way
CLOSE = 0.95  # pieces that are further apart cannot cover each other
LANDED = 0.3  # closer to the end of a way lies the piece that has gone it
BELOW = 0.28  # opacity of a piece that is below the board
AT_ONCE = 0.001  # seconds


class Pose(NamedTuple):
    """Where a sprite is at a time, and how much of it can be seen."""

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
        """Be there at that time, on the straight way from where it was."""
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
    """The sprites so far, and which of them shows which mark of the present position."""

    marks: dict[str, Mark]
    roles: dict[str, Sprite]
    tempo: float
    """How much of their usual time those who come, glide and leave take."""
    sprites: list[Sprite] = field(default_factory=list)

    def walk(self, route: Sequence[Leg], begin: float, most: float) -> float:
        """Send sprites along a route, in no more than that time; returns when they arrive."""
        needed = [leg_seconds(leg) for leg in route]
        pace = min(1.0, most / max(sum(needed), AT_ONCE))
        for leg, seconds in zip(route, needed, strict=True):
            _walk(self.roles[leg.mark], leg, begin, seconds * pace)
            begin += seconds * pace
        return begin

    def change(self, marks: Sequence[Mark], route: Sequence[Leg], at: float) -> None:
        """Go on to a position with these marks: some glide or turn, some come, some leave."""
        roles = self._landed(marks, route)
        fresh = {mark.id for mark in marks if self.marks.get(mark.id) != mark}
        self.marks, self.roles = {mark.id: mark for mark in marks}, {}
        lower = None
        for mark in marks:
            self._recast(mark, roles.pop(mark.id, None), self._below(mark, lower, fresh), at)
            lower = mark.id
        for sprite in roles.values():
            _leave(sprite, at, FADE * self.tempo)

    def _landed(self, marks: Sequence[Mark], route: Sequence[Leg]) -> dict[str, Sprite]:
        """The roles; who has gone a way now has the role of the piece that lies at its end."""
        roles = dict(self.roles)
        ids = {mark.id for mark in marks}
        for role, end in {leg.mark: leg.points[-1] for leg in route}.items():
            heirs = (mark.id for mark in marks if mark.id not in roles and lies_at(mark, end))
            heir = None if role in ids else next(heirs, None)
            if heir is not None:
                roles[heir] = roles.pop(role)
        return roles

    def _below(self, mark: Mark, lower: str | None, fresh: set[str]) -> int:
        """The number of the highest sprite that has to be below the one of this mark, or −1.

        Two marks that have not changed were in order before.
        """
        others = self.roles if mark.id in fresh else self.roles.keys() & fresh
        close = [role for role in others if _are_close(mark, self.marks[role])]
        if lower is not None and mark.id in fresh:
            close.append(lower)
        return max((self.sprites.index(self.roles[role]) for role in close), default=-1)

    def _recast(self, mark: Mark, sprite: Sprite | None, below: int, at: float) -> None:
        """Find somebody for the mark: who had the role, if it looks the same and is high enough."""
        if sprite and sprite.looks_like(mark) and self.sprites.index(sprite) > below:
            _glide(sprite, mark, at, GLIDE * self.tempo)
        else:
            sprite = self._relieve(sprite, mark, below, at)
        self.roles[mark.id] = sprite

    def _relieve(self, old: Sprite | None, mark: Mark, below: int, at: float) -> Sprite:
        """A new sprite comes; the old one leaves behind it, unseen."""
        new = Sprite(mark.piece, mark.letters, [Pose(at, mark.x, mark.y, mark.turn, 0)])
        above = below if old is None else max(below, self.sprites.index(old))
        self.sprites.insert(above + 1, new)
        seen = at + FADE * self.tempo
        new.stay(seen)
        if old is not None:
            old.stay(seen)
            old.stay(seen + AT_ONCE, 0)
        return new


def opened(marks: Sequence[Mark], tempo: float) -> Timeline:
    """The stage with the marks of the first position."""
    sprites = [
        Sprite(mark.piece, mark.letters, [Pose(0, mark.x, mark.y, mark.turn)]) for mark in marks
    ]
    ids = [mark.id for mark in marks]
    roles = dict(zip(ids, sprites, strict=True))
    return Timeline(dict(zip(ids, marks, strict=True)), roles, tempo, sprites)


def cast(positions: Sequence[Position], pace: float) -> list[Sprite]:
    """The sprites of a replay; the move to position n, from 1, begins after n × `pace` seconds."""
    drawing = positions[0].game.drawing
    timeline = opened(drawing.marks(positions[0].state), min(1.0, pace))
    for n, (before, after) in enumerate(pairwise(positions), 1):
        assert after.last_move is not None
        route = drawing.route(before.state, before.game.actions[after.last_move])
        arrival = timeline.walk(route, n * pace, TRAVEL * pace)
        timeline.change(drawing.marks(after.state), route, arrival)
    return timeline.sprites


def leg_seconds(leg: Leg) -> float:
    """How long a leg takes by itself."""
    way = sum(dist(here, there) for here, there in pairwise(leg.points))
    return max(LEG, POINT * (len(leg.points) - 1), min(SQUARE * way, LONG))


def _walk(sprite: Sprite, leg: Leg, begin: float, seconds: float) -> None:
    sprite.stay(begin, sprite.poses[-1].opacity)
    for i, (x, y) in enumerate(leg.points):
        at = begin + seconds * i / max(1, len(leg.points) - 1)
        sprite.pose(max(at, begin + AT_ONCE), x, y, BELOW if leg.below else 1)


def _glide(sprite: Sprite, mark: Mark, at: float, seconds: float) -> None:
    """To the place and the turn of the mark, round the shorter way; who is there stays."""
    last = sprite.poses[-1]
    turn = shorter_turn(last.turn, mark.turn)
    if (last.x, last.y, last.turn, last.opacity) != (mark.x, mark.y, turn, 1):
        sprite.stay(at, last.opacity)
        sprite.poses.append(Pose(at + seconds, mark.x, mark.y, turn))


def shorter_turn(before: float, after: float) -> float:
    """The angle to turn to, by the shorter way from the one before."""
    return before + (after - before + 180) % 360 - 180


def _leave(sprite: Sprite, at: float, seconds: float) -> None:
    sprite.stay(at, sprite.poses[-1].opacity)
    sprite.stay(at + seconds, 0)


def lies_at(mark: Mark, point: tuple[float, float]) -> bool:
    """Is the piece where that point is, but for rounding?"""
    return dist((mark.x, mark.y), point) < LANDED


def _are_close(mark: Mark, other: Mark) -> bool:
    return dist((mark.x, mark.y), (other.x, other.y)) < CLOSE
