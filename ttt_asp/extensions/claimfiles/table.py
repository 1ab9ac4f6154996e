"""The verdicts of a file of claims as a table."""

from collections.abc import Sequence

from ttt_asp.extensions.claimfiles.claims_file import ClaimEntry
from ttt_asp.show.blocks import Table
from ttt_asp.show.terminal import painted
from ttt_asp.show.verdicts import STYLES
from ttt_asp.verdict import Verdict

# Strategies written out as terms are cut, in characters.
_LONGEST = 28


def claims_table(entries: Sequence[ClaimEntry], verdicts: Sequence[Verdict]) -> Table:
    """Return the verdicts of a claims file, next to those expected and those published."""
    published = any(entry.published for entry in entries)
    header = ["claim", "", *_roles(verdicts), "verdict", "seconds"]
    header += ["published", "seconds"] if published else []
    rows = []
    for entry, verdict in zip(entries, verdicts, strict=True):
        expected = verdict.verdict == entry.expect
        mark = "" if expected else f" (expected {entry.expect})"
        row = [entry.id, verdict.claimed]
        row += [_short(verdict.roles.get(role, "")) for role in _roles(verdicts)]
        row.append(painted(verdict.verdict, STYLES[verdict.verdict]) + mark)
        row.append(f"{verdict.seconds.total:.3f}")
        if published:
            seconds = entry.published.get("seconds")
            row.append(str(entry.published.get("verdict", "")))
            row.append(f"{seconds:.3f}" if isinstance(seconds, float) else str(seconds or ""))
        rows.append(row)
    right = " " * (len(header) - (3 if published else 1)) + ("r r" if published else "r")
    return Table(header, rows, right)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _roles(verdicts: Sequence[Verdict]) -> list[str]:
    return list(dict.fromkeys(role for verdict in verdicts for role in verdict.roles))
