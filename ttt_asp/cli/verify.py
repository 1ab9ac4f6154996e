"""`ttt-asp verify`."""

import json as json_module
from pathlib import Path
from typing import Annotated

import typer

from ttt_asp.certificates.checker.format import Rejected, load
from ttt_asp.certificates.verify import verify
from ttt_asp.cli import options
from ttt_asp.cli.library import open_with_warnings
from ttt_asp.cli.printing import say
from ttt_asp.cli.progress import Progress
from ttt_asp.deadline import Deadline, Expired, stop_of
from ttt_asp.errors import Location, wrong


def command(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", readable=False, help="A certificate, .json or .gz.")
    ],
    strategy: Annotated[
        bool, typer.Option("--strategy", help="Also derive the moves anew from the sources.")
    ] = False,
    strategies: options.Strategies = None,
    time_limit: options.TimeLimit = None,
    json: options.Json = False,
) -> int:
    """Check a certificate that prove or pairing --certificate wrote.

    The first stage uses neither clingo nor the engines; it is a folder of plain Python that can be
    made one file and run alone (ttt_asp/certificates/checker). For a proof by induction clingo is
    asked again about both of its programs; for one of every size z3 about its formulas.
    Exit status: 0 valid, 1 rejected, 2 unreadable, 3 unknown.

    Examples:
    ttt-asp verify x_never_loses.json.gz
    ttt-asp verify x_never_loses.json.gz --strategy
    """
    deadline = Deadline(time_limit)
    try:
        library = open_with_warnings(strategies) if strategy else None
        with Progress("checking") as progress:
            found = verify(load(str(file)), deadline, library, progress.tell)
        # one verdict: nothing is called valid that a second stage might reject
        if json:
            first, second = found.report, found.derived
            facts = [*first.facts, *(second.facts if second else ())]
            trusted = [*first.trusted, *(second.trusted if second else ())]
            _print("valid", claim=first.claim, established=facts, trusted=trusted)
        else:
            say(found)
    except OSError as error:
        raise wrong(f"cannot be read: {error.strerror}", Location(str(file))) from None
    except Rejected as reason:
        if file.suffix in (".lp", ".toml"):
            raise wrong(
                "this is no certificate", Location(str(file)), "`ttt-asp check` checks it"
            ) from None
        if json:
            _print("rejected", reason=str(reason))
        else:
            typer.echo(f"rejected: {reason}")
        return 1
    except (Expired, MemoryError) as error:
        if json:
            _print("unknown", reason=str(stop_of(error)))
        typer.echo(f"unknown: {stop_of(error)}", err=True)
        return 3
    return 0


def _print(verdict: str, **said: object) -> None:
    typer.echo(json_module.dumps({"verdict": verdict, **said}, indent=2, ensure_ascii=False))
