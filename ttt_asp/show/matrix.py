"""How strategies fare against each other, as a table."""

import csv
import io
from collections.abc import Iterable, Sequence

from ttt_asp.analyses.score import Score
from ttt_asp.show.table import table
from ttt_asp.verdict import STUCK

# Which columns are numbers, as `table` takes it.
RIGHT = "  rrrrr"
_PLAYS = ("won", "lost", "tied", "stuck", "positions")


def matrix_table(roles: Sequence[str], scores: Iterable[Score]) -> str:
    """A line for each match; won and lost are the first role's."""
    return table(*matrix_rows(roles, scores), RIGHT)


def matrix_rows(roles: Sequence[str], scores: Iterable[Score]) -> tuple[list[str], list[list[str]]]:
    """The header of the table, and its rows."""
    header = [*roles, *_PLAYS, "strongest claim that holds"]
    return header, [[*_cells(one, ","), _said(one, one.claim or one.note)] for one in scores]


def matrix_csv(roles: Sequence[str], scores: Iterable[Score]) -> str:
    """The same for programs, numbers without commas."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    columns = [*_PLAYS, "claim", "note"]
    # a program finds columns by their names
    writer.writerow([*(f"role {r}" if r in columns else r for r in roles), *columns])
    writer.writerows([*_cells(one, ""), one.claim, _said(one, one.note)] for one in scores)
    return text.getvalue()


def _said(one: Score, text: str) -> str:
    """A text about a match, behind its plays by their goals."""
    goals = [f"{number:,} with {end}" for end, number in one.by_goals.items()]
    return "; ".join([*goals, *([text] if text else [])])


def _cells(one: Score, comma: str) -> list[str]:
    known, stuck = one.by_winner, (one.plays or {}).get(STUCK, 0)
    shown = [f"{number:{comma}}" for number in (*known, stuck)] if known else [""] * 4
    positions = "" if one.positions is None else f"{one.positions:{comma}}"
    return [*one.roles.values(), *shown, positions]
