"""Timings as a table."""

from collections.abc import Mapping, Sequence
from typing import Any

from ttt_asp.extensions.bench.timing import Row
from ttt_asp.show.blocks import Table


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
