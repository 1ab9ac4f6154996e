"""Terms as rules say what they can be: kinds of terms, known to be so much and no more."""

from collections.abc import Iterable
from dataclasses import dataclass

import clingo
from clingo.ast import AST

from ttt_asp.lp.syntax import Signature, Statement


@dataclass(frozen=True, slots=True)
class Number:
    """Any number."""


@dataclass(frozen=True, slots=True)
class Anything:
    """Any term: nothing is known."""


@dataclass(frozen=True, slots=True)
class Slot:
    """What an argument of a predicate can be, the first being 0."""

    signature: Signature
    place: int


@dataclass(frozen=True, slots=True)
class Part:
    """What an argument can be of those terms of `whole` that are NAME with so many arguments."""

    whole: "Term"
    name: str
    arity: int
    place: int


@dataclass(frozen=True, eq=False, slots=True)
class Written:
    """A term as it stands in a rule, whose body says what its variables can be."""

    node: AST
    rule: Statement


@dataclass(frozen=True, slots=True)
class Compound:
    """A term of this name, or a tuple, with arguments."""

    name: str
    arguments: "tuple[Term, ...]"


Term = clingo.Symbol | Number | Anything | Slot | Part | Written | Compound


def compound(term: Term) -> Compound | None:
    """A term's name and arguments, where it has arguments or is a tuple."""
    if isinstance(term, Compound):
        return term
    if not isinstance(term, clingo.Symbol) or term.type != clingo.SymbolType.Function:
        return None
    has_parts = term.arguments or not term.name
    return Compound(term.name, tuple(term.arguments)) if has_parts else None


def numeric(term: Term) -> bool:
    """Whether it is a number."""
    return isinstance(term, Number) or (
        isinstance(term, clingo.Symbol) and term.type == clingo.SymbolType.Number
    )


def shown(values: Iterable[Term]) -> list[str]:
    """Terms as people write them, for hints; those that say nothing are left out."""
    known = list(values)
    symbols = sorted({value for value in known if isinstance(value, clingo.Symbol)})
    found = dict.fromkeys(map(str, symbols))
    for value in known:
        if isinstance(value, Compound):
            parts = [str(one.node) if isinstance(one, Written) else "_" for one in value.arguments]
            found[f"{value.name}({','.join(parts)})"] = None
    return list(found)
