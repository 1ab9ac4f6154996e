"""Scores, verdicts of a file of claims, and timings as tables."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from ttt_asp.extensions.reports.match_scores import Score
from ttt_asp.extensions.reports.matrix import Matrix
from ttt_asp.show.blocks import Block, Table
from ttt_asp.verdict import STUCK

_PLAYS = ("won", "lost", "tied", "stuck", "positions")


def matrix(matrix: Matrix) -> Iterator[Block]:
    """Yield a line for each match; won and lost are the first role's."""
    yield scores_table([matrix.game.spelt(role) for role in matrix.game.roles], matrix.scores)


def score(score: Score) -> Iterator[Block]:
    """Yield one match, as in a matrix."""
    yield scores_table(list(score.roles), [score])


def scores_table(roles: Sequence[str], scores: Iterable[Score]) -> Table:
    """Return a line for each match; won and lost are the first role's."""
    header = [*roles, *_PLAYS, "strongest claim that holds"]
    rows = [[*_cells(s, ","), _with_goals(s, s.claim or s.note)] for s in scores]
    return Table(header, rows, "  rrrrr")


def matrix_csv(roles: Sequence[str], scores: Iterable[Score]) -> str:
    """Return the same for programs, numbers without commas."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    columns = [*_PLAYS, "claim", "note"]
    # a program finds columns by their names
    writer.writerow([*(f"role {r}" if r in columns else r for r in roles), *columns])
    writer.writerows([*_cells(s, ""), s.claim, _with_goals(s, s.note)] for s in scores)
    return text.getvalue()


def _with_goals(score: Score, text: str) -> str:
    """Return a text about a match, behind its plays by their goals."""
    goals = [f"{number:,} with {end}" for end, number in score.by_goals.items()]
    return "; ".join([*goals, *([text] if text else [])])


def _cells(score: Score, comma: str) -> list[str]:
    known, stuck = score.by_winner, (score.plays or {}).get(STUCK, 0)
    shown = [f"{number:{comma}}" for number in (*known, stuck)] if known else [""] * 4
    positions = "" if score.positions is None else f"{score.positions:{comma}}"
    return [*score.roles.values(), *shown, positions]
