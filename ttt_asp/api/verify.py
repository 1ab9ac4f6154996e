"""The function that checks certificates."""

from os import PathLike
from typing import Annotated

from ttt_asp.api import parameters as p
from ttt_asp.api.listener import LISTENER
from ttt_asp.api.parameters import Parameter
from ttt_asp.api.plain_values import library_of
from ttt_asp.api.public import public
from ttt_asp.certificates.checker.format import Rejected, load
from ttt_asp.certificates.verify import Verified, first_stage, read_certificate, second_stage
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Diagnostic, Location, NotProved, wrong
from ttt_asp.reached import Reached


@public
def verify(
    path: Annotated[
        str | PathLike[str],
        Parameter("", "A certificate, .json or .gz.", "the certificate's file.", "FILE",
                  completes="path"),
    ],
    *,
    strategy: Annotated[
        bool,
        Parameter("--strategy", "Also derive the moves anew from the sources.",
                  "whether to derive the moves anew from the sources, too."),
    ] = False,
    strategies: p.Folders = (),
    time_limit: p.TimeLimit = None,
) -> Verified:  # fmt: skip
    """Check a certificate that prove or pairing --certificate wrote.

    The first stage uses neither clingo nor the engines; it is a folder of plain Python that can be
    made one file and run alone (ttt_asp/certificates/checker). For a proof by induction clingo is
    asked again about both of its programs; for one of every size z3 about its formulas.
    Exit status: 0 valid, 1 rejected, 2 unreadable, 3 unknown.

    Raises:
        InputError: it cannot be read, is no valid certificate, or a limit was reached.

    Examples:
    ttt-asp verify x_never_loses.json.gz
    ttt-asp verify x_never_loses.json.gz --strategy
    """
    deadline, where, tell = Deadline(time_limit), Location(str(path)), LISTENER.get().tell
    try:
        given = read_certificate(load(str(path)), deadline)
        report = first_stage(given, deadline)
        if not strategy:
            return Verified(report)
        if tell:
            tell(Reached("deriving the moves"))
        return Verified(report, second_stage(given, library_of(strategies), deadline, tell))
    except OSError as error:
        raise wrong(f"cannot be read: {error.strerror}", where) from None
    except Rejected as reason:
        raise NotProved([Diagnostic(f"rejected: {reason}", where)]) from None
