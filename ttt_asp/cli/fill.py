"""`ttt-asp fill`."""

import json as json_module
import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.analyses.fill.fill import fill
from ttt_asp.analyses.fill.ledger import Wanted
from ttt_asp.analyses.fill.result import Fillings
from ttt_asp.analyses.fill.task import Task, questions_of, read_task
from ttt_asp.authoring.write_strategy import check_place, write_strategy
from ttt_asp.claims.claims_file import read_claims
from ttt_asp.claims.question import read
from ttt_asp.cli import completion, options
from ttt_asp.cli.find_claims import find_claims, refuse_for_files
from ttt_asp.cli.library import open_with_warnings
from ttt_asp.cli.printing import say
from ttt_asp.cli.progress import Progress
from ttt_asp.cli.prove import certify, refuse_position
from ttt_asp.cli.values import names_of, output, tactics, whole
from ttt_asp.engines.limits import Limits
from ttt_asp.errors import Location, wrong
from ttt_asp.strategies.library import Library

EXIT = {"filled": 0, "none": 1, "unknown": 3}
# How many fillings are shown of all.
SHOWN = 10


@dataclass(frozen=True)
class From:
    """What may be put into holes."""

    pool: Annotated[
        str | None,
        tactics("--pool", "Tactics for the holes."),
    ] = None
    refine: Annotated[
        bool, typer.Option("--refine", help="A hole may be refine(TACTIC, TACTIC) too.")
    ] = False
    either: Annotated[
        bool, typer.Option("--either", help="A hole may be either(TACTIC, TACTIC) too.")
    ] = False
    cost: Annotated[
        str, typer.Option("--cost", metavar="tactics|lines", help="What --shortest counts.")
    ] = "tactics"

    def task(
        self, text: str, asked: options.Asked, library: Library, lines: int, limits: Limits
    ) -> Task:
        """The claim, or those of a file, read."""
        names = None if self.pool is None else names_of(self.pool)
        pairs = [n for n, on in (("refine", self.refine), ("either", self.either)) if on]
        if self.cost not in ("tactics", "lines"):
            raise wrong(f"{self.cost} is neither tactics nor lines", Location("--cost"))
        given = names, pairs, lines, self.cost == "lines", limits.deadline
        if not text.endswith(".toml"):
            return read_task([asked.question(text, library)], *given)
        refuse_for_files(asked, None, None, None)
        questions, places = questions_of(read_claims(find_claims(text, library)), library.folders)
        return read_task(questions, *given, places)


def command(
    claim: Annotated[
        list[str],
        typer.Argument(
            metavar="CLAIM|FILE.toml",
            help="A claim, or a file of claims about one strategy.",
            autocompletion=completion.claims,
        ),
    ],
    asked: options.Asked,
    pool: From,
    spent: options.Spent,
    lines: Annotated[
        int,
        whole(
            "--lines", of="lines", least=1, example=8, metavar="N", help="... is N lines at most."
        ),
    ] = 8,
    shortest: Annotated[
        bool, typer.Option("--shortest", help="Name as few tactics as possible, and prove it.")
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="Count all fillings.")] = False,
    limit: Annotated[
        int | None,
        whole(
            "--limit",
            of="fillings",
            least=1,
            example=5,
            metavar="N",
            help="Show N fillings.",
            show_default="1, or 10 of --all",
        ),
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            "--certificate", metavar="FILE", parser=output, help="Write a certificate of the proof."
        ),
    ] = None,
    written: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="DIR/NAME.lp",
            help="Write the strategy, with examples, and its claims.",
        ),
    ] = None,
    json: options.Json = False,
) -> int:
    """Find tactics for the holes of a strategy that prove a claim.

    A hole is ? (a tactic), ?NAME (the same wherever NAME stands) or ... in a
    first (any number of lines).

    Examples:
    ttt-asp fill "o never loses" --o "first(..., any)" --shortest
    ttt-asp fill "x never loses" --x "first(defend, ?, ?, any)" --all
    """
    text = " ".join(claim)
    library = open_with_warnings(asked.strategies, text)
    with Progress() as progress:
        limits = replace(spent.limits(), progress=progress.tell)
        task = pool.task(text, asked, library, lines, limits)
    if certificate is not None and len(task.parts) > 1:
        raise wrong("a certificate is of one claim, not of a file", Location(str(certificate)))
    if certificate is not None:
        refuse_position(task.parts[0].question.position)
    if written is not None:
        if len(task.texts) > 1:
            raise wrong(f"{len(task.texts)} strategies are looked for, not one", Location("-o"))
        check_place(written, library)
    wanted = Wanted(shortest, every, limit or (SHOWN if every else 1))
    with Progress() as progress:
        found = fill(task, wanted, replace(limits, progress=progress.tell))
    if json:
        typer.echo(json_module.dumps(found.as_json(), indent=2, ensure_ascii=False))
    else:
        say(found)
    if written is not None:
        _write(written, found)
    if certificate is not None:
        _certify(certificate, found, limits)
    return EXIT[found.answer]


def _write(path: Path, found: Fillings) -> None:
    if not found.strategies:
        typer.echo(f"no strategy: {found.answer}", err=True)
        return
    ((text, term),) = found.strategies[0].terms.items()
    parts = found.task.parts
    roles = [list(part.players) for part in parts]
    questions = [part.question for part in parts]
    for one in write_strategy(path, term, questions, roles, f"ttt-asp fill, from {text}"):
        typer.echo(f"wrote {one}", err=True)
    claims = path.parent / "claims" / f"{path.stem}.toml"
    typer.echo(f"next: ttt-asp prove {shlex.quote(str(claims))}", err=True)


def _certify(path: Path, found: Fillings, limits: Limits) -> None:
    if not found.strategies:
        typer.echo(f"no certificate: {found.answer}", err=True)
        return
    one = found.strategies[0]
    terms = {name: one.terms[text] for name, text in found.task.texts.items()}
    problem = read(found.task.questions(terms)[0], limits.deadline)
    certify(path, problem, one.verdicts[0], limits)
