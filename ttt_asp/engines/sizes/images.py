"""What a position's atoms become in another position: its situation, roles and squares exchanged.

An image is a guess, and nothing rests on its being a good one: see `fixpoints.py`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

from ttt_asp.engines.sizes.formulas import Compare, Formula, Holds, Name, Term
from ttt_asp.engines.sizes.linear import names_in, replaced, solved
from ttt_asp.engines.sizes.logic import FALSE, bound, every, negated, parts, substituted
from ttt_asp.engines.sizes.matches import put
from ttt_asp.engines.sizes.reading import Reading
from ttt_asp.engines.sizes.values import (
    HOLE,
    Structure,
    Text,
    Value,
    filled,
    holes,
    leaves,
    written,
)

# So many ways of exchanging squares are tried, where the rules have cases.
_MOST = 8


@dataclass(frozen=True, slots=True)
class Reflection:
    """Where the squares of one kind go: a square's integers, and those of its image.

    Attributes:
        shape: of the squares. names: of their integers. image: a term about these.
    """

    shape: Structure
    names: tuple[str, ...]
    image: Value


@dataclass(frozen=True, slots=True)
class Image:
    """What becomes of atoms.

    Attributes:
        here, there: the situation that they are about, and that of their images.
        roles: roles that become others, each with its image.
        squares: where squares go, at most one of each shape; others stay.
    """

    here: str
    there: str
    roles: tuple[tuple[str, str], ...] = ()
    squares: tuple[Reflection, ...] = ()

    def of(self, atom: Holds, reading: Reading) -> Formula:
        """What an atom becomes: an atom, or what is never so, where no rule derives that.

        What is about another situation than `here`, or about none, is about no other in the image.
        """
        value = _with(reading.shapes[atom.predicate], atom.arguments)
        arguments = [self._value(one) for one in value.arguments]
        if arguments and written(arguments[-1]) == self.here:
            arguments[-1] = Structure(self.there)
        return _holding(Structure(value.name, tuple(arguments)), reading)

    def _value(self, value: Value) -> Value:
        if not isinstance(value, Structure):
            return value
        if not value.arguments:
            return Structure(dict(self.roles).get(value.name, value.name))
        for one in self.squares:
            integers = _fitting(value, one.shape)
            if integers is not None:
                return put(one.image, dict(zip(one.names, integers, strict=True)))
        return Structure(value.name, tuple(map(self._value, value.arguments)))


def _with(shape: Structure, integers: Iterable[Term]) -> Structure:
    """What has a shape, with integers."""
    given = iter(integers)
    value = filled(shape, (next(given) if leaf == HOLE else leaf for leaf in leaves(shape)))
    assert isinstance(value, Structure)
    return value


def _holding(atom: Structure, reading: Reading) -> Formula:
    """That an atom holds; what is never so, where no rule derives it."""
    for name in reading.theory.atoms.values():
        if (found := _fitting(atom, reading.shapes[name])) is not None:
            return Holds(name, found)
    return FALSE


def _fitting(value: Value, shape: Value) -> tuple[Term, ...] | None:
    """The integers of a value that has a shape; None if it has another one."""
    if isinstance(value, Structure) and isinstance(shape, Structure):
        if (value.name, len(value.arguments)) != (shape.name, len(shape.arguments)):
            return None
        found: tuple[Term, ...] = ()
        for one, place in zip(value.arguments, shape.arguments, strict=True):
            if (inner := _fitting(one, place)) is None:
                return None
            found += inner
        return found
    if shape == HOLE and not isinstance(value, Structure | Text):
        return (value,)
    return () if value == shape else None


def reflections(reading: Reading) -> Iterator[tuple[Reflection, ...]]:
    """The ways of exchanging squares that the rules of `exchanged(C,D)` speak of, case by case."""
    ways: dict[Structure, list[Reflection]] = {}
    for one in reading.theory.definitions:
        shape = reading.shapes.get(one.predicate)
        if shape is None or (shape.name, len(shape.arguments)) != ("exchanged", 2):
            continue
        left, right = shape.arguments
        if not isinstance(left, Structure) or not isinstance(right, Structure):
            continue
        names = one.names[: len(holes(left))]
        others = one.names[len(names) :]
        for case in _cases(one.formula, reading):
            if (terms := _solutions(case, others, names, reading.theory.parameters)) is not None:
                ways.setdefault(left, []).append(Reflection(left, names, _with(right, terms)))
    yield from islice(product(*ways.values()), _MOST)


def differing(one: Reflection, reading: Reading) -> Formula:
    """That the rules of `exchanged(C,D)` do not let some square go where a reflection has it."""
    square = _with(one.shape, map(Name, one.names))
    there = _holding(Structure("square", (square,)), reading)
    goes = _holding(Structure("exchanged", (square, one.image)), reading)
    return bound(one.names, every([there, negated(goes)]))


def _cases(formula: Formula, reading: Reading) -> Iterator[Formula]:
    """Formulas one of which holds where a formula does, without the alternatives it is made of.

    What is defined by equations only, as the size of a board, is said by these.
    """
    chosen = [parts("or", one) for one in parts("and", formula)]
    said = {one.predicate: one for one in reading.theory.definitions}
    for way in islice(product(*chosen), _MOST):
        found = list(parts("and", every(way)))
        for one in tuple(found):
            definition = said.get(one.predicate) if isinstance(one, Holds) else None
            if isinstance(one, Holds) and definition is not None and _equations(definition.formula):
                terms = dict(zip(definition.names, one.arguments, strict=True))
                found.append(substituted(definition.formula, terms))
        yield every(found)


def _equations(formula: Formula) -> bool:
    return all(isinstance(one, Compare) and one.operator == "=" for one in parts("and", formula))


def _solutions(
    formula: Formula, wanted: Sequence[str], names: Sequence[str], parameters: Sequence[str]
) -> list[Term] | None:
    """What a formula says that some integers are, by others; None if it does not say."""
    known = {*names, *parameters}
    found: dict[str, Term] = {}
    equations = [one for one in parts("and", formula) if isinstance(one, Compare)]
    for _, name, one in product(wanted, wanted, equations):  # one may be said by another one
        if one.operator == "=" and name not in found:
            solution = solved(one.left, one.right, [name])
            term = None if solution is None else replaced(solution[1], found)
            if term is not None and names_in(term) <= known:
                found[name] = term
    return [found[name] for name in wanted] if len(found) == len(wanted) else None
