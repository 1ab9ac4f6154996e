"""The answer for every size at once: each question about a round, asked of a solver.

The program is that of a proof by induction over rounds, read as formulas; soundness is that of
`engines/induction/base_and_step.py`, for each size. Where no answer set of the base case or of the
step is possible at any size that the condition allows, the claim holds at all of them. A claim with
*always* also needs a proof that every play ends (see `termination`).
"""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import islice

from ttt_asp.claims.problem import Problem, question_fields
from ttt_asp.deadline import STOPS, Stopped, stop_of
from ttt_asp.errors import Diagnostic, InputError, Location, Unsuited
from ttt_asp.extensions.induction.program import round_program
from ttt_asp.extensions.sizes.constants import sizes_of
from ttt_asp.extensions.sizes.decision_procedures import (
    LOOK,
    Half,
    Proof,
    SolverAnswers,
    UnsatCheck,
)
from ttt_asp.extensions.sizes.formulas import Theory, condition
from ttt_asp.extensions.sizes.lemmas import candidates
from ttt_asp.extensions.sizes.obligations import Prover, obligations, unknown
from ttt_asp.extensions.sizes.reading import read_theories
from ttt_asp.extensions.sizes.small_size_check import checked
from ttt_asp.extensions.sizes.small_sizes import (
    EverySizeOutcome,
    Failure,
    first_failure,
    listed,
    no_proof,
    refuse_empty_condition,
)
from ttt_asp.extensions.sizes.termination import ending_reasons
from ttt_asp.extensions.sizes.z3_process import Solver
from ttt_asp.limits import Limits
from ttt_asp.lp.syntax import signatures
from ttt_asp.solving.run import Run
from ttt_asp.strategies.lemmas import Lemmas, game_lemmas
from ttt_asp.verdict import ProofLemmas, Seconds, Verdict

NAME = "sizes"
# The predicates of the frame's questions, and those of why plays end.
_ASKED = signatures("answer/1 goes_on/1 true/2 measure/2")
# Lemmas that suffice at small sizes and are tried for all, at most.
_CANDIDATES = 2


def prove(problem: Problem, limits: Limits) -> Verdict:
    """Answer a claim about every size, checked at the smallest ones by another engine.

    Raises:
        InputError: see `unchecked`.
        InternalError: the claim is proved for every size, and refuted for one.
    """
    return checked(problem, unchecked(problem, limits), limits)


def unchecked(problem: Problem, limits: Limits) -> Verdict:
    """Answer a claim about every size.

    Args:
        problem: the question; `every` says which sizes.
        limits: a limit reached, or Ctrl-C, is the verdict `unknown`.

    Raises:
        InputError: the sources make no sound program, or say what has no translation; the claim is
            of a kind that no induction proves; no size satisfies the condition; no solver is there.
    """
    begun = time.perf_counter()
    stopped: Stopped = ""
    try:
        outcome = decide(problem, limits)
    except STOPS as error:
        stop, lemmas = stop_of(error), game_lemmas(problem.game) + problem.lemmas
        outcome, stopped = EverySizeOutcome("unknown", stop.reason, lemmas), stop.kind
    shown = problem if outcome.small is None else outcome.small.problem
    found = outcome.found_lemma
    body = found.partition(":- ")[2].rstrip(".\n")
    verdict = Verdict(
        **question_fields(shown),
        verdict=outcome.answer,
        reason=outcome.reason,
        engine=NAME,
        play=None if outcome.small is None else outcome.small.play,
        seconds=Seconds(total=time.perf_counter() - begun),
        statistics={},
        induction=ProofLemmas(outcome.lemmas.names, (body,) if found else (), found),
        stopped=stopped,
    )
    return replace(verdict, every=sizes_of(problem).text)


def proof_of(problem: Problem, limits: Limits, is_unsat: UnsatCheck | None = None) -> Proof | None:
    """Return a proof that may be kept, by the problem's own lemmas only; None if none is found.

    Args:
        problem: a claim about every size.
        limits: of the search.
        is_unsat: whether a script is unsatisfiable; None to ask a solver.

    Raises:
        InputError: as `prove`.
        Expired: time is up.
    """
    lemmas = _lemmas_of(problem, limits)
    if is_unsat is not None:
        return _proved(problem, lemmas, limits, is_unsat).proof
    with Solver(LOOK, limits.deadline) as solver:
        return _proved(problem, lemmas, limits, SolverAnswers(solver)).proof


def _lemmas_of(problem: Problem, limits: Limits) -> Lemmas:
    """Return all lemmas of a claim; refuse claims that no induction over rounds can prove.

    Raises:
        InputError: it is such a claim, or no size satisfies the condition.
    """
    claim = problem.claim
    if claim.of_strategy or claim.quantifier == "can" or claim.by is not None:
        message = "a claim about every size says how all plays end, and not after how many moves"
        hint = "ask for one size, by the game's constants"
        raise Unsuited([Diagnostic(message, Location(str(claim)), hint)])
    refuse_empty_condition(sizes_of(problem), limits.deadline)
    return game_lemmas(problem.game) + problem.lemmas


def decide(problem: Problem, limits: Limits) -> EverySizeOutcome:
    """Answer a claim by the lemmas given, or by one that is found where none is given.

    Raises:
        InputError: as `prove`.
        Expired: time is up.
    """
    lemmas, wanted = _lemmas_of(problem, limits), limits.find_lemmas
    small = first_failure(problem, lemmas, limits)
    plain = no_proof(problem, lemmas, small) if small else _ask(problem, lemmas, limits)
    given = wanted is False or (wanted is None and problem.lemmas.names)
    if plain.answer == "proved" or given:
        return plain
    fit = (
        lemma
        for lemma in candidates(problem, (*lemmas.names, *problem.game.constants))
        if _fits(problem, lemmas + lemma, limits)
    )
    for lemma in islice(fit, _CANDIDATES):
        outcome = _ask(problem, lemmas + lemma, limits)
        if outcome.answer == "proved":
            return replace(outcome, found_lemma=lemma.sources[0].text.decode())
    return plain


def _fits(problem: Problem, lemmas: Lemmas, limits: Limits) -> bool:
    """Whether lemmas suffice at the smallest sizes."""
    try:
        return first_failure(problem, lemmas, limits) is None
    except InputError:  # a lemma that is no rule in this game
        return False


def _ask(problem: Problem, lemmas: Lemmas, limits: Limits) -> EverySizeOutcome:
    """Answer a claim by a solver, after no round went wrong at the smallest sizes."""

    @cache
    def doubt() -> Failure | None:
        """Look for a round that goes wrong: only once, when a proof turns out to be hard."""
        return first_failure(problem, lemmas, limits, larger=True)

    with Solver(LOOK, limits.deadline) as solver:
        return _proved(problem, lemmas, limits, SolverAnswers(solver), doubt)


def theories_of(problem: Problem, lemmas: Lemmas, limits: Limits) -> dict[Half, Theory]:
    """Return a claim's program, with all lemmas, as formulas; clingo checks it at one size.

    Raises:
        InputError: it is no sound program, or has no translation.
        Expired: time is up.
    """
    every, program = sizes_of(problem), round_program(problem, 1, lemmas)
    limits.tell("grounding")
    Run(program, limits.deadline).ground()
    limits.tell("reading rules as formulas")
    halves = [{"start": True}, {"start": False}]
    base, step = limits.deadline.run(
        lambda: read_theories(program, every.parameters, _ASKED, halves)
    )
    return {"base": base, "step": step}


def _proved(
    problem: Problem,
    lemmas: Lemmas,
    limits: Limits,
    is_unsat: UnsatCheck,
    doubt: Callable[[], Failure | None] = lambda: None,
) -> EverySizeOutcome:
    """Answer a claim: it is proved if everything that could go wrong is impossible."""
    every, theories = sizes_of(problem), theories_of(problem, lemmas, limits)
    claim, step = problem.claim, theories["step"]
    kept = f", and the lemmas {listed(lemmas)}" if lemmas.names else ""
    reason = f"every round keeps the claim{kept}"
    asking = Prover(is_unsat, theories, condition(every), limits, doubt)
    ends = ending_reasons(step, problem, lemmas) if claim.quantifier == "always" else []
    opened = asking.first_open(obligations(theories, lemmas.names))
    if opened is None:
        asking.check_given()
        if claim.quantifier != "always":
            return EverySizeOutcome("proved", reason, lemmas, proof=Proof(tuple(asking.shown), ""))
        for ending in ends:
            if (opened := asking.first_open(ending.obligations)) is None:
                ended = f"{reason}; plays end: {ending.words}"
                proof = Proof(tuple(asking.shown), ending.words)
                return EverySizeOutcome("proved", ended, lemmas, proof=proof)
    assert opened is not None
    if (small := doubt()) is not None:
        return no_proof(problem, lemmas, small)
    if opened.half == "end" and not lemmas.measure:
        return EverySizeOutcome(
            "unknown", "the solver does not know whether every play ends", lemmas
        )
    whose = f" ({lemmas.measure})" if opened.half == "end" else ""
    return EverySizeOutcome("unknown", f"{unknown(opened, step)}{whose}", lemmas)
