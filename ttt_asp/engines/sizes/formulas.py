"""First-order formulas over integers, which programs are read as, and which solvers are asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ttt_asp.errors import Location


@dataclass(frozen=True, slots=True)
class Number:
    """An integer, of any size."""

    value: int


@dataclass(frozen=True, slots=True)
class Name:
    """A variable bound by a quantifier or a definition, a parameter, or a chosen constant."""

    name: str


@dataclass(frozen=True, slots=True)
class Arithmetic:
    r"""A term made of others.

    Attributes:
        operator: as clingo means it: `/` and `\` round towards zero, as they do there.
        arguments: one for `abs` and for a negated term, otherwise two.
    """

    operator: Literal["+", "-", "*", "/", "\\", "abs"]
    arguments: tuple["Term", ...]


Term: TypeAlias = Number | Name | Arithmetic


@dataclass(frozen=True, slots=True)
class Truth:
    """What is always so, or never."""

    value: bool


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison of two integers."""

    operator: Literal["=", "!=", "<", "<="]
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Holds:
    """An atom.

    Attributes:
        predicate: its name, that of a definition or of an open predicate.
        arguments: the integers in it; all that is no integer is part of the predicate's name.
    """

    predicate: str
    arguments: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """What is not so."""

    formula: "Formula"


@dataclass(frozen=True, slots=True)
class Junction:
    """All of some formulas, or one of them at least; of none, all are true and one is not."""

    kind: Literal["and", "or"]
    formulas: tuple["Formula", ...]


@dataclass(frozen=True, slots=True)
class Quantified:
    """A formula for some integers, or for all."""

    kind: Literal["exists", "forall"]
    names: tuple[str, ...]
    formula: "Formula"


Formula: TypeAlias = Truth | Compare | Holds | Not | Junction | Quantified


@dataclass(frozen=True, slots=True)
class Definition:
    """A predicate that holds exactly where a formula does.

    Attributes:
        predicate: its name. names: of its arguments, in order. formula: about these, parameters,
            chosen constants, open predicates and what was defined before.
        atom: the predicate as people write it, `true(left(_),1)`. where: the rules that say so.
    """

    predicate: str
    names: tuple[str, ...]
    formula: Formula
    atom: str
    where: tuple[Location, ...]


@dataclass(frozen=True, slots=True)
class Open:
    """A predicate that nothing but its domain is known of: the fluents of any position at all.

    Attributes:
        predicate, names, atom: as for a definition.
        domain: where it may hold.
    """

    predicate: str
    names: tuple[str, ...]
    domain: Formula
    atom: str


@dataclass(frozen=True, slots=True)
class Axiom:
    """What is assumed: that a choice is one of those allowed.

    Attributes:
        formula: about what a definition is about. where: the rule that chooses.
    """

    formula: Formula
    where: tuple[Location, ...]


@dataclass(frozen=True, slots=True)
class Theory:
    """A program without recursion, completed.

    Attributes:
        parameters: constants of the game that have no value.
        chosen: constants that stand for what is chosen.
        opens: predicates without definition.
        definitions: each after those that it speaks of.
        axioms: of the choices.
        atoms: the predicate's name of every atom without integers, as `answer(stuck)`, that some
            rule can derive; and of `true(left(_),0)` likewise, `_` for an integer.
    """

    parameters: tuple[str, ...]
    chosen: tuple[str, ...]
    opens: tuple[Open, ...]
    definitions: tuple[Definition, ...]
    axioms: tuple[Axiom, ...]
    atoms: Mapping[str, str]
