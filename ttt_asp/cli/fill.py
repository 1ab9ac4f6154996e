"""`ttt-asp fill`."""

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from ttt_asp.analyses.fill.result import Fillings
from ttt_asp.analyses.fill.task import Task
from ttt_asp.api.parameters import Certificate, written
from ttt_asp.api.plain_values import limits_of
from ttt_asp.authoring.writing import check_place, write_strategy
from ttt_asp.claims.question import read
from ttt_asp.cli.calls import Call
from ttt_asp.cli.library import find_claims, open_with_warnings, refuse_for_files
from ttt_asp.cli.prove import certify, refuse_position
from ttt_asp.errors import Location, wrong

_SAID = "Write the strategy, with examples, and its claims."
_Output = Annotated[Path | None, written("--output -o", _SAID, "DIR/NAME.lp", None)]


def command(  # noqa: D103
    call: Call[Fillings], certificate: Certificate = None, output: _Output = None
) -> int:
    text = call.given["claim"]
    library = open_with_warnings(call.given, text)
    if text.endswith(".toml"):
        refuse_for_files(call.given)
        text = str(find_claims(text, library))

    def check(task: Task) -> None:
        if certificate is not None:
            if len(task.parts) > 1:
                what = "a certificate is of one claim, not of a file"
                raise wrong(what, Location(str(certificate)))
            refuse_position(task.parts[0].question.position)
        if output is not None:
            if len(task.texts) > 1:
                raise wrong(f"{len(task.texts)} strategies are looked for, not one", Location("-o"))
            check_place(output, library)

    found = call.answer(told=True, posed=check, claim=text, strategies=library.folders)
    status = call.say(found)
    if output is not None:
        _write(output, found)
    if certificate is not None:
        _certify(certificate, found, call.given)
    return status


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


def _certify(path: Path, found: Fillings, given: Mapping[str, Any]) -> None:
    if not found.strategies:
        typer.echo(f"no certificate: {found.answer}", err=True)
        return
    one = found.strategies[0]
    terms = {name: one.terms[text] for name, text in found.task.texts.items()}
    problem = read(found.task.questions(terms)[0], limits_of(given).deadline)
    certify(path, problem, one.verdicts[0], given)
