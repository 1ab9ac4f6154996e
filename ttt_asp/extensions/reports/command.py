"""`ttt-asp report`."""

import webbrowser
from collections import Counter
from pathlib import Path
from typing import Annotated

from ttt_asp.api.arguments import Arguments
from ttt_asp.api.parameters import DEFAULT_CLAIMS, ClaimOrFile, Parameter, written
from ttt_asp.cli.calls import Call, print_result, status_of
from ttt_asp.cli.progress import Progress, library_for
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.extensions.claimfiles.answering import prove_claims
from ttt_asp.extensions.claimfiles.claims_file import read_claims
from ttt_asp.extensions.claimfiles.command import file_status, find_claims, refuse_for_files
from ttt_asp.extensions.claimfiles.table import claims_table
from ttt_asp.extensions.reports.page import page
from ttt_asp.extensions.reports.report import ClaimReport, Reporter
from ttt_asp.files import write_bytes
from ttt_asp.progress_report import ProgressReport
from ttt_asp.show.blocks import Block, first_line
from ttt_asp.show.verdicts import headline
from ttt_asp.strategies.library import Library
from ttt_asp.verdict import Verdict


def report(  # noqa: D103
    call: Call[Verdict],
    claim: ClaimOrFile = DEFAULT_CLAIMS,
    out: Annotated[Path, written("--output -o", "The page to write.")] = Path("report.html"),
    show: Annotated[bool, Parameter("--open", "Open the page in a browser.")] = False,
) -> int:
    library = library_for(claim, Arguments(call.given))
    if claim.endswith(".toml"):
        refuse_for_files(call.given)
        message, status = _of_file(find_claims(claim, library), library, call, out)
    else:
        folders = library.folders
        verdict = call.answer(claim=claim, path=out, strategies=folders)
        message, status = first_line(headline(verdict)), status_of(verdict)
    opened = show and webbrowser.open(out.resolve().as_uri())
    hint = "" if opened else ": open it in a browser, as --open does"
    print_result([message, f"wrote {out}{hint}"])
    return status


def _of_file(path: Path, library: Library, call: Call[Verdict], out: Path) -> tuple[Block, int]:
    """Write the page of a file's claims; return a summary of them, and the exit status."""
    entries, engine = read_claims(path), call.given.get("engine", DEFAULT)
    with Progress():
        answered = prove_claims(entries, library, engine, Arguments(call.given, None).limits)
    reporter = Reporter(Arguments(call.given, None).limits, library)
    findings = list[ClaimReport]()
    with Progress("going through plays") as progress:
        for entry, (problem, verdict) in zip(entries, answered, strict=False):
            progress.tell(ProgressReport("claims on the page", len(findings), len(answered)))
            asked = entry.question(library.folders)
            findings.append(reporter.finding(entry.id, asked, problem, verdict, entry))
    verdicts = [verdict for _, verdict in answered]
    count = Counter(verdict.verdict for verdict in verdicts)
    each = ", ".join(f"{number} {answer}" for answer, number in count.items())
    write_bytes(out, page(f"{path.stem}: {each}", findings).encode())
    return claims_table(entries[: len(answered)], verdicts), file_status(entries, verdicts)
