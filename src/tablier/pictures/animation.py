"""A replay as one SVG that moves by CSS alone: in browsers, in notebooks and in a README.

Where nothing moves, and for readers who want less motion, it shows the last position. All names in
it begin with letters made from the game, so that several replays can stand on one page.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import groupby
from xml.etree.ElementTree import Element, SubElement

from tablier.pictures.overlays import trail
from tablier.pictures.svg import (
    AS_USUAL,
    Look,
    draw_all,
    draw_sign,
    say_what_it_is,
    sheet,
    style,
    written,
)
from tablier.pictures.timeline import Pose, Sprite, cast
from tablier.position import Position
from tablier.shapes import Board, Label, Shape, number

REST = 4.0  # seconds that the last position stays before a replay is repeated
STRIP = 0.055  # of the width: how high the strip with the moves is
LETTERS, BAR = 0.55, 0.1  # of the strip: the size of its letters, the line that grows with time
AT_ONCE = 0.001  # seconds
LOOK = ("class", "data-theme")

STYLE = """
.{name} .strip {{ fill: var(--paper); }}
.{name} .progress {{ fill: var(--accent); }}
.{name} .caption {{ fill: var(--ink); font-size: {size}px; font-weight: 600; }}
.{name} .sprite {{ animation: {seconds}s {times} both ease-in-out; }}
.{name} .progress {{ animation-timing-function: linear; }}
@media (prefers-reduced-motion: reduce) {{ .{name} .sprite {{ animation: none !important; }} }}
"""


@dataclass
class Reel:
    """The animations of a replay by their frames, each kept once."""

    name: str
    seconds: float
    names: dict[str, str] = field(default_factory=dict)

    def plays(self, frames: Sequence[tuple[float, str]]) -> dict[str, str]:
        """The attribute of an element that goes through these frames: (second, declarations)."""
        runs = [(words, list(run)) for words, run in groupby(frames, lambda frame: frame[1])]
        if len(runs) == 1:
            return {}
        runs[0][1].insert(0, (0, ""))
        runs[-1][1].append((self.seconds, ""))
        written = "".join(
            f"{self._percent(run[0][0])},{self._percent(run[-1][0])}{{{words}}}"
            if len(run) > 1
            else f"{self._percent(run[0][0])}{{{words}}}"
            for words, run in runs
        )
        name = self.names.setdefault(written, f"{self.name}-{len(self.names)}")
        return {"style": f"animation-name:{name}"}

    def _percent(self, at: float) -> str:
        return f"{100 * at / self.seconds:.4f}".rstrip("0").rstrip(".") + "%"

    def css(self) -> str:
        """All animations, as a style sheet has them."""
        return "\n".join(f"@keyframes {name}{{{frames}}}" for frames, name in self.names.items())


@dataclass
class Props:
    """The shapes of the pieces, each drawn once and used by everybody who looks like it."""

    board: Board
    name: str
    root: Element
    shelf: Element
    known: dict[str, list[str | Label]] = field(default_factory=dict)

    def dress(self, parent: Element, sprite: Sprite) -> None:
        """Draw a sprite: runs of shapes from the shelf, and its letters between them."""
        if sprite.piece not in self.known:
            self.known[sprite.piece] = list(self._cut(sprite.piece))
        for part in self.known[sprite.piece]:
            if isinstance(part, Label):
                draw_all(parent, [Label(part.x, part.y, sprite.letters, part.style)])
            else:
                SubElement(parent, "use", {"href": f"#{part}"})

    def _cut(self, piece: str) -> Iterator[str | Label]:
        """The parts of a piece: a label that waits for letters, or the id of shapes in a row."""
        for n, (waits, run) in enumerate(groupby(self.board.pieces[piece], _waits)):
            if waits:
                yield from (shape for shape in run if isinstance(shape, Label))
            else:
                part = f"{self.name}-{piece}-{n}"
                draw_all(SubElement(self.shelf, "g", {"id": part, **self._look()}), run)
                yield part

    def _look(self) -> dict[str, str]:
        """What styles ask for around a shape: browsers look no further up than to the shelf."""
        return {key: self.root.attrib[key] for key in LOOK if key in self.root.attrib}


def _waits(shape: Shape) -> bool:
    return isinstance(shape, Label) and not shape.letters


def replay_svg(
    positions: Sequence[Position],
    pace: float,
    *,
    repeat: bool = False,
    lang: str = "en",
    look: Look = AS_USUAL,
) -> str:
    """The way through these positions, one move each, in so many seconds a move."""
    last = positions[-1]
    game, board = last.game, last.game.drawing.board(last.game.option_numbers)
    reel = Reel(_name(positions, pace, repeat), pace * len(positions) + (REST if repeat else 0))
    strip = board.width * STRIP
    root = sheet(board.width, board.height + strip, f"{game.name} {reel.name}", look)
    say_what_it_is(root, game.title(lang), last.status(lang), style(game.package))
    props = Props(board, reel.name, root, SubElement(root, "defs"))
    for layer in board.layers:
        draw_all(SubElement(root, "g"), layer)
    for sprite in cast(positions, pace):
        _draw_actor(root, sprite, props, reel)
    _draw_strip(root, board, strip, reel, pace * len(positions))
    for n, position in enumerate(positions):
        begin, end = n * pace, reel.seconds if position is last else (n + 1) * pace
        scene = SubElement(root, "g", _window(begin, end, reel))
        caption = f"{n}. {position.last_move}" if n else game.title(lang)
        if n:
            draw_sign(scene, trail(positions[n - 1], str(position.last_move)))
        middle = Label(board.width / 2, board.height + strip * 0.55, caption, "caption")
        draw_all(scene, [middle])
    _add_style(root, reel, strip, repeat)
    return written(root)


def _name(positions: Sequence[Position], pace: float, repeat: bool) -> str:
    """Letters and digits that two different replays do not share."""
    moves = [position.last_move for position in positions]
    told = f"{positions[0]!r} {moves} {pace} {repeat}"
    return f"replay{sha256(told.encode()).hexdigest()[:8]}"


def _draw_actor(root: Element, sprite: Sprite, props: Props, reel: Reel) -> None:
    """A sprite stands in its last pose; what it does before is in its animation."""
    last = sprite.poses[-1]
    turns = any(pose.turn for pose in sprite.poses)
    moves = len({pose[1:4] for pose in sprite.poses}) > 1
    fades = len({pose.opacity for pose in sprite.poses}) > 1
    frames = [(pose.at, _declared(pose, moves, turns, fades)) for pose in sprite.poses]
    place = f"translate({number(last.x)} {number(last.y)})"
    turn = f" rotate({number(last.turn)})" if turns else ""
    attributes = {"transform": place + turn, **reel.plays(frames)}
    if last.opacity == 0:
        attributes["opacity"] = "0"
    props.dress(SubElement(root, "g", {"class": "sprite", **attributes}), sprite)


def _declared(pose: Pose, moves: bool, turns: bool, fades: bool) -> str:
    """A pose in CSS, as far as it changes."""
    turn = f" rotate({number(pose.turn)}deg)" if turns else ""
    place = f"transform:translate({number(pose.x)}px,{number(pose.y)}px){turn}"
    seen = f"opacity:{number(pose.opacity)}"
    return ";".join([place] * moves + [seen] * fades)


def _window(begin: float, end: float, reel: Reel) -> dict[str, str]:
    """The attributes of what is seen from one second to another; the end of the replay stays."""
    shown, hidden = "opacity:1", "opacity:0"
    frames = [(begin, shown), (end, shown)]
    if begin:
        frames = [(begin, hidden), (begin + AT_ONCE, shown), *frames[1:]]
    if end < reel.seconds:
        frames = [*frames, (end + AT_ONCE, hidden)]
    base = {} if end == reel.seconds else {"opacity": "0"}
    return {"class": "sprite", **base, **reel.plays(frames)}


def _draw_strip(root: Element, board: Board, strip: float, reel: Reel, until: float) -> None:
    """Below the board: paper for the moves, and a line that grows with time."""
    wide, top = number(board.width), number(board.height)
    paper = {"class": "strip", "y": top, "width": wide, "height": number(strip)}
    SubElement(root, "rect", paper)
    grows = reel.plays([(0, "transform:scaleX(0)"), (until, "transform:scaleX(1)")])
    line = {"class": "sprite progress", "y": top, "width": wide, "height": number(strip * BAR)}
    SubElement(root, "rect", {**line, **grows})


def _add_style(root: Element, reel: Reel, strip: float, repeat: bool) -> None:
    times, size = "infinite" if repeat else "1", number(strip * LETTERS)
    sheet = STYLE.format(name=reel.name, seconds=number(reel.seconds), times=times, size=size)
    SubElement(root, "style").text = f"{sheet}{reel.css()}\n"
