"""How strategies fare against each other, as a table."""

import csv
import io
from collections.abc import Iterable, Sequence

from ttt_asp.analyses.matrix import Score
from ttt_asp.show.table import table

_PLAYS = ("won", "lost", "tied", "stuck", "positions")


def matrix_table(roles: Sequence[str], scores: Iterable[Score]) -> str:
    """A line for each match; won and lost are the first role's."""
    header = [*roles, *_PLAYS, "strongest claim that holds"]
    rows = [[*_cells(one, ","), one.claim or one.note] for one in scores]
    return table(header, rows, "  rrrrr")


def matrix_csv(roles: Sequence[str], scores: Iterable[Score]) -> str:
    """The same for programs, numbers without commas."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*roles, *_PLAYS, "claim", "note"])
    writer.writerows([*_cells(one, ""), one.claim, one.note] for one in scores)
    return text.getvalue()


def _cells(one: Score, comma: str) -> list[str]:
    first, second = one.roles
    plays = one.plays or {}
    numbers = [plays.get(name, 0) for name in (first, second, "tie", "stuck")]
    shown = [f"{number:{comma}}" for number in numbers] if one.plays is not None else [""] * 4
    positions = "" if one.positions is None else f"{one.positions:{comma}}"
    return [*one.roles.values(), *shown, positions]
