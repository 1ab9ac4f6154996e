"""Holes: places in a strategy's term for which tactics are to be found.

`?` is a hole, `?NAME` the same one wherever the name stands, and `...` between the operands of a
`first` any number of holes that may stay empty. A hole becomes a tactic with a name that no file
can have, so a term with holes goes the way of every other.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from ttt_asp.errors import Location, wrong
from ttt_asp.strategies.composition import OPERATORS, Composition, leaves


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole.

    Attributes:
        name: the tactic that stands for it, as `_hole_1_1`.
        follows: for a line of `...`, the hole of the line before; empty for the first.
        spare: whether it may stay empty, as such a line may.
    """

    name: str
    follows: str = ""
    spare: bool = False


@dataclass
class Holes:
    """The holes of strategies, in the order in which they stand there.

    Attributes:
        lines: the number of holes that `...` stands for.
        found: the holes by name. places: the number of places of each in the terms.
    """

    lines: int
    found: dict[str, Hole] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)

    def replaced(self, node: Composition, number: int) -> Composition:
        """Replace the holes of a parsed term by tactics.

        Args:
            node: the term.
            number: the strategy's number; its unnamed holes are its own.

        Raises:
            InputError: `...` stands elsewhere than once between the operands of a `first`.
        """
        if node.operator == "lines":
            raise wrong("... stands for lines of a first(...)", node.location, "first(..., any)")
        if node.operator == "hole":
            name = f"_hole_{node.name}" if node.name else f"_hole_{number}_{len(self.found) + 1}"
            return self._tactic(Hole(name), node)
        many = [operand for operand in node.operands if operand.operator == "lines"]
        if node.operator == "first" and many:
            if len(many) > 1:
                raise wrong("one ... is enough in a first(...)", many[1].location, "leave it out")
            operands: list[Composition] = []
            for operand in node.operands:
                if operand.operator == "lines":
                    operands += self._lines(operand, number, alone=len(node.operands) == 1)
                else:
                    operands.append(self.replaced(operand, number))
            return replace(node, operands=tuple(operands))
        return replace(node, operands=tuple(self.replaced(o, number) for o in node.operands))

    def _lines(self, node: Composition, number: int, alone: bool) -> Iterator[Composition]:
        if self.lines > (most := OPERATORS["first"][1]):
            raise wrong(f"... is {most} lines at most", Location.argument("lines"), "as 8")
        before = ""
        for _ in range(self.lines):
            name = f"_hole_{number}_{len(self.found) + 1}"
            spare = bool(before) or not alone  # a list has a line
            yield self._tactic(Hole(name, before, spare), node)
            before = name

    def _tactic(self, hole: Hole, node: Composition) -> Composition:
        self.found.setdefault(hole.name, hole)
        self.places[hole.name] = self.places.get(hole.name, 0) + 1
        return Composition("tactic", hole.name, (), node.location)


def fill_holes(node: Composition, fillers: Mapping[str, Composition]) -> Composition | None:
    """Fill the holes of a term; return None for a hole that stays empty.

    Args:
        node: a term with tactics for its holes.
        fillers: the filler of each hole, by the hole's name.
    """
    if node.operator == "tactic" and node.name.startswith("_hole_"):
        return fillers.get(node.name)
    filled = [fill_holes(operand, fillers) for operand in node.operands]
    operands = [operand for operand in filled if operand is not None]
    if node.operator == "first" and len(operands) == 1:
        return operands[0]
    return replace(node, operands=tuple(operands))


# What has to be in some holes for two terms to be the same: pairs of a hole's name and a hole's
# name, a term, or `0` for nothing.
Equations = Sequence[tuple[str, str]]


def repetitions(
    node: Composition, holes: Holes, fillers: Mapping[str, Composition]
) -> Iterator[Equations]:
    """Find fillings by which a line of a `first` repeats an earlier one and so never decides.

    Args:
        node: a resolved term with tactics for its holes.
        holes: the holes behind these tactics.
        fillers: the terms that may be put into them, by their texts.

    Yields:
        The filler of each hole in such a filling; `0` for an empty hole.
    """
    if node.operator == "first":
        for number, later in enumerate(node.operands):
            for earlier in node.operands[:number]:
                if _has_hole(earlier) or _has_hole(later):
                    shapes = product(_shortened(earlier, holes), _shortened(later, holes))
                    for (empty, term), (more, other) in shapes:
                        for equations in _equal(term, other, fillers):
                            yield tuple(dict.fromkeys([*empty, *more, *equations]))
    for operand in node.operands:
        yield from repetitions(operand, holes, fillers)


def _shortened(node: Composition, holes: Holes) -> Iterator[tuple[Equations, Composition]]:
    """Yield a term with fewer and fewer of its spare holes, and the holes that are empty then."""
    lines = [o.name for o in node.operands if o.name in holes.found and holes.found[o.name].spare]
    for number in range(len(lines) + 1):
        kept = [operand for operand in node.operands if operand.name not in lines[number:]]
        for inner in product(*(_shortened(operand, holes) for operand in kept)):
            empty = [(name, "0") for name in lines[number : number + 1]]
            for equations, _ in inner:
                empty += equations
            operands = tuple(operand for _, operand in inner)
            alone = node.operator == "first" and len(operands) == 1
            yield empty, operands[0] if alone else replace(node, operands=operands)


def _equal(
    first: Composition, other: Composition, fillers: Mapping[str, Composition]
) -> Iterator[Equations]:
    """Yield the fillings that make two terms equal, one for each way."""
    for hole, term in ((first, other), (other, first)):
        if not hole.name.startswith("_hole_"):
            continue
        if hole.name == term.name:
            yield []
        elif term.name.startswith("_hole_") or str(term) in fillers:
            yield [(hole.name, str(term))]
        elif _has_hole(term):
            for text, filler in fillers.items():
                yield from ([(hole.name, text), *more] for more in _equal(term, filler, fillers))
        return
    same = (first.operator, first.name) == (other.operator, other.name)
    if same and len(first.operands) == len(other.operands):
        pairs = zip(first.operands, other.operands, strict=True)
        for ways in product(*(_equal(*pair, fillers) for pair in pairs)):
            yield [equation for way in ways for equation in way]


def _has_hole(node: Composition) -> bool:
    """Whether a term has a tactic that stands for a hole."""
    return any(name.startswith("_hole_") for name, _ in leaves(node))
