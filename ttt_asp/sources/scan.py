"""A first look at the text of a logic program, before clingo's parser may touch it.

clingo's parser opens the files that `#include` names while it parses, so a source has to be
searched for it beforehand. Comments and strings are blanked out byte for byte; what is left
can be searched with regular expressions, and byte offsets still fit.
"""

import re
from collections.abc import Iterator

# The variable that lifting adds to every state predicate: no source may use it.
SITUATION = "T"

_OUTSIDE = re.compile(rb'%\*|%[^\n]*|"(?:\\.|[^"\\\n])*"')
# Within a block comment clingo still honours line comments, but no strings.
_INSIDE = re.compile(rb"%\*|\*%|%[^\n]*")

_FORBIDDEN = (
    (
        re.compile(rb"#\s*(include|script|theory)\b"),
        "{} is not allowed: it reads other files, runs code or changes the syntax",
    ),
    (
        re.compile(rb"(?<![\w'])(" + SITUATION.encode() + rb")(?![\w'])"),
        "the variable {} is reserved: it stands for the situation in generated programs",
    ),
    (
        re.compile(rb"(@)"),
        "@-terms are not allowed: they call code",
    ),
)


def blank(text: bytes) -> bytes:
    """`text` with every comment and string replaced by spaces; newlines and offsets stay."""
    pieces: list[bytes] = []
    position = depth = 0
    while token := (_INSIDE if depth else _OUTSIDE).search(text, position):
        before = text[position : token.start()]
        pieces += [_spaces(before) if depth else before, _spaces(token.group())]
        position = token.end()
        if token.group() == b"%*":
            depth += 1
        elif token.group() == b"*%" and depth:
            depth -= 1
    rest = text[position:]
    return b"".join(pieces) + (_spaces(rest) if depth else rest)


def forbidden(blanked: bytes) -> Iterator[tuple[int, int, str, bool]]:
    """What no source may contain: byte offsets begin and end, a message, may it be parsed."""
    for number, (pattern, message) in enumerate(_FORBIDDEN):
        for match in pattern.finditer(blanked):
            word = match.group().decode("utf-8", "replace")
            yield match.start(), match.end(), message.format(word), number > 0


def _spaces(text: bytes) -> bytes:
    return re.sub(rb"[^\n]", b" ", text)


def identifiers(blanked: bytes) -> set[str]:
    """Every name that starts with a lower-case letter or an underscore."""
    return {word.decode() for word in re.findall(rb"(?<![\w'#])_*[a-z][\w']*", blanked)}
