"""Questions about boards with a fixed side, split into cases, each of which is shown impossible.

Where a side of the board is a fixed number, a move's column is a choice among few kinds, and each
predicate has a shape for each column. So a case says which kinds are chosen; what is left has one
integer, the row, of which instances are chosen (see `instances`).

A question that says that one of several things exists, such as a line of x's, is asked of a few of
them at a time; where that is not decided, of half of these, and so on. It is also asked of each
kind of a move that matters for them, such as its column, by itself.

Correctness. In every model of a case one of the cases it is split into holds: they are the
disjuncts of what is said, or a constant's values and none of them. In a case a decided atom or
constant is replaced by its value, and the definition of a decided atom is said instead, which keeps
the models. So if none of the cases has a model, the question has none.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TypeVar

from ttt_asp.extensions.sizes.formulas import (
    FALSE,
    TRUE,
    Formula,
    Holds,
    Junction,
    Not,
    Quantified,
    Theory,
    atoms_in,
    bound_names,
    compare,
    conjunction,
    disjunction,
    exists,
    free_names,
    has_witness,
    is_literal,
    junction,
    negation,
    parts,
    predicates_in,
    subformulas,
    substituted,
)
from ttt_asp.extensions.sizes.fresh_names import Names
from ttt_asp.extensions.sizes.instances import scripts
from ttt_asp.extensions.sizes.integers import Compare, Name, Number, Term, replaced
from ttt_asp.extensions.sizes.scripts import relevant_part

T = TypeVar("T")
# Splits by what atoms without integers say, one below the other, at most.
_DEEP = 4
# The same by the kinds of moves.
_KINDS = 12
# Cases that are left open before a question is given up.
_OPEN = 60
# Things that are asked about at once.
_TOGETHER = 6


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
                same = formula is definition.formula
                kept.append(definition if same else replace(definition, formula=formula))
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
        constants: those with a value, and those of which it is known what they are not.
        short: predicates whose definitions are literals, with the names of their integers.
    """

    atoms: dict[str, bool] = field(default_factory=dict)
    values: dict[str, Term] = field(default_factory=dict)
    differ: dict[Formula, None] = field(default_factory=dict)
    constants: set[str] = field(default_factory=set)
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
                    self.constants.add(kind[0])
                    if operator == "=":
                        self.values.setdefault(*kind)
                    else:
                        self.differ[part] = None
        return len(self.atoms) + len(self.values) + len(self.differ) > before

    def _matters(self, formula: Formula) -> bool:
        """Whether a formula speaks of something that is known."""
        if not self.constants.isdisjoint(free_names(formula)):
            return True
        spoken = (atom.predicate for atom in predicates_in(formula))
        return any(name in self.atoms or name in self.short for name in spoken)

    def put(self, formula: Formula) -> Formula:
        """Return a formula with what is known put in; itself where that changes nothing."""
        if not self._matters(formula):
            return formula
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
                if self.values.keys().isdisjoint(free_names(formula)):
                    return formula
                return compare(operator, replaced(left, self.values), replaced(right, self.values))
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


@dataclass
class CaseSearch:
    """A search that splits questions into cases, each of which is to be shown impossible.

    Attributes:
        theory: what is known.
        condition: of the parameters.
        is_unsat: whether a script is unsatisfiable.
        _names: of integers.
        _decided: how many cases were decided by a part of what is said; by its predicates.
        _open: how many cases were given up.
    """

    theory: Theory
    condition: Formula
    is_unsat: Callable[[str], bool]
    _names: Names = field(default_factory=Names)
    _decided: dict[frozenset[str], int] = field(default_factory=dict)
    _open: int = 0

    def scripts(self, question: Formula) -> list[str] | None:
        """Return unsatisfiable scripts, which show a question to be impossible; None if not known.

        Raises:
            Expired: time is up.
        """
        if max((len(opened.names) for opened in self.theory.opens), default=0) != 1:
            return None  # there is no board, or no side of it is fixed
        self._decided.clear()
        self._names = Names()
        self._open = 0
        said = conjunction([question, *(axiom.formula for axiom in self.theory.axioms)])
        return self._refuted(saying(Case(replace(self.theory, axioms=()), TRUE), said), _DEEP)

    def _refuted(
        self, case: Case | None, deep: int, old: Collection[Formula] = ()
    ) -> list[str] | None:
        """Split a case by what atoms say, then by the things of which it says there is one.

        Args:
            case: the case; None is one that is impossible already.
            deep: how often it may be split by what atoms say.
            old: what was said before the last split.
        """
        if case is None:
            return []
        said = parts("and", case.said)
        for part in said:
            if deep and isinstance(part, Junction) and all(map(_is_about_atoms, part.formulas)):
                rest = replace(case, said=conjunction(other for other in said if other is not part))
                ways = [saying(rest, conjunction([rest.said, way])) for way in part.formulas]
                return _all(lambda way: self._refuted(way, deep - 1, {*said}), ways)
        wide = [part for part in said if isinstance(part, Junction) and has_witness(part)]
        # what decided one case decides those like it; and what is new says most of this one
        wide.sort(key=lambda part: (-self._decided.get(_shape(part), 0), part in old))
        for part in wide or [TRUE]:
            others = conjunction(other for other in said if other is not part)
            things = parts("or", part)
            # the first is a trial: where it is possible, the others need not be asked about
            ends = [1, *range(_TOGETHER, len(things), _TOGETHER), len(things)]
            goals = (disjunction(things[begin:end]) for begin, end in pairwise([0, *ends]))
            cases = (Case(case.theory, others, goal) for goal in goals)
            before = self._names.copy()
            found = _all(lambda one: self._impossible(one, _KINDS), cases)
            if found is not None:
                self._decided[_shape(part)] = self._decided.get(_shape(part), 0) + 1
                return found
            # the names in later scripts must not depend on these, which no certificate has
            self._names = before
            if self._open >= _OPEN:
                return None
        for atom in _undecided(case.theory) if deep else ():
            ways = [saying(case, conjunction([case.said, way])) for way in (atom, Not(atom))]
            return _all(lambda way: self._refuted(way, deep - 1, {*said}), ways)
        return None

    def _impossible(self, case: Case | None, deep: int) -> list[str] | None:
        """Return scripts that show a case and its goal to be impossible; None if not known.

        Args:
            case: the case; None is one that is impossible already.
            deep: how often it may be split by the kinds of moves.
        """
        if case is None or case.goal == FALSE:
            return []
        for constant, values in kinds(case.theory, _unfolded(case.theory, case.goal)).items():
            if deep:
                return self._by_kind(case, constant, values, deep - 1)
        said = [part for part in parts("and", case.said) if not _is_choice(case.theory, part)]
        for text in scripts(case.theory, self.condition, said, case.goal, self._names):
            if self.is_unsat(text):
                return [text]
        rules = (definition.formula for definition in case.theory.definitions)
        for constant, values in kinds(case.theory, [case.said, *rules]).items():
            if deep:
                return self._by_kind(case, constant, values, deep - 1)
        things = parts("or", case.goal)
        if len(things) > 1:
            half = len(things) // 2
            halves = [disjunction(things[:half]), disjunction(things[half:])]
            return _all(lambda goal: self._impossible(replace(case, goal=goal), deep), halves)
        self._open += 1
        return None

    def _by_kind(
        self, case: Case, constant: str, values: Iterable[Number], deep: int
    ) -> list[str] | None:
        ways: list[Formula] = [Compare("=", Name(constant), value) for value in values]
        ways.append(conjunction(map(negation, ways)))  # it has none of the values
        cases = (saying(case, conjunction([case.said, way])) for way in ways)
        return _all(lambda one: self._impossible(one, deep), cases)


def _all(refuted: Callable[[T], list[str] | None], ways: Iterable[T]) -> list[str] | None:
    """Return scripts for all ways; None as soon as those of one are not known."""
    scripts: list[str] = []
    for way in ways:
        found = refuted(way)
        if found is None:
            return None
        scripts += found
    return scripts


def _unfolded(theory: Theory, goal: Formula) -> Iterator[Formula]:
    """Yield a goal, and the definitions of the atoms about integers in it."""
    defined = theory.defined()
    met = set[str]()
    wanted = [goal]
    while wanted:
        formula = wanted.pop()
        yield formula
        for atom in atoms_in(formula):
            if atom.arguments and atom.predicate in defined and atom.predicate not in met:
                met.add(atom.predicate)
                wanted.append(defined[atom.predicate].formula)


def _undecided(theory: Theory) -> Iterator[Holds]:
    """Yield atoms without integers that are not decided, what rests on most first."""
    for known in reversed(theory.definitions):
        if not known.names and isinstance(known.formula, Junction) and bound_names(known.formula):
            yield Holds(known.predicate, ())


def _shape(formula: Formula) -> frozenset[str]:
    """Return what a formula is about."""
    return frozenset(atom.predicate for atom in atoms_in(formula))


def _is_about_atoms(formula: Formula) -> bool:
    """Whether a formula is an atom without integers, or its negation, or some of these."""
    for part in parts("and", formula):
        atom = part.formula if isinstance(part, Not) else part
        if not isinstance(atom, Holds) or atom.arguments:
            return False
    return True


def _is_choice(theory: Theory, part: Formula) -> bool:
    """Whether a part of what is said leaves open which kind is chosen."""
    return isinstance(part, Junction) and bool(kinds(theory, [part]))
