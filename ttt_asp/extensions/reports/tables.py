"""Scores, verdicts of a file of claims, and timings as tables."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ttt_asp.claims.claims_file import Entry
from ttt_asp.extensions.bench.timing import Row
from ttt_asp.extensions.reports.match_scores import Score
from ttt_asp.extensions.reports.matrix import Matrix
from ttt_asp.show.blocks import Block, Table
from ttt_asp.show.terminal import painted
from ttt_asp.show.verdicts import STYLES
from ttt_asp.verdict import STUCK, Verdict

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


# Strategies written out as terms are cut, in characters.
_LONGEST = 28


def claims_table(entries: Sequence[Entry], verdicts: Sequence[Verdict]) -> Table:
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


def bench_table(rows: Sequence[Row]) -> Table:
    """Return a line for each row; a column for each part of the time, the total last."""
    parts = list(dict.fromkeys(part for row in rows for part in row.seconds))
    parts.sort(key=lambda part: part == "total")
    header = ["what", "claim", "by", "answer", "found", *(f"{part} s" for part in parts)]
    lines = [
        [row.id, row.claim, row.by, row.verdict, _counts(row.found),
         *(_seconds(row.seconds.get(part)) for part in parts)]
        for row in rows
    ]  # fmt: skip
    return Table(header, lines, "     " + "r" * len(parts))


def _counts(counts: Mapping[str, Any]) -> str:
    return ", ".join(_number(name, many) for name, many in counts.items() if many is not None)


def _number(name: str, many: Any) -> str:
    if name == "given_up":
        return str(many)
    total = sum(many.values()) if isinstance(many, Mapping) else many
    return f"{total:,} {name}"


def _seconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:.3f}" if seconds < 10 else f"{seconds:.1f}"
