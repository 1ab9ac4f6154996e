"""Instances of what holds for all integers, chosen here: a solver is asked without quantifiers.

A solver that chooses instances itself meets chains of them: each square makes the next one. Here
integers are chosen that make an atom one which is spoken of already, and hardly another new atom;
that is done a few times over.

Correctness. What a script says follows from the theory, from what is said and from the goal: an
instance follows from what holds for all integers, a name may stand for an integer that there is,
and what is left out adds models only. So if a script has no model, the goal is impossible.
"""

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from ttt_asp.extensions.sizes.formulas import (
    TRUE,
    Definition,
    Formula,
    Holds,
    Junction,
    Not,
    Open,
    Quantified,
    Theory,
    bound_names,
    children,
    conjunction,
    junction,
    map_simplified,
    negation,
    parts,
    predicates_in,
)
from ttt_asp.extensions.sizes.fresh_names import Names
from ttt_asp.extensions.sizes.integers import (
    Name,
    Term,
    difference,
    linear,
    names_in,
    replaced,
    term_of,
)
from ttt_asp.extensions.sizes.scripts import asserted, relevant_part, theory_text

# How often instances are chosen. The new atoms in one, and for one of several integers, at most.
# The instances for several integers, at most: those of the atoms spoken of first.
ROUNDS, MOST_NEW, MOST_NEW_EACH, MOST_TUPLES = 3, 1, 1, 200
# Of a formula that says only that some atoms do not all hold, as those of a line, instances have no
# new atom if these are more: they say little.
FEW_ATOMS = 3
# The instances that are chosen at once, at most: those of instances may be without number.
MOST_AT_ONCE = 4_000

# Of each predicate the integers of its atoms, in order.
_Spoken: TypeAlias = Mapping[str, Mapping[tuple[Term, ...], None]]


def known_of(theory: Theory, said: Iterable[Formula], names: Names) -> "Instances":
    """Return what is said, of which instances are chosen for one goal after another.

    Args:
        theory: without axioms; no name is bound twice in one formula, or it means the same there.
        said: what holds.
        names: new ones, for all cases of a question.
    """
    known = Instances(theory, names)
    for formula in said:
        known.add(formula)
    return known


@dataclass
class Instances:
    """Formulas without quantifiers, and those of which instances are chosen.

    Attributes:
        theory: theirs. names: new ones.
        plain: formulas without quantifiers, in order. general: those with.
        spoken: the integers of the open atoms in plain formulas, by predicate.
        witnesses: names of integers that there are.
        _added: which instances are in. _left: how many more may be chosen at once. _new: the new
            atoms in one of these, at most.
        _atoms: open atoms of formulas. _open: of atoms. _most_new: new ones in an instance.
        _may: whether predicates, or their negations, say of some open atom that it may hold.
    """

    theory: Theory
    names: Names
    plain: dict[Formula, None] = field(default_factory=dict)
    general: dict[Formula, None] = field(default_factory=dict)
    spoken: dict[str, dict[tuple[Term, ...], None]] = field(default_factory=dict)
    witnesses: dict[str, None] = field(default_factory=dict)
    _defined: dict[str, Definition] = field(init=False)
    _quantified: set[str] = field(default_factory=set)
    _left: int = MOST_AT_ONCE
    _new: int = MOST_NEW
    _met: set[str] = field(default_factory=set)
    _open: dict[Holds, tuple[Holds, ...]] = field(default_factory=dict)
    _added: set[tuple[Formula, tuple[Term, ...]]] = field(default_factory=set)
    _atoms: dict[Formula, tuple[Holds, ...]] = field(default_factory=dict)
    _most_new: dict[Formula, int] = field(default_factory=dict)
    _may: dict[tuple[str, bool], bool] = field(default_factory=dict)
    _patterns: dict[Formula, "_Pattern"] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._defined = {known.predicate: known for known in self.theory.definitions}
        for known in self.theory.definitions:
            unfolded = (atom.predicate for atom in predicates_in(known.formula) if atom.arguments)
            if bound_names(known.formula) or not self._quantified.isdisjoint(unfolded):
                self._quantified.add(known.predicate)

    def scripts(self, condition: Formula, goal: Formula) -> Iterator[str]:
        """Yield scripts: if one has no model, a goal is impossible.

        The first has instances without new atoms only; the others are longer and longer.

        Args:
            condition: of the parameters.
            goal: what may be impossible, besides what is said.
        """
        first = self._asked(goal)
        first.more(0)
        yield first.text(condition)
        chosen = self._asked(goal)  # without the first's instances: what they define is much
        for _ in range(ROUNDS):
            if not chosen.more():
                return
            yield chosen.text(condition)

    def _asked(self, goal: Formula) -> "Instances":
        """Return the same, and a goal first; what is made of them is shared, names too."""
        asked = copy(self)
        asked.plain, asked.general, asked.spoken = {}, {}, {}
        asked.witnesses, asked._met = dict(self.witnesses), set(self._met)
        asked._added, asked._patterns = set(), {}
        asked.add(goal, whole=True)
        asked.plain |= self.plain
        asked.general |= self.general
        for predicate, integers in self.spoken.items():
            asked.spoken.setdefault(predicate, {}).update(integers)
        return asked

    def add(self, formula: Formula, whole: bool = False) -> None:
        """Add a formula that holds, whole or not (see `Names.named`)."""
        for part in parts("and", self._named(self._unfolded(formula), whole)):
            if bound_names(part):
                self.general[part] = None
            else:
                self._add_plain(part)

    def more(self, new: int = MOST_NEW) -> bool:
        """Choose instances with a few new atoms at most; return whether there were new ones."""
        before, self._left, self._new = len(self.plain), MOST_AT_ONCE, new
        spoken = {predicate: dict(known) for predicate, known in self.spoken.items()}
        for formula in tuple(self.general):
            for part in parts("and", self._instances(formula, spoken, alone=True)):
                self._add_plain(part)
        return len(self.plain) > before

    def text(self, condition: Formula) -> str:
        """Write the plain formulas as a script, without quantifiers."""
        known = [made for made in self.theory.definitions if made.predicate not in self._quantified]
        decided = [Open(name, ()) for name in sorted(self._quantified) if self._is_atom(name)]
        theory = replace(
            self.theory,
            chosen=(*self.theory.chosen, *self.witnesses),
            opens=(*self.theory.opens, *decided),
            definitions=tuple(known),
        )
        theory = relevant_part(theory, [condition, *self.plain])
        return theory_text(theory, condition) + "\n".join(map(asserted, self.plain))

    def _is_atom(self, predicate: str) -> bool:
        return not self._defined[predicate].names

    def _add_plain(self, formula: Formula) -> None:
        if formula == TRUE or formula in self.plain:
            return
        self.plain[formula] = None
        if formula not in self._atoms:
            self._atoms[formula] = tuple(self._open_atoms(formula))
        for atom in self._atoms[formula]:
            self.spoken.setdefault(atom.predicate, {})[atom.arguments] = None
        self._add_definitions(formula)

    def _add_definitions(self, formula: Formula) -> None:
        """Say what the atoms without integers in a formula mean, if that takes quantifiers."""
        for atom in predicates_in(formula):
            if atom.predicate in self._met or atom.predicate not in self._defined:
                continue
            self._met.add(atom.predicate)
            meaning = self._defined[atom.predicate].formula
            if atom.predicate not in self._quantified:
                self._add_definitions(meaning)
            else:
                self.add(junction("or", [Not(atom), meaning]))
                self.add(junction("or", [atom, negation(meaning)]))

    def _unfolded(self, formula: Formula) -> Formula:
        """Return a formula with the definitions of its atoms, where these have quantifiers."""
        match formula:
            case Holds(predicate, arguments) if arguments and predicate in self._quantified:
                made = self._defined[predicate]
                return self._unfolded(self.names.instance(made.formula, made.names, arguments))
            case Not(inner):
                return negation(self._unfolded(inner))
        return map_simplified(formula, self._unfolded)

    def _named(self, formula: Formula, whole: bool) -> Formula:
        """Return a formula with names for the integers that there are."""
        made, witnesses = self.names.named(formula, whole)
        self.witnesses |= dict.fromkeys(witnesses)
        return made

    def _instances(self, formula: Formula, spoken: _Spoken, alone: bool = False) -> Formula:
        """Return instances of a formula in place of what it says of all integers.

        Args:
            formula: the formula.
            spoken: the integers of the atoms spoken of.
            alone: it is not a part of another formula; so instances that were added are left out.
        """
        match formula:
            case Quantified("forall"):
                pattern = self._patterns.get(formula)
                if pattern is None:
                    pattern = self._patterns[formula] = self._pattern(formula)
                found = list[Formula]()
                for terms in self._chosen(pattern, spoken):
                    if not self._left:
                        break  # fewer instances say less
                    self._left -= 1
                    made = self.names.instance(formula.formula, formula.names, terms)
                    made = self._named(made, False)
                    old = (formula, terms) in self._added
                    self._added.add((formula, terms))
                    if not (old and alone and not bound_names(made)):
                        found.append(self._instances(made, spoken))
                return conjunction(found)
            case Junction():
                return map_simplified(formula, lambda part: self._instances(part, spoken))
        return formula

    def _pattern(self, formula: Quantified) -> "_Pattern":
        if formula not in self._atoms:
            inner = bound_names(formula.formula)
            atoms = (a for a in self._open_atoms(formula.formula) if not inner & _names_of(a))
            self._atoms[formula] = tuple(atoms)
            many = len(self._atoms[formula]) > FEW_ATOMS
            self._most_new[formula] = 0 if many and not self._may_hold(formula, True) else MOST_NEW
        return _Pattern(formula, self._atoms[formula], self._most_new[formula])

    def _may_hold(self, formula: Formula, positive: bool) -> bool:
        """Whether a formula, or its negation, says of some open atom that it may hold."""
        match formula:
            case Holds(predicate, arguments):
                if predicate not in self._defined:
                    return positive and bool(arguments)
                key = predicate, positive
                if key not in self._may:
                    self._may[key] = self._may_hold(self._defined[predicate].formula, positive)
                return self._may[key]
            case Not(inner):
                return self._may_hold(inner, not positive)
        return any(self._may_hold(part, positive) for part in children(formula))

    def _chosen(self, pattern: "_Pattern", spoken: _Spoken) -> Iterator[tuple[Term, ...]]:
        """Yield terms for the names of a formula, with which it has few new open atoms."""
        names, atoms = pattern.formula.names, pattern.atoms
        most = min(pattern.most_new, self._new)
        if not most and any(atom.predicate not in spoken for atom in atoms):
            return
        for atom in atoms:
            for integers in spoken.get(atom.predicate, ()):
                pattern.match(atom, integers)

        def new(atoms: Iterable[Holds]) -> int:
            return sum(atom.arguments not in spoken.get(atom.predicate, ()) for atom in atoms)

        if not pattern.together and len(names) > 1 and self._new:
            ways: list[list[Term]] = []
            for name in names:
                own = [atom for atom in atoms if _names_of(atom) & {*names} == {name}]
                counted = {term: new(_with(own, {name: term})) for term in pattern.each[name]}
                few = [term for term in counted if counted[term] <= MOST_NEW_EACH]
                ways.append(sorted(few, key=counted.__getitem__))
            places = sorted(product(*(range(len(way)) for way in ways)), key=sum)
            for place in places[:MOST_TUPLES]:
                yield tuple(way[n] for way, n in zip(ways, place, strict=True))
            return
        for found, known in pattern.together.items():
            # few new atoms stay few
            if known or new(pattern.with_terms(found)) <= most:
                pattern.together[found] = True
                yield found

    def _open_atoms(self, formula: Formula) -> dict[Holds, None]:
        """Return the open atoms about integers in a formula, definitions unfolded."""
        match formula:
            case Holds(predicate, arguments):
                if not arguments:
                    return {}
                if predicate not in self._defined:
                    return {formula: None}
                if formula not in self._open:
                    made = self._defined[predicate]
                    general = Holds(predicate, tuple(map(Name, made.names)))
                    if general not in self._open:
                        self._open[general] = tuple(self._open_atoms(made.formula))
                    terms = dict(zip(made.names, arguments, strict=True))
                    self._open[formula] = tuple(_with(self._open[general], terms))
                return dict.fromkeys(self._open[formula])
        found: dict[Holds, None] = {}
        for part in children(formula):
            found |= self._open_atoms(part)
        return found


@dataclass
class _Pattern:
    """A formula about all integers, and the integers with which its atoms are those spoken of.

    Attributes:
        formula: the formula. atoms: the open ones in it, about its names and nothing inside.
        most_new: the new atoms in an instance for several names at once, at most.
        each: terms for each name. together: terms for all names, and whether they were chosen.
    """

    formula: Quantified
    atoms: tuple[Holds, ...]
    most_new: int
    each: dict[str, dict[Term, None]] = field(init=False)
    together: dict[tuple[Term, ...], bool] = field(default_factory=dict)
    _parts: dict[tuple[Term, ...], tuple[Holds, ...]] = field(default_factory=dict)
    _seen: set[tuple[Holds, tuple[Term, ...]]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.each = {name: {} for name in self.formula.names}

    def match(self, atom: Holds, integers: tuple[Term, ...]) -> None:
        """Take the terms with which an atom has some integers, once."""
        if (atom, integers) in self._seen:
            return
        self._seen.add((atom, integers))
        names = self.formula.names
        terms = _matched(atom, integers, names)
        for name, term in terms.items():
            self.each[name][term] = None
        if len(terms) == len(names):
            self.together.setdefault(tuple(terms[name] for name in names), False)

    def with_terms(self, found: tuple[Term, ...]) -> tuple[Holds, ...]:
        """Return its atoms with terms for its names."""
        if found not in self._parts:
            terms = dict(zip(self.formula.names, found, strict=True))
            self._parts[found] = tuple(_with(self.atoms, terms))
        return self._parts[found]


def _with(atoms: Iterable[Holds], terms: Mapping[str, Term]) -> Iterator[Holds]:
    """Yield atoms with terms for some names."""
    for atom in atoms:
        yield Holds(atom.predicate, tuple(replaced(term, terms) for term in atom.arguments))


def _names_of(atom: Holds) -> frozenset[str]:
    return frozenset[str]().union(*map(names_in, atom.arguments))


@lru_cache(maxsize=50_000)
def _matched(atom: Holds, integers: tuple[Term, ...], names: tuple[str, ...]) -> Mapping[str, Term]:
    """Return terms for names with which an atom has some integers; none where it cannot be seen."""
    found: dict[str, Term] = {}
    for argument, wanted in zip(atom.arguments, integers, strict=True):
        if isinstance(argument, Name):  # as most are
            if argument.name in names and found.setdefault(argument.name, wanted) != wanted:
                return {}
            continue
        sums, number = linear(argument)
        spoken = [name for name in names if name in names_in(argument)]
        if not spoken:
            continue
        (name, *others), times = spoken, sums.get(Name(spoken[0]), 0)
        rest = {term: n for term, n in sums.items() if term != Name(name)}
        if others or times not in (1, -1) or any(name in names_in(term) for term in rest):
            return {}
        left, over = difference(wanted, term_of((rest, number)))
        term = term_of(({part: times * n for part, n in left.items()}, times * over))
        if found.setdefault(name, term) != term:
            return {}
    return found
