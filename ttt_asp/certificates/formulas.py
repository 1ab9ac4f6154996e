"""Texts of SMT-LIB 2 from who knows where: nothing but declarations and assertions may be in one.

What else a solver can be told could make it print `unsat` without a proof, or write a file.
"""

import re
from typing import Any

from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.certificates.verify_induction import read_text

_COMMANDS = frozenset(["declare-const", "declare-fun", "define-fun", "assert"])
_QUANTIFIERS = frozenset(["forall", "exists"])
# Space, comments, and words: quoted names, parentheses, or others, of which none is a text or has
# a colon, with which options begin.
_TOKEN = re.compile(r"[ \n]+|;[^\n]*|(\|[^|\\]*\||[()]|[^\s();|\":\\]+)")


def read_formulas(value: Any, what: str) -> str:
    """A text of declarations and assertions.

    Args:
        value: that may be one.
        what: it is, for messages.

    Raises:
        Rejected: it is none.
    """
    text = read_text(value, what)
    depth, begins = 0, False
    for place, word in _words(text, what):
        depth += {"(": 1, ")": -1}.get(word, 0)
        # on the outside there are commands only, and nothing between them
        fits = word in _COMMANDS if begins else depth > 0 or word == ")"
        if not fits or depth < 0:
            raise Rejected(f"{what}, line {_line(text, place)}: neither declares nor asserts")
        begins = word == "(" and depth == 1
    if depth:
        raise Rejected(f"{what}: a parenthesis is not closed")
    return text


def quantified(text: str) -> bool:
    """Whether a text of formulas says something for all integers, or for some."""
    return any(word in _QUANTIFIERS for _, word in _words(text, "formulas"))


def _words(text: str, what: str) -> list[tuple[int, str]]:
    found, place = [], 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None or not match[0].replace("\n", "").isprintable():
            raise Rejected(f"{what}, line {_line(text, place)}: characters that no formula has")
        if match[1]:
            found.append((place, match[1]))
        place = match.end()
    return found


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
