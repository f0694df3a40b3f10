"""The command `export`: the games as a site that needs no server."""

from pathlib import Path

from tablier.extras import extra
from tablier.terminal.arguments import Lang, Words
from tablier.terminal.words import word


def export(folder: Path, /, *, url: Words = "", lang: Lang) -> None:
    """Write the site into a folder."""
    with extra("server"):
        from tablier.tab import site  # noqa: PLC0415

    site.write(folder, url)
    print(word(lang, "exported", folder=folder))
