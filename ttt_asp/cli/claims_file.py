"""Claims files on the command line."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import typer

from ttt_asp.analyses.jobs import prove_claims
from ttt_asp.api.plain_values import limits_of
from ttt_asp.claims.claims_file import Entry, read_claims
from ttt_asp.cli.printing import say, say_json
from ttt_asp.cli.progress import Progress
from ttt_asp.games.notation import Notation
from ttt_asp.show.paint import INK
from ttt_asp.show.tables import claims_table
from ttt_asp.show.verdicts import play as shown_play
from ttt_asp.strategies.library import Library
from ttt_asp.verdict import Verdict


def file_status(entries: Sequence[Entry], found: Sequence[Verdict]) -> int:
    """The exit status of a claims file."""
    differing = [
        one.verdict
        for entry, one in zip(entries, found, strict=False)
        if one.verdict != entry.expect
    ]
    if any(verdict != "unknown" for verdict in differing):
        return 1
    return 3 if differing or len(found) < len(entries) else 0


def prove_file(
    path: Path,
    library: Library,
    engine: str,
    given: Mapping[str, Any],
    json: bool,
    executor: Executor | None = None,
) -> int:
    """Answer every claim of a file, print the table and the plays; the exit status."""
    entries = read_claims(path)
    with Progress():
        answered = prove_claims(entries, library, engine, limits_of(given), executor)
    found = [one for _, one in answered]
    if json:
        rows = [
            {"id": entry.id, **one.as_json(), "expect": entry.expect}
            for entry, one in zip(entries, found, strict=False)
        ]
        say_json(rows)
        for one in found:
            if one.verdict == "unknown":
                typer.echo(f"unknown: {one.claimed}: {one.reason}", err=True)
        return file_status(entries, found)
    say([claims_table(entries[: len(found)], found)])
    for entry, one in zip(entries, found, strict=False):
        for warning in one.warnings:
            typer.echo(f"{entry.id}: {warning}")
    for entry, (problem, one) in zip(entries, answered, strict=False):
        if problem and one.play is not None and one.verdict in ("refuted", "incomplete"):
            title = f"{entry.id}: {one.verdict}; {one.reason}."
            say(["", f"{INK(title, 'bold')}{f' {entry.note}' if entry.note else ''}"])
            say(shown_play(one, Notation(problem.game)))
        elif one.verdict == "unknown":
            typer.echo(f"\n{entry.id}: unknown; {one.reason}.")
    if len(found) < len(entries):
        typer.echo(f"\nThe last {len(entries) - len(found)} claims were not looked at.")
    return file_status(entries, found)
