"""A theory cut to a question: what is known put in, and what it does not rest on left out."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ttt_asp.engines.sizes.formulas import (
    Axiom,
    Formula,
    Holds,
    Junction,
    Not,
    Quantified,
    Theory,
    Truth,
    holding,
)
from ttt_asp.engines.sizes.logic import free, junction, remade


def with_known(theory: Theory, known: Mapping[str, bool]) -> Theory:
    """The same theory where some predicates without arguments hold, and others do not.

    Definitions that are decided by that, or say the same as another formula without integers,
    are put in where they are spoken of.

    Args:
        theory: definitions in order.
        known: predicates, and whether they hold.
    """
    said: dict[str, Formula] = {name: Truth(value) for name, value in known.items()}
    for one in theory.definitions:
        if one.predicate in known and isinstance(one.formula, Holds):
            said[one.formula.predicate] = Truth(known[one.predicate])
    definitions = []
    for one in theory.definitions:
        formula = put(one.formula, said)
        definitions.append(replace(one, formula=formula))
        short = isinstance(formula, Truth) or (
            isinstance(formula, Holds | Not) and not free(formula)
        )
        if short and one.predicate not in said:
            said[one.predicate] = formula
    axioms = [replace(one, formula=put(one.formula, said)) for one in theory.axioms]
    return replace(
        theory,
        definitions=tuple(definitions),
        axioms=tuple(one for one in axioms if one.formula != Truth(True)),
    )


def put(formula: Formula, said: Mapping[str, Formula]) -> Formula:
    """A formula with others in place of some predicates; these speak of no arguments."""
    match formula:
        case Holds(predicate) if predicate in said:
            return said[predicate]
        case Quantified(kind, names, inner):
            found = put(inner, said)
            left = tuple(name for name in names if name in free(found))
            return Quantified(kind, left, found) if left else found
    return remade(formula, lambda one: put(one, said))


def cut(theory: Theory, formulas: Iterable[Formula]) -> Theory:
    """What formulas rest on: all of a theory that can matter for whether they can be so.

    An axiom matters where something chosen does of which it speaks.
    """
    defined = {one.predicate: one for one in theory.definitions}
    chosen = frozenset(theory.chosen)
    needed: set[str] = set()
    spoken: set[str] = set()

    def need(formula: Formula) -> None:
        spoken.update(free(formula) & chosen)
        for atom in holding(formula):
            if atom.predicate not in needed:
                needed.add(atom.predicate)
                if atom.predicate in defined:
                    need(defined[atom.predicate].formula)

    for formula in formulas:
        need(formula)
    axioms: dict[Axiom, None] = {}
    before = -1
    while len(axioms) > before:
        before = len(axioms)
        for axiom in theory.axioms:
            if axiom not in axioms and free(axiom.formula) & spoken:
                axioms[axiom] = None
                need(axiom.formula)
    return replace(
        theory,
        chosen=tuple(name for name in theory.chosen if name in spoken),
        opens=tuple(one for one in theory.opens if one.predicate in needed),
        definitions=tuple(one for one in theory.definitions if one.predicate in needed),
        axioms=tuple(axioms),
    )


def cases(theory: Theory, formula: Formula, most: int = 6) -> list[Formula]:
    """Formulas of which one holds where a formula does: easier ones, to be asked apart.

    Args:
        theory: whose definitions may be looked into.
        formula: what is to be split.
        most: how many cases there may be.
    """
    defined = {one.predicate: one.formula for one in theory.definitions if not one.names}

    def split(one: Formula) -> list[Formula]:
        match one:
            case Holds(predicate) if predicate in defined:
                found = split(defined[predicate])
                return found if len(found) > 1 else [one]
            case Junction("or", formulas):
                return [case for part in formulas for case in split(part)]
            case Junction("and", formulas):
                # what has few cases first: they say most, each
                ways: list[list[Formula]] = [[]]
                for part, found in sorted(zip(formulas, map(split, formulas), strict=True),
                                          key=lambda pair: len(pair[1])):  # fmt: skip
                    if len(ways) * len(found) > most:
                        found = [part]
                    ways = [[*way, case] for way in ways for case in found]
                return [junction("and", way) for way in ways]
        return [one]

    found = split(formula)
    return [one for one in found if one != Truth(False)]
