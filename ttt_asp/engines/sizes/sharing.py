"""What is said twice is one formula: quantifiers that differ in names only get the same names.

That some role owns some row is asked by the end of a play, by its goals and by the claim, each with
names of its own. With the same names these are the same formula, which is one truth value where a
question is answered by instances (see `quantities`). Texts with quantifiers keep theirs: what a
solver finds in them by patterns hangs on how they are written.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from ttt_asp.engines.sizes.formulas import (
    Definition,
    Formula,
    Holds,
    Junction,
    Name,
    Not,
    Quantified,
    Term,
    Theory,
)
from ttt_asp.engines.sizes.linear import replaced
from ttt_asp.engines.sizes.logic import junction, negated, parts, substituted


@dataclass
class Sharing:
    """The formulas of a theory, and of questions about it.

    Attributes:
        given: the theory.
        defined: its definitions, shared, by predicate.
    """

    given: Theory
    defined: dict[str, Definition] = field(default_factory=dict)
    _known: dict[Formula, Quantified] = field(default_factory=dict)

    @cached_property
    def theory(self) -> Theory:
        """The same theory, in which formulas that say the same but for bound names are the same."""
        for one in self.given.definitions:
            self.defined[one.predicate] = replace(one, formula=self.formula(one.formula))
        axioms = [replace(one, formula=self.formula(one.formula)) for one in self.given.axioms]
        definitions = tuple(self.defined.values())
        return replace(self.given, definitions=definitions, axioms=tuple(axioms))

    def formula(self, formula: Formula) -> Formula:
        """A formula that says the same."""
        match formula:
            case Not(inner):
                return negated(self.formula(inner))
            case Junction(kind, formulas):
                return junction(kind, self._left(kind, [self.formula(one) for one in formulas]))
            case Quantified("forall", names, inner):
                # the same as where it is denied
                return negated(self.formula(Quantified("exists", names, negated(inner))))
            case Quantified(kind, names, inner):
                inside = self.formula(inner)
                found = Quantified(kind, names, inside)
                return self._known.setdefault(_plain(found)[0], found)
        return formula

    def _left(self, kind: str, formulas: Sequence[Formula]) -> list[Formula]:
        """Formulas without those that others of them imply: what owns a line has a line.

        Of formulas of which one holds, those that say what others do: `no line, or nobody owns it`
        is that nobody owns it.
        """
        atoms = [one if kind == "and" else _denied(one) for one in formulas]
        implied = {more for one in atoms if isinstance(one, Holds) for more in self._implied(one)}
        return [one for one, atom in zip(formulas, atoms, strict=True) if atom not in implied]

    def _implied(self, atom: Holds) -> Iterator[Formula]:
        """Atoms that hold where another does, by its definition."""
        if (definition := self.defined.get(atom.predicate)) is None:
            return
        terms = dict(zip(definition.names, atom.arguments, strict=True))
        for one in parts("and", definition.formula):
            if isinstance(one, Holds):
                more = Holds(one.predicate, tuple(replaced(each, terms) for each in one.arguments))
                yield more
                yield from self._implied(more)


def _denied(formula: Formula) -> Formula | None:
    return formula.formula if isinstance(formula, Not) else None


def _plain(formula: Formula) -> tuple[Formula, int]:
    """A formula whose bound names say how deep inside they are bound; and how deep it goes."""
    match formula:
        case Not(inner):
            found, depth = _plain(inner)
            return Not(found), depth
        case Junction(kind, formulas):
            pairs = [_plain(one) for one in formulas]
            depth = max((depth for _, depth in pairs), default=0)
            return Junction(kind, tuple(one for one, _ in pairs)), depth
        case Quantified(kind, names, inner):
            found, depth = _plain(inner)
            new = [f"?{depth}.{place}" for place, _ in enumerate(names)]
            terms: dict[str, Term] = dict(zip(names, map(Name, new), strict=True))
            return Quantified(kind, tuple(new), substituted(found, terms)), depth + 1
    return formula, 0
