"""The order in which gates are evaluated, and their evaluation by any kind of bit vector."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_
from typing import Any

from ttt_asp.positions.circuit.gates import Kind, Network

# A step of a schedule: what to do, the gate, its inputs, the gates not needed any more.
Step = tuple[int, int, Sequence[int], Sequence[int]]
_NOT, _AND, _OR, _LOOP = range(4)
_STEP = {Kind.NOT: _NOT, Kind.AND: _AND, Kind.OR: _OR}


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
        """The values of all gates; of those not asked for, whatever is left of them.

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
        for what, gate, arguments, dead in steps:
            if what == _AND:
                values[gate] = reduce(and_, map(get, arguments))
            elif what == _OR:
                values[gate] = reduce(or_, map(get, arguments))
            elif what == _NOT:
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
    """Order the gates that the outputs rest on."""
    wanted = list(dict.fromkeys(outputs))
    kinds, arguments = network.kinds, network.arguments
    loops: dict[int, _Inner] = {}
    depends = _Dependence(network)

    def order(targets: Iterable[int], done: set[int], inside: int | None) -> list[tuple[int, int]]:
        """Steps (what, gate) for the targets; `inside` a loop only what varies with it."""
        found: list[tuple[int, int]] = []
        stack = [(gate, False) for gate in reversed(list(targets))]
        while stack:
            gate, ready = stack.pop()
            if ready:
                if kinds[gate] is Kind.VARIABLE:
                    found.append((_LOOP, arguments[gate][0]))
                    # what was evaluated inside has its final value
                    number = arguments[gate][0]
                    done.update(network.loops[number].variables)
                else:
                    found.append((_STEP[kinds[gate]], gate))
                continue
            if gate in done or (inside is not None and not depends.on(gate, inside)):
                continue
            kind = kinds[gate]
            if kind is Kind.VARIABLE:
                number = arguments[gate][0]
                loop = network.loops[number]
                done.update(loop.variables)
                if number == inside:
                    continue
                stack.append((gate, True))
                within = depends.boundary(number)
                stack += [(g, False) for g in within if g not in done]
            elif kind in (Kind.CONSTANT, Kind.INPUT):
                done.add(gate)
            else:
                done.add(gate)
                stack.append((gate, True))
                stack += [(g, False) for g in reversed(arguments[gate]) if g not in done]
        return found

    plain = order(wanted, set(), None)
    for what, number in plain:
        if what == _LOOP:
            loop = network.loops[number]
            inner = order(loop.bodies, set(loop.variables), number)
            inside: list[Step] = [(w, g, arguments[g], ()) for w, g in inner]
            loops[number] = _Inner(loop.variables, loop.bodies, inside)
    steps = _with_deaths(plain, network, set(wanted), bool(loops))
    used = {g for _, _, inputs, _ in steps for g in inputs} | set(wanted)
    used |= {g for loop in loops.values() for _, _, inputs, _ in loop.steps for g in inputs}
    used |= {g for loop in loops.values() for g in loop.bodies}
    inputs = [(gate, arguments[gate][0]) for gate in sorted(used) if kinds[gate] is Kind.INPUT]
    return Schedule(len(kinds), inputs, steps, loops)


def _with_deaths(
    order: Sequence[tuple[int, int]], network: Network, kept: set[int], loops: bool
) -> list[Step]:
    """The steps, each with the gates that no later step needs."""
    inputs = [() if what == _LOOP else network.arguments[gate] for what, gate in order]
    if loops:  # a loop reads many gates again and again: keep everything
        return [(w, g, i, ()) for (w, g), i in zip(order, inputs, strict=True)]
    seen = set(kept) | {0, 1}
    dead: list[list[int]] = []
    for (_, _gate), arguments in zip(reversed(order), reversed(inputs), strict=True):
        dead.append([g for g in dict.fromkeys(arguments) if g not in seen])
        seen.update(arguments)
    dead.reverse()
    return [(w, g, i, d) for (w, g), i, d in zip(order, inputs, dead, strict=True)]


@dataclass
class _Dependence:
    """Which gates vary with the variables of a loop."""

    network: Network

    def __post_init__(self) -> None:
        self._memo: dict[tuple[int, int], bool] = {}

    def on(self, gate: int, loop: int) -> bool:
        """Whether the gate rests on a variable of the loop, not through a later loop."""
        kinds, arguments = self.network.kinds, self.network.arguments
        stack = [gate]
        while stack:
            one = stack[-1]
            if (one, loop) in self._memo:
                stack.pop()
                continue
            kind = kinds[one]
            if kind is Kind.VARIABLE:
                self._memo[one, loop] = arguments[one][0] == loop
            elif kind in (Kind.CONSTANT, Kind.INPUT):
                self._memo[one, loop] = False
            else:
                missing = [g for g in arguments[one] if (g, loop) not in self._memo]
                if missing:
                    stack += missing
                    continue
                self._memo[one, loop] = any(self._memo[g, loop] for g in arguments[one])
            stack.pop()
        return self._memo[gate, loop]

    def boundary(self, number: int) -> list[int]:
        """The gates outside a loop that the gates inside it read."""
        arguments = self.network.arguments
        found: dict[int, None] = {}
        seen: set[int] = set()
        stack = list(self.network.loops[number].bodies)
        while stack:
            gate = stack.pop()
            if gate in seen:
                continue
            seen.add(gate)
            if not self.on(gate, number):
                found[gate] = None
            elif gate not in self.network.loops[number].variables:
                stack += arguments[gate]
        return list(found)
