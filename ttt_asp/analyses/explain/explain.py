"""Which tactics a proof needs: the claim with every subset of a strategy's parts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ttt_asp.analyses.explain.subsets import Subsets
from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import Expired, Stop
from ttt_asp.engines.answer import answer
from ttt_asp.engines.explicit.exploration import UNLAYERED
from ttt_asp.engines.explicit.explore import explored
from ttt_asp.engines.limits import Limits
from ttt_asp.errors import Location, internal, wrong
from ttt_asp.programs.compose import normal, signed
from ttt_asp.result import Result
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
        needed: for each part without which the claim is not proved the verdict then.
        decides: at how many positions each part decides, with all of them.
        problem: the claim, and who plays what.
    """

    role: str
    parts: Parts
    free: tuple[Parts, ...]
    exact: tuple[Parts, ...]
    holding: int
    subsets: int
    needed: Mapping[str, Verdict]
    decides: Mapping[str, int]
    problem: Problem = field(repr=False)

    def as_json(self) -> dict[str, Any]:
        """The explanation as plain data, the keys of `--json`."""
        return {
            "claim": str(self.problem.claim),
            "role": self.role,
            "parts": self.parts,
            "free": self.free,
            "exact": self.exact,
            "holding": self.holding,
            "subsets": self.subsets,
            "decides": dict(self.decides),
            "needed": {part: verdict.as_json() for part, verdict in self.needed.items()},
        }


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
        raise wrong(f"{problem.claim} is shown by a single play: no part is needed for it")
    everything = Composition("any")
    loose = _with(problem, role, Composition("either", "", (everything, *operands)))
    found = explored(loose, limits, MOST_POSITIONS)
    if found.stopped:
        raise Expired(Stop(found.stopped.kind, f"no explanation: {found.stopped}"))
    if not found.layered:
        raise wrong(f"no explanation: {UNLAYERED}")
    titles = tuple(signed(operand) for operand in operands)
    looks = Subsets(found, loose, role, len(operands), limits)
    free, exact = looks.kept(freely=True), looks.kept(freely=False)
    full = (1 << len(operands)) - 1
    if not exact >> full & 1:
        raise wrong(
            f"{problem.claim} is not proved with these strategies",
            None,
            "`ttt-asp prove` shows why; only proofs are explained",
        )
    quick = replace(limits, count=False)
    needed = {}
    for number, title in enumerate(titles):
        if not exact >> (full & ~(1 << number)) & 1:
            rest = operands[:number] + operands[number + 1 :]
            without = rest[0] if len(rest) == 1 else Composition("first", "", rest)
            if rest:
                needed[title] = answer(_with(problem, role, without), "explicit", quick)
    whole = answer(problem, "explicit", replace(limits, count=False))
    if whole.verdict == "unknown":
        raise wrong(f"no explanation: {whole.reason}")
    if whole.verdict != "proved":  # two ways through the same positions
        raise internal(f"explain has {problem.claim} proved, engine explicit {whole.verdict}")
    return Explanation(
        role,
        titles,
        tuple(_named(titles, subset) for subset in _minimal(free, len(operands))),
        tuple(_named(titles, subset) for subset in _minimal(exact, len(operands))),
        (exact & ~1).bit_count(),
        full,
        needed,
        whole.decided.get(role, {}),
        problem,
    )


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
