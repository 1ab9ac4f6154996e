"""Texts in certificates for solvers, refused where they could do more than be solved.

A certificate may come from anywhere. A program could run code, read files, or hide its rules from
clingo. A script could make z3 print `unsat` without a proof, or write a file.
"""

import re
from collections.abc import Iterator
from typing import Any

from ttt_asp.extensions.certificates.checker.format import Rejected
from ttt_asp.lp.scan import Finding, mask_comments, unreadable

_COMMANDS = frozenset(["declare-const", "declare-fun", "define-fun", "assert"])
# Comments, and quoted names; where these are left out, what begins texts, options, other names.
_BARED = re.compile(r";[^\n]*|\|[^|\\\n]*\|")
_OTHER = re.compile(r'[|"\\:]|[^ -~\n]')
_WORD = re.compile(r"[()]|[^\s()]+")
# Directives, weak constraints and calls of code; and the directives that frames and sources have.
_DIRECTIVE = re.compile(rb"#\s*(\w*)|@|:~")
_PRINTED = {b"const", b"show", b"defined", b"count", b"sum", b"min", b"max", b"sup", b"inf"}
_PRINTED |= {b"true", b"false"}


def read_text(value: Any, label: str) -> str:
    """Return the value, which must be a text; it may have several lines.

    Args:
        value: the one in the certificate.
        label: how messages call it.

    Raises:
        Rejected: it is no text.
    """
    if type(value) is not str or "\0" in value:
        raise Rejected(f"{label}: not a text without NUL characters")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Rejected(f"{label}: half a character") from None
    return value


def read_program(value: Any, label: str) -> str:
    """Return the value, which must be a logic program with nothing but rules and shown terms.

    Raises: as `read_text`.
    """
    text = read_text(value, label)
    data = text.encode()
    for begin, _, message in foreign_syntax(mask_comments(data)):
        line = data.count(b"\n", 0, begin) + 1
        raise Rejected(f"{label}, line {line}: {message}")
    return text


def read_script(value: Any, label: str) -> str:
    """Return the value, which must be a text of declarations and assertions in SMT-LIB 2.

    Raises: as `read_text`.
    """
    text = read_text(value, label)
    # without comments, and with a plain name in place of each quoted one
    bare = _BARED.sub(lambda match: "" if match[0].startswith(";") else "a", text)

    def line(match: re.Match[str]) -> str:
        number = bare.count("\n", 0, match.start()) + 1
        return f"{label}, line {number}"

    if stray := _OTHER.search(bare):
        raise Rejected(f"{line(stray)}: characters of no formula")
    if not text.replace("\n", "").isprintable():  # in a comment, say: it might end there
        raise Rejected(f"{label}: characters of no formula")
    depth, begins = 0, False
    for match in _WORD.finditer(bare):
        word = match[0]
        depth += {"(": 1, ")": -1}.get(word, 0)
        # on the outside there are commands only, and nothing between them
        fits = word in _COMMANDS if begins else depth > 0 or word == ")"
        if not fits or depth < 0:
            raise Rejected(f"{line(match)}: neither declares nor asserts")
        begins = word == "(" and depth == 1
    if depth:
        raise Rejected(f"{label}: a parenthesis is not closed")
    return text


def foreign_syntax(blanked: bytes) -> Iterator[Finding]:
    """Find text that no generated program has, and clingo may not be given: see `unreadable`.

    Directives that run code, read files, or hide rules are not among those that are printed.
    """
    yield from unreadable(blanked)
    for match in _DIRECTIVE.finditer(blanked):
        if match[1] not in _PRINTED:
            shown = match.group().decode("utf-8", "replace")
            yield match.start(), match.end(), f"{shown!r} is in no program that is generated"
