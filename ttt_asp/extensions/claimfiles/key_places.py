"""Places of the keys and values of a claims file, which its reader does not give."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from ttt_asp.errors import Location


def place_of_key(label: str, text: str, key: str, number: int = 0) -> Location:
    """Return the place of a key: in the claim of that number, else the first one in the file."""
    lines = _sections(text).get(number, ())
    # the header [[claim]] is not the key claim, but [claim.roles] is the key roles
    opening = r"(?:\[\s*claim\s*\.\s*)?" if number else r"\[*\s*"
    pattern = re.compile(rf"\s*{opening}[\"']?({re.escape(key)})[\"']?\s*[=\].]")
    for index, line in lines if key else ():
        if match := pattern.match(line):
            return Location(label, index, match.start(1) + 1, line, len(key))
    return Location(label, lines[0][0], 1, lines[0][1]) if number and lines else Location(label)


@lru_cache(maxsize=1)  # every key of every claim is looked up
def _sections(text: str) -> Mapping[int, Sequence[tuple[int, str]]]:
    """Return the numbered lines of each claim, its header first; under 0 those of the file."""
    lines = list(enumerate(text.splitlines(), 1))
    begins = [n - 1 for n, line in lines if re.match(r"\s*\[\[\s*claim\s*\]\]", line)]
    ends = [*begins[1:], len(lines)]
    claims = (lines[begin:end] for begin, end in zip(begins, ends, strict=False))
    return {0: lines, **dict(enumerate(claims, 1))}


def place_in_table(text: str, key: str, table: Location) -> Location:
    """Return the place of a key in a table, inline or not, given where the table begins."""
    for index, line in list(enumerate(text.splitlines(), 1))[table.line - 1 :]:
        match = re.search(rf"(?:^|[{{,.])\s*[\"']?({re.escape(key)})[\"']?\s*=", line)
        if match:
            return replace(table, line=index, column=match.start(1) + 1, text=line, width=len(key))
    return table


def place_of_value(key: Location) -> Location:
    """Return where the text of a key's value starts, given the place of the key."""
    match = re.compile(r"[\"']?\s*=\s*(?:\"\"\"|'''|[\"'])").search(key.text, key.column - 1)
    return replace(key, column=match.end() + 1, width=1) if match else key
