"""What clingo says about a text: where, and what."""

import re

_REMARK = re.compile(r"(?:<\w+>|[^:]*):(\d+):(\d+)[-:\d]*: \w+: (.*)", re.DOTALL)
_PLACE = re.compile(r"<block>:[-:\d]+: ?")


def remark(message: str) -> tuple[int, int, str] | None:
    """The line, the column and the words of a message of clingo's; None if it names no place."""
    match = _REMARK.match(message.strip())
    if match is None:
        return None
    return int(match[1]), int(match[2]), " ".join(_PLACE.sub("", match[3]).split())
