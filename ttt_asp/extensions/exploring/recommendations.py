"""Recommendations of several strategies to a role, at many positions at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from ttt_asp.claims.problem import Match
from ttt_asp.positions.gates import FALSE, Schedule, schedule
from ttt_asp.positions.machine import Machine
from ttt_asp.programs.compose import adviser


@dataclass(frozen=True, slots=True)
class Recommended:
    """The recommendations at one position.

    Attributes:
        asked: whether the role has to choose here; a single legal action is nobody's choice.
        by: for each action the numbers of the strategies that recommend it, as the bits of a
            number; only where the role is asked.
        undetermined: the numbers of those whose `pick` names no single action here, likewise.
    """

    asked: bool
    by: dict[str, int]
    undetermined: int = 0


@dataclass(frozen=True)
class Recommendations:
    """The recommendations of the strategies that a role is asked about, and does not follow.

    Attributes:
        machine: the gates of the match.
        says: of each strategy the gate of each action.
        choice: the gate that says whether the role has to choose.
        over: the gates that are true where play is over: nobody is asked there.
        undetermined: of each strategy the gate that says that its `pick` names no single action.
        plan: how to evaluate all these.
    """

    machine: Machine
    says: Sequence[Mapping[str, int]]
    choice: int
    over: tuple[int, int]
    undetermined: Sequence[int]
    plan: Schedule

    @classmethod
    def of(cls, machine: Machine, match: Match, role: str) -> "Recommendations":
        """Return the gates of the recommendations of `match.others` to a role.

        Args:
            machine: of the match.
            match: the match.
            role: whose.
        """
        circuit = machine.circuit
        rules, gates = circuit.rules, circuit.gates
        atoms: dict[str, dict[str, int]] = {
            adviser(role, place): {} for place in range(len(match.others[role]))
        }
        for (who, action), atom in rules.atoms("recommended", 2).items():
            if who in atoms:
                atoms[who][action] = atom
        unclear, choice = rules.atoms("undetermined", 1), rules.atoms("choice", 1)
        circuit.build([atom for term in atoms.values() for atom in term.values()])
        circuit.build([*unclear.values(), *choice.values()])

        def gate(known: Mapping[tuple[str, ...], int], who: str) -> int:
            return gates[known[who,]] if (who,) in known else FALSE

        says = [{action: gates[atom] for action, atom in term.items()} for term in atoms.values()]
        undetermined = [gate(unclear, who) for who in atoms]
        asked, over = gate(choice, role), (machine.terminal, machine.stuck)
        wanted = [action_gate for term in says for action_gate in term.values()]
        plan = schedule(circuit.network, [*wanted, *over, *undetermined, asked])
        return cls(machine, says, asked, over, undetermined, plan)

    def at(self, positions: Sequence[int]) -> list[Recommended]:
        """Return the recommendations at packed positions."""
        if not positions:
            return []
        batch = self.machine.evaluated(positions, self.plan)
        values = batch.values
        asked = values[self.choice]
        for gate in self.over:
            asked &= batch.every ^ values[gate]
        recommendeds = [Recommended(bit == "1", {}) for bit in f"{asked:0{len(positions)}b}"]
        for action in dict.fromkeys(chain.from_iterable(self.says)):
            rows = [f"{values[gates.get(action, FALSE)]:0{len(positions)}b}"
                    for gates in reversed(self.says)]  # fmt: skip
            for recommended, column in zip(recommendeds, zip(*rows, strict=True), strict=True):
                if bits := int("".join(column), 2):
                    recommended.by[action] = bits
        for number, unclear in enumerate(self.undetermined):
            for place in batch.indices(values[unclear] & asked):
                before = recommendeds[place]
                recommendeds[place] = replace(
                    before, undetermined=before.undetermined | 1 << number
                )
        return recommendeds
