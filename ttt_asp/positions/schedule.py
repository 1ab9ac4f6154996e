"""The order in which gates are evaluated, and their evaluation by any kind of bit vector."""

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import and_, or_
from typing import Any

from ttt_asp.positions.gates import Kind, Network
from ttt_asp.records import dataclass

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
