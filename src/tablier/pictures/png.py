"""PNG: SVG with its styles computed, rendered by resvg; needs `tablier[pictures]`.

resvg does not support `var`, `light-dark` and `rgb(… / …)`, so each element gets its computed
style, as in a browser.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from tablier.extras import extra
from tablier.pictures.svg import NAMESPACE

with extra("pictures"):
    import tinycss2
    from cssselect2 import ElementWrapper, Matcher, compile_selector_list
    from resvg_py import svg_to_bytes

FONT = Path(__file__).parent / "young-serif.ttf"
VARIABLE = re.compile(r"var\((--[\w-]+)\)")
PART = r"((?:[^(),]|\([^()]*\))+)"
BOTH = re.compile(rf"light-dark\({PART},{PART}\)")
VEIL = re.compile(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)\)")


def png(svg: str) -> bytes:
    """The picture as PNG; one that follows the reader's system is light."""
    return bytes(svg_to_bytes(svg_string=plain(svg), font_files=[str(FONT)]))


def rgb(svg: str) -> NDArray[np.uint8]:
    """The picture as red, green and blue on white: (height, width, 3)."""
    with extra("pictures"):
        from PIL import Image  # noqa: PLC0415 - nobody else needs it

    drawn = svg_to_bytes(svg_string=plain(svg), font_files=[str(FONT)], background="#ffffff")
    return np.asarray(Image.open(BytesIO(drawn)).convert("RGB"))


def plain(svg: str) -> str:
    """The picture with inline styles instead of a style sheet."""
    ElementTree.register_namespace("", NAMESPACE)
    root = ElementTree.fromstring(svg)
    matcher = _matcher("".join(_removed(root, "style")))
    theme = root.attrib.get("data-theme", "light")
    _inline_styles(ElementWrapper.from_xml_root(root), matcher, {}, theme)
    return ElementTree.tostring(root, encoding="unicode")


def _removed(root: ElementTree.Element, tag: str) -> list[str]:
    """Remove the elements with this tag, and return their texts."""
    found = root.findall(f"{{{NAMESPACE}}}{tag}")
    for element in found:
        root.remove(element)
    return [element.text or "" for element in found]


@lru_cache(maxsize=8)
def _matcher(sheet: str) -> Matcher:
    """A matcher from elements to the declarations of the style sheet."""
    matcher = Matcher()
    for rule in tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True):
        if rule.type == "qualified-rule":
            found = tinycss2.parse_blocks_contents(rule.content, True, True)
            declared = {each.name: tinycss2.serialize(each.value).strip() for each in found}
            for selector in compile_selector_list(rule.prelude):
                matcher.add_selector(selector, declared)
    return matcher


def _inline_styles(element: Any, matcher: Matcher, tokens: Mapping[str, str], theme: str) -> None:
    """Set the computed style of an element and of all its descendants."""
    declared: dict[str, str] = {}
    for *_, declarations in matcher.match(element):
        declared |= declarations
    tokens = {**tokens, **{key: value for key, value in declared.items() if key[:2] == "--"}}
    plain = [
        f"{key}:{resolved(value, tokens, theme)}"
        for key, value in declared.items()
        if key not in tokens
    ]
    element.etree_element.set("style", ";".join(plain))
    for child in element.iter_children():
        _inline_styles(child, matcher, tokens, theme)


def resolved(value: str, tokens: Mapping[str, str], theme: str) -> str:
    """A value with variables replaced, for this theme.

    >>> resolved("0 var(--veil)", {"--veil": "light-dark(red, rgb(0 0 9 / 0.5))"}, "dark")
    '0 rgba(0,0,9,0.5)'
    """
    while VARIABLE.search(value):
        value = VARIABLE.sub(lambda found: tokens[found[1]], value)
    chosen = BOTH.sub(lambda found: found[2 if theme == "dark" else 1].strip(), value)
    return VEIL.sub(r"rgba(\1,\2,\3,\4)", chosen)
