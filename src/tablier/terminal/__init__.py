"""The command line, and games at one terminal."""

import sys

from tablier.arena.pool import preload
from tablier.extras import MissingExtra, extra
from tablier.terminal.words import DEFAULT, language_of
from tablier.texts import Refusal, refusal


def main() -> int:
    """The command `tablier`; where only the library is installed, it says what is missing."""
    lang = DEFAULT
    try:
        lang, _ = language_of(sys.argv[1:])
        with extra("terminal"):
            from tablier.terminal import cli  # noqa: PLC0415
        preload(cli.__name__)
    except Refusal as refused:
        missing = isinstance(refused, MissingExtra)
        said = refusal("no_command") if missing else refused
        print(said.sentence(lang), file=sys.stderr)
        return 2
    return cli.main()
