"""Pictures from Python: what is shown, how it looks, where it is kept, and what is refused."""

import re
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import tablier
from tablier.pictures.overlays import arrows, changed, trail
from tablier.pictures.svg import NAMESPACE
from tablier.shapes import Circle

GAME = tablier.game("mole-hill")
RECORD = tablier.Record(GAME.start(), ("e4", "a1|a2", "h2"))
every_name = pytest.mark.parametrize("name", tablier.games())


def groups(svg: str, style: str) -> list[ElementTree.Element]:
    """The groups with this class, in the order in which they are drawn."""
    found = ElementTree.fromstring(svg).iter(f"{{{NAMESPACE}}}g")
    return [each for each in found if style in each.attrib.get("class", "").split()]


def rings(svg: str) -> list[tuple[float, float]]:
    (sign,) = groups(svg, "trail")
    circles = sign.findall(f"{{{NAMESPACE}}}circle")
    return [(float(each.attrib["cx"]), float(each.attrib["cy"])) for each in circles]


def spot(name: str) -> tuple[float, float]:
    spots = GAME.drawing.board(GAME.option_numbers).spots
    return next((each.x, each.y) for each in spots if each.id == name)


# What a notebook shows


@every_name
def test_positions_games_records_and_analyses_show_themselves(name: str) -> None:
    game = tablier.game(name)
    start = game.start()
    analysis = tablier.Player(game, simulations=50).analyse(start)
    record = tablier.Record(start, (start.legal_moves[0],))
    for shown in (game, start, record, analysis):
        assert ElementTree.fromstring(shown._repr_svg_()).tag == f"{{{NAMESPACE}}}svg"


def test_a_position_still_has_its_text() -> None:
    assert repr(RECORD.end) == f"<mole-hill: {RECORD.end}>"


# The last move


def test_the_last_move_is_known_where_there_was_one() -> None:
    start = GAME.start()
    position = start.play("e4")
    assert (start.last_move, start.previous) == (None, None)
    assert (position.last_move, position.previous) == ("e4", start)
    assert GAME.position(str(position)).last_move is None


def test_positions_are_equal_whatever_led_to_them() -> None:
    position = GAME.start().play("e4")
    read = GAME.position(str(position))
    assert position == read
    assert hash(position) == hash(read)
    assert repr(position) == repr(read)


def test_the_end_of_the_last_move_has_a_ring() -> None:
    assert rings(tablier.show(RECORD).svg) == [pytest.approx(spot("h2"))]
    assert rings(tablier.show(RECORD, ply=2).svg) == [pytest.approx(spot("a1|a2"))]
    assert groups(tablier.show(GAME.start()).svg, "trail") == []


def test_a_jump_leaves_a_dotted_way() -> None:
    (sign,) = groups(tablier.show(RECORD).svg, "trail")
    (way,) = sign.findall(f"{{{NAMESPACE}}}path")
    assert way.attrib["class"] == "way below"


def test_each_changed_spot_has_one_ring() -> None:
    before = tablier.game("moguli").start()
    turned = [shape for shape in trail(before, "a4+1").shapes if shape.style == "end"]
    assert len(turned) == 1


def test_a_sign_that_changed_has_its_ring_around_the_tile() -> None:
    moguli = tablier.game("moguli")
    tiles = "bacdc/ACdBB/cDBAB/CCCbA/BbbdB/abadB/dDDbC"
    rotated = moguli.position(f"{tiles} a1,b1,c1,d1,e1 a7,c6,c7,d5,d7 2 t c6 e5 1 play 5")
    (ring,) = (shape for shape in trail(rotated, "pass").shapes if shape.style == "end")
    (tile,) = (mark for mark in moguli.drawing.marks(rotated.state) if mark.id == "tile-e5")
    assert isinstance(ring, Circle)
    assert (ring.x, ring.y) == (tile.x, tile.y)


def test_what_has_not_changed_has_no_ring() -> None:
    marks = GAME.drawing.marks(RECORD.end.state)
    assert changed(marks, marks) == []


# Arrows


def test_an_analysis_has_arrows_for_its_three_best_moves_the_best_above() -> None:
    position = GAME.start().play("e1").play("e1|e2")
    analysis = tablier.Player(GAME, simulations=500).analyse(position)
    signs = groups(tablier.show(analysis).svg, "arrow")
    assert len(signs) == 3
    assert ["best" in sign.attrib["class"].split() for sign in signs] == [False, False, True]
    strengths = [float(sign.attrib["opacity"]) for sign in signs]
    assert strengths == sorted(strengths)
    assert groups(analysis._repr_svg_(), "arrow")[2].attrib == signs[2].attrib


def test_an_arrow_points_at_the_end_of_its_move() -> None:
    position = GAME.start().play("e1").play("a1|a2")
    (sign,) = arrows(position, {"f1": 1})
    head = next(shape for shape in sign.shapes if shape.style == "head")
    numbers = re.findall(r"[\d.]+", getattr(head, "d", ""))
    assert (float(numbers[0]), float(numbers[1])) == pytest.approx(spot("f1"))


def test_one_arrow_may_be_told_as_one_token() -> None:
    assert tablier.show(GAME, arrows="e4") == tablier.show(GAME, arrows=["e4"])
    assert len(groups(tablier.show(GAME, arrows="e4").svg, "arrow")) == 1


def test_a_move_without_a_way_has_its_places_marked() -> None:
    (sign,) = arrows(GAME.start(), {"e4": 1})
    assert [shape.style for shape in sign.shapes] == ["place"]


@every_name
def test_every_legal_move_can_be_an_arrow_but_that_of_a_button(name: str) -> None:
    position = tablier.game(name).start()
    tokens = position.legal_moves
    board = position.game.drawing.board(position.game.option_numbers)
    signs = arrows(position, dict.fromkeys(tokens, 1.0))
    unseen = [token for token, sign in zip(tokens, signs[::-1], strict=True) if not sign.shapes]
    paths = [position.game.path(position.state, position.game.actions[each]) for each in unseen]
    assert len(signs) == len(tokens)
    assert all(path[0] in board.buttons for path in paths)


# How it looks


def test_size_theme_view_and_language_are_chosen() -> None:
    start = tablier.game("moguli").start()
    picture = tablier.show(start, size=300, theme="dark", view="xray", lang="de")
    root = ElementTree.fromstring(picture.svg)
    assert root.attrib["width"] == "300"
    assert root.attrib["data-theme"] == "dark"
    assert "view-xray" in root.attrib["class"].split()
    assert root.findtext(f"{{{NAMESPACE}}}desc") == start.status("de")


def test_a_picture_follows_the_system_unless_told() -> None:
    assert "data-theme" not in ElementTree.fromstring(tablier.show(GAME).svg).attrib


def test_the_size_that_is_said_is_the_size_of_the_picture() -> None:
    root = ElementTree.fromstring(tablier.replay(RECORD, size=500).svg)
    picture = tablier.replay(RECORD, size=500)
    assert picture.size == (500, round(float(root.attrib["height"])))


# Files


def test_a_picture_is_kept_as_svg(tmp_path: Path) -> None:
    picture = tablier.show(RECORD)
    picture.save(tmp_path / "end.svg")
    assert (tmp_path / "end.svg").read_text("utf-8") == picture.svg


@every_name
def test_a_picture_is_kept_as_png_of_the_same_size(name: str, tmp_path: Path) -> None:
    picture = tablier.show(tablier.game(name), size=200)
    picture.save(str(tmp_path / "start.png"))
    data = (tmp_path / "start.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", data[16:24])
    assert width == 200
    assert abs(height - picture.size[1]) <= 1


@every_name
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pixels_need_no_token_and_no_sheet(name: str, theme: str) -> None:
    from tablier.pictures.png import plain  # noqa: PLC0415 - an extra

    told = plain(tablier.show(tablier.game(name), theme=theme).svg)
    assert not re.search(r"var\(|light-dark|<style| / ", told)


def test_a_dark_picture_has_darker_pixels(tmp_path: Path) -> None:
    from PIL import Image, ImageStat  # noqa: PLC0415

    means = []
    for theme in ("light", "dark"):
        tablier.show(GAME, size=100, theme=theme).save(tmp_path / f"{theme}.png")
        means.append(sum(ImageStat.Stat(Image.open(tmp_path / f"{theme}.png")).mean[:3]))
    assert means[1] < 0.7 * means[0]


# Refusals


def refused(act: Callable[[], Any]) -> str:
    with pytest.raises(tablier.Refusal) as refusal:
        act()
    return refusal.value.sentence("en")


REFUSED: dict[str, Callable[[], Any]] = {
    "The game has 3 moves; there is no position after 4.": lambda: tablier.show(RECORD, ply=4),
    "The game has 3 moves; there is no position after -1.": lambda: tablier.show(RECORD, ply=-1),
    "ply works only with Record.": lambda: tablier.show(GAME, ply=1),
    "The mole is already on h2 (§4.2).": lambda: tablier.show(
        RECORD.end.play("a1|b1"), arrows=["h2"]
    ),
    "theme cannot be ‘pink’; it can be auto, light, dark.": lambda: tablier.show(
        GAME, theme="pink"
    ),
    "view cannot be ‘xray’; it can be reach.": lambda: tablier.show(GAME, view="xray"),
    "size takes a number from 16 to 10000, not ‘0’.": lambda: tablier.show(GAME, size=0),
    "There is no language ‘it’ here; the languages are en, fr, de.": lambda: tablier.show(
        GAME, lang="it"
    ),
    "seconds_per_move takes a number from 0.05 to 60, not ‘0’.": lambda: tablier.replay(
        RECORD, seconds_per_move=0
    ),
    "seconds_per_move takes a number from 0.05 to 60, not ‘nan’.": lambda: tablier.replay(
        RECORD, seconds_per_move=float("nan")
    ),
    "Pictures are saved as SVG or PNG, replays also as GIF: the file name must end with .svg, "
    ".png or .gif, unlike ‘x.gif’.": lambda: tablier.show(GAME).save("x.gif"),
}


@pytest.mark.parametrize("sentence", REFUSED)
def test_what_cannot_be_shown_is_refused_in_a_sentence(sentence: str) -> None:
    assert refused(REFUSED[sentence]) == sentence


def test_a_file_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    said = refused(lambda: tablier.show(GAME).save(tmp_path / "none" / "x.svg"))
    assert said.endswith("cannot be used: No such file or directory.")


def test_png_without_its_extra_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delitem(sys.modules, "tablier.pictures.png", raising=False)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    said = refused(lambda: tablier.show(GAME).save(tmp_path / "x.png"))
    assert "tablier[pictures]" in said
    assert not list(tmp_path.iterdir())
