"""`ttt-asp verify`."""

from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.cli import options


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A certificate, .json or .gz.")],
    strategy: Annotated[
        bool, typer.Option("--strategy", help="Also derive the moves anew from the sources.")
    ] = False,
    strategies: options.Strategies = None,
    time_limit: options.TimeLimit = None,
) -> int:
    """Check a certificate that prove --certificate wrote.

    The first stage uses neither clingo nor the engines; it is one file that you can copy out and
    run alone, verify_certificate.py. Exit status: 0 valid, 1 rejected, 2 unreadable, 3 unknown.

    Examples:
    ttt-asp verify x_never_loses.json.gz
    ttt-asp verify x_never_loses.json.gz --strategy
    """
    from ttt_asp.errors import Location, wrong
    from ttt_asp.verify_certificate import Rejected, report_lines
    from ttt_asp.verify_certificate import verify as first_stage

    try:
        data = file.read_bytes()
    except OSError as error:
        raise wrong(f"cannot be read: {error.strerror}", Location(str(file))) from None
    try:
        report = first_stage(data)
        typer.echo("\n".join(report_lines(report)))
        return _second_stage(data, strategies, time_limit) if strategy else 0
    except Rejected as reason:
        typer.echo(f"rejected: {reason}")
        return 1


def _second_stage(data: bytes, strategies: list[Path] | None, time_limit: float | None) -> int:
    from ttt_asp.cli.options import open_with_warnings
    from ttt_asp.patience import Deadline, Expired
    from ttt_asp.verify_strategy import verify_strategy

    library = open_with_warnings(strategies)
    deadline = Deadline(time_limit)
    try:
        derived = verify_strategy(data, library, deadline)
    except Expired:
        typer.echo(f"unknown: {deadline.reason}", err=True)
        return 3
    typer.echo("Second stage, derived anew:")
    typer.echo("\n".join(f"- {fact}" for fact in derived.facts))
    typer.echo("Trusted by the second stage:")
    typer.echo("\n".join(f"- {thing}" for thing in derived.trusted))
    return 0
