"""The questions to solvers, as one text that is complete in itself."""

from collections.abc import Iterator, Sequence

from ttt_asp.claims.problem import Problem
from ttt_asp.extensions.sizes.constants import sizes_of
from ttt_asp.extensions.sizes.decision_procedures import CHECKS, HEADS, Half, Refuted
from ttt_asp.extensions.sizes.engine import decide, theories_of
from ttt_asp.extensions.sizes.formulas import condition
from ttt_asp.extensions.sizes.obligations import Prover, obligations
from ttt_asp.extensions.sizes.termination import ending_reasons
from ttt_asp.limits import Limits
from ttt_asp.strategies.lemmas import game_lemmas

_HEAD = """\
; {claim}, for every size with {every}.
; Run it with `z3 FILE`: each `unsat` says that something wrong is impossible in a round at every
; size. {rest}
"""
_PROOF = "All together they prove it."
_NO_PROOF = """\
ttt-asp knows no proof: the questions are those of the lemmas given.
; Of several reasons why plays end, where it matters, one would be enough."""
_BEGINS: dict[Half, str] = {
    "base": "The first round",
    "step": "A round from any position",
    "end": "Why plays end",
}


def problem_text(problem: Problem, limits: Limits, *_: object) -> str:
    """Write the questions of a claim about every size in SMT-LIB 2, each complete in itself.

    Where the claim is proved, these are the scripts of the proof.

    Args:
        problem: the claim, with its lemmas.
        limits: of the search for a proof.

    Raises:
        InputError: the rules have no translation, or no size satisfies the condition.
        Expired: time is up.
    """
    every, outcome = sizes_of(problem), decide(problem, limits)
    proof = outcome.proof
    refutations, rest = (proof.shown, _PROOF) if proof else (_questions(problem, limits), _NO_PROOF)
    lines = [_HEAD.format(claim=problem.claim, every=every.text, rest=rest)]
    lines += [line for refutation in refutations for line in _lines(refutation)]
    return "\n".join(lines)


def _questions(problem: Problem, limits: Limits) -> Sequence[Refuted]:
    """Return the questions whose answers would prove a claim."""
    lemmas = game_lemmas(problem.game) + problem.lemmas
    theories = theories_of(problem, lemmas, limits)
    # everything counts as shown at a glance: so the questions stay as they are
    asking = Prover(lambda way, text: True, theories, condition(sizes_of(problem)), limits)
    asking.first_open(obligations(theories, lemmas.names))
    if problem.claim.quantifier == "always":
        for ending in ending_reasons(theories["step"], problem, lemmas):
            asking.first_open(ending.obligations)
    return asking.shown


def _lines(refutation: Refuted) -> Iterator[str]:
    about = f"; {_BEGINS[refutation.half]}: {refutation.about}"
    if not refutation.steps:
        yield f"{about}. No rule derives it.\n"
    for number, step in enumerate(refutation.steps, 1):
        case = f", case {number} of {len(refutation.steps)}" if len(refutation.steps) > 1 else ""
        yield f"{about}{case}\n(reset)\n{HEADS[step.way]}{step.text}\n{CHECKS[step.way]}\n"
