"""A replay as one SVG that moves by CSS alone: in browsers, in notebooks and in a README.

Without animations, and for readers who prefer reduced motion, it shows the last position. All ids
and names in it have a prefix made from the record, so that several replays fit on one page.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import groupby
from xml.etree.ElementTree import Element, SubElement

from tablier.pictures.overlays import trail
from tablier.pictures.svg import (
    DEFAULT,
    Appearance,
    describe,
    draw_all,
    draw_overlay,
    new_svg,
    serialized,
    style,
)
from tablier.pictures.timeline import Pose, Sprite, sprites_of
from tablier.position import Position
from tablier.shapes import Board, Label, Shape, number

REST = 4.0  # seconds that the last position stays before a replay is repeated
STRIP = 0.055  # of the width: how high the strip with the moves is
LETTERS, BAR = 0.55, 0.1  # of the strip: the size of its letters, the line that grows with time
AT_ONCE = 0.001  # seconds
STYLED_BY = ("class", "data-theme")

STYLE = """
.{name} .strip {{ fill: var(--paper); }}
.{name} .progress {{ fill: var(--accent); }}
.{name} .caption {{ fill: var(--ink); font-size: {size}px; font-weight: 600; }}
.{name} .sprite {{ animation: {seconds}s {times} both ease-in-out; }}
.{name} .progress {{ animation-timing-function: linear; }}
@media (prefers-reduced-motion: reduce) {{ .{name} .sprite {{ animation: none !important; }} }}
"""


@dataclass
class Keyframes:
    """The CSS animations of a replay, each distinct one once."""

    name: str
    seconds: float
    names: dict[str, str] = field(default_factory=dict)

    def attribute(self, frames: Sequence[tuple[float, str]]) -> dict[str, str]:
        """The attribute of an element with these frames: (second, declarations)."""
        runs = [(words, list(run)) for words, run in groupby(frames, lambda frame: frame[1])]
        if len(runs) == 1:
            return {}
        runs[0][1].insert(0, (0, ""))
        runs[-1][1].append((self.seconds, ""))
        rules = "".join(
            f"{self._percent(run[0][0])},{self._percent(run[-1][0])}{{{words}}}"
            if len(run) > 1
            else f"{self._percent(run[0][0])}{{{words}}}"
            for words, run in runs
        )
        name = self.names.setdefault(rules, f"{self.name}-{len(self.names)}")
        return {"style": f"animation-name:{name}"}

    def _percent(self, at: float) -> str:
        return f"{100 * at / self.seconds:.4f}".rstrip("0").rstrip(".") + "%"

    def css(self) -> str:
        """All animations, as a style sheet has them."""
        return "\n".join(f"@keyframes {name}{{{frames}}}" for frames, name in self.names.items())


@dataclass
class Definitions:
    """The shapes of the pieces in `<defs>`, each drawn once and referenced by `<use>`."""

    board: Board
    name: str
    root: Element
    defs: Element
    known: dict[str, list[str | Label]] = field(default_factory=dict)

    def draw(self, parent: Element, sprite: Sprite) -> None:
        """Draw a sprite: references to its shapes, and its letters between them."""
        if sprite.piece not in self.known:
            self.known[sprite.piece] = list(self._define(sprite.piece))
        for part in self.known[sprite.piece]:
            if isinstance(part, Label):
                draw_all(parent, [Label(part.x, part.y, sprite.letters, part.style)])
            else:
                SubElement(parent, "use", {"href": f"#{part}"})

    def _define(self, piece: str) -> Iterator[str | Label]:
        """The parts of a piece: a label without letters, or the id of a group of shapes."""
        for n, (is_label, run) in enumerate(groupby(self.board.pieces[piece], _is_empty_label)):
            if is_label:
                yield from (shape for shape in run if isinstance(shape, Label))
            else:
                part = f"{self.name}-{piece}-{n}"
                draw_all(SubElement(self.defs, "g", {"id": part, **self._attributes()}), run)
                yield part

    def _attributes(self) -> dict[str, str]:
        """What selectors match above a shape: browsers match no further up than `<defs>`."""
        return {key: self.root.attrib[key] for key in STYLED_BY if key in self.root.attrib}


def _is_empty_label(shape: Shape) -> bool:
    return isinstance(shape, Label) and not shape.letters


def replay_svg(
    positions: Sequence[Position],
    pace: float,
    *,
    repeat: bool = False,
    lang: str = "en",
    appearance: Appearance = DEFAULT,
) -> str:
    """The replay of these positions, one move each, with `pace` seconds a move."""
    last = positions[-1]
    game, board = last.game, last.game.drawing.board(last.game.option_numbers)
    seconds = pace * len(positions) + (REST if repeat else 0)
    keyframes = Keyframes(_name(positions, pace, repeat), seconds)
    strip = board.width * STRIP
    root = new_svg(board.width, board.height + strip, f"{game.name} {keyframes.name}", appearance)
    describe(root, game.title(lang), last.status(lang), style(game.package))
    definitions = Definitions(board, keyframes.name, root, SubElement(root, "defs"))
    for layer in board.layers:
        draw_all(SubElement(root, "g"), layer)
    for sprite in sprites_of(positions, pace):
        _draw_sprite(root, sprite, definitions, keyframes)
    _draw_strip(root, board, strip, keyframes, pace * len(positions))
    for n, position in enumerate(positions):
        begin, end = n * pace, keyframes.seconds if position is last else (n + 1) * pace
        scene = SubElement(root, "g", _window(begin, end, keyframes))
        caption = f"{n}. {position.last_move}" if n else game.title(lang)
        if n:
            draw_overlay(scene, trail(positions[n - 1], str(position.last_move)))
        middle = Label(board.width / 2, board.height + strip * 0.55, caption, "caption")
        draw_all(scene, [middle])
    _add_style(root, keyframes, strip, repeat)
    return serialized(root)


def _name(positions: Sequence[Position], pace: float, repeat: bool) -> str:
    """A class name that two different replays do not share."""
    moves = [position.last_move for position in positions]
    told = f"{positions[0]!r} {moves} {pace} {repeat}"
    return f"replay{sha256(told.encode()).hexdigest()[:8]}"


def _draw_sprite(
    root: Element, sprite: Sprite, definitions: Definitions, keyframes: Keyframes
) -> None:
    """A sprite in its last pose; the poses before are in its animation."""
    last = sprite.poses[-1]
    turns = any(pose.turn for pose in sprite.poses)
    moves = len({pose[1:4] for pose in sprite.poses}) > 1
    fades = len({pose.opacity for pose in sprite.poses}) > 1
    frames = [(pose.at, _declared(pose, moves, turns, fades)) for pose in sprite.poses]
    place = f"translate({number(last.x)} {number(last.y)})"
    turn = f" rotate({number(last.turn)})" if turns else ""
    attributes = {"transform": place + turn, **keyframes.attribute(frames)}
    if last.opacity == 0:
        attributes["opacity"] = "0"
    definitions.draw(SubElement(root, "g", {"class": "sprite", **attributes}), sprite)


def _declared(pose: Pose, moves: bool, turns: bool, fades: bool) -> str:
    """A pose in CSS, as far as it changes."""
    turn = f" rotate({number(pose.turn)}deg)" if turns else ""
    place = f"transform:translate({number(pose.x)}px,{number(pose.y)}px){turn}"
    seen = f"opacity:{number(pose.opacity)}"
    return ";".join([place] * moves + [seen] * fades)


def _window(begin: float, end: float, keyframes: Keyframes) -> dict[str, str]:
    """The attributes of what is seen from one second to another; the end of the replay stays."""
    shown, hidden = "opacity:1", "opacity:0"
    frames = [(begin, shown), (end, shown)]
    if begin:
        frames = [(begin, hidden), (begin + AT_ONCE, shown), *frames[1:]]
    if end < keyframes.seconds:
        frames = [*frames, (end + AT_ONCE, hidden)]
    base = {} if end == keyframes.seconds else {"opacity": "0"}
    return {"class": "sprite", **base, **keyframes.attribute(frames)}


def _draw_strip(
    root: Element, board: Board, strip: float, keyframes: Keyframes, until: float
) -> None:
    """Below the board: paper for the moves, and a line that grows with time."""
    wide, top = number(board.width), number(board.height)
    paper = {"class": "strip", "y": top, "width": wide, "height": number(strip)}
    SubElement(root, "rect", paper)
    grows = keyframes.attribute([(0, "transform:scaleX(0)"), (until, "transform:scaleX(1)")])
    line = {"class": "sprite progress", "y": top, "width": wide, "height": number(strip * BAR)}
    SubElement(root, "rect", {**line, **grows})


def _add_style(root: Element, keyframes: Keyframes, strip: float, repeat: bool) -> None:
    times, size = "infinite" if repeat else "1", number(strip * LETTERS)
    sheet = STYLE.format(
        name=keyframes.name, seconds=number(keyframes.seconds), times=times, size=size
    )
    SubElement(root, "style").text = f"{sheet}{keyframes.css()}\n"
