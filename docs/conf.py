"""Configuration of Sphinx: `scripts/docs` builds the site; our directives are in extensions/."""

import gc
import os
import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

os.environ["NUMBA_DISABLE_JIT"] = "1"  # rules stay plain functions, with names and docstrings
import tablier  # noqa: E402

del os.environ["NUMBA_DISABLE_JIT"]  # a notebook runs in a process of its own, compiled

gc.set_threshold(100_000, 50, 1000)  # a site is millions of nodes, and hardly any is garbage

project = "Tablier"
author = "The Tablier authors"
copyright = author
version = release = tablier.__version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "extensions.boards",
    "extensions.channels",
    "extensions.clauses",
    "extensions.figures",
    "extensions.game_cards",
    "extensions.hexapawn",
    "extensions.ladder",
    "extensions.layers",
    "extensions.nets",
    "extensions.signatures",
    "extensions.sources",
    "extensions.versions",
]
exclude_patterns = ["_build", "studies/*/findings.md"]

# Every name of a module that the reference shows must be found; others have no page of ours.
reference = "".join(path.read_text("utf-8") for path in (HERE / "reference").glob("*.md"))
shown = "|".join(map(re.escape, re.findall(r"automodule:: (\S+)", reference)))
nitpicky = True
nitpick_ignore_regex = [("py:obj", ".*"), (r"py:.*", rf"(?!({shown})\.[A-Z]).*")]
nitpick_ignore = [  # type variables
    ("py:class", "tablier.arena.entrants.Number"),
    ("py:class", "tablier.position.T"),
]
default_role = "py:obj"  # `names` in docstrings are links where they are known, else code

myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence"]
myst_heading_anchors = 3
nb_execution_mode = "auto"  # a notebook with its results is shown as it is
nb_execution_raise_on_error = True
nb_execution_in_temp = True  # what a notebook writes does not stay
nb_execution_timeout = 120

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_mock_imports = ["numba.cuda"]
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
toc_object_entries = False
viewcode_follow_imported_members = False

html_theme = "furo"
html_title = "Tablier"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "_static/favicon.svg"
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}
pygments_style = "friendly"
pygments_dark_style = "native"
