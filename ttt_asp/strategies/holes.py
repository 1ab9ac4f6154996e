"""Holes: places in a strategy's term for which tactics are to be found.

`?` is a hole, `?NAME` the same one wherever the name stands, and `...` between the operands of a
`first` any number of holes that may stay empty. A hole becomes a tactic with a name that no file
can have, so a term with holes goes the way of every other.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ttt_asp.errors import wrong
from ttt_asp.strategies.composition import Composition


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole.

    Attributes:
        name: the tactic that stands for it, as `_hole_1_1`.
        shown: as the user wrote it.
        follows: of a line that `...` stands for, the hole of the line before; empty for the first.
        spare: whether it may stay empty, as such a line may.
    """

    name: str
    shown: str
    follows: str = ""
    spare: bool = False


@dataclass
class Holes:
    """The holes of strategies, in the order in which they stand there.

    Attributes:
        lines: how many holes `...` stands for.
        found: by name. places: how often each stands in the terms.
    """

    lines: int
    found: dict[str, Hole] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)

    def replaced(self, node: Composition, number: int) -> Composition:
        """A term as parsed, with tactics for its holes.

        Args:
            node: the term.
            number: of the strategy; its unnamed holes are its own.

        Raises:
            InputError: `...` stands elsewhere than once between the operands of a `first`.
        """
        if node.operator == "lines":
            raise wrong("... stands for lines of a first(...)", node.location, "first(..., any)")
        if node.operator == "hole":
            name = f"_hole_{node.name}" if node.name else f"_hole_{number}_{len(self.found) + 1}"
            return self._tactic(Hole(name, f"?{node.name}"), node)
        many = [operand for operand in node.operands if operand.operator == "lines"]
        if node.operator == "first" and many:
            if len(many) > 1:
                raise wrong("one ... is enough in a first(...)", many[1].location, "leave it out")
            operands: list[Composition] = []
            for operand in node.operands:
                if operand.operator == "lines":
                    operands += self._lines(operand, number)
                else:
                    operands.append(self.replaced(operand, number))
            return replace(node, operands=tuple(operands))
        return replace(node, operands=tuple(self.replaced(o, number) for o in node.operands))

    def _lines(self, node: Composition, number: int) -> Iterator[Composition]:
        before = ""
        for _ in range(self.lines):
            name = f"_hole_{number}_{len(self.found) + 1}"
            yield self._tactic(Hole(name, "...", before, True), node)
            before = name

    def _tactic(self, hole: Hole, node: Composition) -> Composition:
        self.found.setdefault(hole.name, hole)
        self.places[hole.name] = self.places.get(hole.name, 0) + 1
        return Composition("tactic", hole.name, (), node.location)


def has_holes(node: Composition) -> bool:
    """Whether a term as parsed has a hole."""
    return node.operator in ("hole", "lines") or any(map(has_holes, node.operands))


def filled(node: Composition, fillers: Mapping[str, Composition]) -> Composition | None:
    """A term with its holes filled; None for a hole that stays empty.

    Args:
        node: a term with tactics for its holes.
        fillers: by the hole's name.
    """
    if node.operator == "tactic" and node.name.startswith("_hole_"):
        return fillers.get(node.name)
    operands = [some for operand in node.operands if (some := filled(operand, fillers)) is not None]
    if node.operator == "first" and len(operands) == 1:
        return operands[0]
    return replace(node, operands=tuple(operands))


# What has to be in some holes for two terms to be the same: pairs of a hole's name and a hole's
# name or a term.
Equations = Sequence[tuple[str, str]]


def repetitions(node: Composition) -> Iterator[tuple[Equations, Composition]]:
    """When a line of a `first` repeats an earlier one and so can never decide.

    Args:
        node: a resolved term with tactics for its holes.

    Yields:
        What has to be in the holes for that, and the line that repeats.
    """
    if node.operator == "first":
        for number, later in enumerate(node.operands):
            for earlier in node.operands[:number]:
                found = _equal(earlier, later)
                if found is not None and _holes(earlier) | _holes(later):
                    yield tuple(dict.fromkeys(found)), later
    for operand in node.operands:
        yield from repetitions(operand)


def _equal(one: Composition, other: Composition) -> list[tuple[str, str]] | None:
    """What makes two terms the same; None if nothing does."""
    for hole, term in ((one, other), (other, one)):
        if hole.name.startswith("_hole_"):
            return [] if hole.name == term.name else [(hole.name, str(term))]
    same = (one.operator, one.name) == (other.operator, other.name)
    if not same or len(one.operands) != len(other.operands):
        return None
    found: list[tuple[str, str]] = []
    for pair in zip(one.operands, other.operands, strict=True):
        more = _equal(*pair)
        if more is None:
            return None
        found += more
    return found


def _holes(node: Composition) -> set[str]:
    if node.name.startswith("_hole_"):
        return {node.name}
    return set[str]().union(*map(_holes, node.operands))
