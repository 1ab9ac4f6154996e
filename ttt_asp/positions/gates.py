"""A network of gates: each gate once, constants folded away.

Gates are numbers, 0 is false and 1 is true; a gate's inputs have smaller numbers, except that
the variables of a loop stand for gates made after them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import field
from enum import IntEnum

from ttt_asp.records import dataclass

FALSE, TRUE = 0, 1


class Kind(IntEnum):
    """The operation of a gate."""

    CONSTANT = 0
    INPUT = 1
    NOT = 2
    AND = 3
    OR = 4
    VARIABLE = 5


@dataclass(slots=True)
class Loop:
    """A positive recursion: variables, and the gates that they are equal to at the fixpoint."""

    variables: tuple[int, ...]
    bodies: tuple[int, ...] = ()


@dataclass
class Network:
    """Gates that share common subexpressions.

    Attributes:
        kinds, arguments: of each gate. An input's argument is its number, a variable's the
            number of its loop.
        loops: the recursions.
        sums: for each gate that tests whether weights reach a bound, the bound, and each weight
            with its gate: independent of the order in which they were put together.
    """

    kinds: list[Kind] = field(default_factory=lambda: [Kind.CONSTANT, Kind.CONSTANT])
    arguments: list[tuple[int, ...]] = field(default_factory=lambda: [(0,), (1,)])
    loops: list[Loop] = field(default_factory=list)
    sums: dict[int, tuple[int, tuple[tuple[int, int], ...]]] = field(default_factory=dict)
    _known: dict[tuple[Kind, tuple[int, ...]], int] = field(default_factory=dict)

    def _gate(self, kind: Kind, arguments: tuple[int, ...]) -> int:
        key = (kind, arguments)
        gate = self._known.get(key)
        if gate is None:
            gate = self._known[key] = len(self.kinds)
            self.kinds.append(kind)
            self.arguments.append(arguments)
        return gate

    def input(self, number: int) -> int:
        """Return the gate of the input of that number."""
        return self._gate(Kind.INPUT, (number,))

    def loop(self, size: int) -> Loop:
        """Make a recursion of `size` fresh variables, whose bodies are still to be set."""
        number, first = len(self.loops), len(self.kinds)
        self.kinds += [Kind.VARIABLE] * size
        self.arguments += [(number,)] * size
        self.loops.append(Loop(tuple(range(first, first + size))))
        return self.loops[-1]

    def negation(self, gate: int) -> int:
        """Return the gate that is true where the gate is false."""
        if gate <= TRUE:
            return TRUE - gate
        if self.kinds[gate] is Kind.NOT:
            return self.arguments[gate][0]
        return self._gate(Kind.NOT, (gate,))

    def conjunction(self, gates: Iterable[int]) -> int:
        """Return the gate that is true where all gates are."""
        return self._combine(Kind.AND, gates, TRUE)

    def disjunction(self, gates: Iterable[int]) -> int:
        """Return the gate that is true where any gate is."""
        return self._combine(Kind.OR, gates, FALSE)

    def _combine(self, kind: Kind, gates: Iterable[int], neutral: int) -> int:
        distinct = set(gates)
        if TRUE - neutral in distinct:
            return TRUE - neutral
        distinct.discard(neutral)
        if not distinct:
            return neutral
        if len(distinct) == 1:
            return distinct.pop()
        for gate in distinct:
            if self.kinds[gate] is Kind.NOT and self.arguments[gate][0] in distinct:
                return TRUE - neutral
        return self._gate(kind, tuple(sorted(distinct)))

    def at_least(self, bound: int, gates: Sequence[int], weights: Sequence[int]) -> int:
        """Return the gate that is true where the weights of the true gates sum to `bound` or more.

        A unary counter: its stages are shared between the bounds asked of the same gates.
        """
        constant = sum(w for g, w in zip(gates, weights, strict=True) if g == TRUE)
        items = [(g, w) for g, w in zip(gates, weights, strict=True) if g > TRUE and w]
        items.sort(key=lambda item: (item[1], item[0]))
        # the sums asked of fewer and fewer items; then their gates, from no item on
        asked, rest = [{bound - constant}], sum(weight for _, weight in items)
        for _, weight in reversed(items):
            open_sums = [wanted for wanted in asked[-1] if 0 < wanted <= rest]
            asked.append({*open_sums, *(wanted - weight for wanted in open_sums)})
            rest -= weight
        reach = {wanted: TRUE if wanted <= 0 else FALSE for wanted in asked.pop()}
        for item, weight in items:
            before, reach = reach, {}
            for wanted in asked.pop():
                with_it = self.conjunction([item, before.get(wanted - weight, FALSE)])
                either = self.disjunction([with_it, before.get(wanted, FALSE)])
                reach[wanted] = TRUE if wanted <= 0 else either
        gate = reach[bound - constant]
        if gate > max((g for g, _ in items), default=gate):  # not one that was there before
            self.sums.setdefault(gate, (bound - constant, tuple((w, g) for g, w in items)))
        return gate
