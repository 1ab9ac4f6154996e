"""Commands that also write their answer to files: a strategy, a pairing, a certificate."""

import shlex
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ttt_asp.api.arguments import Arguments
from ttt_asp.api.parameters import Parameter, written
from ttt_asp.authoring.writing import check_place, write_strategy
from ttt_asp.cli.calls import Call, folder_options, status_of
from ttt_asp.cli.library import find_claims, library_for, refuse_for_files
from ttt_asp.cli.progress import Progress
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong

if TYPE_CHECKING:  # each command starts without what the others need, as below
    from ttt_asp.extensions.synthesis.fill.result import Fillings
    from ttt_asp.extensions.synthesis.fill.task import Task

_STRATEGY = "Write the strategy, with examples, and its claims."


def fill(  # noqa: D103
    call: Call[Any],
    output: Annotated[Path | None, written("--output -o", _STRATEGY, "DIR/NAME.lp", None)] = None,
) -> int:
    text = call.given["claim"]
    library = library_for(text, Arguments(call.given))
    if text.endswith(".toml"):
        refuse_for_files(call.given)
        text = str(find_claims(text, library))

    def check(task: "Task") -> None:
        if output is not None:
            if len(task.texts) > 1:
                raise wrong(f"{len(task.texts)} strategies are looked for, not one", Location("-o"))
            check_place(output, "strategy", library=library)

    folders = library.folders
    fillings: Fillings = call.answer(posed=check, claim=text, strategies=folders)
    status = call.print_answer(fillings)
    if output is not None:
        _filled(output, fillings, Arguments(call.given).folders)
    return status


def _filled(path: Path, fillings: "Fillings", folders: Sequence[Path]) -> None:
    """Write the first strategy and its claims, or print on stderr why there is none."""
    if not fillings.strategies:
        typer.echo(f"no strategy: {fillings.answer}", err=True)
        return
    ((text, term),) = fillings.strategies[0].terms.items()
    roles = [list(part.players) for part in fillings.task.parts]
    questions = [part.question for part in fillings.task.parts]
    files = write_strategy(path, term, questions, roles, f"ttt-asp fill, from {text}")
    for file in files:
        typer.echo(f"wrote {file}", err=True)
    again = ["ttt-asp", "prove", str(files[-1]), *folder_options(folders)]
    typer.echo(f"next: {shlex.join(again)}", err=True)


def pairing(
    call: Call[Any],
    output: Annotated[
        Path | None,
        written("--output -o", "Write the pairing's files to this folder.", "DIR", None),
    ] = None,
    certificate: Annotated[
        Path | None,
        written("--certificate", "Write a certificate for verify, with --ahead or --period."),
    ] = None,
    name: Annotated[str, Parameter("--name", "The name of the tactic written.")] = "pairing",
) -> int:
    """Find a pairing strategy: for every line two squares of its own.

    A second player who always answers in the same pair never loses. With -o the tactic, the
    strategy, a lemma and the claim that it proves are written to DIR. Where there is no pairing the
    answer says why, and the exit status is 1.

    With --ahead N it looks for replies to the first moves, at most N. After them there has to be a
    pairing, whatever the first player did.

    Examples:
    ttt-asp pairing -c rows=5 -c cols=5 -c line=5 -o my_pairing
    ttt-asp pairing -c rows=4 -c cols=4 -c line=4 --ahead 2
    """
    from ttt_asp.extensions.certificates.writing import (
        periodic_certificate,
        replies_certificate,
        write,
    )
    from ttt_asp.extensions.pairings.ahead.files import write_ahead
    from ttt_asp.extensions.pairings.pairing.files import write_pairing

    ahead = "ahead" in call.given
    if certificate is not None and not ahead and "period" not in call.given:
        needs = "it is written with --period K, or with --ahead N, moves before there is a pairing"
        raise wrong(needs, Location("--certificate"), "--ahead 0 for a pairing at once")
    answer = call.answer()
    there = answer.verdict == "found" if ahead else answer.there
    why = f"the answer is {answer.verdict}" if ahead else "there is no pairing"
    # of a pairing at once its files say all; in JSON they are named
    if not call.json and (ahead or output is None or not there):
        call.print_answer(answer)
    if certificate is not None and not there:
        typer.echo(f"no certificate: {why}", err=True)
    elif certificate is not None:
        with Progress("writing the certificate"):
            make = partial(replies_certificate if ahead else periodic_certificate, answer)
            size = write(certificate, make, Deadline())
        checked = f"next: ttt-asp verify {shlex.quote(str(certificate))}"
        typer.echo(f"wrote {certificate} ({size:,} bytes); {checked}", err=call.json)
    files = list[Path]()
    if output is not None and there:
        with Progress("writing the replies"):
            more = [Arguments(call.given).limits.deadline] if ahead else []
            made = (write_ahead if ahead else write_pairing)(answer, output, name, *more)
        if isinstance(made, str):
            why = f"{made}; the certificate is the proof (--certificate)"
        else:
            files = made
    if call.json:
        call.print_answer(answer, files=[str(path) for path in files])
    for path in files:
        typer.echo(f"wrote {path}", err=call.json)
    if files:
        typer.echo(f"next: ttt-asp prove {shlex.quote(str(files[-1]))}", err=call.json)
    elif output is not None and ahead:
        typer.echo(f"no strategy: {why}", err=True)
    return status_of(answer)
