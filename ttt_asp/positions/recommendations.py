"""Recommendations of several terms to a role, at many positions at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Deadline
from ttt_asp.positions.circuit.gates import FALSE
from ttt_asp.positions.circuit.schedule import Schedule, schedule
from ttt_asp.positions.inspection import inspect_positions
from ttt_asp.positions.machine import Machine, load_machine
from ttt_asp.programs.compose import adviser, compose
from ttt_asp.strategies.composition import orders_of


@dataclass(frozen=True, slots=True)
class Recommended:
    """The recommendations at one position.

    Attributes:
        asked: whether the role has to choose here; a single legal action is nobody's choice.
        by: for each action the numbers of the terms that recommend it, as the bits of a number.
        undetermined: the numbers of the terms whose `pick` names no single action here, likewise.
    """

    asked: bool
    by: dict[str, int]
    undetermined: int = 0


@dataclass(frozen=True)
class Recommendations:
    """The terms under a role's `first(any, TERM, TERM, ...)`, all but the first.

    Under `first(any, ...)` none of them is ever consulted; it may be another operator too.

    Attributes:
        machine: the gates of the match.
        says: of each term the gate of each action.
        choice: the gate that says whether the role has to choose; None where it never has.
        over: the gates that are true where play is over: nobody is asked there.
        plan: how to evaluate all these.
        picking: of terms with a `pick`, by number, the gates where the role plays that term alone.
        undetermined: else, of each term the gate that tells that its `pick` names no single action.
    """

    machine: Machine
    says: Sequence[dict[str, int]]
    choice: int | None
    over: tuple[int, int]
    plan: Schedule
    picking: Mapping[int, Machine]
    undetermined: Sequence[int] = ()

    @classmethod
    def of(cls, machine: Machine, match: Match, role: str, deadline: Deadline) -> "Recommendations":
        """Return the gates of the terms of a role's strategy.

        Args:
            machine: of the match.
            match: where the role's strategy is such a `first`.
            role: whose.
            deadline: when to give up.

        Raises:
            Expired: time is up.
        """
        composed = next(r for r in compose(match.strategies) if r.name == role)
        root = next(node for node in composed.nodes if node.name == composed.root)
        terms = [machine.circuit.rules.atoms(name, 1) for name in root.operands[1:]]
        atoms = [{action: atom for (action,), atom in term.items()} for term in terms]
        loose = match.strategies[role]
        picking = {}
        for number, term in enumerate(loose.composition.operands[1:]):
            if orders_of(term):
                alone = {**match.strategies, role: replace(loose, composition=term)}
                picking[number] = load_machine(replace(match, strategies=alone), deadline)
        return cls._of(machine, role, atoms, [], picking)

    @classmethod
    def aside(cls, machine: Machine, role: str, number: int) -> "Recommendations":
        """Return the gates of the recommendations of strategies that a role does not keep to.

        Args:
            machine: of a `Panel`.
            role: whose.
            number: how many of them there are.
        """
        atoms: dict[str, dict[str, int]] = {adviser(role, place): {} for place in range(number)}
        for (who, action), atom in machine.circuit.rules.atoms("recommended", 2).items():
            if who in atoms:
                atoms[who][action] = atom
        unclear = machine.circuit.rules.atoms("undetermined", 1)
        return cls._of(machine, role, [*atoms.values()], [unclear.get((who,)) for who in atoms], {})

    @classmethod
    def _of(
        cls,
        machine: Machine,
        role: str,
        atoms: Sequence[Mapping[str, int]],
        unclear: Sequence[int | None],
        picking: Mapping[int, Machine],
    ) -> "Recommendations":
        """Return the gates of atoms."""
        circuit = machine.circuit
        choice = circuit.rules.atoms("choice", 1).get((role,))
        circuit.build([atom for term in atoms for atom in term.values()])
        circuit.build([atom for atom in (choice, *unclear) if atom is not None])
        says = [{action: circuit.gates[atom] for action, atom in term.items()} for term in atoms]
        gate = None if choice is None else circuit.gates[choice]
        undetermined = [FALSE if atom is None else circuit.gates[atom] for atom in unclear]
        over = machine.terminal, machine.stuck
        asked = [action_gate for term in says for action_gate in term.values()]
        wanted = [*asked, *over, *undetermined, *([] if gate is None else [gate])]
        plan = schedule(circuit.network, wanted)
        return cls(machine, says, gate, over, plan, picking, undetermined)

    def at(self, positions: Sequence[int]) -> list[Recommended]:
        """Return the recommendations at packed positions."""
        if not positions:
            return []
        batch = self.machine.evaluated(positions, self.plan)
        values = batch.values
        asked = batch.every if self.choice is not None else 0
        if self.choice is not None:
            asked &= values[self.choice]
        for gate in self.over:
            asked &= batch.every ^ values[gate]
        recommendeds = [Recommended(bit == "1", {}) for bit in f"{asked:0{len(positions)}b}"]
        for action in dict.fromkeys(action for gates in self.says for action in gates):
            rows = [f"{values[gates.get(action, FALSE)]:0{len(positions)}b}"
                    for gates in reversed(self.says)]  # fmt: skip
            for recommended, column in zip(recommendeds, zip(*rows, strict=True), strict=True):
                if bits := int("".join(column), 2):
                    recommended.by[action] = bits
        for number, unclear in enumerate(self.undetermined):
            for place in batch.indices(values[unclear] & asked):
                recommendeds[place] = _without(recommendeds[place], 1 << number)
        for number, machine in self.picking.items():
            spots = [machine.pack(self.machine.unpack(position)) for position in positions]
            for place, inspection in enumerate(inspect_positions(machine, spots)):
                if inspection.undetermined and recommendeds[place].asked:
                    recommendeds[place] = _without(recommendeds[place], 1 << number)
        return recommendeds


def _without(recommended: Recommended, bit: int) -> Recommended:
    by = {action: bits & ~bit for action, bits in recommended.by.items()}
    return Recommended(recommended.asked, by, recommended.undetermined | bit)
