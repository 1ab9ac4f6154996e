"""How strategies fare against each other, as a table."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from ttt_asp.analyses.matrix import Matrix
from ttt_asp.analyses.score import Score
from ttt_asp.show.blocks import Block, Table
from ttt_asp.verdict import STUCK

_PLAYS = ("won", "lost", "tied", "stuck", "positions")


def matrix(found: Matrix) -> Iterator[Block]:
    """A line for each match; won and lost are the first role's."""
    yield scores_table([found.game.spelt(role) for role in found.game.roles], found.scores)


def score(found: Score) -> Iterator[Block]:
    """One match, as in a matrix."""
    yield scores_table(list(found.roles), [found])


def scores_table(roles: Sequence[str], scores: Iterable[Score]) -> Table:
    """A line for each match; won and lost are the first role's."""
    header = [*roles, *_PLAYS, "strongest claim that holds"]
    rows = [[*_cells(one, ","), _said(one, one.claim or one.note)] for one in scores]
    return Table(header, rows, "  rrrrr")


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
