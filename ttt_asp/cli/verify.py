"""`ttt-asp verify`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ttt_asp.cli import options

if TYPE_CHECKING:
    from ttt_asp.certificates.verify_moves import Derived

# The format of a certificate of a proof by induction, which stands at its beginning.
INDUCTION = b"ttt-asp certificate of induction"
HEAD = 200


def verify(
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
    from ttt_asp.certificates.checker.format import Rejected, load
    from ttt_asp.errors import Location, wrong

    try:
        data = load(str(file))
    except OSError as error:
        raise wrong(f"cannot be read: {error.strerror}", Location(str(file))) from None
    except Rejected as reason:
        return _rejected(reason)
    try:
        if INDUCTION in _beginning(data):
            return _induction(data, strategy, strategies, time_limit)
        return _positions(data, strategy, strategies, time_limit)
    except Rejected as reason:
        return _rejected(reason)


def _rejected(reason: Exception) -> int:
    typer.echo(f"rejected: {reason}")
    return 1


def _beginning(data: bytes) -> bytes:
    """Enough of a certificate to tell its kind; a whole one may take long to read."""
    if data.startswith(b"\x1f\x8b"):
        import zlib

        try:
            return zlib.decompressobj(wbits=31).decompress(data, HEAD)
        except zlib.error:
            return b""
    return data[:HEAD]


def _positions(
    data: bytes, strategy: bool, strategies: list[Path] | None, time_limit: float | None
) -> int:
    from ttt_asp.certificates.checker.main import report_lines
    from ttt_asp.certificates.checker.main import verify as first_stage
    from ttt_asp.deadline import Deadline, Expired

    typer.echo("\n".join(report_lines(first_stage(data))))
    if not strategy:
        return 0
    from ttt_asp.certificates.verify_moves import verify_strategy
    from ttt_asp.cli.options import open_with_warnings

    library = open_with_warnings(strategies)
    deadline = Deadline(time_limit)
    try:
        _print(verify_strategy(data, library, deadline))
    except Expired:
        return _unknown(deadline.reason)
    return 0


def _induction(
    data: bytes, strategy: bool, strategies: list[Path] | None, time_limit: float | None
) -> int:
    from ttt_asp.certificates.checker.main import report_lines
    from ttt_asp.certificates.verify_induction import read_proof, verify_induction, verify_programs
    from ttt_asp.cli.options import open_with_warnings
    from ttt_asp.deadline import Deadline, Expired
    from ttt_asp.engines.clingo.run import Exhausted

    library = open_with_warnings(strategies) if strategy else None
    deadline = Deadline(time_limit)
    try:
        proof = read_proof(data)
        typer.echo("\n".join(report_lines(verify_induction(proof, deadline))))
        if library is not None:
            _print(verify_programs(proof, library, deadline))
    except Expired:
        return _unknown(deadline.reason)
    except MemoryError:
        return _unknown("memory ran out")
    except Exhausted:
        return _unknown("clingo stopped before the search was over")
    return 0


def _print(derived: "Derived") -> None:
    typer.echo("Second stage, derived anew:")
    typer.echo("\n".join(f"- {fact}" for fact in derived.facts))
    typer.echo("Trusted by the second stage:")
    typer.echo("\n".join(f"- {thing}" for thing in derived.trusted))


def _unknown(reason: str) -> int:
    typer.echo(f"unknown: {reason}", err=True)
    return 3
