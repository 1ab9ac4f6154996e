"""Instances of what holds for all integers, chosen here: a solver is asked without quantifiers.

A solver that chooses instances itself meets chains of them: each square makes the next one. Here
integers are chosen that make an atom one which is spoken of already, and hardly another new atom;
that is done a few times over.

Correctness. What a script says follows from the theory, from what is said and from the goal: an
instance follows from what holds for all integers, a name may stand for an integer that there is,
and what is left out adds models only. So if a script has no model, the goal is impossible.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, product
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
    atoms_in,
    bound_names,
    children,
    compare,
    conjunction,
    junction,
    map_simplified,
    negation,
    parts,
    subformulas,
)
from ttt_asp.extensions.sizes.integers import (
    Compare,
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
ROUNDS, MOST_NEW, MOST_NEW_EACH, MOST_TUPLES = 3, 2, 1, 50
# The instances made each time, those in others included. What is left out adds models only.
MOST_MADE = 10_000

# Of each predicate the integers of its atoms, in order.
_Spoken: TypeAlias = Mapping[str, Mapping[tuple[Term, ...], None]]


def script_texts(
    theory: Theory, condition: Formula, said: Iterable[Formula], goal: Formula
) -> Iterator[str]:
    """Yield scripts, each longer than the one before: if one has no model, a goal is impossible.

    Args:
        theory: without axioms; no name is bound twice in one formula, or it means the same there.
        condition: of the parameters.
        said: what holds besides.
        goal: what may be impossible.
    """
    chosen = _Instances(theory)
    chosen.add(goal, whole=True)
    for formula in said:
        chosen.add(formula)
    yield chosen.text(condition)
    for _ in range(ROUNDS):
        if not chosen.more():
            return
        yield chosen.text(condition)


@dataclass
class _Instances:
    """Formulas without quantifiers, and those of which instances are chosen.

    Attributes:
        theory: theirs. plain: formulas without quantifiers, in order. general: those with.
        spoken: the integers of the open atoms in plain formulas, by predicate.
        witnesses: names of integers that there are.
        _made: instances, by what they are of and their integers: so none is made twice, with other
            names for the integers that there are.
        _left: how many instances may still be made, and looked at again, this time.
    """

    theory: Theory
    plain: dict[Formula, None] = field(default_factory=dict)
    general: dict[Formula, None] = field(default_factory=dict)
    spoken: dict[str, dict[tuple[Term, ...], None]] = field(default_factory=dict)
    witnesses: list[str] = field(default_factory=list)
    _defined: dict[str, Definition] = field(init=False)
    _quantified: set[str] = field(default_factory=set)
    _met: set[str] = field(default_factory=set)
    _open: dict[str, tuple[Holds, ...]] = field(default_factory=dict)
    _fresh: Iterator[int] = field(default_factory=lambda: count(1))
    _made: dict[tuple[int, tuple[Term, ...]], Formula] = field(default_factory=dict)
    _patterns: dict[int, "_Pattern"] = field(default_factory=dict)
    _left: int = 0

    def __post_init__(self) -> None:
        self._defined = {known.predicate: known for known in self.theory.definitions}
        for known in self.theory.definitions:
            unfolded = (atom.predicate for atom in atoms_in(known.formula) if atom.arguments)
            if bound_names(known.formula) or not self._quantified.isdisjoint(unfolded):
                self._quantified.add(known.predicate)

    def add(self, formula: Formula, whole: bool = False) -> None:
        """Add a formula that holds.

        Args:
            formula: where it says that one of several integers exists, that is left out: each
                would be one more to choose instances for.
            whole: nothing of it is left out.
        """
        for part in parts("and", self._named(self._unfolded(formula), whole)):
            if bound_names(part):
                self.general[part] = None
            else:
                self._add_plain(part)

    def more(self) -> bool:
        """Choose instances; return whether there were new ones."""
        before, self._left = len(self.plain), MOST_MADE
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
        for atom in self._open_atoms(formula):
            self.spoken.setdefault(atom.predicate, {})[atom.arguments] = None
        self._add_definitions(formula)

    def _add_definitions(self, formula: Formula) -> None:
        """Say what the atoms without integers in a formula mean, if that takes quantifiers."""
        for atom in tuple(atoms_in(formula)):
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
                terms = dict(zip(made.names, arguments, strict=True))
                return self._unfolded(self._renamed(made.formula, terms))
            case Not(inner):
                return negation(self._unfolded(inner))
        return map_simplified(formula, self._unfolded)

    def _renamed(self, formula: Formula, terms: Mapping[str, Term]) -> Formula:
        """Return a formula with terms for some names, and with new names for those it binds."""
        match formula:
            case Quantified(kind, names, inner):
                new = {name: Name(f"{name}'{next(self._fresh)}") for name in names}
                bound = tuple(name.name for name in new.values())
                return Quantified(kind, bound, self._renamed(inner, {**terms, **new}))
            case Holds(predicate, arguments):
                return Holds(predicate, tuple(replaced(term, terms) for term in arguments))
            case Compare(operator, left, right):
                return compare(operator, replaced(left, terms), replaced(right, terms))
        return map_simplified(formula, lambda part: self._renamed(part, terms))

    def _named(self, formula: Formula, whole: bool) -> Formula:
        """Return a formula with new names for the integers that there are."""
        match formula:
            case Quantified("exists", names, inner):
                new = {name: Name(f"{name}'{next(self._fresh)}") for name in names}
                self.witnesses += [name.name for name in new.values()]
                return self._named(self._renamed(inner, new), whole)
            case Junction("or", formulas) if not whole and sum(map(_has_witness, formulas)) > 1:
                return TRUE
            case Junction():
                return map_simplified(formula, lambda part: self._named(part, whole))
        return formula

    def _instances(self, formula: Formula, spoken: _Spoken, alone: bool = False) -> Formula:
        """Return instances of a formula in place of what it says of all integers.

        Args:
            formula: the formula.
            spoken: the integers of the atoms spoken of.
            alone: it is not a part of another formula; so instances that were added are left out.
        """
        match formula:
            case Quantified("forall"):
                pattern = self._patterns.get(id(formula))
                if pattern is None:
                    pattern = self._patterns[id(formula)] = self._pattern(formula)
                found = list[Formula]()
                for terms in self._chosen(pattern, spoken):
                    if not self._left:
                        break
                    self._left -= 1
                    key = id(formula), terms
                    made = self._made.get(key)
                    old = made is not None
                    if made is None:
                        values = dict(zip(formula.names, terms, strict=True))
                        made = self._named(self._renamed(formula.formula, values), False)
                        self._made[key] = made
                    if not (old and alone and not bound_names(made)):
                        found.append(self._instances(made, spoken))
                return conjunction(found)
            case Junction():
                return map_simplified(formula, lambda part: self._instances(part, spoken))
        return formula

    def _pattern(self, formula: Quantified) -> "_Pattern":
        inner = bound_names(formula.formula)
        atoms = [a for a in self._open_atoms(formula.formula) if not inner & _names_of(a)]
        return _Pattern(formula, tuple(atoms))

    def _chosen(self, pattern: "_Pattern", spoken: _Spoken) -> Iterator[tuple[Term, ...]]:
        """Yield terms for the names of a formula, with which it has few new open atoms."""
        names, atoms = pattern.formula.names, pattern.atoms
        for atom in atoms:
            for integers in spoken.get(atom.predicate, ()):
                pattern.match(atom, integers)

        def new(atoms: Iterable[Holds], terms: Mapping[str, Term]) -> int:
            made = ((a.predicate, tuple(replaced(t, terms) for t in a.arguments)) for a in atoms)
            return sum(integers not in spoken.get(predicate, ()) for predicate, integers in made)

        if not pattern.together and len(names) > 1:
            ways: list[list[Term]] = []
            for name in names:
                own = [atom for atom in atoms if _names_of(atom) & {*names} == {name}]
                counted = {term: new(own, {name: term}) for term in pattern.each[name]}
                few = [term for term in counted if counted[term] <= MOST_NEW_EACH]
                ways.append(sorted(few, key=counted.__getitem__))
            places = sorted(product(*(range(len(way)) for way in ways)), key=sum)
            for place in places[:MOST_TUPLES]:
                yield tuple(way[n] for way, n in zip(ways, place, strict=True))
            return
        for found, known in pattern.together.items():
            # few new atoms stay few
            if known or new(atoms, dict(zip(names, found, strict=True))) <= MOST_NEW:
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
                made = self._defined[predicate]
                if predicate not in self._open:
                    self._open[predicate] = tuple(self._open_atoms(made.formula))
                terms = dict(zip(made.names, arguments, strict=True))
                unfolded = (
                    Holds(atom.predicate, tuple(replaced(term, terms) for term in atom.arguments))
                    for atom in self._open[predicate]
                )
                return dict.fromkeys(unfolded)
        found: dict[Holds, None] = {}
        for part in children(formula):
            found |= self._open_atoms(part)
        return found


@dataclass
class _Pattern:
    """A formula about all integers, and the integers with which its atoms are those spoken of.

    Attributes:
        formula: the formula. atoms: the open ones in it, about its names and nothing inside.
        each: terms for each name. together: terms for all names, and whether they were chosen.
    """

    formula: Quantified
    atoms: tuple[Holds, ...]
    each: dict[str, dict[Term, None]] = field(init=False)
    together: dict[tuple[Term, ...], bool] = field(default_factory=dict)
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


def _has_witness(formula: Formula) -> bool:
    """Whether a formula says that there is some integer."""
    return any(
        isinstance(part, Quantified) and part.kind == "exists" for part in subformulas(formula)
    )


def _names_of(atom: Holds) -> frozenset[str]:
    return frozenset[str]().union(*map(names_in, atom.arguments))


def _matched(atom: Holds, integers: Sequence[Term], names: Sequence[str]) -> dict[str, Term]:
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
        (name, *others), times = spoken, sums.pop(Name(spoken[0]), 0)
        if others or times not in (1, -1) or any(name in names_in(term) for term in sums):
            return {}
        left, over = difference(wanted, term_of((sums, number)))
        term = term_of(({part: times * n for part, n in left.items()}, times * over))
        if found.setdefault(name, term) != term:
            return {}
    return found
