"""Small sizes: rounds that go wrong at one, and the check of a verdict by another engine.

With a round that goes wrong at some size no solver has to look for a proof. The engine that answers
for all sizes at once reads programs as formulas; the explicit engine goes through the positions of
one board. They share the files of the game and of the strategies, and how these are put together.
So a refutation at some size stands, whatever the verdict on all sizes; and where a claim is proved
for all of them and refuted for one, one of the two is wrong.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import clingo

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import STOPS, Deadline, stop_of
from ttt_asp.engines.plays import SHOWN, read_play
from ttt_asp.engines.registry import engine
from ttt_asp.errors import Location, Unsuited, internal, wrong
from ttt_asp.extensions.induction.program import MEASURED, has_measure, round_program
from ttt_asp.extensions.sizes.condition import EVERY, Every, Size, at_size, sizes_of
from ttt_asp.extensions.sizes.decision_procedures import Proof, Solver
from ttt_asp.extensions.sizes.formulas import condition
from ttt_asp.extensions.sizes.scripts import asserted, symbol
from ttt_asp.limits import Limits
from ttt_asp.lp.scan import read_term
from ttt_asp.programs.compose import has_pick
from ttt_asp.solving.run import Run
from ttt_asp.strategies.library import NO_LEMMAS, Lemmas
from ttt_asp.verdict import Answer, Play, Verdict

# The number of smallest sizes that are looked at.
_SIZES = 4
# The fluents that their games may have, at most.
_FLUENTS = 100
# Larger sizes have numbers up to these, one after the other. Residues by 8, and lines of 9 squares,
# have all come by then.
_WITHIN = (4, 8, 16)
# No larger size is looked at after a game with more fluents: the next has four times their number.
_GROWING = 150


@dataclass(frozen=True, slots=True)
class Failure:
    """A round that goes wrong.

    Attributes:
        problem: of one size. about: what is wrong, as the frame names it.
        play: the round; from some position, or from the start of the game.
    """

    problem: Problem
    about: str
    play: Play


def first_failure(
    problem: Problem, lemmas: Lemmas, limits: Limits, larger: bool = False
) -> Failure | None:
    """Look for the first round that goes wrong at one of the smallest sizes, or at larger ones.

    Whether plays end is asked of a measure only: a single round does not tell.

    Raises:
        InputError: the sources make no sound program; a size that the condition allows is no game.
        Expired: time is up.
    """
    every = sizes_of(problem)
    limits.tell(f"looking at {'larger' if larger else 'the smallest'} sizes")
    sizes = map(every.largest, _WITHIN) if larger else iter(every.smallest(_SIZES))
    for size in dict.fromkeys(sizes):
        if size is None:
            continue
        sized = at_size(problem, size, limits.deadline)
        if not larger and len(sized.game.base) > _FLUENTS:
            break
        if (failed := _failure_at(sized, lemmas, limits)) is not None:
            return failed
        if larger and len(sized.game.base) > _GROWING:
            break
    return None


def _failure_at(problem: Problem, lemmas: Lemmas, limits: Limits) -> Failure | None:
    """Ask clingo for the first round that goes wrong at one size, in the step or the base case."""
    about = ["stray", "goalless", "stuck", "violated"]
    about += ["undetermined"] if has_pick(problem.strategies) else []
    about += MEASURED if has_measure(problem.claim, lemmas) else []
    about += [f"lemma({name})" for name in lemmas.names]
    # without preprocessing: it takes longer than the search if a measure is a sum of two numbers
    options = ["--sat-prepro=no"]
    run = Run(round_program(problem, 1, lemmas), limits.deadline, options, counts=False)
    run.ground()
    for event in about:
        question = read_term(event)
        for half, start in ((question, False), (clingo.Function("early", [question]), True)):
            where = ((clingo.Function("start"), start),)
            if (model := run.ask(half, SHOWN, where)) is not None:
                return Failure(problem, event, replace(read_play(model), anywhere=not start))
    return None


# What each question is about, in words; any other one is about a lemma.
_WORDS = {
    "stray": "has a fluent that is no base(F)",
    "goalless": "ends without one goal value for everybody",
    "undetermined": "comes to an order that names no single action",
    "stuck": "gets stuck",
    "violated": "breaks the claim",
    **MEASURED,
}


def failure_text(about: str) -> str:
    """Return in words what is wrong with a round."""
    return _WORDS.get(about, f"breaks the {about.replace('(', ' ').rstrip(')')}")


@dataclass(frozen=True, slots=True)
class EverySizeOutcome:
    """The answer to a claim about every size.

    Attributes:
        answer, reason: the verdict. lemmas: all of them.
        found_lemma: the text of one that was found. small: a round that goes wrong at some size.
        proof: where it is proved.
    """

    answer: Answer
    reason: str
    lemmas: Lemmas
    found_lemma: str = ""
    small: Failure | None = None
    proof: Proof | None = None


def no_proof(problem: Problem, lemmas: Lemmas, small: Failure) -> EverySizeOutcome:
    """Return the outcome when a round at some size shows that these lemmas give no proof."""
    every = sizes_of(problem)
    where = every.listed_sizes([every.size(small.problem.game.constants)])
    event = failure_text(small.about) + (f" ({lemmas.measure})" if small.about in MEASURED else "")
    reason = f"at {where} the first round {event}"
    if small.play.anywhere:
        held = f"the lemmas {listed(lemmas)} hold there, but " if lemmas.names else ""
        reason = (
            f"at {where} a round from the position shown {event}; {held}whether plays come to it "
            "is not known"
        )
    return EverySizeOutcome("unknown", reason, lemmas, small=small)


def listed(lemmas: Lemmas) -> str:
    """Return the names of lemmas, as people read them."""
    return ", ".join(lemmas.names)


# The work that a condition may be, in the solver's own unit: linear ones need next to nothing.
_EFFORT = 5_000_000


def refuse_empty_condition(every: Every, deadline: Deadline) -> None:
    """Refuse a condition that no size satisfies: any claim about no size would be proved.

    Args:
        every: the condition; a small size that it allows is found by trying, without a solver.
        deadline: when to give up.

    Raises:
        InputError: no size satisfies it, or it is not known whether one does; or the solver that
            is asked is not installed.
        Expired: time is up.
    """
    if every.smallest(1):
        return
    lines = [f"(declare-const {symbol(name)} Int)" for name in every.parameters]
    with Solver(_EFFORT, deadline) as solver:
        answer = solver.ask("\n".join([*lines, asserted(condition(every))]))
    if answer != "sat":
        message = f"no size satisfies {every.text}: whatever is claimed would hold of all of none"
        if answer == "unknown":
            message = f"whether any size satisfies {every.text} could not be found out"
        raise wrong(message, Location(EVERY), "say which sizes are meant, as rows > 0")


# The number of sizes, and the largest numbers of positions and fluents: no clock decides that.
SIZES = 5
POSITIONS = 20_000
FLUENTS = 300
NAME = "explicit"


@dataclass
class _SizeAnswers:
    """The answers at some sizes.

    Attributes:
        agreed: the sizes at which the claim holds. passed: those that are too large.
        against: the problem of a size at which it does not hold, and the verdict on it: the first
            one that refutes the claim, or, where none does, at which a play gets stuck.
        stopped: why the look ended early.
    """

    agreed: list[Size] = field(default_factory=list)
    passed: list[Size] = field(default_factory=list)
    against: tuple[Problem, Verdict] | None = None
    stopped: str = ""


def checked(problem: Problem, verdict: Verdict, limits: Limits) -> Verdict:
    """Check a verdict on every size against the explicit engine's at the smallest ones.

    Fewer positions are allowed there.

    Returns:
        The verdict with a note on the sizes looked at; or the refutation, with its size.

    Raises:
        InternalError: the claim is proved for every size, and refuted for one.
    """
    every = sizes_of(problem)
    # that of a round which is shown, too: plays may come to it
    shown = [every.size(verdict.const)] if verdict.play else []
    look = _answers_at(problem, [*dict.fromkeys([*every.smallest(SIZES), *shown])], limits)
    if look.against is None:
        return replace(verdict, notes=(*verdict.notes, *_notes(every, look)))
    sized, answer = look.against
    if verdict.verdict == "proved":
        where = every.listed_sizes([every.size(sized.game.constants)])
        raise internal(
            f"engine {verdict.engine} says proved for every size, engine {NAME} says "
            f"{answer.verdict} at {where}",
            "add the question, and the files that it names",
        )
    return _refuted(every, verdict, look.against)


def _answers_at(problem: Problem, sizes: Sequence[Size], limits: Limits) -> _SizeAnswers:
    look = _SizeAnswers()
    tight = min(limits.max_positions or POSITIONS, POSITIONS)
    within = replace(limits, max_positions=tight, stop_at_first=False, count=False, progress=None)
    try:
        for size in sizes:
            sized = replace(at_size(problem, size, limits.deadline), lemmas=NO_LEMMAS)
            if len(sized.game.base) > FLUENTS:
                look.passed.append(size)
                continue
            answer = engine(NAME).prove(sized, within)
            if answer.verdict in ("refuted", "incomplete"):
                if look.against is None or answer.verdict == "refuted":
                    look.against = sized, answer
                if answer.verdict == "refuted":
                    break
                continue  # a larger size may be refuted
            if answer.stopped not in ("", "positions"):
                look.stopped = answer.reason
                break
            (look.agreed if answer.verdict == "proved" else look.passed).append(size)
    except STOPS as error:
        look.stopped = stop_of(error).reason
    except Unsuited as error:
        look.stopped = error.diagnostics[0].message
    return look


def _refuted(every: Every, verdict: Verdict, against: tuple[Problem, Verdict]) -> Verdict:
    """Return the verdict on one size as that on all of them."""
    problem, second = against
    where = every.listed_sizes([every.size(problem.game.constants)])
    why = "" if verdict.play else f": {verdict.reason}"  # of a position that is not shown then
    note = f"for every size at once it is {verdict.verdict}{why}"
    total = verdict.seconds.total + second.seconds.total
    return replace(
        second,
        particulars=replace(second.particulars, every=every.text),
        reason=f"at {where}: {second.reason}",
        notes=(*second.notes, note),
        warnings=verdict.warnings,
        seconds=replace(second.seconds, total=total),
    )


def _notes(every: Every, look: _SizeAnswers) -> Iterator[str]:
    if look.agreed:
        yield f"checked by engine {NAME} at {every.listed_sizes(look.agreed)}"
    if look.passed:
        yield f"too large to be checked: {every.listed_sizes(look.passed)}"
    if look.stopped:
        yield f"not checked at other sizes: {look.stopped}"
    if not (look.agreed or look.passed or look.stopped):
        yield "not checked at any size: the condition allows no small one"
