"""Mole Hill as a draft, as if only its English were written."""

NAME = "mole-hill"
PACKAGE = "tablier.games.mole_hill"
CODE = f"""
from tablier import texts
usual = texts.languages
def languages(package, part):
    return ("en",) if package == {PACKAGE!r} else usual(package, part)
texts.languages = languages
"""
"""What makes it one in a process that begins with this."""
