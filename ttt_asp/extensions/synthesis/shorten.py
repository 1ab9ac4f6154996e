"""The shortest list that keeps a claim, of a proved strategy's lines or of other tactics too."""

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ttt_asp.engines.answer import answer_or_stop
from ttt_asp.errors import Diagnostic, NotProved
from ttt_asp.extensions.synthesis.fill import fill
from ttt_asp.extensions.synthesis.holes import Pool
from ttt_asp.extensions.synthesis.lists import GivenList
from ttt_asp.extensions.synthesis.search_state import Filled, Fillings, SearchGoal
from ttt_asp.limits import Limits
from ttt_asp.result import Result, Status, record
from ttt_asp.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Shortened(Result):
    """The shortest lists.

    Attributes:
        answer: `shortest`, or `unknown`, where a limit was reached.
        given: the strategy, its role, and the claim, which is proved.
        cost: the cost of its lines.
        verdict: of the claim with it.
        own: lists of its own lines, each taken or not, in any order.
        pool: lists of these and of the tactics of the pool; None where they were not searched.
    """

    answer: Literal["shortest", "unknown"]
    given: GivenList = field(repr=False)
    cost: int
    verdict: Verdict
    own: Fillings
    pool: Fillings | None

    @property
    def status(self) -> Status:
        """See `Result`."""
        return "yes" if self.answer == "shortest" else "unknown"

    def as_json(self) -> dict[str, Any]:
        """Return the lists as plain data, the keys of `--json`."""
        spelt = self.given.problem.game.spelt
        return record(
            self,
            claim=spelt(str(self.given.problem.claim)),
            role=spelt(self.given.role),
            strategy=self.given.text,
            lines=list(map(str, self.given.lines)),
        )


def shorten(given: GivenList, pool: Pool, limits: Limits) -> Shortened:
    """Look for the shortest list that keeps a proved claim.

    Args:
        given: the strategy, and the claim.
        pool: tactics that the second list may have besides the lines of the first.
        limits: of the search as a whole.

    Raises:
        InputError: the claim is not proved with the strategy.
        Expired: a limit was reached before the claim was proved.
    """
    verdict = answer_or_stop(given.problem, replace(limits, count=False))
    if verdict.verdict != "proved":
        hint = "`ttt-asp prove` shows why, `ttt-asp repair` looks for the smallest change"
        reason = (
            f"{given.problem.claimed} is {verdict.verdict} with {given.text}: only proofs are kept"
        )
        raise NotProved([Diagnostic(reason, None, hint)])
    cost = sum(map(pool.cost_of, given.lines))
    shortest = _shortest(given, pool.with_lines(given.lines, alone=True), len(given.lines), limits)
    if shortest.answer == "unknown":
        return Shortened("unknown", given, cost, verdict, shortest, None)
    # every line costs something, so that a list of lower cost has no more lines than this
    most = max(shortest.cost or 0, 1)
    more = _shortest(given, pool.with_lines(given.lines), most, limits)
    known = more.answer != "unknown"
    return Shortened("shortest" if known else "unknown", given, cost, verdict, shortest, more)


def _shortest(given: GivenList, pool: Pool, lines: int, limits: Limits) -> Fillings:
    return fill(given.task(pool, lines, limits.deadline), SearchGoal(shortest=True), limits)


def shortest_of(fillings: Fillings) -> Filled | None:
    """Return the shortest of lists, where there is one."""
    return fillings.strategies[0] if fillings.strategies else None
