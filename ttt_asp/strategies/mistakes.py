"""Mistakes in terms of strategies, told in the words of those who write them.

A term that clingo's parser refuses gets clingo's own message; these are plainer.
"""

import re
from pathlib import Path

from ttt_asp.errors import Diagnostic, Location

# What may be a file; nothing where an operand is due; an operand at the end.
_PATH = re.compile(r"[\w./~-]+")
_GAP = re.compile(r"[(,]\s*(?=,)|,\s*(?=\))")
_ENDED = re.compile(r"[\w)]\s*\Z")


def mistake(text: str, label: str) -> Diagnostic | None:
    """What is wrong with a text that is no term, where it is what people write most often.

    Args:
        text: of an option.
        label: how to call the place it comes from, as `<--x>`.
    """
    if file := next((one for one in _PATH.finditer(text) if one[0].endswith(".lp")), None):
        path = Path(file[0])
        folder = path.parent.parent if path.parent.name == "tactics" else path.parent
        where = f", with -S {folder}" if folder != Path() or path.exists() else ""
        what = "a strategy is a name, not a file"
        return Diagnostic(what, place_in(text, label, *file.span()), f"write {path.stem}{where}")
    if gap := _GAP.search(text):
        what = "an operand is missing before this"
        return Diagnostic(what, place_in(text, label, gap.end()), "a name, or a term like any")
    open_ = 0
    for place, sign in enumerate(text):
        open_ += {"(": 1, ")": -1}.get(sign, 0)
        if open_ < 0 and not text[place:].strip(") "):
            return Diagnostic(
                "there is one ) too many", place_in(text, label, place), "leave it out"
            )
    if open_ < 1 or _ENDED.search(text) is None:
        return None
    missing = f"{open_} )" if open_ > 1 else "a )"
    what = f"{missing} {'are' if open_ > 1 else 'is'} missing at the end"
    return Diagnostic(what, place_in(text, label, len(text)), f"write {text.strip()}{')' * open_}")


def place_in(text: str, label: str, begin: int, end: int = 0) -> Location:
    """The place of an offset into an option's own text."""
    line, start = text.count("\n", 0, begin), text.rfind("\n", 0, begin) + 1
    shown = text.split("\n")[line]
    return Location(label, line + 1, begin - start + 1, shown, max(1, end - begin))
