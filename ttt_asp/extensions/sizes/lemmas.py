r"""Lemmas that are tried where none is given: few, each at small sizes first.

Some carry the condition over from a parameter to a number of the position: for `bricks \ 3 = 0`,
that a multiple of three is left. Some say that a tactic recommends something; and some that two
numbers are equal: of two heaps, or of one fluent, as of a rook that stands on the diagonal. A lemma
that is found has to be proved like any other.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import clingo

from ttt_asp.claims.problem import Problem
from ttt_asp.extensions.sizes.constants import sizes_of
from ttt_asp.extensions.sizes.every_size import Every
from ttt_asp.extensions.sizes.integers import Arithmetic, Name, Number
from ttt_asp.lp.scan import LARGEST, read_term
from ttt_asp.lp.source import parse
from ttt_asp.strategies.lemmas import NO_LEMMAS, Lemmas


def candidates(problem: Problem, taken: Collection[str]) -> Iterator[Lemmas]:
    """Yield lemmas that may suffice.

    Args:
        problem: a claim about every size.
        taken: names that no lemma may have.
    """
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
