r"""The answer for every size at once: each question about a round, asked of a solver.

The program is that of a proof by induction over rounds, read as formulas; soundness is that of
`extensions/induction/base_and_step.py`, for each size. Where no answer set of the base case or of
the step is possible at any size that the condition allows, the claim holds at all of them. A claim
with *always* also needs a proof that every play ends (see `obligations`).

Where no lemma is given few are tried, each at small sizes first. Some carry the condition over from
a parameter to a number of the position: for `bricks \ 3 = 0`, that a multiple of three is left.
Some say that a tactic recommends something; and some that two numbers are equal: of two heaps, or
of one fluent, as of a rook that stands on the diagonal. A lemma that is found has to be proved like
any other.
"""

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, islice

import clingo

from ttt_asp.claims.problem import Problem, question_fields
from ttt_asp.deadline import STOPS, Stopped, stop_of
from ttt_asp.errors import Diagnostic, InputError, Location, Unsuited
from ttt_asp.extensions.induction.lemmas import game_lemmas
from ttt_asp.extensions.induction.program import round_program
from ttt_asp.extensions.sizes.condition import Every, sizes_of
from ttt_asp.extensions.sizes.decision_procedures import (
    LOOK,
    Half,
    Proof,
    Solver,
    UnsatCheck,
)
from ttt_asp.extensions.sizes.formulas import Theory, condition
from ttt_asp.extensions.sizes.integers import Arithmetic, Name, Number
from ttt_asp.extensions.sizes.obligations import Prover, ending_reasons, obligations, unknown
from ttt_asp.extensions.sizes.reading import read_theories
from ttt_asp.extensions.sizes.small_sizes import (
    EverySizeOutcome,
    Failure,
    checked,
    first_failure,
    listed,
    no_proof,
    refuse_empty_condition,
)
from ttt_asp.limits import Limits
from ttt_asp.lp.scan import LARGEST, read_term
from ttt_asp.lp.source import parse
from ttt_asp.lp.syntax import signatures
from ttt_asp.solving.run import Run
from ttt_asp.strategies.library import NO_LEMMAS, Lemmas
from ttt_asp.verdict import ProofLemmas, Seconds, Verdict


def candidates(problem: Problem, taken: Collection[str]) -> Iterator[Lemmas]:
    """Yield lemmas that may suffice, under a name that is not taken."""
    name = "found_lemma"
    while name in taken:
        name += "_"
    shapes = _shapes(problem)
    counters = [shape for shape, numbers in shapes.items() if numbers == 1]
    bodies: list[str] = []
    for residue in _residues(sizes_of(problem)):
        bodies += [f"true({shape}), {residue}" for shape in counters]
    for role, strategy in problem.strategies.items():
        for source in strategy.tactics:
            tactic = next((head.first for head in source.heads if head.name == "suggests"), None)
            if tactic:
                bodies.append(f"suggests({tactic},{role},_)")
    bodies += [f"true({first}), true({second})" for first, second in combinations(counters, 2)]
    bodies += [f"true({shape})" for shape, numbers in shapes.items() if numbers == 2]
    for body in bodies:
        text = f"%*! {name}: found, and proved. *%\nlemma({name}) :- {body}.\n"
        yield _lemma(problem, name, text)


def with_found_lemma(problem: Problem, names: Sequence[str] | None, text: str) -> Problem:
    """Return a claim with the lemma found for it, the last one of those named; if one was found."""
    lemmas = _lemma(problem, names[-1], text) if names and text else NO_LEMMAS
    return replace(problem, lemmas=problem.lemmas + lemmas)


def _lemma(problem: Problem, name: str, text: str) -> Lemmas:
    tactics = tuple(t for strategy in problem.strategies.values() for t in strategy.tactics)
    return Lemmas((name,), (parse(text.encode(), f"{name}.lp"),), tactics)


def _residues(every: Every) -> Iterator[str]:
    r"""Yield a condition's comparisons of residues, with N for the parameter: `N \ 3 = 0`."""
    for compare in every.comparisons:
        match compare.left, compare.right:
            case Arithmetic("\\", (Name(), Number(divisor))), Number(number) if (
                max(abs(divisor), abs(number)) <= LARGEST  # a lemma is a program of clingo's
            ):
                yield f"N \\ {divisor} {compare.operator} {number}"


def _shapes(problem: Problem) -> dict[str, int]:
    """Return the fluents, with N for each number, and how many N they have: `at(cell(N,N))`, 2."""
    shapes: dict[str, int] = {}
    for fluent in sorted(problem.game.base):
        shape, numbers = _shape(read_term(fluent))
        shapes[shape] = numbers
    return shapes


def _shape(symbol: clingo.Symbol) -> tuple[str, int]:
    if symbol.type == clingo.SymbolType.Number:
        return "N", 1
    if symbol.type != clingo.SymbolType.Function or not symbol.arguments:
        return str(symbol), 0
    parts = [_shape(argument) for argument in symbol.arguments]
    inside = ",".join(text for text, _ in parts)
    last = "," if not symbol.name and len(parts) == 1 else ""
    return f"{symbol.name}({inside}{last})", sum(numbers for _, numbers in parts)


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
        induction=ProofLemmas(outcome.lemmas.names, (body,) if found else (), found, outcome.proof),
        stopped=stopped,
    )
    particulars = replace(verdict.particulars, every=sizes_of(problem).text)
    return replace(verdict, particulars=particulars)


def proof_of(problem: Problem, limits: Limits, is_unsat: UnsatCheck) -> Proof | None:
    """Return a proof by the problem's own lemmas only, without a look at small sizes.

    Returns:
        None if none is found.

    Raises:
        InputError: as `prove`.
        Expired: time is up.
    """
    return _proved(problem, _lemmas_of(problem, limits), limits, is_unsat).proof


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
        return _proved(problem, lemmas, limits, solver.is_unsat, doubt)


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
