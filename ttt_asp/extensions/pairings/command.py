"""`ttt-asp pairing`."""

import shlex
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from ttt_asp.api.arguments import Arguments
from ttt_asp.api.parameters import Parameter, written
from ttt_asp.api.reading import replacing
from ttt_asp.cli.calls import Call, status_of
from ttt_asp.cli.progress import Progress
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Location, wrong
from ttt_asp.extensions.certificates.writing import BEGINNING
from ttt_asp.extensions.players.book_file import say_written


def pairing(
    call: Call[Any],
    output: Annotated[
        Path | None,
        written("--output -o", "Write the pairing's files to this folder.", "DIR", None),
    ] = None,
    certificate: Annotated[
        Path | None,
        written(
            "--certificate",
            "Write a certificate for verify, with --ahead or --period.",
            read=replacing(BEGINNING),
        ),
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
    from ttt_asp.extensions.certificates.writing import write
    from ttt_asp.extensions.pairings.certificates import periodic_certificate, replies_certificate
    from ttt_asp.extensions.pairings.files import refuse_taken, write_ahead, write_pairing

    ahead = "ahead" in call.given
    if certificate is not None and not ahead and "period" not in call.given:
        needs = "it is written with --period K, or with --ahead N, moves before there is a pairing"
        raise wrong(needs, Location("--certificate"), "--ahead 0 for a pairing at once")
    if output is not None:
        refuse_taken(name, output)
    answer = call.answer()
    there = answer.status == "yes"
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
    if files:
        say_written(files, ["ttt-asp", "prove", str(files[-1])], call.json)
    elif output is not None and ahead:
        typer.echo(f"no strategy: {why}", err=True)
    return status_of(answer)
