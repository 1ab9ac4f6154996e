"""The tactics that a proof needs, found by trying every subset of a strategy's parts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_
from typing import Any

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import STOPS, Expired, Stop, stop_of
from ttt_asp.engines.answer import answer, decide
from ttt_asp.errors import Diagnostic, Location, NotProved, internal, wrong
from ttt_asp.extensions.synthesis.choices import Choices, Future, OpenChoice, choices_of
from ttt_asp.limits import Limits, ProgressReport, progress_text
from ttt_asp.programs.compose import lines_of, with_signs
from ttt_asp.result import Result, Status, record
from ttt_asp.strategies.strategy import FREE, Strategy
from ttt_asp.strategies.terms import Composition
from ttt_asp.verdict import Verdict

# Parts of a strategy, at most: of more there are too many subsets.
MOST_PARTS = 12
# Positions at which subsets are tried, at most.
MOST_POSITIONS = 200_000

Parts = tuple[str, ...]
# Parts of a strategy: bit N stands for part N. Several such numbers: bit S stands for the number S.
Subset = int
Subsets = int
# `answer`, or `decide`, which does not look for the blunder.
Ask = Callable[[Problem, str, Limits], Verdict]


@dataclass(frozen=True, slots=True)
class Explanation(Result):
    """The parts of a strategy that a proof needs.

    Attributes:
        role: whose strategy. parts: the operands of its outermost `first`, in order.
        free: *sufficient whatever the others do*: the minimal sets of parts that keep the claim
            even if the role may play anything where another part decides.
        exact: the minimal sets of parts with which, the others deleted, the claim is proved.
        holding: the number of sets, of the `subsets` non-empty ones, that keep the claim when the
            other parts are deleted.
        lost_without: the parts without which the claim is not proved.
        needed: for each of them the verdict then.
        decides: the number of positions at which each part decides, with all parts there.
        problem: the claim, and the strategy of each role.
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

    @property
    def status(self) -> Status:
        """See `Result`."""
        return "unknown" if self.stop else "yes"

    def as_json(self) -> dict[str, Any]:
        """Return the explanation as plain data, the keys of `--json`."""
        return record(
            self,
            *("role", "parts", "free", "exact", "holding", "subsets", "needed", "decides"),
            claim=self.problem.game.spelt(str(self.problem.claim)),
            role=self.problem.game.spelt(self.role),
            stopped=self.stop.kind if self.stop else None,
        )


def explain_problem(
    problem: Problem, role: str, limits: Limits, verdicts: bool = True
) -> Explanation:
    """Find out which parts of a role's strategy a claim needs.

    Args:
        problem: the question.
        role: whose strategy is taken apart; its outermost operator has to be `first`.
        limits: of the exploration.
        verdicts: whether to say what the verdict is without each part that is needed.

    Raises:
        InputError: the strategy has no parts or too many, or the claim is one of `can`.
        Expired: a limit was reached.
    """
    operands = _operands(problem, role)
    if problem.claim.quantifier == "can":
        raise wrong(f"{problem.claimed} is shown by a single play: no part is needed for it")
    # before any other plays are gone through: a claim that is refuted is so soon
    first = replace(limits, count=False, max_positions=limits.at_most(MOST_POSITIONS))
    whole = _answered(problem, replace(first, stop_at_first=True), decide)
    if whole.verdict != "proved":
        message = f"{problem.claimed} is not proved with these strategies"
        hint = "`ttt-asp prove` shows why; only proofs are explained"
        raise NotProved([Diagnostic(message, None, hint)])
    parts = [_with(problem, role, operand).strategies[role] for operand in operands]
    loose = replace(problem, strategies={**problem.strategies, role: FREE}, others={role: parts})
    choices = limits.deadline.run(
        lambda: choices_of(loose, limits, most=MOST_POSITIONS, circles=True)
    )
    if isinstance(choices, Stop):
        if choices.kind:
            raise Expired(choices)
        raise wrong(f"no explanation: {choices.reason}", Location(problem.game.rules.label))
    titles = tuple(with_signs(operand) for operand in operands)
    free, exact = (_kept(choices, role, freely) for freely in (True, False))
    full = (1 << len(operands)) - 1
    if not exact >> full & 1:  # two ways through the same positions
        raise internal(f"explain does not find {problem.claim} proved, engine explicit does")
    quick = replace(limits, count=False, progress=None)
    lost = [number for number in range(len(titles)) if not exact >> (full & ~(1 << number)) & 1]
    needed: dict[str, Verdict] = {}
    stop: Stop | None = None
    for number in lost if verdicts and len(operands) > 1 else ():
        limits.tell("parts", number, len(operands))
        rest = operands[:number] + operands[number + 1 :]
        without = rest[0] if len(rest) == 1 else Composition("first", "", rest)
        try:
            needed[titles[number]] = _answered(_with(problem, role, without), quick, answer)
        except STOPS as error:
            reached = progress_text([ProgressReport("parts", number, len(operands))])
            stop = replace(stop_of(error), reached=f"{stop_of(error).reached}{reached}")
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


def _answered(problem: Problem, limits: Limits, ask: Ask) -> Verdict:
    """Return the verdict of the explicit engine; raise Expired where it is `unknown`."""
    verdict = ask(problem, "explicit", limits)
    if verdict.verdict == "unknown":
        at_end = verdict.stopped in ("time", "interrupted")
        # the reason of a verdict says already how far it got
        raise Expired(limits.deadline.stop if at_end else Stop(verdict.stopped, "", verdict.reason))
    return verdict


def _operands(problem: Problem, role: str) -> tuple[Composition, ...]:
    strategy, where = problem.strategies[role], Location.argument("roles", problem.game.spelt(role))
    parts = lines_of(strategy)
    if len(parts) == 1:
        message = f"{strategy.text} is no first(...): it has no parts to tell apart"
        raise wrong(message, where, "give a list, as first(defeat, defend, any)")
    if len(parts) > MOST_PARTS:
        message = f"this strategy has {len(parts)} parts; up to {MOST_PARTS} can be told apart"
        raise wrong(message, where)
    return parts


def _with(problem: Problem, role: str, term: Composition) -> Problem:
    given = problem.strategies[role]
    changed = Strategy(str(term), term, given.tactics)
    return replace(problem, strategies={**problem.strategies, role: changed})


def _kept(choices: Choices, role: str, freely: bool) -> Subsets:
    """Return the subsets of a role's parts that keep a claim.

    From the last choices back each has the subsets that lose from there on, so what 4,096 of them
    do takes one pass. Where plays go round, passes are made until nothing changes: what is never to
    be is kept by a play without end, and what is always to be is not.

    Args:
        choices: of the role, in all plays in which it may do anything.
        role: whose parts.
        freely: where a part outside the subset decides, the role may play anything; else the part
            is left out, and the next one may decide.
    """
    parts = len(choices.problem.others[role])
    every = (1 << (1 << parts)) - 1
    having = [_subsets_with(number, parts) for number in range(parts)]
    endless = choices.problem.claim.quantifier == "always"
    lost: list[Subsets] = [every if endless else 0] * len(choices.ordered)

    def losing(future: Future) -> Subsets:
        return every if future.breaks else _union(lost[number] for number in future.choices)

    def lost_at(choice: OpenChoice) -> Subsets:
        if not choice.role:  # no part is asked
            return _union(losing(option.future) for option in choice.options)
        recommending = _union(option.by for option in choice.options)
        deciding = [(n, have) for n, have in enumerate(having) if recommending >> n & 1]
        # the parts left out may be anything, but as much as the whole says they are
        bad = 0 if freely and recommending else every & ~_union(have for _, have in deciding)
        for option in choice.options:
            bad |= losing(option.future) & _allowing(option.by, deciding, every, freely)
        return bad

    changed = True
    while changed:
        changed = False
        for number, choice in enumerate(choices.ordered):
            before, lost[number] = lost[number], lost_at(choice)
            changed = changed or (choices.circles and lost[number] != before)
    return every & ~losing(choices.start)


def _subsets_with(number: int, parts: int) -> Subsets:
    """Return the subsets that have a part."""
    return sum(1 << subset for subset in range(1 << parts) if subset >> number & 1)


def _allowing(
    by: Subset, deciding: Sequence[tuple[int, Subsets]], every: Subsets, freely: bool
) -> Subsets:
    """Return the subsets with which the role may make a move.

    Args:
        by: the parts that recommend the move.
        deciding: the parts that recommend any move here, in their order; each with the subsets
            that have it.
        every: all subsets.
        freely: see `_kept`.
    """
    allowed, undecided = 0, every
    for number, having in deciding:
        if by >> number & 1:
            allowed |= undecided & having
        undecided &= ~having
        if freely:  # this part decides; where it is left out anything may be played
            return allowed | undecided
    return allowed


def _union(sets: Iterable[Subsets]) -> Subsets:
    return reduce(or_, sets, 0)


def _named(titles: Parts, subset: Subset) -> Parts:
    return tuple(title for number, title in enumerate(titles) if subset >> number & 1)


def _minimal(kept: Subsets, parts: int) -> Iterator[Subset]:
    """Yield the subsets that have no other one of these within."""
    smallest: list[Subset] = []
    for subset in sorted(range(1 << parts), key=int.bit_count):
        if kept >> subset & 1 and not any(small & subset == small for small in smallest):
            smallest.append(subset)
            yield subset
