"""What several terms recommend to a role at many positions at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Deadline
from ttt_asp.positions.circuit.schedule import Schedule, schedule
from ttt_asp.positions.look import look
from ttt_asp.positions.machine import Machine, load
from ttt_asp.positions.small import Small
from ttt_asp.programs.compose import compose
from ttt_asp.strategies.composition import orders


@dataclass(frozen=True, slots=True)
class Said:
    """What is said at one position.

    Attributes:
        asked: whether the role has to choose here; a single legal action is nobody's choice.
        by: for each action the numbers of the terms that recommend it, as the bits of a number.
        undetermined: the numbers of the terms whose `pick` names no single action here, likewise.
    """

    asked: bool
    by: dict[str, int]
    undetermined: int = 0


@dataclass(frozen=True)
class Voices:
    """The terms under a role's `first(any, TERM, TERM, ...)`, all but the first.

    Under `first(any, ...)` none of them is ever consulted; it may be another operator too.

    Attributes:
        machine: the gates of the match.
        says: of each term the gate of each action.
        choice: the gate that says whether the role has to choose; None where it never has.
        over: the gates of where play is over: nobody is asked there.
        plan: how to evaluate all these.
        picking: of terms with a `pick`, by number, the gates where the role plays that term alone.
    """

    machine: Machine
    says: Sequence[dict[str, int]]
    choice: int | None
    over: tuple[int, int]
    plan: Schedule
    picking: Mapping[int, Machine]

    @classmethod
    def of(cls, machine: Machine, match: Match, role: str, deadline: Deadline) -> "Voices":
        """The gates of what a role's strategy is made of.

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
        rules, circuit = machine.circuit.rules, machine.circuit
        atoms = [rules.atoms(name, 1) for name in root.operands[1:]]
        choice = rules.atoms("choice", 1).get((role,))
        wanted = [atom for term in atoms for atom in term.values()]
        circuit.build([*wanted, *([] if choice is None else [choice])])
        says = [{key[0]: circuit.gates[a] for key, a in term.items()} for term in atoms]
        gate = None if choice is None else circuit.gates[choice]
        over = machine.terminal, machine.stuck
        asked = [g for term in says for g in term.values()]
        plan = schedule(circuit.network, [*asked, *over, *([] if gate is None else [gate])])
        loose = match.strategies[role]
        picking = {}
        for number, term in enumerate(loose.composition.operands[1:]):
            if orders(term):
                alone = {**match.strategies, role: replace(loose, composition=term)}
                picking[number] = load(replace(match, strategies=alone), deadline)
        return cls(machine, says, gate, over, plan, picking)

    def at(self, positions: Sequence[int]) -> list[Said]:
        """What is said at packed positions."""
        if not positions:
            return []
        batch = Small(len(self.machine.base)).batch(list(positions), self.plan)
        values = batch.values
        asked = batch.every if self.choice is not None else 0
        if self.choice is not None:
            asked &= values[self.choice]
        for gate in self.over:
            asked &= batch.every ^ values[gate]
        found = [Said(bit == "1", {}) for bit in f"{asked:0{len(positions)}b}"]
        for number, gates in enumerate(self.says):
            for action, gate in gates.items():
                for place in batch.indices(values[gate]):
                    by = found[place].by
                    by[action] = by.get(action, 0) | 1 << number
        for number, machine in self.picking.items():
            spots = [machine.pack(self.machine.unpack(position)) for position in positions]
            for place, one in enumerate(look(machine, spots)):
                if one.undetermined and found[place].asked:
                    found[place] = _without(found[place], 1 << number)
        return found


def _without(said: Said, bit: int) -> Said:
    by = {action: bits & ~bit for action, bits in said.by.items()}
    return Said(said.asked, by, said.undetermined | bit)
