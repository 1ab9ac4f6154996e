"""Moves: the gates that tell where they may be made, and their effects on a position."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from ttt_asp.positions.circuit import Circuit
from ttt_asp.positions.gates import FALSE, TRUE, Kind
from ttt_asp.records import dataclass
from ttt_asp.verdict import Move


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a move on a position.

    Attributes:
        keep: the bits that stay as they are. set: those that become true.
        copied: pairs of bits (from, to) where the second takes the old value of the first.
        computed: pairs (gate, bit) where a bit becomes the value of a gate.
        stray: the gate that is true where a term becomes true that is no fluent.
    """

    keep: int
    set: int
    copied: tuple[tuple[int, int], ...] = ()
    computed: tuple[tuple[int, int], ...] = ()
    stray: int = FALSE


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
    gates = [gate for effect in effects for gate, _ in effect.computed]
    return [*gates, *(effect.stray for effect in effects)]


@dataclass(frozen=True)
class Specialiser:
    """The `next` circuit, specialised to one move at a time.

    Attributes:
        circuit: the gates. bits: the number of each fluent.
        does, legal, following: the atoms of `does`, `legal` and `next`.
    """

    circuit: Circuit
    bits: Mapping[str, int]
    does: Mapping[tuple[str, ...], int]
    legal: Mapping[tuple[str, ...], int]
    following: Mapping[tuple[str, ...], int]

    @cached_property
    def varying(self) -> Sequence[Sequence[int]]:
        """Return the components that moves change, in order."""
        return self.circuit.dependents(self.does.values())

    @cached_property
    def _users(self) -> Mapping[int, Sequence[int]]:
        """The numbers of the varying components that use each atom."""
        users: dict[int, list[int]] = {}
        for number, component in enumerate(self.varying):
            for atom in component:
                for body in self.circuit.rules.bodies.get(atom, ()):
                    for literal in body.literals:
                        users.setdefault(abs(literal), []).append(number)
        return users

    def of(self, action: Action, joint: bool) -> Effect:
        """Return the effect of a move.

        Args:
            action: the move.
            joint: whether the others play what they may; else they do nothing.
        """
        key = (action.move.role, action.move.action)
        given = {self.does[key]: TRUE}
        if joint:
            for other, atom in self.does.items():
                if other[0] != key[0]:
                    given[atom] = self.circuit.gates[self.legal[other]]
        gates = self.circuit.rebuilt(self._affected(given), given)
        network = self.circuit.network
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

    def _affected(self, given: Mapping[int, int]) -> list[Sequence[int]]:
        """Return the components that some atoms change; of a large board a move changes few."""
        affected: set[int] = set()
        fresh = list(given)
        while fresh:
            for number in self._users.get(fresh.pop(), ()):
                if number not in affected:
                    affected.add(number)
                    fresh += self.varying[number]
        return [self.varying[number] for number in sorted(affected)]
