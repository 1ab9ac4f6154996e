"""Both stages of checking a certificate, of whatever kind; and what is shown of them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Annotated, Any, Unpack

from ttt_asp.api import parameters as p
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import TimedArguments
from ttt_asp.api.parameters import Parameter
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Argument, Diagnostic, InputError, Location, NotProved, wrong
from ttt_asp.extension import extensions, in_own_words
from ttt_asp.extensions.certificates.checker.format import Rejected, load, of_format, read
from ttt_asp.extensions.certificates.checker.main import Report, report_lines, verify_value
from ttt_asp.extensions.certificates.verify_moves import verify_strategy
from ttt_asp.games.load import load_game
from ttt_asp.layout import Spelling
from ttt_asp.limits import Tell
from ttt_asp.result import Result
from ttt_asp.show.blocks import Block
from ttt_asp.strategies.library import Library

Certificate = Mapping[str, Any]


# What checks a certificate in two stages; its arguments and errors are those of `verify`.
First = Callable[[Certificate, Deadline], Report]
Second = Callable[[Certificate, Library, Deadline, Tell | None], Report]


def verify_alone(given: Certificate, _: Deadline) -> Report:
    """Ask the stand-alone checker about a certificate, which is the first stage of its kinds."""
    return verify_value(given)


def verify_nothing(given: Certificate, *_: object) -> Report:
    """Return the second stage of a certificate that names no sources."""
    return Report(given["claim"], ("There was nothing left to derive.",), ("Nothing else.",))


# Both stages of checking a certificate of positions.
POSITIONS_STAGES: tuple[First, Second] = verify_alone, verify_strategy


def stages(given: Certificate) -> tuple[First, Second]:
    """Return both stages of checking a certificate, whose format alone says of which kind it is.

    Raises:
        Rejected: there is no such kind.
    """
    kinds = {kind: extension for extension in extensions() for kind in extension.certificates}
    extension = of_format(given, kinds)
    found: tuple[First, Second] = extension.load(extension.certificates[given["format"]])
    return found


@dataclass(frozen=True, slots=True)
class Verified(Result):
    """A valid certificate.

    Attributes:
        report: of the first stage.
        derived: of the second stage; None where it was not asked for.
    """

    report: Report
    derived: Report | None = None
    status = "yes"

    def as_json(self) -> dict[str, Any]:
        """Return the reports as plain data, with the keys of `--json`."""
        stages = [self.report, *([self.derived] if self.derived else [])]
        return {
            "verdict": "valid",
            "claim": self.report.claim,
            "established": [fact for stage in stages for fact in stage.facts],
            "trusted": [thing for stage in stages for thing in stage.trusted],
        }


def verify_data(
    data: bytes,
    deadline: Deadline,
    library: Library | None = None,
    tell: Tell | None = None,
    acl2: bool = False,
) -> Verified:
    """Check a certificate by itself; of a proof by induction, or for every size, solvers are asked.

    Args:
        data: its file, of whatever kind.
        deadline: when to give up.
        library: where strategies are looked up, to derive anew what is taken as given; or None.
        tell: called with the progress of that.
        acl2: whether ACL2 is to say by its proved checker that the certificate is valid.

    Raises:
        Rejected: it is no valid certificate; or a move, a set, a rule or a program differs.
        InputError: the game or a strategy is not there to be read.
        Expired: time is up.
    """

    def both_stages() -> tuple[Certificate, Report, Report | None]:
        given: Certificate = read(data)
        first, second = stages(given)
        report = first(given, deadline)
        try:
            derived = None if library is None else second(given, library, deadline, tell)
        except InputError as error:
            wrong_there = error.diagnostics[0]
            if not _about_constants(wrong_there):
                raise
            raise Rejected(f"{wrong_there.location}: {wrong_there.message}") from None
        return given, report, derived

    given, report, derived = deadline.run(both_stages)
    if acl2:
        from ttt_asp.extensions.certificates.acl2 import certified  # few ask it
        from ttt_asp.extensions.certificates.lisp import question

        asked = deadline.run(lambda: question(given))
        report = replace(certified(asked, deadline, tell), claim=report.claim)
    if derived is None or not in_own_words(given["game"]):
        return Verified(report, derived)  # without a second stage no file is read but the given one
    game = load_game(given["game"], {}, deadline, as_written=True)
    spelling = Spelling({role: game.spelt(role) for role in game.roles})
    return Verified(_with_spelling(report, spelling), _with_spelling(derived, spelling))


def _about_constants(diagnostic: Diagnostic) -> bool:
    """Whether it is about values of constants, which only a certificate gives here."""
    place = diagnostic.location
    return place is not None and isinstance(place.file, Argument) and place.file.name == "const"


def _with_spelling(report: Report, spelling: Spelling) -> Report:
    """Return a report with roles in the spelling of their game's file."""
    facts, trusted = (tuple(map(spelling.shown, t)) for t in (report.facts, report.trusted))
    return Report(spelling.shown(report.claim), facts, trusted)


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
        return verify_data(load(str(path)), limits.deadline, library, limits.progress, acl2)
    except FileNotFoundError:
        hint = "`ttt-asp prove CLAIM ... --certificate FILE` writes one"
        raise wrong("there is no such file", where, hint) from None
    except OSError as error:
        raise wrong(f"cannot be read: {error.strerror}", where) from None
    except Rejected as reason:
        if Path(path).suffix in (".lp", ".toml"):
            raise wrong("this is no certificate", where, "`ttt-asp check` checks it") from None
        raise NotProved([Diagnostic(f"rejected: {reason}", where)]) from None


def reports(verified: Verified) -> Iterator[Block]:
    """Yield the reports of both stages."""
    yield from report_lines(verified.report)
    if verified.derived is not None:
        yield "Second stage, derived anew:"
        yield from (f"- {fact}" for fact in verified.derived.facts)
        yield "Trusted by the second stage:"
        yield from (f"- {thing}" for thing in verified.derived.trusted)
