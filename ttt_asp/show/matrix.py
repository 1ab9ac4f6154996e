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
    rows = [[*_cells(one, ","), _said(one, one.claim or one.note)] for one in scores]
    return table(header, rows, "  rrrrr")


def matrix_csv(roles: Sequence[str], scores: Iterable[Score]) -> str:
    """The same for programs, numbers without commas."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*roles, *_PLAYS, "claim", "note"])
    writer.writerows([*_cells(one, ""), one.claim, _said(one, one.note)] for one in scores)
    return text.getvalue()


def _by_goals(one: Score) -> dict[str, int]:
    """Plays that are neither won, lost, tied nor stuck: by their goals, as x=30 o=70."""
    return {
        end: n for end, n in (one.plays or {}).items() if end not in {*one.roles, "tie", "stuck"}
    }


def _said(one: Score, text: str) -> str:
    """A text about a match, behind its plays by their goals."""
    goals = [f"{number:,} with {end}" for end, number in _by_goals(one).items()]
    return "; ".join([*goals, *([text] if text else [])])


def _cells(one: Score, comma: str) -> list[str]:
    first, second = one.roles
    plays, names = one.plays or {}, (first, second, "tie", "stuck")
    known = one.plays is not None and not _by_goals(one)
    shown = [f"{plays.get(name, 0):{comma}}" for name in names] if known else [""] * 4
    positions = "" if one.positions is None else f"{one.positions:{comma}}"
    return [*one.roles.values(), *shown, positions]
