"""`ttt-asp report`."""

import webbrowser
from collections import Counter
from pathlib import Path
from typing import Annotated

from ttt_asp.analyses.jobs import prove_claims
from ttt_asp.analyses.report import Finding, Reporter
from ttt_asp.api.parameters import DEFAULT_CLAIMS, ClaimOrFile, Parameter, written
from ttt_asp.api.plain_values import limits_of
from ttt_asp.claims.claims_file import read_claims
from ttt_asp.cli.calls import Call, status_of
from ttt_asp.cli.claims_file import file_status
from ttt_asp.cli.library import find_claims, open_with_warnings, refuse_for_files
from ttt_asp.cli.printing import say
from ttt_asp.cli.progress import Progress
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.files import write_bytes
from ttt_asp.reached import Reached
from ttt_asp.show.blocks import Block
from ttt_asp.show.page import page
from ttt_asp.show.tables import claims_table
from ttt_asp.show.verdicts import headline
from ttt_asp.strategies.library import Library
from ttt_asp.verdict import Verdict


def command(  # noqa: D103
    call: Call[Verdict],
    claim: ClaimOrFile = DEFAULT_CLAIMS,
    out: Annotated[Path, written("--output -o", "The page to write.")] = Path("report.html"),
    show: Annotated[bool, Parameter("--open", "Open the page in a browser.")] = False,
) -> int:
    library = open_with_warnings(call.given, claim)
    if claim.endswith(".toml"):
        refuse_for_files(call.given)
        said, status = _of_file(find_claims(claim, library), library, call, out)
    else:
        folders = library.folders
        found = call.answer(told=True, claim=claim, path=out, strategies=folders)
        said, status = headline(found), status_of(found)
    opened = show and webbrowser.open(out.resolve().as_uri())
    say([said, f"wrote {out}{'' if opened else ': open it in a browser, as --open does'}"])
    return status


def _of_file(path: Path, library: Library, call: Call[Verdict], out: Path) -> tuple[Block, int]:
    """Write the page of a file's claims; what is to be said of them, and the exit status."""
    entries, limits = read_claims(path), limits_of(call.given, max_positions=None)
    with Progress():
        telling = limits_of(call.given, max_positions=None)
        answered = prove_claims(entries, library, call.given.get("engine", DEFAULT), telling)
    reporter, findings = Reporter(limits, library), list[Finding]()
    with Progress("going through plays") as progress:
        for entry, (problem, found) in zip(entries, answered, strict=False):
            progress.tell(Reached("claims on the page", len(findings), len(answered)))
            asked = entry.question(library.folders)
            findings.append(reporter.finding(entry.id, asked, problem, found, entry))
    verdicts = [found for _, found in answered]
    count = Counter(found.verdict for found in verdicts)
    each = ", ".join(f"{number} {answer}" for answer, number in count.items())
    write_bytes(out, page(f"{path.stem}: {each}", findings).encode())
    return claims_table(entries[: len(answered)], verdicts), file_status(entries, verdicts)
