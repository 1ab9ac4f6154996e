"""Cases of a question, and what is known in each, which is put into the theory.

Where a side of the board is a fixed number, a move's column is a choice among few kinds, and each
predicate has a shape for each column. So a case says which kinds are chosen; what is left has one
integer, the row.

Correctness. In every model of a case one of the cases it is split into holds: they are the
disjuncts of what is said, or a constant's values and none of them. In a case a decided atom or
constant is replaced by its value, and the definition of a decided atom is said instead, which keeps
the models. So if none of the cases has a model, the question has none.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from ttt_asp.extensions.sizes.formulas import (
    FALSE,
    TRUE,
    Formula,
    Holds,
    Junction,
    Not,
    Quantified,
    Theory,
    compare,
    conjunction,
    exists,
    is_literal,
    junction,
    negation,
    parts,
    subformulas,
    substituted,
)
from ttt_asp.extensions.sizes.integers import Compare, Name, Number, Term, names_in, replaced
from ttt_asp.extensions.sizes.scripts import relevant_part


@dataclass(frozen=True, slots=True)
class Case:
    """A case.

    Attributes:
        theory: with what is known put in, and without axioms. said: what holds besides, theirs too.
        goal: holds too; often that there is one of several things.
    """

    theory: Theory
    said: Formula
    goal: Formula = TRUE


def case_of(theory: Theory, question: Formula) -> Case | None:
    """Return a question as a case; None if it is impossible."""
    axioms = (axiom.formula for axiom in theory.axioms)
    return saying(Case(replace(theory, axioms=()), TRUE), conjunction([question, *axioms]))


def kind_cases(constant: str, values: Iterable[Number]) -> list[Formula]:
    """Return formulas, one of which holds: a constant has one of some values, or none of them."""
    ways: list[Formula] = [Compare("=", Name(constant), value) for value in values]
    return [*ways, conjunction(map(negation, ways))]


def kinds(theory: Theory, formulas: Iterable[Formula]) -> Mapping[str, Mapping[Number, None]]:
    """Return the numbers with which formulas compare each chosen constant."""
    found: dict[str, dict[Number, None]] = {}
    for formula in formulas:
        for part in subformulas(formula):
            if (kind := _kind(theory, part)) is not None:
                found.setdefault(kind[0], {})[kind[1]] = None
    return found


def _kind(theory: Theory, formula: Formula) -> tuple[str, Number] | None:
    """Return a chosen constant and the number that a formula compares it with."""
    match formula:
        case Compare("=" | "!=", Name(constant), Number() as value) if constant in theory.chosen:
            return constant, value
    return None


def saying(case: Case, said: Formula) -> Case | None:
    """Return a case in which something else is said; None if it is impossible."""
    theory, goal, known = case.theory, case.goal, _Known()
    if said == FALSE:
        return None
    while known.learn(theory, parts("and", said)):
        kept, more = [], []
        for definition in theory.definitions:
            name, formula = definition.predicate, known.put(definition.formula)
            if name in known.atoms:
                more.append(formula if known.atoms[name] else negation(formula))
            elif is_literal(formula):
                known.short[name] = definition.names, formula
            else:
                kept.append(replace(definition, formula=formula))
        theory = replace(theory, definitions=tuple(kept))
        said = conjunction(map(known.put, [*parts("and", said), *more]))
        goal = known.put(goal)
        if FALSE in (said, goal):
            return None
    constants = tuple(name for name in theory.chosen if name not in known.values)
    opens = tuple(opened for opened in theory.opens if opened.predicate not in known.atoms)
    rest = replace(theory, chosen=constants, opens=opens)
    return Case(relevant_part(rest, [said, goal]), said, goal)


@dataclass
class _Known:
    """What is known in a case.

    Attributes:
        atoms: whether atoms without integers hold. values: of chosen constants.
        differ: comparisons that say what chosen constants are not.
        short: predicates whose definitions are literals, with the names of their integers.
    """

    atoms: dict[str, bool] = field(default_factory=dict)
    values: dict[str, Term] = field(default_factory=dict)
    differ: dict[Formula, None] = field(default_factory=dict)
    short: dict[str, tuple[tuple[str, ...], Formula]] = field(default_factory=dict)

    def learn(self, theory: Theory, said: Iterable[Formula]) -> bool:
        """Learn from literals that are said; return whether any was new."""
        before = len(self.atoms) + len(self.values) + len(self.differ)
        for part in said:
            match part:
                case Holds(name, ()):
                    self.atoms.setdefault(name, True)
                case Not(Holds(name, ())):
                    self.atoms.setdefault(name, False)
                case Compare(operator) if (kind := _kind(theory, part)) is not None:
                    if operator == "=":
                        self.values.setdefault(*kind)
                    else:
                        self.differ[part] = None
        return len(self.atoms) + len(self.values) + len(self.differ) > before

    def put(self, formula: Formula) -> Formula:
        """Return a formula with what is known put in; itself where that changes nothing."""
        match formula:
            case Holds(name, ()) if name in self.atoms:
                return TRUE if self.atoms[name] else FALSE
            case Holds(name, arguments):
                terms = tuple(replaced(argument, self.values) for argument in arguments)
                if name in self.short:
                    names, short = self.short[name]
                    return substituted(short, dict(zip(names, terms, strict=True)))
                return formula if terms == arguments else Holds(name, terms)
            case Compare(operator, left, right):
                if formula in self.differ:
                    return TRUE
                if negation(formula) in self.differ:
                    return FALSE
                if (names_in(left) | names_in(right)) & self.values.keys():
                    left, right = replaced(left, self.values), replaced(right, self.values)
                    return compare(operator, left, right)
                return formula
            case Not(inner):
                return formula if (put := self.put(inner)) is inner else negation(put)
            case Junction(kind, formulas):
                members = [self.put(member) for member in formulas]
                same = all(new is old for new, old in zip(members, formulas, strict=True))
                return formula if same else junction(kind, members)
            case Quantified(kind, names, inner):
                if (put := self.put(inner)) is inner:
                    return formula
                if kind == "exists":
                    return exists(names, put)
                return negation(exists(names, negation(put)))
