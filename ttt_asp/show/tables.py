"""Scores, verdicts of a file of claims, and timings as tables."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ttt_asp.analyses.match_scores import Score
from ttt_asp.analyses.matrix import Matrix
from ttt_asp.bench.timing import Row
from ttt_asp.claims.claims_file import Entry
from ttt_asp.show.blocks import Block, Table
from ttt_asp.show.terminal import COLORED
from ttt_asp.show.verdicts import STYLES
from ttt_asp.verdict import STUCK, Verdict

_PLAYS = ("won", "lost", "tied", "stuck", "positions")


def matrix(matrix: Matrix) -> Iterator[Block]:
    """A line for each match; won and lost are the first role's."""
    yield scores_table([matrix.game.spelt(role) for role in matrix.game.roles], matrix.scores)


def score(score: Score) -> Iterator[Block]:
    """One match, as in a matrix."""
    yield scores_table(list(score.roles), [score])


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


# Strategies written out as terms are cut, in characters.
_LONGEST = 28


def claims_table(entries: Sequence[Entry], verdicts: Sequence[Verdict]) -> Table:
    """The verdicts of a claims file, next to what is expected and what was published."""
    published = any(entry.published for entry in entries)
    header = ["claim", "", *_roles(verdicts), "verdict", "seconds"]
    header += ["published", "seconds"] if published else []
    rows = []
    for entry, verdict in zip(entries, verdicts, strict=True):
        expected = verdict.verdict == entry.expect
        mark = "" if expected else f" (expected {entry.expect})"
        row = [entry.id, verdict.claimed]
        row += [_short(verdict.roles.get(role, "")) for role in _roles(verdicts)]
        row.append(COLORED(verdict.verdict, STYLES[verdict.verdict]) + mark)
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
    """A line for each row; a column for each part of the time, the total last."""
    parts = list(dict.fromkeys(part for row in rows for part in row.seconds))
    parts.sort(key=lambda part: part == "total")
    header = ["what", "claim", "by", "answer", "found", *(f"{part} s" for part in parts)]
    lines = [
        [row.id, row.claim, row.by, row.verdict, _found(row.found),
         *(_seconds(row.seconds.get(part)) for part in parts)]
        for row in rows
    ]  # fmt: skip
    return Table(header, lines, "     " + "r" * len(parts))


def _found(counts: Mapping[str, Any]) -> str:
    return ", ".join(_number(what, many) for what, many in counts.items() if many is not None)


def _number(what: str, many: Any) -> str:
    if what == "given_up":
        return str(many)
    if what == "peak_memory":
        return f"at most {many / 1e6:,.0f} MB so far"
    total = sum(many.values()) if isinstance(many, Mapping) else many
    return f"{total:,} {what}"


def _seconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:.3f}" if seconds < 10 else f"{seconds:.1f}"
