"""What commands take from the command line, and the exit codes that they give back."""

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Annotated, Any

from cyclopts import Parameter, Token

from tablier.texts import refusal

FINE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def whole(_: Any, tokens: Sequence[Token]) -> int:
    """A whole number; cyclopts itself would round 1.5."""
    if not re.fullmatch(r"-?[0-9]{1,30}", tokens[0].value):
        raise ValueError
    return int(tokens[0].value)


Lang = Annotated[str, Parameter(parse=False)]
Whole = Annotated[int, Parameter(converter=whole, allow_leading_hyphen=True)]
Words = Annotated[str, Parameter(allow_leading_hyphen=True)]
Options = Annotated[tuple[str, ...], Parameter(name="--option", negative=())]
Flag = Annotated[bool, Parameter(negative=())]


def refuse_together(options: Mapping[str, object]) -> None:
    """Refuse two of these options at a time; one that is not given is None, False or ()."""
    given = [
        name
        for name, value in options.items()
        if value is not None and value is not False and value != ()
    ]
    for first, second in combinations(given, 2):
        raise refusal("not_together", first=first, second=second)
