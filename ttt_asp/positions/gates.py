"""A network of gates: each gate once, constants folded away; and the order of their evaluation.

Gates are numbers, 0 is false and 1 is true; a gate's inputs have smaller numbers, except that
the variables of a loop stand for gates made after them. Any kind of bit vector can be evaluated.
"""

from collections.abc import Iterable, Sequence
from dataclasses import field
from enum import IntEnum
from functools import reduce
from operator import and_, or_
from typing import Any

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


# A step of a schedule: the operation, the gate, its inputs, the gates not needed any more.
Step = tuple[Kind, int, Sequence[int], Sequence[int]]
_OPERATIONS = _NOT, _AND, _OR = Kind.NOT, Kind.AND, Kind.OR


@dataclass(frozen=True, slots=True)
class _Inner:
    """A loop's variables, their bodies, and the steps from the ones to the others."""

    variables: Sequence[int]
    bodies: Sequence[int]
    steps: Sequence[Step]


@dataclass(frozen=True)
class Schedule:
    """Steps that evaluate some gates of a network.

    Attributes:
        size: the number of gates of the network.
        inputs: the gate and the number of each input that is needed.
        steps: in an order in which every gate comes after its inputs.
        loops: the recursions by their number.
    """

    size: int
    inputs: Sequence[tuple[int, int]]
    steps: Sequence[Step]
    loops: dict[int, _Inner]

    def run(self, columns: Sequence[Any], none: Any, every: Any) -> list[Any]:
        """Return the values of all gates; those of gates not asked for are undefined.

        Args:
            columns: a bit vector for each input: Python's integers, or arrays of words.
            none: the vector without a bit.
            every: the vector with every bit.
        """
        values: list[Any] = [None] * self.size
        values[0], values[1] = none, every
        for gate, number in self.inputs:
            values[gate] = columns[number]
        self._steps(self.steps, values, none, every)
        return values

    def _steps(self, steps: Sequence[Step], values: list[Any], none: Any, every: Any) -> None:
        get = values.__getitem__
        for kind, gate, arguments, dead in steps:
            if kind is _AND:
                values[gate] = reduce(and_, map(get, arguments))
            elif kind is _OR:
                values[gate] = reduce(or_, map(get, arguments))
            elif kind is _NOT:
                values[gate] = values[arguments[0]] ^ every
            else:
                self._loop(self.loops[gate], values, none, every)
            for other in dead:
                values[other] = None

    def _loop(self, loop: _Inner, values: list[Any], none: Any, every: Any) -> None:
        """Iterate a positive recursion from nothing to its least fixpoint."""
        for variable in loop.variables:
            values[variable] = none
        while True:
            self._steps(loop.steps, values, none, every)
            pairs = [
                (values[v], values[b]) for v, b in zip(loop.variables, loop.bodies, strict=True)
            ]
            if not any(_differ(old, new) for old, new in pairs):
                return
            for variable, (_, new) in zip(loop.variables, pairs, strict=True):
                values[variable] = new


def _differ(old: Any, new: Any) -> bool:
    changed = old ^ new
    return bool(changed.any()) if hasattr(changed, "any") else bool(changed)


def schedule(network: Network, outputs: Iterable[int]) -> Schedule:
    """Order the gates that the outputs rest on: as they are numbered, inputs come first.

    While the bodies of a loop are made no other loop is. So every gate that varies with its
    variables, up to the last body, has a number between the first variable's and that body's; other
    gates with such numbers may be evaluated again, and whatever reads a variable later finds the
    fixpoint.
    """
    kinds, arguments = network.kinds, network.arguments
    wanted = set(outputs)
    used, stack = set[int](), list(wanted)
    while stack:
        gate = stack.pop()
        if gate in used:
            continue
        used.add(gate)
        if kinds[gate] is Kind.VARIABLE:
            loop = network.loops[arguments[gate][0]]
            stack += (*loop.variables, *loop.bodies)
        elif kinds[gate] in _OPERATIONS:
            stack += arguments[gate]
    order = sorted(used)
    inputs = [(gate, arguments[gate][0]) for gate in order if kinds[gate] is Kind.INPUT]
    steps: list[Step] = []
    loops: dict[int, _Inner] = {}
    last = -1
    for gate in order:
        if gate <= last:
            continue
        if kinds[gate] is Kind.VARIABLE:
            (number,) = arguments[gate]
            loop = network.loops[number]
            last = max(*loop.variables, *loop.bodies)
            inside = [g for g in order if gate < g <= last and kinds[g] in _OPERATIONS]
            within: list[Step] = [(kinds[g], g, arguments[g], ()) for g in inside]
            loops[number] = _Inner(loop.variables, loop.bodies, within)
            steps.append((Kind.VARIABLE, number, (), ()))
        elif kinds[gate] in _OPERATIONS:
            steps.append((kinds[gate], gate, arguments[gate], ()))
    # a loop reads many gates again and again: then everything is kept
    return Schedule(len(kinds), inputs, steps if loops else _with_deaths(steps, wanted), loops)


def _with_deaths(steps: Sequence[Step], kept: set[int]) -> list[Step]:
    """Return the steps, each with the gates that no later step needs."""
    seen = kept | {0, 1}
    ordered: list[Step] = []
    for kind, gate, arguments, _ in reversed(steps):
        ordered.append((kind, gate, arguments, [g for g in arguments if g not in seen]))
        seen.update(arguments)
    return ordered[::-1]
