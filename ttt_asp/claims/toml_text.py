"""Texts and constants as a claims file has them."""

import json

from ttt_asp.errors import Location, wrong


def toml_value(value: str) -> str:
    """A constant's value: a number as it is, a name in quotes."""
    return value if value.lstrip("-").isdigit() else toml_text(value)


def toml_text(value: str) -> str:
    """A text as TOML has it; of JSON's, DEL alone may not be in it.

    Raises:
        InputError: it is a file's name that is no UTF-8.
    """
    try:
        value.encode()
    except UnicodeEncodeError:
        raise wrong(
            "its name is not UTF-8, so no claims file can have it", Location(value)
        ) from None
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
