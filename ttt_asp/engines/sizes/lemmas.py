r"""Lemmas that are looked for where none is given: few, each tried at small sizes first.

They are what a first tactic has to say, and what the condition says of a parameter, said of a
number of the position: of a claim about `bricks \ 3 = 0` that a multiple of three is left. What is
found is a lemma like any other, and has to be proved like any other.
"""

from collections.abc import Collection, Iterator, Sequence

import clingo

from ttt_asp.claims.every import Every, Operation
from ttt_asp.claims.problem import Problem
from ttt_asp.lp.source import parse
from ttt_asp.strategies.lemmas import Lemmas


def candidates(problem: Problem, taken: Collection[str]) -> Iterator[Lemmas]:
    """Lemmas that may be enough.

    Args:
        problem: a claim about every size.
        taken: names that no lemma may have.
    """
    assert problem.every is not None
    name = "found"
    while name in taken:
        name += "_"
    said = [f"true({shape}(N)), {residue}" for residue in _residues(problem.every)
            for shape in _counters(problem)]  # fmt: skip
    for role, strategy in problem.strategies.items():
        for source in strategy.tactics:
            tactic = next((head.first for s in source.statements for head in s.heads
                           if head.name == "suggests"), None)  # fmt: skip
            said += [f"suggests({tactic},{role},_)"] if tactic else []
    for body in said:
        text = f"%*! {name}: found, and proved. *%\nlemma({name}) :- {body}.\n"
        yield found_lemma(problem, name, text)


def found_lemma(problem: Problem, name: str, text: str) -> Lemmas:
    """A lemma that was found for a claim, from its text."""
    tactics = tuple(t for one in problem.strategies.values() for t in one.tactics)
    return Lemmas((name,), (parse(text.encode(), f"{name}.lp"),), tactics)


def _residues(every: Every) -> Iterator[str]:
    r"""What a condition says of residues of parameters, said of N: `N \ 3 = 0`."""
    for one in every.comparisons:
        match one.left, one.right:
            case Operation("\\", (str(), int(divisor))), int(number):
                yield f"N \\ {divisor} {one.operator} {number}"


def _counters(problem: Problem) -> Sequence[str]:
    """Fluents of one number each, as `left` of left(3)."""
    found: dict[str, None] = {}
    for fluent in problem.game.base:
        symbol = clingo.parse_term(fluent)
        arguments = symbol.arguments if symbol.type == clingo.SymbolType.Function else []
        if len(arguments) == 1 and arguments[0].type == clingo.SymbolType.Number:
            found[symbol.name] = None
    return tuple(found)
