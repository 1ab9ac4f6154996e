"""One question, answered by instances: those that the solver's model breaks are added to it.

So are witnesses of what the model says is so for some integers.
"""

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Literal

from ttt_asp.engines.sizes.determining import Choice
from ttt_asp.engines.sizes.formulas import Formula, Theory
from ttt_asp.engines.sizes.grounding import Grounding
from ttt_asp.engines.sizes.model import Reader
from ttt_asp.engines.sizes.quantities import Quantity
from ttt_asp.engines.sizes.solver import Solver
from ttt_asp.engines.sizes.specialised import cut
from ttt_asp.engines.sizes.steps import Chosen
from ttt_asp.engines.sizes.sums import constant, sum_text
from ttt_asp.engines.sizes.triggers import Choices

# Instances that so many others led to, one through the other, are not looked at.
MOST_STEPS = 3
# After so many models it is worth to look for a reason to give up.
FIRST = 12
# So many instances are added for one model; of one formula so many.
MOST_ADDED = 400
MOST_EACH = 2
# How much work all models together may be, in the solver's own unit: no more are looked for then.
MOST_WORK = 20_000_000
_SPENT = "(get-info :rlimit)"


@dataclass(frozen=True, slots=True)
class Attempt:
    """What became of a question.

    Attributes:
        answer: `unsat`: it is impossible at every size. `unknown`: nobody knows, as instances
            that were not looked at, or any larger effort, might show that it is.
        lines: what the solver was told in the end.
        models: how many it found on the way.
        chosen: the instances that were added, in order; of no integers, witnesses.
        size: of the last model, a number for each parameter; it fits the instances, and perhaps
            not what they are instances of. None if there is no model.
    """

    answer: Literal["unsat", "unknown"]
    lines: tuple[str, ...]
    models: int
    chosen: tuple[Chosen, ...]
    size: tuple[int, ...] | None = None


def attempt(
    solver: Solver,
    theory: Theory,
    condition: Formula,
    question: Formula,
    most: int,
    doubted: Callable[[], bool] = lambda: False,
) -> Attempt:
    """Try to show that something is impossible.

    Args:
        solver: to be asked; it is told nothing before, and keeps nothing.
        theory: what is known.
        condition: of the parameters.
        question: what is to be impossible.
        most: after how many models to give up.
        doubted: whether there is a reason to, asked after some models.

    Raises:
        Expired: time is up.
    """
    begun = _number(solver.tell(f"(push 1)\n{_SPENT}"))
    try:
        theory = cut(theory, [condition, question])
        return _attempt(solver, theory, condition, question, most, doubted, begun + MOST_WORK)
    finally:
        solver.tell("(pop 1)")


def repeated(
    theory: Theory, condition: Formula, question: Formula, chosen: Iterable[Chosen]
) -> tuple[str, ...]:
    """What a solver is told of some instances, as an attempt found them.

    Args:
        theory: that of the attempt.
        condition: that of the attempt.
        question: that of the attempt.
        chosen: the instances of the attempt, in order.

    Raises:
        KeyError: there is no such thing to have instances.
        ValueError: an instance is of fewer or more integers.
    """
    grounding = _begun(cut(theory, [condition, question]), condition, question)
    for truth, choice in chosen:
        quantities = grounding.quantities
        said = quantities.nowhere if choice else quantities.somewhere
        _add(grounding, {one.truth: one for one in said}[truth], choice, 0)
    return tuple(grounding.lines)


def _begun(theory: Theory, condition: Formula, question: Formula) -> Grounding:
    grounding = Grounding(theory)
    for formula in (condition, question, *(one.formula for one in theory.axioms)):
        grounding.said(formula)
    return grounding


def _attempt(
    solver: Solver,
    theory: Theory,
    condition: Formula,
    question: Formula,
    most: int,
    doubted: Callable[[], bool],
    work: int,
) -> Attempt:
    grounding, reader = _begun(theory, condition, question), Reader(theory)
    near, far = Choices(grounding, near=True), Choices(grounding, near=False)
    told: list[str] = []
    done: dict[Chosen, None] = {}
    for models in range(most):
        text = "\n".join(grounding.lines)
        told += grounding.lines
        grounding.lines.clear()
        answer, spent = solver.tell(f"{text}\n(check-sat)\n{_SPENT}").split(maxsplit=1)
        if answer != "sat":
            found: Literal["unsat", "unknown"] = "unsat" if answer == "unsat" else "unknown"
            return Attempt(found, tuple(told), models, tuple(done))
        if models == most - 1 or _number(spent) > work or (models == FIRST and doubted()):
            break
        _read(solver, grounding, reader)
        broken = _unwitnessed(grounding, reader, done)
        broken += _broken(grounding, near, reader, done)
        broken = broken or _broken(grounding, far, reader, done)
        if not broken:
            break
        for said, choice, age in broken:
            done[said.truth, choice] = None
            _add(grounding, said, choice, age)
    size = _values(_told(solver, [sum_text(constant(name)) for name in theory.parameters]))
    return Attempt("unknown", tuple(told), models + 1, tuple(done), tuple(map(int, size)))


def _add(grounding: Grounding, said: Quantity, choice: Choice, age: int) -> None:
    """An instance; or witnesses, where no integers are given."""
    if choice:
        grounding.instance(said, choice, age)
    else:
        grounding.witness(said)


def _unwitnessed(
    grounding: Grounding, reader: Reader, done: Collection[Chosen]
) -> list[tuple[Quantity, Choice, int]]:
    """What holds for some integers in the model, of which nothing was said yet."""
    return [
        (one, (), one.age)
        for one in grounding.quantities.somewhere
        if reader.truths[one.truth, ()] and (one.truth, ()) not in done
    ]


def _broken(
    grounding: Grounding, choices: Choices, reader: Reader, done: Collection[Chosen]
) -> list[tuple[Quantity, Choice, int]]:
    """Instances that do not hold in the model, or of which nobody knows."""
    found: dict[int, list[tuple[Quantity, Choice, int]]] = {}
    for universal in grounding.quantities.nowhere:
        if reader.truths[universal.truth, ()]:
            continue
        names, formula = universal.formula.names, universal.formula.formula
        outer = {name: reader.value(one) for name, one in universal.names.items()}
        tried: set[tuple[int, ...]] = set()
        here: dict[int, list[tuple[Quantity, Choice, int]]] = {}
        for choice, age in choices.of(universal).items():
            if age > MOST_STEPS or (universal.truth, choice) in done:
                continue
            chosen = tuple([reader.value(one) for one in choice])
            if chosen in tried:  # of those that are the same in the model one will do
                continue
            tried.add(chosen)
            held = reader.holds(formula, {**outer, **dict(zip(names, chosen, strict=True))})
            if held is not False:
                # what led to it by fewest instances comes first, and what is known to be broken
                rank = 2 * age + (held is None)
                here.setdefault(rank, []).append((universal, choice, age))
                if len(here.get(0, ())) == MOST_EACH:
                    break
        for rank, some in here.items():
            found.setdefault(rank, []).extend(some[:MOST_EACH])
    return found[min(found)][:MOST_ADDED] if found else []


def _read(solver: Solver, grounding: Grounding, reader: Reader) -> None:
    """The values that the model gives."""
    names = [*dict.fromkeys(grounding.integers)]
    wanted = [sum_text(constant(name)) for name in names]
    plain = [(key, truth) for key, truth in grounding.truths.items() if not key[1]]
    wanted += [truth for _, truth in plain]
    quantities = grounding.quantities
    said = [*dict.fromkeys(one.truth for one in quantities.somewhere + quantities.nowhere)]
    wanted += said
    wanted += grounding.opened.values()
    found = _values(_told(solver, wanted))
    integers = dict(zip(names, map(int, found[: len(names)]), strict=True))
    rest = [one == "true" for one in found[len(names) :]]
    truths: dict[tuple[str, tuple[int, ...]], bool] = {}
    reader.read(integers, truths)
    for (key, _), value in zip(plain, rest, strict=False):
        truths[key[0], ()] = value
    for truth, value in zip(said, rest[len(plain) :], strict=False):
        truths[truth, ()] = value
    start = len(plain) + len(said)
    for key, value in zip(grounding.opened, rest[start:], strict=True):
        truths[key[0], tuple(map(reader.value, key[1]))] = value


def _told(solver: Solver, wanted: list[str]) -> str:
    # each on a line of its own, under a name without which the answer would repeat it
    return solver.tell("\n".join(f"(eval {one} :completion true)" for one in wanted))


def _number(text: str) -> int:
    """The number in what a solver says of itself: `(:rlimit 12)`."""
    return int(re.sub(r"[^0-9]", "", text))


def _values(text: str) -> list[str]:
    return [re.sub(r"[() ]", "", line) for line in text.splitlines() if line.strip()]
