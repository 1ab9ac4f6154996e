r"""Lemmas that are looked for where none is given: few, each tried at small sizes first.

They are what the condition says of a parameter, said of a number of the position: of a claim about
`bricks \ 3 = 0` that a multiple of three is left; what a first tactic has to say; and that two
numbers are equal: of two heaps, or the two of one fluent, as of a rook that stands on the diagonal.
What is found is a lemma like any other, and has to be proved like any other.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import clingo

from ttt_asp.claims.every_size import Every
from ttt_asp.claims.integers import Arithmetic, Name, Number
from ttt_asp.claims.problem import Problem
from ttt_asp.lp.scan import read_term
from ttt_asp.lp.source import parse
from ttt_asp.strategies.lemmas import NO_LEMMAS, Lemmas


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
    shapes = _shapes(problem)
    counters = [shape for shape, numbers in shapes.items() if numbers == 1]
    said = [f"true({shape}), {residue}" for residue in _residues(problem.every)
            for shape in counters]  # fmt: skip
    for role, strategy in problem.strategies.items():
        for source in strategy.tactics:
            tactic = next((head.first for s in source.statements for head in s.heads
                           if head.name == "suggests"), None)  # fmt: skip
            said += [f"suggests({tactic},{role},_)"] if tactic else []
    said += [f"true({one}), true({other})" for one, other in combinations(counters, 2)]
    said += [f"true({shape})" for shape, numbers in shapes.items() if numbers == 2]
    for body in said:
        text = f"%*! {name}: found, and proved. *%\nlemma({name}) :- {body}.\n"
        yield _lemma(problem, name, text)


def with_found_lemma(problem: Problem, names: Sequence[str] | None, found: str) -> Problem:
    """A claim with the lemma that was found for it, the last one of those named; if one was."""
    lemmas = _lemma(problem, names[-1], found) if names and found else NO_LEMMAS
    return replace(problem, lemmas=problem.lemmas + lemmas)


def _lemma(problem: Problem, name: str, text: str) -> Lemmas:
    tactics = tuple(t for strategy in problem.strategies.values() for t in strategy.tactics)
    return Lemmas((name,), (parse(text.encode(), f"{name}.lp"),), tactics)


def _residues(every: Every) -> Iterator[str]:
    r"""What a condition says of residues of parameters, said of N: `N \ 3 = 0`."""
    for compare in every.comparisons:
        match compare.left, compare.right:
            case Arithmetic("\\", (Name(), Number(divisor))), Number(number):
                yield f"N \\ {divisor} {compare.operator} {number}"


def _shapes(problem: Problem) -> dict[str, int]:
    """The fluents with N for every number in them, and how many there are: `at(cell(N,N))`, 2."""
    found: dict[str, int] = {}
    for fluent in sorted(problem.game.base):
        shape, numbers = _shape(read_term(fluent))
        found[shape] = numbers
    return found


def _shape(symbol: clingo.Symbol) -> tuple[str, int]:
    if symbol.type == clingo.SymbolType.Number:
        return "N", 1
    if symbol.type != clingo.SymbolType.Function or not symbol.arguments:
        return str(symbol), 0
    parts = [_shape(one) for one in symbol.arguments]
    inside = ",".join(text for text, _ in parts)
    last = "," if not symbol.name and len(parts) == 1 else ""
    return f"{symbol.name}({inside}{last})", sum(numbers for _, numbers in parts)
