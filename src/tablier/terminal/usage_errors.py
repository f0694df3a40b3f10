"""What is wrong with a command line, as one sentence."""

from collections.abc import Iterable

import cyclopts

from tablier.texts import Refusal, refusal


def usage_error(wrong: cyclopts.CycloptsError, commands: Iterable[str]) -> Refusal:
    """The sentence that says what is wrong; `commands` are the names of all commands."""
    said = {"command": " ".join(("tablier", *(wrong.command_chain or ())))}
    token = (wrong.unused_tokens or [""])[0]
    match wrong:
        case cyclopts.UnknownCommandError():
            key, said["word"] = "unknown_command", token
            said["known"] = ", ".join(commands)
        case cyclopts.UnknownOptionError():
            key, said["option"] = "unknown_option", wrong.token.keyword or wrong.token.value
        case cyclopts.UnusedCliTokensError():
            key, said["word"] = "too_many_words", token
        case cyclopts.RepeatArgumentError():
            key, said["option"] = "option_twice", wrong.token.keyword or ""
        case cyclopts.MissingArgumentError() if wrong.argument:
            key, said["argument"] = "missing_argument", wrong.argument.name
        case cyclopts.CoercionError() if wrong.argument and wrong.token:
            key = "bad_value" if wrong.argument.hint is bool else "bad_number"
            said.update(name=wrong.argument.name, value=wrong.token.value)
        case _:
            key = "bad_command_line"
    return refusal(key, **said)
