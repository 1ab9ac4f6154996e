"""What becomes of a claim about every size, and how it is said."""

from dataclasses import dataclass

from ttt_asp.claims.problem import Problem
from ttt_asp.engines.sizes.asking import said
from ttt_asp.engines.sizes.small import Failure
from ttt_asp.engines.sizes.steps import Proof
from ttt_asp.programs.rounds import MEASURED
from ttt_asp.strategies.lemmas import Lemmas
from ttt_asp.verdict import Answer


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a claim about every size.

    Attributes:
        answer, reason: the verdict. lemmas: all of them.
        found: the text of one that was found. small: a round that goes wrong at some size.
        proof: where it is proved.
    """

    answer: Answer
    reason: str
    lemmas: Lemmas
    found: str = ""
    small: Failure | None = None
    proof: Proof | None = None


def failed(problem: Problem, lemmas: Lemmas, small: Failure) -> Outcome:
    """What a round of some size says: with these lemmas there is no proof."""
    assert problem.every is not None
    where = problem.every.told([problem.every.size(small.problem.game.constants)])
    what = said(small.about) + (f" ({lemmas.measure})" if small.about in MEASURED else "")
    reason = f"at {where} the first round {what}"
    if small.play.anywhere:
        reason = (
            f"at {where} a round from the position shown {what}; the lemmas "
            f"{listed(lemmas)} hold there, but whether plays come to it is not known"
        )
    return Outcome("unknown", reason, lemmas, small=small)


def listed(lemmas: Lemmas) -> str:
    """The names of lemmas, as people read them."""
    return ", ".join(lemmas.names)
