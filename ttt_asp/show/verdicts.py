"""Verdicts as text."""

from collections.abc import Sequence

from ttt_asp.errors import TttAspError
from ttt_asp.show.boards import strip
from ttt_asp.show.paint import Paint
from ttt_asp.show.table import table
from ttt_asp.sources.claims_file import Entry
from ttt_asp.sources.position import Notation
from ttt_asp.verdict import Verdict

_STYLES = {
    "proved": "bold green",
    "refuted": "bold red",
    "incomplete": "bold yellow",
    "unknown": "bold yellow",
}
# Strategies written out as terms are cut in tables, in characters.
_LONGEST = 28
_ENDINGS = {"ended": "", "stuck": "; then the play is stuck", "cut": "; and the play goes on"}


def verdict(found: Verdict, notation: Notation | None, paint: Paint, width: int) -> str:
    """One verdict: who plays what, the answer and why, and the play that shows it."""
    answer = paint(found.verdict, _STYLES[found.verdict])
    lines = [f"{paint(found.claim, 'bold')}: {answer} ({found.reason})"]
    for role, text in found.roles.items():
        given = " (no strategy given)" if role in found.assumed else ""
        lines.append(f"  {role} plays {text}{given}")
    changed = ", ".join(f"{name}={value}" for name, value in found.const.items())
    lines.append(f"  {found.game} ({changed}), engine {found.engine}, {found.seconds.total:.3f} s")
    if found.lemmas is not None and found.verdict == "proved":
        lines.append(f"  whenever a round begins: {', '.join(found.lemmas)}")
        lines += [f"    {line}" for line in found.words]
    if found.play is not None and notation is not None:
        lines += ["", play(found, notation, paint, width)]
    return "\n".join(lines)


def play(found: Verdict, notation: Notation, paint: Paint, width: int) -> str:
    """The play of a verdict as boards, and how it ends."""
    assert found.play is not None
    count = len(found.play.moves)
    moves = f"{count} move{'s' if count != 1 else ''}"
    return f"{strip(notation, found.play, paint, width)}\n\n{moves}{_ENDINGS[found.play.ending]}."


def claims_table(entries: Sequence[Entry], found: Sequence[Verdict], paint: Paint) -> str:
    """The verdicts of a claims file, next to what is expected and what was published."""
    published = any(entry.published for entry in entries)
    header = ["claim", "", *_roles(found), "verdict", "seconds"]
    header += ["published", "seconds"] if published else []
    rows = []
    for entry, one in zip(entries, found, strict=True):
        expected = one.verdict == entry.expect
        mark = "" if expected else f" (expected {entry.expect})"
        row = [entry.id, one.claim]
        row += [_short(one.roles.get(role, "")) for role in _roles(found)]
        row.append(paint(one.verdict, _STYLES[one.verdict]) + mark)
        row.append(f"{one.seconds.total:.3f}")
        if published:
            seconds = entry.published.get("seconds")
            row.append(str(entry.published.get("verdict", "")))
            row.append(f"{seconds:.3f}" if isinstance(seconds, float) else str(seconds or ""))
        rows.append(row)
    right = " " * (len(header) - (3 if published else 1)) + ("r r" if published else "r")
    return table(header, rows, right)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _roles(found: Sequence[Verdict]) -> list[str]:
    return list(dict.fromkeys(role for one in found for role in one.roles))


def error(found: TttAspError, paint: Paint) -> str:
    """What is wrong, where, with the place underlined."""
    lines = []
    for diagnostic in found.diagnostics:
        where = f"{paint(str(diagnostic.location), 'bold')}: " if diagnostic.location else ""
        lines.append(f"{where}{paint('error:', 'bold red')} {diagnostic.message}")
        if caret := diagnostic.caret():
            lines.append(caret)
        if diagnostic.hint:
            lines.append(f"  {diagnostic.hint}")
    return "\n".join(lines)
