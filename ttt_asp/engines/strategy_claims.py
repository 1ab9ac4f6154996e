"""Verdicts on claims about strategies: that they are complete, or keep to another one.

D. Zhang and M. Thielscher, *Representing and Reasoning about Game Strategies* (2014), call a
strategy complete if it recommends something wherever it is asked, deterministic if at most one
action, functional if exactly one. It keeps to another strategy if wherever it is asked that one
recommends all that it recommends itself.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from ttt_asp.claims.problem import Problem, question_fields
from ttt_asp.deadline import Deadline
from ttt_asp.errors import internal
from ttt_asp.positions.position import Advice, advise
from ttt_asp.verdict import Play, PlayCounts, Verdict

# Actions that a reason lists, at most.
_SHOWN = 4

BROKEN = "it does not hold in the last position"


def holds(problem: Problem) -> str:
    """Return the reason why such a claim is proved."""
    where = "of the game" if problem.claim.everywhere else "that plays reach"
    return f"it holds at every position {where}{' from there' if problem.game.start else ''}"


def of_strategy(problem: Problem, verdict: Verdict) -> Verdict:
    """Turn a verdict on a claim about all positions of the game into one on the question.

    It keeps no counts: how plays end, and which part decides, depend there on the rules alone.
    """
    if not problem.claim.everywhere:
        return verdict
    counts = PlayCounts(verdict.positions)
    return replace(verdict, counts=counts, **question_fields(problem))


def with_recommended(problem: Problem, verdict: Verdict, play: Play, deadline: Deadline) -> Verdict:
    """Add the actions recommended at the position that shows a verdict, asked there once more.

    Args:
        problem: the question.
        verdict: the verdict.
        play: its play, to that position.
        deadline: when to give up.

    Raises:
        Expired: time is up.
        InternalError: the claim holds at the position.
    """
    claim, position = problem.claim, play.positions[-1]
    if claim.role is None or verdict.verdict != "refuted":
        return verdict
    strategy = problem.strategies[claim.role]
    actions = advise(problem.game, claim.role, strategy, position, deadline).recommended
    if claim.kept:
        (standard,) = problem.others[claim.role]
        there = advise(problem.game, claim.role, standard, position, deadline)
        reason = _departure(problem, [a for a in actions if a not in there.recommended], there)
        return _with_actions(verdict, reason, actions)
    if not (claim.outcome != "deterministic" and not actions) and not (
        claim.outcome != "complete" and len(actions) > 1
    ):
        raise internal(f"a position at which {claim} is said not to hold, and where it does")
    number = f"{len(actions)} actions" if actions else "nothing"
    whose = problem.game.spelt(claim.role)
    reason = f"{whose}'s strategy recommends {number} in the last position"
    return _with_actions(verdict, reason, actions)


def _with_actions(verdict: Verdict, reason: str, actions: tuple[str, ...]) -> Verdict:
    particulars = replace(verdict.particulars, recommended=actions)
    return replace(verdict, reason=reason, particulars=particulars)


def _departure(problem: Problem, strange: Sequence[str], there: Advice) -> str:
    """Return why a strategy with `strange` actions at a position does not keep to another one."""
    if not strange:
        raise internal(
            f"a position at which {problem.claim} is said not to hold, and where it does"
        )
    spelt = problem.game.spelt
    by = f" by {there.decided}" if there.decided and there.decided != problem.claim.kept else ""
    other = f"{_listed(there.recommended, spelt)}{by}" if there.recommended else "nothing"
    played, whose = _listed(strange, spelt), spelt(there.role)
    return f"{whose} plays {played} in the last position, where it would be {other}"


def _listed(actions: Sequence[str], spelt: Callable[[str], str]) -> str:
    """Return actions as one of them may be played; the first ones of many."""
    shown = [*actions[:_SHOWN], *(["..."] if len(actions) > _SHOWN else [])]
    return " or ".join(map(spelt, shown))
