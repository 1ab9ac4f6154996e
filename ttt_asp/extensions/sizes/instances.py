"""Instances of what holds for all integers, chosen here: a solver is asked without quantifiers.

A solver that chooses instances itself meets chains of them: each square makes the next one. Here
integers are chosen that make an atom one which is spoken of already, and hardly another new atom;
that is done a few times over.

Correctness. What a script says follows from the theory, from what is said and from the goal: an
instance follows from what holds for all integers, a name may stand for an integer that there is,
and what is left out adds models only. So if a script has no model, the goal is impossible.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice, product
from typing import TypeAlias

from ttt_asp.extensions.sizes.formulas import (
    TRUE,
    Definition,
    Formula,
    Holds,
    Not,
    Open,
    OpenAtoms,
    Quantified,
    Theory,
    atom_with,
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
from ttt_asp.extensions.sizes.integers import Name, Term, names_in, solved
from ttt_asp.extensions.sizes.scripts import asserted, relevant_part, theory_text

# How often instances are chosen. The new atoms in one, and for one of several integers, at most.
# The instances for several integers, at most: those of the atoms spoken of first.
ROUNDS, MOST_NEW, MOST_NEW_EACH, MOST_TUPLES = 3, 1, 1, 200
# Of a formula that says only that some atoms do not all hold, as those of a line, instances have no
# new atom if these are more: they say little.
FEW_ATOMS = 3
# The instances that are chosen at once, at most: those of instances may be without number.
MOST_AT_ONCE = 4_000
# The open atoms of one formula of which instances are chosen, at most: with fewer they say less.
MOST_OPEN = 4_000

# Of each predicate the integers of its atoms, in order.
_Spoken: TypeAlias = Mapping[str, Mapping[tuple[Term, ...], None]]


def scripts(
    theory: Theory, condition: Formula, said: Iterable[Formula], goal: Formula, names: Names
) -> Iterator[str]:
    """Yield scripts, longer and longer: if one has no model, a goal is impossible.

    Args:
        theory: without axioms; no name is bound twice in one formula, or it means the same there.
        condition: of the parameters.
        said: what holds.
        goal: what may be impossible, besides what is said.
        names: new ones, for all cases of a question.
    """
    chosen = Instances(theory, names)
    chosen.add(goal, whole=True)
    for formula in said:
        chosen.add(formula)
    chosen.more(0)
    yield chosen.text(condition)
    for _ in range(ROUNDS):
        if not chosen.more():
            return
        yield chosen.text(condition)


@dataclass
class Instances:
    """Formulas without quantifiers, and those of which instances are chosen.

    Attributes:
        theory: theirs. names: new ones.
        plain: formulas without quantifiers, in order. general: those with.
        spoken: the integers of the open atoms in plain formulas, by predicate.
        witnesses: names of integers that there are.
        _added: which instances are in. _left: how many more may be chosen at once. _new: the new
            atoms in one of these, at most. _old: what was spoken of before these.
        _open: finds open atoms.
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
    _open: OpenAtoms = field(init=False)
    _added: set[tuple[Formula, tuple[Term, ...]]] = field(default_factory=set)
    _old: _Spoken = field(default_factory=dict)
    _may: dict[tuple[str, bool], bool] = field(default_factory=dict)
    _patterns: dict[Formula, "_Pattern"] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._defined = self.theory.defined()
        self._open = OpenAtoms(self._defined, MOST_OPEN)
        for known in self.theory.definitions:
            unfolded = (atom.predicate for atom in predicates_in(known.formula) if atom.arguments)
            if bound_names(known.formula) or not self._quantified.isdisjoint(unfolded):
                self._quantified.add(known.predicate)

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
        self._old = {predicate: dict(known) for predicate, known in self.spoken.items()}
        for formula in tuple(self.general):
            if isinstance(formula, Quantified):
                for made in self._of_all(formula, alone=True):
                    self._add_parts(made)
            else:
                self._add_parts(self._instances(formula))
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

    def _add_parts(self, formula: Formula) -> None:
        for part in parts("and", formula):
            self._add_plain(part)

    def _add_plain(self, formula: Formula) -> None:
        if formula == TRUE or formula in self.plain:
            return
        self.plain[formula] = None
        for atom in self._open.of(formula):
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

    def _instances(self, formula: Formula) -> Formula:
        """Return instances of a formula in place of what it says of all integers."""
        if not bound_names(formula):
            return formula
        if isinstance(formula, Quantified) and formula.kind == "forall":
            return conjunction(self._of_all(formula))
        return map_simplified(formula, self._instances)

    def _of_all(self, formula: Quantified, alone: bool = False) -> Iterator[Formula]:
        """Yield instances of what a formula says of all integers.

        Args:
            formula: the formula.
            alone: it is not a part of another formula; so instances that were added are left out.
        """
        pattern = self._patterns.get(formula)
        if pattern is None:
            pattern = self._patterns[formula] = self._pattern(formula)
        for terms in self._chosen(pattern):
            if not self._left:
                break  # fewer instances say less
            self._left -= 1
            if alone and (formula, terms) in self._added:
                continue
            made = self.names.instance(formula.formula, formula.names, terms)
            made = self._named(made, False)
            if alone and not bound_names(made):
                self._added.add((formula, terms))
            yield self._instances(made)

    def _pattern(self, formula: Quantified) -> "_Pattern":
        inner = bound_names(formula.formula)
        open_atoms = self._open.of(formula.formula)
        atoms = tuple(atom for atom in open_atoms if not inner & _names_of(atom))
        many = len(atoms) > FEW_ATOMS
        most_new = 0 if many and not self._may_hold(formula, True) else MOST_NEW
        return _Pattern(formula, atoms, most_new)

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

    def _chosen(self, pattern: "_Pattern") -> Iterator[tuple[Term, ...]]:
        """Yield terms for the names of a formula, with which it has few new open atoms."""
        names, atoms, spoken = pattern.formula.names, pattern.atoms, self._old
        most = min(pattern.most_new, self._new)
        if not most and any(atom.predicate not in spoken for atom in atoms):
            return
        for atom in atoms:
            pattern.match(atom, spoken.get(atom.predicate, {}))
        if not pattern.together and len(names) > 1 and self._new:
            ways: list[list[Term]] = []
            for name in names:
                own = [atom for atom in atoms if _names_of(atom) & {*names} == {name}]
                few: dict[Term, int] = {}
                for term in pattern.each[name]:
                    new = _new(own, (name,), (term,), spoken, MOST_NEW_EACH)
                    if new <= MOST_NEW_EACH:
                        few[term] = new
                ways.append(sorted(few, key=few.__getitem__))
            places = sorted(product(*(range(len(way)) for way in ways)), key=sum)
            for place in places[:MOST_TUPLES]:
                yield tuple(way[n] for way, n in zip(ways, place, strict=True))
            return
        for found, known in pattern.together.items():
            # few new atoms stay few
            if known or _new(atoms, names, found, spoken, most) <= most:
                pattern.together[found] = True
                yield found


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
    _seen: dict[Holds, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.each = {name: {} for name in self.formula.names}

    def match(self, atom: Holds, spoken: Mapping[tuple[Term, ...], None]) -> None:
        """Take the terms with which an atom has the integers spoken of; new ones come last."""
        names = self.formula.names
        for integers in islice(spoken, self._seen.get(atom, 0), None):
            terms = _matched(atom, integers, names)
            for name, term in terms.items():
                self.each[name][term] = None
            if len(terms) == len(names):
                self.together.setdefault(tuple(terms[name] for name in names), False)
        self._seen[atom] = len(spoken)


def _new(
    atoms: Iterable[Holds],
    names: tuple[str, ...],
    terms: tuple[Term, ...],
    spoken: _Spoken,
    most: int,
) -> int:
    """Return how many atoms, with terms for names, are not spoken of; or one more than the most."""
    new = 0
    for atom in atoms:
        known = spoken.get(atom.predicate)
        if known is None or atom_with(atom, names, terms).arguments not in known:
            new += 1
            if new > most:
                break
    return new


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
        spoken = [name for name in names if name in names_in(argument)]
        if not spoken:
            continue
        solution = solved(wanted, argument, spoken) if len(spoken) == 1 else None
        if solution is None or found.setdefault(*solution) != solution[1]:
            return {}
    return found
