"""`ttt-asp verify`."""

from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.certificates.checker.format import Rejected, load
from ttt_asp.certificates.checker.main import report_lines
from ttt_asp.certificates.verify import first_stage, second_stage
from ttt_asp.cli import options
from ttt_asp.deadline import Deadline, Expired, stop_of
from ttt_asp.errors import Location, wrong
from ttt_asp.show.certificates import derived_text


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A certificate, .json or .gz.")],
    strategy: Annotated[
        bool, typer.Option("--strategy", help="Also derive the moves anew from the sources.")
    ] = False,
    strategies: options.Strategies = None,
    time_limit: options.TimeLimit = None,
) -> int:
    """Check a certificate that prove --certificate wrote.

    The first stage uses neither clingo nor the engines; it is a folder of plain Python that can be
    made one file and run alone (ttt_asp/certificates/checker). For a proof by induction clingo is
    asked again about both of its programs. Exit status: 0 valid, 1 rejected, 2 unreadable,
    3 unknown.

    Examples:
    ttt-asp verify x_never_loses.json.gz
    ttt-asp verify x_never_loses.json.gz --strategy
    """
    deadline = Deadline(time_limit)
    try:
        data = load(str(file))
        typer.echo("\n".join(report_lines(first_stage(data, deadline))))
        if strategy:
            library = options.open_with_warnings(strategies)
            typer.echo(derived_text(second_stage(data, library, deadline)))
    except OSError as error:
        raise wrong(f"cannot be read: {error.strerror}", Location(str(file))) from None
    except Rejected as reason:
        typer.echo(f"rejected: {reason}")
        return 1
    except (Expired, MemoryError) as error:
        typer.echo(f"unknown: {stop_of(error)}", err=True)
        return 3
    return 0
