"""Timings as tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from ttt_asp.show.table import table

Row = Mapping[str, Any]


def claims_table(rows: Sequence[Row]) -> str:
    """The paper's claims: see `run_bench`."""
    header = ["claim", "verdict", "read ms", "lift ms", "ground ms", "solve ms", "total ms"]
    header += ["atoms", "rules", "conflicts"]
    lines = []
    for row in rows:
        parts = ("read", "lift", "ground", "solve", "total")
        seconds = [f"{1000 * row['seconds'][part]:.1f}" for part in parts]
        counts = [str(row["statistics"][part]) for part in ("atoms", "rules", "conflicts")]
        lines.append([row["id"], row["verdict"], *seconds, *counts])
    return table(header, lines, "  rrrrrrrr")


def engines_table(rows: Sequence[Row]) -> str:
    """The engines beside each other: see `compare`."""
    header = ["x/o", "claim", "verdict", "positions", "plays", "explicit s"]
    header += ["bounded s", "ratio", "Python s", "ratio"]
    lines = []
    for row in rows:
        bounded, yardstick, ratios = row["bounded"], row["yardstick"], row["ratios"]
        timed = bounded["stopped"] == "time"
        given_up = f"> {bounded['limit']:g}" if timed else "gave up"
        lines.append([
            row["id"],
            row["claim"],
            row["verdict"],
            "" if row["positions"] is None else f"{row['positions']:,}",
            "" if row["plays"] is None else f"{sum(row['plays'].values()):,}",
            _seconds(row["seconds"]["total"]),
            given_up if bounded["seconds"] is None else _seconds(bounded["seconds"]),
            _ratio(ratios["bounded"]),
            "" if yardstick is None else _seconds(yardstick["seconds"]),
            _ratio(ratios["yardstick"]),
        ])  # fmt: skip
    shown = table(header, lines, "   rrrrrrr")
    peaks = [(row["id"], row["peak_memory"]) for row in rows if row.get("peak_memory")]
    for name, peak in peaks:
        shown += f"\n{name}: peak memory of the process so far {peak / 1e6:,.0f} MB"
    if not any(row["yardstick"] for row in rows):
        shown += "\nPython: benchmarks/breadth_first.py is not installed, only in a checkout"
    return shown


def induction_table(rows: Sequence[Row]) -> str:
    """Pairings, and proofs that they are enough: see `run_induction`."""
    header = ["o with a pairing", "claim", "verdict", "lines", "pairing s", "lemma given s"]
    header += ["lemma found s"]
    lines = []
    for row in rows:
        seconds = [row["seconds"][part] for part in ("pairing", "given", "found")]
        shown = ["" if one is None else _seconds(one) for one in seconds]
        lines.append([row["id"], row["claim"], row["verdict"], f"{row['lines']:,}", *shown])
    return table(header, lines, "   rrrr")


def fill_table(rows: Sequence[Row]) -> str:
    """Searches for strategies with holes: see `run_fill`."""
    header = ["board", "claims", "strategy", "fillers", "choices", "tried", "answer", "tactics"]
    header += ["number", "read s", "search s", "total s"]
    lines = []
    for row in rows:
        lines.append([
            row["id"],
            ", ".join(row["claims"]),
            row["term"],
            f"{row['fillers']:,}",
            f"{row['choices']:,}",
            f"{row['candidates']:,}",
            row["answer"],
            "" if row["cost"] is None else str(row["cost"]),
            "" if row["number"] is None else f"{row['number']:,}",
            *(_seconds(row["seconds"][part]) for part in ("read", "search", "total")),
        ])  # fmt: skip
    return table(header, lines, "   rrr rrrrr")


def every_table(rows: Sequence[Row]) -> str:
    """Claims about every size: see `run_every`."""
    header = ["game", "claim", "for every size with", "verdict", "read s", "prove s", "total s"]
    lines = []
    for row in rows:
        seconds = [_seconds(row["seconds"][part]) for part in ("read", "prove", "total")]
        lines.append([row["id"], row["claim"], row["every"], row["verdict"], *seconds])
    return table(header, lines, "    rrr")


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f}" if seconds < 10 else f"{seconds:.1f}"


def _ratio(ratio: float | None) -> str:
    return "" if ratio is None else f"{ratio:.1f}"
