"""Clauses that may be lemmas: of one or two literals, over what holds when a round begins."""

from collections.abc import Sequence
from dataclasses import dataclass

from ttt_asp.solve.induction.sample import Sample
from ttt_asp.sources.lemmas import Lemmas
from ttt_asp.sources.source import parse

# Literals are true or false features; a feature is a fluent, or says(TACTIC,ROLE).
Literal = tuple[bool, str]
Clause = tuple[Literal, ...]

# More candidates than so many are cut: random plays were too few, or too much alike.
MOST = 20_000


@dataclass(frozen=True, slots=True)
class Candidates:
    """What no random play breaks.

    Attributes:
        clauses: those. total: how many there were before the plays.
    """

    clauses: tuple[Clause, ...]
    total: int


def candidates(sample: Sample) -> Candidates:
    """The clauses that held whenever a round began in a random play.

    Of two fluents; of one; and of each tactic that it says nothing to a role.
    """
    import numpy as np

    size = sample.fluents
    both = sample.both[:size, :size]
    ones = sample.ones[:size]
    first, second = ones[:, None] - both, ones[None, :] - both
    neither = sample.positions - ones[:, None] - ones[None, :] + both
    above = np.triu(np.ones((size, size), dtype=bool), 1)
    names = sample.features
    found: list[Clause] = []
    for place, name in enumerate(names):
        if sample.ones[place] == 0:
            found.append(((False, name),))
        elif place < size and sample.ones[place] == sample.positions:
            found.append(((True, name),))
    # what follows from a clause of one literal comes last, and is cut first
    steady = (ones == 0) | (ones == sample.positions)
    weak = steady[:, None] | steady[None, :]
    for mask in (above & ~weak, above & weak):
        # a clause was never broken where its negation never held
        for held, signs in (
            (both, (False, False)),
            (first, (False, True)),
            (second, (True, False)),
            (neither, (True, True)),
        ):
            for one, other in np.argwhere((held == 0) & mask)[: MOST - len(found)]:
                found.append(((signs[0], names[one]), (signs[1], names[other])))
    total = 2 * size * (size - 1) + 2 * size + len(names) - size
    return Candidates(tuple(found), total)


def as_lemma(clauses: Sequence[Clause], taken: Sequence[str]) -> Lemmas:
    """The clauses as a lemma's file, in the language of those that users write.

    Args:
        clauses: what was found. taken: names that other lemmas have.
    """
    name = "found"
    while name in taken:
        name += "_too"
    lines = [f"%*! {name}: found by ttt-asp; clauses that hold whenever a round begins. *%"]
    lines.append(f"lemma({name}) :- not {name}_broken.")
    for clause in clauses:
        body = ", ".join(_broken(literal) for literal in clause)
        lines.append(f"{name}_broken :- {body}.")
    source = parse(("\n".join(lines) + "\n").encode(), f"lemmas/{name}.lp, found by ttt-asp")
    return Lemmas((name,), (source,))


def _broken(literal: Literal) -> str:
    positive, feature = literal
    if feature.startswith("says("):
        tactic, role = feature[len("says(") : -1].split(",", 1)
        return f"suggests({tactic},{role},_)"
    return f"not true({feature})" if positive else f"true({feature})"
