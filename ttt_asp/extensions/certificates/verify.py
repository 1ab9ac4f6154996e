"""Both stages of checking a certificate, of whatever kind."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ttt_asp.deadline import Deadline
from ttt_asp.extension import extensions, in_own_words
from ttt_asp.extensions.certificates.checker.format import of_format, read
from ttt_asp.extensions.certificates.checker.main import Report, verify_value
from ttt_asp.extensions.certificates.verify_moves import verify_strategy
from ttt_asp.games.load import load_game
from ttt_asp.progress_report import Tell
from ttt_asp.result import Result
from ttt_asp.spelling import Spelling
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


def verify(
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
        derived = None if library is None else second(given, library, deadline, tell)
        return given, report, derived

    given, report, derived = deadline.run(both_stages)
    if acl2:
        report = _by_acl2(given, report, deadline, tell)
    if derived is None or not in_own_words(given["game"]):
        return Verified(report, derived)  # without a second stage no file is read but the given one
    game = load_game(given["game"], {}, deadline, as_written=True)
    spelling = Spelling({role: game.spelt(role) for role in game.roles})
    return Verified(_with_spelling(report, spelling), _with_spelling(derived, spelling))


def _by_acl2(given: Certificate, report: Report, deadline: Deadline, tell: Tell | None) -> Report:
    """Return the report of ACL2, instead of that of the checker in Python."""
    from ttt_asp.extensions.certificates.acl2 import certified  # few ask it
    from ttt_asp.extensions.certificates.lisp import question

    asked = deadline.run(lambda: question(given))
    return replace(certified(asked, deadline, tell), claim=report.claim)


def _with_spelling(report: Report, spelling: Spelling) -> Report:
    """Return a report with roles in the spelling of their game's file."""
    facts, trusted = (tuple(map(spelling.shown, t)) for t in (report.facts, report.trusted))
    return Report(spelling.shown(report.claim), facts, trusted)
