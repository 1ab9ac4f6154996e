"""A first look at the text of a logic program, before clingo's parser may touch it.

clingo's parser opens the files that `#include` names while it parses, dies of characters it
does not know, and overflows its stack on deep terms. So a source is searched for all these
beforehand. Comments and strings are blanked out byte for byte; what is left can be searched
with regular expressions, and byte offsets still fit. Ground terms, as users write them, are read
after the same look.
"""

import re
from collections.abc import Iterator
from itertools import accumulate, pairwise

import clingo

# The variable that lifting adds to every state predicate: no source may use it.
SITUATION = "T"

# clingo's numbers have 32 bits and wrap around beyond: nothing near the edge is let in.
LARGEST = 10**9

# Far beyond what people write, far below what overflows a stack.
_LONGEST_STATEMENT = 10_000
_DEEPEST = 100
_LARGEST_FILE = 1_000_000

# The escapes are those that clingo's own lexer knows.
_OUTSIDE = re.compile(rb'%\*|%[^\n]*|#![^\n]*|"(?:\\[n"\\]|[^"\\\n])*"')
# `#!` begins a line comment too, in which clingo sees no `%*`.
# Within a block comment clingo still honours line comments, but no strings.
_INSIDE = re.compile(rb"%\*|\*%|%[^\n]*")

_UNREADABLE = (
    (
        re.compile(rb"#\s*(?:include|script|theory)\b"),
        "{} is not allowed: it reads other files, runs code or changes the syntax",
    ),
    (re.compile(rb"#!"), "{} is not allowed: comments begin with %"),
    (re.compile(rb'"'), 'this string has no end, or an escape other than \\n, \\\\ and \\"'),
    (re.compile(rb"\xef\xbb\xbf"), "a byte order mark is not allowed: save the file without one"),
    # -2**31 divided by -1 ends the process
    (re.compile(rb"[/\\]\s*[^\s0-9a-z]"), "{!r}: a divisor is a number, or a constant's name"),
    (re.compile(rb"[\x80-\xff]+"), "{!r} may stand in comments and strings only"),
    (re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"), "{!r} is no character of a program"),
)
_REFUSED = (
    (
        re.compile(rb"(?<![\w'])" + SITUATION.encode() + rb"(?![\w'])"),
        "the variable {} is reserved: it stands for the situation in generated programs",
    ),
    (re.compile(rb"@"), "@-terms are not allowed: they call code"),
)
_FULL_STOP = re.compile(rb"\.(?!\.)(?<!\.\.)")
_STRUCTURE = re.compile(rb"[(\[{]|[)\]}]|" + _FULL_STOP.pattern + rb"\s*")
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"()[]{}")
_NUMBER = re.compile(rb"(?<![\w'])(?:0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|[0-9]+)")
# In ground terms nothing is computed: what is too large wraps around.
_OPERATOR = re.compile(rb"[+*/\\|&?^~]|(?<=[\w)'])\s*-")
# A message of clingo's: its place and its words.
_REMARK = re.compile(r"(?:<\w+>|[^:]*):(\d+):(\d+)[-:\d]*: \w+: (.*)", re.DOTALL)
_PLACE = re.compile(r"<block>:[-:\d]+: ?")

Finding = tuple[int, int, str]


class NotTerms(Exception):
    """The text is not a list of ground terms; becomes an `InputError` with its place."""

    @property
    def because(self) -> str:
        """The reason behind a colon; empty where clingo gives none."""
        return f": {self}" if str(self) else ""


def mask_comments(text: bytes) -> bytes:
    """Return `text` with comments and strings replaced by spaces; newlines and offsets stay.

    The `#!` of a comment that begins so remains: nobody needs such comments; they are refused.
    """
    pieces: list[bytes] = []
    position = depth = 0
    while token := (_INSIDE if depth else _OUTSIDE).search(text, position):
        before = text[position : token.start()]
        kept = b"#!" if token.group().startswith(b"#!") else b""  # to be refused
        blanked = kept + _spaces(token.group()[len(kept) :])
        pieces += [_spaces(before) if depth else before, blanked]
        position = token.end()
        if token.group() == b"%*":
            depth += 1
        elif token.group() == b"*%" and depth:
            depth -= 1
    rest = text[position:]
    return b"".join(pieces) + (_spaces(rest) if depth else rest)


def unreadable(blanked: bytes) -> Iterator[Finding]:
    """Find text that must not even be parsed: byte offsets begin and end, and a message."""
    if len(blanked) > _LARGEST_FILE:
        yield 0, 1, f"the file is larger than {_LARGEST_FILE} bytes"
        return
    yield from _matches(blanked, _UNREADABLE)
    for begin, end in numbers_beyond(blanked, LARGEST):
        yield begin, end, f"a number cannot be greater than {LARGEST}"
    if not _deep_or_long(blanked):  # the closer look below takes far longer
        return
    begin, depth = len(blanked) - len(blanked.lstrip()), 0
    for match in _STRUCTURE.finditer(blanked):
        if match.start() - begin > _LONGEST_STATEMENT:
            yield begin, match.end(), f"a statement of more than {_LONGEST_STATEMENT} bytes"
            return
        mark = match.group()[:1]
        if mark == b".":
            begin = match.end()
        depth = max(0, depth + {b"(": 1, b"[": 1, b"{": 1, b".": 0}.get(mark, -1))
        if depth > _DEEPEST:
            yield match.start(), match.end(), f"more than {_DEEPEST} brackets within one another"
            return
    if len(blanked) - begin > _LONGEST_STATEMENT:
        yield begin, len(blanked), f"a statement of more than {_LONGEST_STATEMENT} bytes"


def _deep_or_long(blanked: bytes) -> bool:
    """Whether brackets may be too deep within one another, or a statement too long.

    Where it says no they are not; it says yes too where a bracket closes that was not open.
    """
    ends = [0, *(dot.end() for dot in _FULL_STOP.finditer(blanked)), len(blanked)]
    if any(end - begin > _LONGEST_STATEMENT for begin, end in pairwise(ends)):
        return True
    opened = [1 if bracket in b"([{" else -1 for bracket in blanked.translate(None, _NO_BRACKETS)]
    depths = [0, *accumulate(opened)]
    return max(depths) > _DEEPEST or min(depths) < 0


def numbers_beyond(blanked: bytes, most: int) -> Iterator[tuple[int, int]]:
    """Find numbers greater than `most`, which is 999999999 or more: byte offsets."""
    for match in _NUMBER.finditer(blanked):
        digits = match.group()
        if len(digits) > 9 and (
            len(digits) > 100 or int(digits, 0 if digits[1:2].isalpha() else 10) > most
        ):
            yield match.span()


def refused(blanked: bytes) -> Iterator[Finding]:
    """Find text that parses and is not allowed: byte offsets begin and end, and a message."""
    yield from _matches(blanked, _REFUSED)


def identifiers(blanked: bytes) -> set[str]:
    """Return every name that starts with a lower-case letter or an underscore."""
    return {word.decode() for word in re.findall(rb"(?<![\w'#])_*[a-z][\w']*", blanked)}


def _matches(
    blanked: bytes, patterns: tuple[tuple[re.Pattern[bytes], str], ...]
) -> Iterator[Finding]:
    for pattern, message in patterns:
        for match in pattern.finditer(blanked):
            word = match.group().decode("utf-8", "replace")
            yield match.start(), match.end(), message.format(word)


def _spaces(text: bytes) -> bytes:
    return re.sub(rb"[^\n]", b" ", text)


def read_term(text: str) -> clingo.Symbol:
    """Read one ground term that this program wrote, or clingo.

    Raises:
        NotTerms: it is no term, or there is a number in it that clingo cannot hold.
    """
    (symbol,) = parse_terms(text)
    return symbol


def parse_terms(text: str) -> list[clingo.Symbol]:
    """Read ground terms separated by commas; none of a blank text.

    Raises:
        NotTerms: it is no such list; with the reason, where clingo would give none.
    """
    if not text.strip():
        return []
    blanked = mask_comments(text.encode("utf-8", "surrogateescape"))
    for _, _, message in unreadable(blanked):
        raise NotTerms(message)
    if computed := _OPERATOR.search(blanked):
        raise NotTerms(f"write the number itself, without {computed[0].decode()!r}")
    try:
        return list(clingo.parse_term(f"({text},)", logger=lambda _, message: None).arguments)
    except RuntimeError:
        raise NotTerms from None


def clingo_message(message: str) -> tuple[int, int, str] | None:
    """Return the line, column and words of a message of clingo's; None if it names no place."""
    match = _REMARK.match(message.strip())
    if match is None:
        return None
    return int(match[1]), int(match[2]), " ".join(_PLACE.sub("", match[3]).split())
