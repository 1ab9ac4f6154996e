"""`ttt-asp report`."""

import webbrowser
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.analyses.jobs import prove_claims
from ttt_asp.analyses.report import Finding, Reporter
from ttt_asp.claims.claims_file import read_claims
from ttt_asp.cli import options
from ttt_asp.cli.claims_file import status_of
from ttt_asp.cli.find_claims import find_claims, refuse_for_files
from ttt_asp.cli.library import open_with_warnings
from ttt_asp.cli.printing import say
from ttt_asp.cli.progress import Progress
from ttt_asp.cli.values import output
from ttt_asp.deadline import Deadline
from ttt_asp.engines.answer import ask
from ttt_asp.engines.limits import Limits
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.files import write_bytes
from ttt_asp.reached import Reached
from ttt_asp.show.blocks import Block
from ttt_asp.show.claims import claims_table
from ttt_asp.show.page import page
from ttt_asp.show.verdicts import headline


def command(
    asked: options.Asked,
    claim: options.Claim = None,
    out: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="FILE", parser=output, help="The page to write."),
    ] = Path("report.html"),
    show: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    horizon: options.Horizon = None,
    engine: options.Engine = DEFAULT,
    time_limit: options.TimeLimit = None,
) -> int:
    """Write a page: verdicts, plays as boards, proofs to walk through.

    The page is one file that needs no network.

    Examples:
    ttt-asp report -o report.html
    ttt-asp report "o never loses" --o careful_o -o careful.html
    """
    text = " ".join(claim or [options.DEFAULT_CLAIMS])
    library = open_with_warnings(asked.strategies, text)
    limits = Limits(Deadline(time_limit))
    reporter, findings = Reporter(limits, library), list[Finding]()
    with Progress() as progress:
        telling = replace(limits, progress=progress.tell)
        if text.endswith(".toml"):
            refuse_for_files(asked, horizon, None)
            path = find_claims(text, library)
            entries = read_claims(path)
            answered = prove_claims(entries, library, engine, telling)
        else:
            question = asked.question(text, library, horizon)
            problem, found = ask(question, engine, telling)
    with Progress("going through plays") as progress:
        if text.endswith(".toml"):
            for entry, (problem, found) in zip(entries, answered, strict=False):
                progress.tell(Reached("claims on the page", len(findings), len(answered)))
                asked_so = entry.question(library.folders)
                findings.append(reporter.finding(entry.id, asked_so, problem, found, entry))
            verdicts = [found for _, found in answered]
            said: Block = claims_table(entries[: len(answered)], verdicts)
            count = Counter(found.verdict for found in verdicts)
            each = ", ".join(f"{number} {answer}" for answer, number in count.items())
            title, status = f"{path.stem}: {each}", status_of(entries, verdicts)
        else:
            findings.append(reporter.finding("claim", question, problem, found))
            title, status = found.claim, options.EXIT[found.verdict]
            said = headline(found)
    write_bytes(out, page(title, findings).encode())
    opened = show and webbrowser.open(out.resolve().as_uri())
    say([said, f"wrote {out}{'' if opened else ': open it in a browser, as --open does'}"])
    return status
