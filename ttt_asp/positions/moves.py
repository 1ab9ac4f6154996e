"""Moves: the gates that tell where they may be made, and their effects on a position."""

from collections import ChainMap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from heapq import heappop, heappush
from typing import Any

from ttt_asp.positions.gates import FALSE, TRUE, Kind, Schedule, schedule
from ttt_asp.positions.ground import Circuit
from ttt_asp.records import dataclass
from ttt_asp.verdict import Move


@dataclass(frozen=True)
class Effect:
    """The effect of a move on a position.

    Attributes:
        keep: the bits that stay as they are. set: those that become true.
        copied: pairs of bits (from, to) where the second takes the old value of the first.
        computed: pairs (gate, bit) where a bit becomes the value of a gate.
        stray: the gate that is true where a term becomes true that is no fluent.
        values: the values of these gates at a batch; None where it has them itself.
    """

    keep: int
    set: int
    copied: tuple[tuple[int, int], ...] = ()
    computed: tuple[tuple[int, int], ...] = ()
    stray: int = FALSE
    values: Sequence[Any] | None = None

    @cached_property
    def targets(self) -> Mapping[int, int]:
        """For each bit that is copied those that take its value, as numbers with these bits set."""
        targets: dict[int, int] = {}
        for source, target in self.copied:
            targets[1 << source] = targets.get(1 << source, 0) | 1 << target
        return targets

    @cached_property
    def sources(self) -> int:
        """The bits that are copied."""
        return sum(self.targets)


@dataclass(frozen=True, slots=True)
class Action:
    """A move that somebody may make somewhere.

    Attributes:
        move: the role and its action.
        role: the number of the role.
        plays: the gate that says where its role's strategy allows it and play goes on.
        legal: the gate that says where its role may choose it by the rules, and play is not over.
        accompanied: the gate that says that others act, who have a single action each.
    """

    move: Move
    role: int
    plays: int
    legal: int
    accompanied: int


def computed(effects: Sequence[Effect]) -> list[int]:
    """Return the gates that effects rest on."""
    gates = [effect.stray for effect in effects]
    for effect in effects:
        gates += (gate for gate, _ in effect.computed)
    return gates


# Gates for single moves, beyond which one circuit for all moves may be better.
MANY = 100_000


@dataclass(frozen=True)
class AnyMoves:
    """The effect of any moves, with a further input for each, which says whether it is made.

    Attributes:
        plan: how the effect is evaluated.
        inputs: the atoms of moves, in the order of the further inputs.
        effect: which fluents become what.
    """

    plan: Schedule
    inputs: Sequence[tuple[str, ...]]
    effect: Effect


@dataclass(frozen=True)
class Specialiser:
    """The `next` circuit, specialised to one move at a time.

    Where its gates for single moves become many, each with a fourth of those for all moves or more,
    these are evaluated for each move: to make the others takes longer than most games.

    Attributes:
        circuit: the gates. bits: the number of each fluent.
        does, legal, following: the atoms of `does`, `legal` and `next`.
    """

    circuit: Circuit
    bits: Mapping[str, int]
    does: Mapping[tuple[str, ...], int]
    legal: Mapping[tuple[str, ...], int]
    following: Mapping[tuple[str, ...], int]
    _known: dict[tuple[Move, ...], Effect] = field(default_factory=dict)
    _rules: dict[int, Mapping[int, int]] = field(default_factory=dict)
    _gates: list[int] = field(default_factory=list)

    @cached_property
    def varying(self) -> Sequence[Sequence[int]]:
        """Return the components that moves change, in order."""
        return self.circuit.dependents(self.does.values())

    @cached_property
    def _users(self) -> Mapping[int, Sequence[tuple[int, int]]]:
        """The rules of varying components that use each atom: component and number of the rule."""
        users: dict[int, list[tuple[int, int]]] = {}
        for number, component in enumerate(self.varying):
            for atom in component:
                for rule, body in enumerate(self.circuit.rules.bodies.get(atom, ())):
                    for literal in body.literals:
                        users.setdefault(abs(literal), []).append((number, rule))
        return users

    def together(self, moves: tuple[Move, ...]) -> Effect | None:
        """Return the effect of exactly these moves, at most one of each role.

        None where that of any moves is to be evaluated; see `any_moves`.
        """
        if moves not in self._known:
            if self._costly:
                return None
            before = len(self.circuit.network.kinds)
            atoms = (self.does[move.role, move.action] for move in moves)
            self._known[moves] = self.effect(dict.fromkeys(atoms, TRUE))
            self._gates.append(len(self.circuit.network.kinds) - before)
        return self._known[moves]

    @property
    def _costly(self) -> bool:
        number = sum(self._gates)
        return number > MANY and number > len(self._gates) * len(self.any_moves.plan.steps) / 4

    @cached_property
    def any_moves(self) -> AnyMoves:
        """The effect of any moves."""
        network = self.circuit.network
        atoms = enumerate(self.does.values(), len(self.bits))
        gates = self.circuit.rebuilt(self.varying, {a: network.input(n) for n, a in atoms})
        after = [(gates[atom], self.bits.get(fluent)) for (fluent,), atom in self.following.items()]
        stray = network.disjunction([gate for gate, bit in after if bit is None])
        becomes = tuple((gate, bit) for gate, bit in after if bit is not None and gate != FALSE)
        effect = Effect(0, 0, computed=becomes, stray=stray)
        return AnyMoves(schedule(network, computed([effect])), list(self.does), effect)

    def effect(self, given: Mapping[int, int]) -> Effect:
        """Return the effect of moves whose atoms are given these gates."""
        gates, network = self._changed(given), self.circuit.network
        keep = setting = 0
        copied, computed, strays = [], [], []
        for (fluent,), atom in self.following.items():
            gate, bit = gates[atom], self.bits.get(fluent)
            if bit is None:
                strays.append(gate)
            elif gate == TRUE:
                setting |= 1 << bit
            elif gate == FALSE:
                continue
            elif network.kinds[gate] is Kind.INPUT:
                (source,) = network.arguments[gate]
                if source == bit:
                    keep |= 1 << bit
                else:
                    copied.append((source, bit))
            else:
                computed.append((gate, bit))
        stray = network.disjunction(strays)
        return Effect(keep, setting, tuple(copied), tuple(computed), stray)

    def _changed(self, given: Mapping[int, int]) -> Mapping[int, int]:
        """Return the gates of all atoms, given new ones of some.

        Only rules that speak of an atom with a new gate are looked at again: of a large board a
        move changes little, and nearly all rules speak of other moves.
        """
        circuit, changed = self.circuit, dict(given)
        gates = ChainMap(changed, circuit.gates)
        touched: dict[int, set[int]] = {}
        waiting: list[int] = []
        fresh: Iterable[int] = given
        while True:
            for atom in fresh:
                for number, rule in self._users.get(atom, ()):
                    if number not in touched:
                        heappush(waiting, number)
                    touched.setdefault(number, set()).add(rule)
            if not waiting:
                return gates
            number = heappop(waiting)
            component = self.varying[number]
            atom, bodies = component[0], circuit.rules.bodies
            if number in self._recursive:
                built = circuit.rebuilt([component], changed)
                changed.update((member, built[member]) for member in component)
                fresh = component
                continue
            before, rules = self._before(atom), touched[number]
            disjuncts = [gate for rule, gate in before.items() if rule not in rules]
            disjuncts += [circuit.body(bodies[atom][rule], gates) for rule in rules]
            gate = circuit.network.disjunction(disjuncts)
            fresh = ()
            if gate != circuit.gates[atom]:
                changed[atom] = gate
                fresh = component

    @cached_property
    def _recursive(self) -> frozenset[int]:
        """The numbers of the varying components whose atoms rest on one another."""
        bodies, recursive = self.circuit.rules.bodies, set()
        for number, component in enumerate(self.varying):
            own = (atom in body.literals for atom in component for body in bodies[atom])
            if len(component) > 1 or any(own):
                recursive.add(number)
        return frozenset(recursive)

    def _before(self, atom: int) -> Mapping[int, int]:
        """Return the gates of an atom's rules where nobody moves, by number, but for false ones."""
        if atom not in self._rules:
            circuit = self.circuit
            made = (circuit.body(body, circuit.gates) for body in circuit.rules.bodies[atom])
            self._rules[atom] = {rule: gate for rule, gate in enumerate(made) if gate != FALSE}
        return self._rules[atom]
