"""Which tactics a proof needs: the claim with every subset of a strategy's parts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ttt_asp.analyses.explain.subsets import Subsets
from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import STOPS, Expired, Stop, stop_of
from ttt_asp.engines.answer import answer
from ttt_asp.errors import Diagnostic, Location, NotProved, internal, wrong
from ttt_asp.limits import Limits
from ttt_asp.positions.exploration import unlayered
from ttt_asp.positions.explore import explored
from ttt_asp.programs.compose import normal, signed
from ttt_asp.reached import Reached, so_far
from ttt_asp.result import Result, record
from ttt_asp.strategies.composition import Composition
from ttt_asp.strategies.strategy import Strategy
from ttt_asp.verdict import Verdict

# Of more parts there are too many subsets.
MOST_PARTS = 12
# Of more positions no subsets are taken.
MOST_POSITIONS = 200_000

Parts = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Explanation(Result):
    """Which parts of a strategy a proof needs.

    Attributes:
        role: whose strategy. parts: the operands of its outermost `first`, in order.
        free: *sufficient whatever the others do*: the minimal sets of parts that keep the claim
            even if the role may play anything where another part decides.
        exact: the minimal sets of parts with which, the others deleted, the claim is proved.
        holding: how many of the `subsets` non-empty sets keep the claim when the others are
            deleted.
        lost_without: the parts without which the claim is not proved.
        needed: for each of them the verdict then.
        decides: at how many positions each part decides, with all of them.
        problem: the claim, and who plays what.
        stop: why `needed` has not all verdicts: those of the first parts only; None where it has.
    """

    role: str
    parts: Parts
    free: tuple[Parts, ...]
    exact: tuple[Parts, ...]
    holding: int
    subsets: int
    lost_without: Parts
    needed: Mapping[str, Verdict]
    decides: Mapping[str, int]
    problem: Problem = field(repr=False)
    stop: Stop | None = None

    def as_json(self) -> dict[str, Any]:
        """The explanation as plain data, the keys of `--json`."""
        return record(
            self,
            ("lost_without", "stop"),
            claim=self.problem.game.spelt(str(self.problem.claim)),
            role=self.problem.game.spelt(self.role),
            stopped=self.stop.kind if self.stop else None,
        )


def explain(problem: Problem, role: str, limits: Limits) -> Explanation:
    """Find out which parts of a role's strategy a claim needs.

    Args:
        problem: the question.
        role: whose strategy is taken apart; its outermost operator has to be `first`.
        limits: of the exploration.

    Raises:
        InputError: the strategy has no parts or too many, the claim is one of `can`, or a
            position comes after different numbers of moves.
        Expired: a limit was reached.
    """
    operands = _operands(problem, role)
    if problem.claim.quantifier == "can":
        raise wrong(f"{problem.claimed} is shown by a single play: no part is needed for it")
    everything = Composition("any")
    loose = _with(problem, role, Composition("either", "", (everything, *operands)))
    found = explored(loose, limits, MOST_POSITIONS)
    if found.stopped:
        raise Expired(found.stopped)
    if not found.layered:
        raise unlayered("explanation", problem.game)
    titles = tuple(signed(operand) for operand in operands)
    looks = Subsets(found, loose, role, len(operands), limits)
    free, exact = looks.kept(freely=True), looks.kept(freely=False)
    full = (1 << len(operands)) - 1
    if not exact >> full & 1:
        what = f"{problem.claimed} is not proved with these strategies"
        hint = "`ttt-asp prove` shows why; only proofs are explained"
        raise NotProved([Diagnostic(what, None, hint)])
    quick = replace(limits, count=False, progress=None)
    limits.tell("parts", 0, len(operands))
    whole = _answered(problem, quick)
    if whole.verdict != "proved":  # two ways through the same positions
        raise internal(f"explain has {problem.claim} proved, engine explicit {whole.verdict}")
    lost = [n for n in range(len(titles)) if not exact >> (full & ~(1 << n)) & 1]
    needed: dict[str, Verdict] = {}
    stop: Stop | None = None
    for number, title in enumerate(titles):
        limits.tell("parts", number, len(operands))
        rest = operands[:number] + operands[number + 1 :]
        if not rest or number not in lost:
            continue
        without = rest[0] if len(rest) == 1 else Composition("first", "", rest)
        try:
            needed[title] = _answered(_with(problem, role, without), quick)
        except STOPS as error:
            reached = so_far([Reached("parts", number, len(operands))])
            stop = replace(stop_of(error), reached=reached)
            break
    return Explanation(
        role,
        titles,
        tuple(_named(titles, subset) for subset in _minimal(free, len(operands))),
        tuple(_named(titles, subset) for subset in _minimal(exact, len(operands))),
        (exact & ~1).bit_count(),
        full,
        tuple(titles[number] for number in lost),
        needed,
        whole.decided.get(role, {}),
        problem,
        stop,
    )


def _answered(problem: Problem, limits: Limits) -> Verdict:
    """What the explicit engine says, but for `unknown`, which ends the work."""
    found = answer(problem, "explicit", limits)
    if found.verdict == "unknown":
        at_end = found.stopped in ("time", "interrupted")
        raise Expired(limits.deadline.stop if at_end else Stop(found.stopped, found.reason))
    return found


def _operands(problem: Problem, role: str) -> tuple[Composition, ...]:
    body = normal(problem.strategies[role].composition)
    if body.operator != "first":
        raise wrong(
            f"{problem.strategies[role].text} is no first(...): it has no parts to tell apart",
            Location(f"--{role}"),
        )
    if len(body.operands) > MOST_PARTS:
        raise wrong(
            f"this strategy has {len(body.operands)} parts; up to {MOST_PARTS} can be told apart",
            Location(f"--{role}"),
        )
    return body.operands


def _with(problem: Problem, role: str, term: Composition) -> Problem:
    given = problem.strategies[role]
    changed = Strategy(str(term), term, given.tactics)
    return replace(problem, strategies={**problem.strategies, role: changed})


def _named(titles: Parts, subset: int) -> Parts:
    return tuple(title for number, title in enumerate(titles) if subset >> number & 1)


def _minimal(kept: int, parts: int) -> Iterator[int]:
    """The subsets in a set of subsets none of whose subsets is in it."""
    found: list[int] = []
    for subset in sorted(range(1 << parts), key=int.bit_count):
        if kept >> subset & 1 and not any(smaller & subset == smaller for smaller in found):
            found.append(subset)
            yield subset
