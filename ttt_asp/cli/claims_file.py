"""Files of claims: answered, and written as a page; `ttt-asp report` writes one claim's too."""

from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

import typer

from ttt_asp.api.arguments import Arguments
from ttt_asp.claims.claims_file import Entry, read_claims
from ttt_asp.cli.calls import Call, print_json, print_result
from ttt_asp.cli.progress import Progress
from ttt_asp.engines.jobs import prove_claims
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.show.blocks import first_line
from ttt_asp.show.claims import claims_table
from ttt_asp.show.terminal import painted
from ttt_asp.show.verdicts import play as shown_play
from ttt_asp.strategies.library import Library
from ttt_asp.verdict import Verdict


def file_status(entries: Sequence[Entry], verdicts: Sequence[Verdict]) -> int:
    """Return the exit status of a claims file."""
    differing = [
        verdict.verdict
        for entry, verdict in zip(entries, verdicts, strict=False)
        if verdict.verdict != entry.expect
    ]
    if any(verdict != "unknown" for verdict in differing):
        return 1
    return 3 if differing or len(verdicts) < len(entries) else 0


def prove_file(path: Path, library: Library, call: Call[Verdict], executor: Executor | None) -> int:
    """Answer every claim of a file, print the table and the plays; return the exit status."""
    entries, engine = read_claims(path), call.given.get("engine", DEFAULT)
    with Progress():
        answered = prove_claims(entries, library, engine, Arguments(call.given).limits, executor)
    verdicts = [verdict for _, verdict in answered]
    if call.json:
        rows = [
            {"id": entry.id, **verdict.as_json(), "expect": entry.expect}
            for entry, verdict in zip(entries, verdicts, strict=False)
        ]
        print_json(rows)
        return file_status(entries, verdicts)
    print_result([claims_table(entries[: len(verdicts)], verdicts)])
    for entry, verdict in zip(entries, verdicts, strict=False):
        for warning in verdict.warnings:
            typer.echo(f"{entry.id}: {warning}")
    for entry, (problem, verdict) in zip(entries, answered, strict=False):
        if problem and verdict.play is not None and verdict.verdict in ("refuted", "incomplete"):
            title = f"{entry.id}: {verdict.verdict}; {verdict.reason}."
            note = f" {entry.note}" if entry.note else ""
            opening = first_line(f"{painted(title, 'bold')}{note}")
            print_result(["", opening, *filter(None, [verdict.others])])
            print_result(shown_play(verdict))
        elif verdict.verdict == "unknown":
            print_result(["", first_line(f"{entry.id}: unknown; {verdict.reason}.")])
    if len(verdicts) < len(entries):
        typer.echo(f"\nThe last {len(entries) - len(verdicts)} claims were not looked at.")
    return file_status(entries, verdicts)
