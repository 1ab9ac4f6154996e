"""The answer for every size at once: each question about a round, asked of a solver.

The program is that of a proof by induction over rounds, read as formulas; soundness is that of
`engines/induction/halves.py`, for each size. Where no answer set of the base case or of the step is
possible at any size that the condition allows, the claim holds at all of them. What is claimed of
every play with *always* needs plays that end besides (see `ending`).
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice

from ttt_asp.claims.problem import Problem, asked
from ttt_asp.deadline import STOPS, Stopped, stop_of
from ttt_asp.engines.clingo.run import Run
from ttt_asp.engines.limits import Limits
from ttt_asp.engines.sizes.ending import GOES_ON, endings, measure_falls
from ttt_asp.engines.sizes.formulas import Formula, Theory
from ttt_asp.engines.sizes.inquiries import Half, Inquiry, given, inquiries
from ttt_asp.engines.sizes.lemmas import candidates
from ttt_asp.engines.sizes.parameters import condition, refuse_empty
from ttt_asp.engines.sizes.reading import ASKED, read_theory
from ttt_asp.engines.sizes.settling import Settling
from ttt_asp.engines.sizes.small import Doubt, Failure, failure
from ttt_asp.engines.sizes.solver import SOLVERS, Solver
from ttt_asp.engines.sizes.text import halves
from ttt_asp.errors import Diagnostic, InputError, Location, Unsuited, internal
from ttt_asp.games.notation import Notation
from ttt_asp.programs.rounds import MEASURED, round_program
from ttt_asp.strategies.lemmas import Lemmas, game_lemmas
from ttt_asp.verdict import Answer, Seconds, Verdict

NAME = "sizes"
# So many lemmas that fit at small sizes are tried for all.
_CANDIDATES = 2
# How much work one question may be, in the solver's own unit: the same on every machine.
EFFORT = 20_000_000
_HALVES: tuple[Half, Half] = ("step", "base")
# What a question is about, in words; else it is a lemma.
_WORDS = {
    "stray": "has a fluent that is no base(F)",
    "goalless": "ends without one goal value for everybody",
    "undetermined": "comes to an order that names no single action",
    "stuck": "gets stuck",
    "violated": "breaks the claim",
    **MEASURED,
}


@dataclass(frozen=True, slots=True)
class _Outcome:
    answer: Answer
    reason: str
    lemmas: Lemmas
    found: str = ""
    small: Failure | None = None


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
    _check_applies(problem)
    lemmas = game_lemmas(problem.game) + problem.lemmas
    stopped: Stopped = ""
    assert problem.every is not None
    try:
        refuse_empty(problem.every, limits.deadline)
        outcome = _outcome(problem, lemmas, limits)
    except STOPS as error:
        stop = stop_of(error)
        outcome, stopped = _Outcome("unknown", stop.reason, lemmas), stop.kind
    shown = problem if outcome.small is None else outcome.small.problem
    play = None if outcome.small is None else outcome.small.play
    notation = Notation(shown.game)
    found = Verdict(
        **asked(shown),
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
    return replace(found, every=problem.every.text)


def _check_applies(problem: Problem) -> None:
    claim, where = problem.claim, Location(str(problem.claim))
    if claim.quantifier == "can":
        what = "a claim about every size is about every play, not about some play"
        raise Unsuited([Diagnostic(what, where, "ask for one size by -c")])
    if claim.by is not None:
        what = "how many moves there are is not asked of every size"
        raise Unsuited([Diagnostic(what, where, f"say {claim.role} always wins")])


def _outcome(problem: Problem, lemmas: Lemmas, limits: Limits) -> _Outcome:
    """With the lemmas given, or with one that is found where none is given."""
    limits.tell("looking at the smallest sizes")
    small = failure(problem, lemmas, limits)
    plain = _proved(problem, lemmas, limits) if small is None else _failed(problem, lemmas, small)
    wanted = limits.find_lemmas
    if plain.answer == "proved" or wanted is False or (wanted is None and problem.lemmas.names):
        return plain
    fit = (
        one
        for one in candidates(problem, (*lemmas.names, *problem.game.constants))
        if _fits(problem, lemmas + one, limits)
    )
    for one in islice(fit, _CANDIDATES):
        outcome = _proved(problem, lemmas + one, limits)
        if outcome.answer == "proved":
            return replace(outcome, found=one.sources[0].text.decode())
    return plain


def _fits(problem: Problem, lemmas: Lemmas, limits: Limits) -> bool:
    """Whether lemmas are enough at the smallest sizes."""
    try:
        return failure(problem, lemmas, limits) is None
    except InputError:  # what is no rule in this game
        return False


def _failed(problem: Problem, lemmas: Lemmas, small: Failure) -> _Outcome:
    """What a round of some size says: with these lemmas there is no proof."""
    assert problem.every is not None
    where = problem.every.told([problem.every.size(small.problem.game.constants)])
    what = _said(small.about) + (f" ({lemmas.measure})" if small.about in MEASURED else "")
    reason = f"at {where} the first round {what}"
    if small.play.anywhere:
        reason = (
            f"at {where} a round from the position shown {what}; the lemmas "
            f"{_listed(lemmas)} hold there, but whether plays come to it is not known"
        )
    return _Outcome("unknown", reason, lemmas, small=small)


def _body(text: str) -> list[str]:
    """What a lemma that was found says."""
    return [text.partition(":- ")[2].rstrip(".\n")]


def _proved(problem: Problem, lemmas: Lemmas, limits: Limits) -> _Outcome:
    """Whether all that could be wrong is impossible."""
    every = problem.every
    assert every is not None
    program = round_program(problem, 1, lemmas)
    limits.tell("grounding")
    Run(program, limits.deadline).ground()  # at one size: clingo has its say about the rules
    limits.tell("reading rules as formulas")
    theory = limits.deadline.run(lambda: read_theory(program, every.parameters, ASKED | GOES_ON))
    wanted = inquiries(theory, problem.claim, lemmas.names)
    game, reason = problem.game, f"every round keeps the claim, and the lemmas {_listed(lemmas)}"
    with Solver(SOLVERS[0], EFFORT, limits.deadline) as solver:
        doubt = Doubt(problem, lemmas, limits)
        asking = _Asking(solver, theory, condition(every), limits, doubt)
        if (failed := asking.first_open(wanted)) is not None:
            if doubt.failure is not None:
                return _failed(problem, lemmas, doubt.failure)
            return _Outcome("unknown", _words(failed), lemmas)
        asking.check_given()
        if problem.claim.quantifier != "always":
            return _Outcome("proved", reason, lemmas)
        tried = endings(theory, Notation(game).turns.values(), len(game.roles))
        for ending in [measure_falls(theory, lemmas.measure)] if lemmas.measure else tried:
            if (failed := asking.first_open(ending.inquiries)) is None:
                return _Outcome("proved", f"{reason}; plays end: {ending.words}", lemmas)
        if doubt.failure is not None:
            return _failed(problem, lemmas, doubt.failure)
        if lemmas.measure and failed is not None:
            return _Outcome("unknown", f"{_words(failed)} ({lemmas.measure})", lemmas)
    return _Outcome("unknown", "the solver does not know whether every play ends", lemmas)


def _listed(lemmas: Lemmas) -> str:
    return ", ".join(lemmas.names)


@dataclass
class _Asking:
    """Asks a solver about a theory.

    Attributes:
        solver: to be asked. theory: what is known, of sizes with this condition.
        limits: told how far it is. doubt: a reason to give up.
    """

    solver: Solver
    theory: Theory
    condition: Formula
    limits: Limits
    doubt: Doubt

    def __post_init__(self) -> None:
        self._halves = {
            base: Settling(self.solver, theory, self.condition, self.doubt)
            for base, theory in halves(self.theory).items()
        }

    def first_open(self, wanted: Iterable[Inquiry]) -> Inquiry | None:
        """The first of some questions that is not known to be impossible."""
        for one in wanted:
            self.limits.tell(f"asking whether a round {_said(one.about)}")
            if not self._halves[one.half == "base"].impossible(one.formula):
                return one
        return None

    def check_given(self) -> None:
        """See that what is impossible is so because of the rules, not because nothing is possible.

        Raises:
            InternalError: a position that plays come to is none of those of the step.
        """
        step, base = (self._halves[half == "base"].vacuous(given(self.theory, half))
                      for half in _HALVES)  # fmt: skip
        if step and not base:
            raise internal("a position that plays come to is none of those of the step")


def _said(about: str) -> str:
    return _WORDS.get(about, f"breaks the {about.replace('(', ' ').rstrip(')')}")


def _words(one: Inquiry) -> str:
    if one.half == "base":
        return f"the solver does not know whether the first round {_said(one.about)}"
    where = "a round from some position with all lemmas"
    return f"the solver does not know whether {where} {_said(one.about)}"
