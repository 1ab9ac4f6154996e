"""The function that checks certificates."""

from os import PathLike
from pathlib import Path
from typing import Annotated, Unpack

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import TimedArguments
from ttt_asp.api.parameters import Parameter
from ttt_asp.errors import Diagnostic, Location, NotProved, wrong
from ttt_asp.extensions.certificates.checker.format import Rejected, load
from ttt_asp.extensions.certificates.verify import Verified
from ttt_asp.extensions.certificates.verify import verify as verified


def verify(
    path: Annotated[
        str | PathLike[str],
        Parameter(help="A certificate, .json or .gz.", metavar="FILE", completes="path"),
    ],
    *,
    strategy: Annotated[
        bool, Parameter("--strategy", "Also derive the moves from the named strategies' sources.")
    ] = False,
    strategies: p.Folders = (),
    acl2: Annotated[
        bool, Parameter("--acl2", "Also ask the checker that ACL2 has proved right.")
    ] = False,
    **limited: Unpack[TimedArguments],
) -> Verified:  # fmt: skip
    """Check a certificate that prove or pairing --certificate wrote.

    The first stage uses neither clingo nor the engines. It is a folder of plain Python that can be
    made one file and run alone (`checker/` beside this). A proof by induction has two
    programs, about which clingo is asked again. A proof for every size has formulas, about which z3
    is asked again. Exit status: 0 valid, 1 rejected, 2 unreadable, 3 unknown.

    With --acl2 a second checker looks at the certificate. ACL2 has proved that this checker is
    right about every play.

    Examples:
    ttt-asp verify x_never_loses.json.gz
    ttt-asp verify x_never_loses.json.gz --strategy
    """
    given, where = Arguments(limited, strategies=strategies), Location(str(path))
    library, limits = given.library if strategy else None, given.limits
    try:
        return verified(load(str(path)), limits.deadline, library, limits.progress, acl2)
    except OSError as error:
        raise wrong(f"cannot be read: {error.strerror}", where) from None
    except Rejected as reason:
        if Path(path).suffix in (".lp", ".toml"):
            raise wrong("this is no certificate", where, "`ttt-asp check` checks it") from None
        raise NotProved([Diagnostic(f"rejected: {reason}", where)]) from None
