"""The answer for every size at once: each question about a round, asked of a solver.

The program is that of a proof by induction over rounds, read as formulas; soundness is that of
`engines/induction/base_and_step.py`, for each size. Where no answer set of the base case or of the
step is possible at any size that the condition allows, the claim holds at all of them. A claim with
*always* needs besides that plays end (see `termination`).
"""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import islice

from ttt_asp.claims.problem import Problem, question_fields
from ttt_asp.deadline import STOPS, Stopped, stop_of
from ttt_asp.engines.sizes.decision_procedures import LOOK, Proof, SolverAnswers, Ways
from ttt_asp.engines.sizes.formulas import Theory, condition
from ttt_asp.engines.sizes.lemmas import candidates
from ttt_asp.engines.sizes.obligations import Prover, obligations, unknown
from ttt_asp.engines.sizes.reading import ASKED, read_theory
from ttt_asp.engines.sizes.small_sizes import (
    Failure,
    Outcome,
    failed,
    failure,
    listed,
    refuse_empty_condition,
)
from ttt_asp.engines.sizes.termination import GOES_ON, reasons
from ttt_asp.engines.sizes.z3_process import Solver
from ttt_asp.errors import Diagnostic, InputError, Location, Unsuited
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.programs.induction import round_program
from ttt_asp.solving.run import Run
from ttt_asp.strategies.lemmas import Lemmas, game_lemmas
from ttt_asp.verdict import Seconds, Verdict

NAME = "sizes"
# So many lemmas that fit at small sizes are tried for all.
_CANDIDATES = 2


def prove(problem: Problem, limits: Limits) -> Verdict:
    """Answer a claim about every size.

    Args:
        problem: the question; `every` says which sizes.
        limits: a limit reached, or Ctrl-C, is the verdict `unknown`.

    Raises:
        InputError: the sources make no sound program, or say what has no translation; the claim is
            none that an induction proves; no size satisfies the condition; or no solver is there.
    """
    begun = time.perf_counter()
    stopped: Stopped = ""
    assert problem.every is not None
    try:
        outcome = settled(problem, limits)
    except STOPS as error:
        stop, lemmas = stop_of(error), game_lemmas(problem.game) + problem.lemmas
        outcome, stopped = Outcome("unknown", stop.reason, lemmas), stop.kind
    shown = problem if outcome.small is None else outcome.small.problem
    play = None if outcome.small is None else outcome.small.play
    notation = Notation(shown.game)
    verdict = Verdict(
        **question_fields(shown),
        verdict=outcome.answer,
        reason=outcome.reason,
        engine=NAME,
        play=play,
        boards=tuple(map(notation.write, play.positions)) if play else (),
        seconds=Seconds(total=time.perf_counter() - begun),
        statistics={},
        lemmas=outcome.lemmas.names,
        words=tuple(_body(outcome.found)) if outcome.found else (),
        found=outcome.found,
        stopped=stopped,
    )
    return replace(verdict, every=problem.every.text)


def proof_of(problem: Problem, limits: Limits, ways: Ways | None = None) -> Proof | None:
    """A proof to be kept, with just the lemmas that a problem has; None where none is found.

    Args:
        problem: a claim about every size.
        limits: of the search.
        ways: to show that something is impossible; None for: a solver is asked.

    Raises:
        InputError: as `prove`.
        Expired: time is up.
    """
    lemmas = _lemmas_of(problem, limits)
    if ways is not None:
        return _proved(problem, lemmas, limits, ways).proof
    with Solver(LOOK, limits.deadline) as solver:
        return _proved(problem, lemmas, limits, SolverAnswers(solver)).proof


def _lemmas_of(problem: Problem, limits: Limits) -> Lemmas:
    """All lemmas of a claim that an induction over rounds may prove, about sizes that there are.

    Raises:
        InputError: it is another claim, or no size satisfies the condition.
    """
    claim, where = problem.claim, Location(str(problem.claim))
    if claim.of_strategy:
        what = "a claim about every size is about how plays end, not about what is recommended"
        raise Unsuited([Diagnostic(what, where, "ask for one size, by the game's constants")])
    if claim.quantifier == "can":
        what = "a claim about every size is about every play, not about some play"
        raise Unsuited([Diagnostic(what, where, "ask for one size, by the game's constants")])
    if claim.by is not None:
        what = "how many moves there are is not asked of every size"
        raise Unsuited([Diagnostic(what, where, f"say {claim.role} always wins")])
    assert problem.every is not None
    refuse_empty_condition(problem.every, limits.deadline)
    return game_lemmas(problem.game) + problem.lemmas


def settled(problem: Problem, limits: Limits) -> Outcome:
    """The same with its proof, with the lemmas given, or one that is found where none is given.

    Raises:
        InputError: as `prove`.
        Expired: time is up.
    """
    lemmas = _lemmas_of(problem, limits)
    wanted = limits.find_lemmas
    if wanted is False or (wanted is None and problem.lemmas.names):
        return _given(problem, lemmas, limits)
    small = failure(problem, lemmas, limits)
    plain = failed(problem, lemmas, small) if small else _asked(problem, lemmas, limits, True)
    if plain.answer == "proved":
        return plain
    fit = (
        one
        for one in candidates(problem, (*lemmas.names, *problem.game.constants))
        if _fits(problem, lemmas + one, limits)
    )
    for one in islice(fit, _CANDIDATES):
        outcome = _asked(problem, lemmas + one, limits, looked=True)
        if outcome.answer == "proved":
            return replace(outcome, found=one.sources[0].text.decode())
    return plain


def _given(problem: Problem, lemmas: Lemmas, limits: Limits) -> Outcome:
    """What becomes of it with the lemmas given; what is no formula may be wrong at some size."""
    try:
        return _asked(problem, lemmas, limits, looked=False)
    except Unsuited:
        if (small := failure(problem, lemmas, limits)) is None:
            raise
        return failed(problem, lemmas, small)


def _fits(problem: Problem, lemmas: Lemmas, limits: Limits) -> bool:
    """Whether lemmas are enough at the smallest sizes."""
    try:
        return failure(problem, lemmas, limits) is None
    except InputError:  # what is no rule in this game
        return False


def _body(text: str) -> list[str]:
    """What a lemma that was found says."""
    return [text.partition(":- ")[2].rstrip(".\n")]


def _asked(problem: Problem, lemmas: Lemmas, limits: Limits, looked: bool) -> Outcome:
    """What becomes of it when a solver is asked; small sizes were looked at before, or not yet."""

    @cache
    def doubt() -> Failure | None:
        """A round that goes wrong: looked for once, when a proof turns out to be hard."""
        small = None if looked else failure(problem, lemmas, limits)
        return small or failure(problem, lemmas, limits, larger=True)

    with Solver(LOOK, limits.deadline) as solver:
        return _proved(problem, lemmas, limits, SolverAnswers(solver), doubt)


def theory_of(problem: Problem, lemmas: Lemmas, limits: Limits) -> Theory:
    """A claim's program, with all lemmas, as formulas; clingo has its say about it at one size.

    Raises:
        InputError: it is no sound program, or has no translation.
        Expired: time is up.
    """
    assert problem.every is not None
    parameters, program = problem.every.parameters, round_program(problem, 1, lemmas)
    limits.tell("grounding")
    Run(program, limits.deadline).ground()
    limits.tell("reading rules as formulas")
    return limits.deadline.run(lambda: read_theory(program, parameters, ASKED | GOES_ON))


def _proved(
    problem: Problem,
    lemmas: Lemmas,
    limits: Limits,
    ways: Ways,
    doubt: Callable[[], Failure | None] = lambda: None,
) -> Outcome:
    """Whether all that could be wrong is impossible."""
    every, theory = problem.every, theory_of(problem, lemmas, limits)
    assert every is not None
    claim, wanted = problem.claim, obligations(theory, problem.claim, lemmas.names)
    reason = f"every round keeps the claim, and the lemmas {listed(lemmas)}"
    asking = Prover(ways, theory, condition(every), limits, doubt)
    ends = reasons(theory, problem, lemmas) if claim.quantifier == "always" else []
    opened = asking.first_open(wanted)
    if opened is None:
        asking.check_given()
        if claim.quantifier != "always":
            return Outcome("proved", reason, lemmas, proof=asking.proof())
        for ending in ends:
            if (opened := asking.first_open(ending.obligations)) is None:
                ended = f"{reason}; plays end: {ending.words}"
                return Outcome("proved", ended, lemmas, proof=asking.proof(ending))
    assert opened is not None
    if (small := doubt()) is not None:
        return failed(problem, lemmas, small)
    if opened.half == "end" and not lemmas.measure:
        return Outcome("unknown", "the solver does not know whether every play ends", lemmas)
    whose = f" ({lemmas.measure})" if opened.half == "end" else ""
    return Outcome("unknown", f"{unknown(opened, theory)}{whose}", lemmas)
