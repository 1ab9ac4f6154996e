"""Texts of SMT-LIB 2 from who knows where: nothing but declarations and assertions may be in one.

What else a solver can be told could make it print `unsat` without a proof, or write a file.
"""

import re
from typing import Any

from ttt_asp.certificates.checker.format import Rejected
from ttt_asp.certificates.premises import read_text

_COMMANDS = frozenset(["declare-const", "declare-fun", "define-fun", "assert"])
# Comments, and quoted names; where these are left out, what begins texts, options, other names.
_BARED = re.compile(r";[^\n]*|\|[^|\\\n]*\|")
_OTHER = re.compile(r'[|"\\:]|[^ -~\n]')
_WORD = re.compile(r"[()]|[^\s()]+")


def read_formulas(value: Any, what: str) -> str:
    """A text of declarations and assertions.

    Args:
        value: that may be one.
        what: it is, for messages.

    Raises:
        Rejected: it is none.
    """
    text = read_text(value, what)
    bare, depth, begins = _bare(text), 0, False
    if wrong := _OTHER.search(bare):
        raise Rejected(f"{what}, line {_line(bare, wrong.start())}: characters of no formula")
    if not text.replace("\n", "").isprintable():  # in a comment, say: it might end there
        raise Rejected(f"{what}: characters of no formula")
    for found in _WORD.finditer(bare):
        word = found[0]
        depth += {"(": 1, ")": -1}.get(word, 0)
        # on the outside there are commands only, and nothing between them
        fits = word in _COMMANDS if begins else depth > 0 or word == ")"
        if not fits or depth < 0:
            where = f"{what}, line {_line(bare, found.start())}"
            raise Rejected(f"{where}: neither declares nor asserts")
        begins = word == "(" and depth == 1
    if depth:
        raise Rejected(f"{what}: a parenthesis is not closed")
    return text


def _bare(text: str) -> str:
    """A text without comments, and with a plain name in place of each quoted one."""
    return _BARED.sub(lambda found: "" if found[0].startswith(";") else "a", text)


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
