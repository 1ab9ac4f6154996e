"""The check of a verdict on every size: another engine answers at the smallest sizes.

The engine that answers for all sizes at once reads programs as formulas; the explicit engine goes
through the positions of one board. They share the files of the game and of the strategies, and how
these are put together. So a refutation at some size stands, whatever the verdict on all sizes; and
where a claim is proved for all of them and refuted for one, one of the two is wrong.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ttt_asp.claims.problem import Problem
from ttt_asp.deadline import STOPS, stop_of
from ttt_asp.engines.registry import engine
from ttt_asp.errors import Unsuited, internal
from ttt_asp.extensions.sizes.constants import at_size, sizes_of
from ttt_asp.extensions.sizes.every_size import Every, Size
from ttt_asp.limits import Limits
from ttt_asp.strategies.lemmas import NO_LEMMAS
from ttt_asp.verdict import Verdict

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

    Args:
        problem: a claim about every size.
        verdict: the verdict on it.
        limits: of that verdict; here fewer positions are allowed.

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
        every=every.text,
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
