"""Sets of subsets of a strategy's parts on their way through all positions.

A subset is a number whose bit N is the part N; a set of subsets is a number whose bit S is the
subset S. At each position the set tells by which subsets plays get there, so what 4,096 subsets
do takes one pass.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ttt_asp.claims.problem import Problem
from ttt_asp.limits import Limits
from ttt_asp.positions.circuit.schedule import schedule
from ttt_asp.positions.exploration import Exploration
from ttt_asp.positions.small import Small
from ttt_asp.programs.compose import compose


@dataclass
class Subsets:
    """Everything that plays by any subset come to.

    Attributes:
        found: positions explored with the role free to play anything, in layers.
        problem: the question explored; the role's strategy is `either(any, part, part, ...)`.
        role: whose parts. parts: how many there are.
        limits: when to give up.
    """

    found: Exploration
    problem: Problem
    role: str
    parts: int
    limits: Limits

    def __post_init__(self) -> None:
        many = 1 << self.parts
        self.every = (1 << many) - 1
        # for each part the subsets that have it
        self.having = [
            sum(1 << subset for subset in range(many) if subset >> number & 1)
            for number in range(self.parts)
        ]
        machine = self.found.machine
        composed = next(r for r in compose(self.problem.strategies) if r.name == self.role)
        root = next(node for node in composed.nodes if node.name == composed.root)
        atoms = [machine.circuit.rules.atoms(name, 1) for name in root.operands[1:]]
        choice = machine.circuit.rules.atoms("choice", 1).get((self.role,))
        wanted = [a for part in atoms for a in part.values()]
        machine.circuit.build(wanted if choice is None else [*wanted, choice])
        gates = machine.circuit.gates
        self.says = [{key[0]: gates[atom] for key, atom in part.items()} for part in atoms]
        self.choice = None if choice is None else gates[choice]
        asked = [gate for part in self.says for gate in part.values()]
        extra = [] if self.choice is None else [self.choice]
        self.plan = schedule(machine.circuit.network, [*machine.gates, *asked, *extra])

    def kept(self, freely: bool) -> int:
        """The subsets that keep the claim.

        Args:
            freely: where a part outside the subset decides, the role may play anything; else
                the part is left out, and the next one may decide.
        """
        broken = 0
        claim = self.problem.claim
        arriving = {self.found.machine.init: self.every}
        for depth, layer in enumerate(self.found.layers):
            self.limits.deadline.check()
            self.limits.tell("going through all subsets", moves=depth)
            positions = [p for p in self.found.form.unpacked(layer) if arriving.get(p)]
            if not positions:
                break
            here = [arriving[position] for position in positions]
            if claim.by is not None and depth > claim.by:
                return self.every & ~(broken | _union(here))
            batch = Small(len(self.found.machine.base)).batch(positions, self.plan)
            broken |= self._ends(batch, here)
            following: dict[int, int] = {}
            for role, action, places, after in self._moves(batch, positions):
                for place, position in zip(places, after, strict=True):
                    subsets = here[place]
                    if role == self.role and self.choosing[place]:
                        subsets &= self._allowing(place, action, freely)
                    following[position] = following.get(position, 0) | subsets
            for place, subsets in enumerate(here):
                if self.choosing[place]:
                    broken |= subsets & self._stuck(place, freely)
            arriving = following
        return self.every & ~broken

    def _ends(self, batch: Any, here: Sequence[int]) -> int:
        """The subsets whose plays end against the claim, or are stuck; and who says what where."""
        machine, values = self.found.machine, batch.values
        outcome = values[machine.outcome]
        wrong_end = outcome if self.problem.claim.quantifier == "never" else batch.every ^ outcome
        against = values[machine.terminal] & wrong_end | values[machine.stuck]
        # what each part recommends, and where the role has a choice while play goes on
        number = len(batch.positions)
        going = batch.every ^ (values[machine.terminal] | values[machine.stuck])
        choosing = going & (values[self.choice] if self.choice is not None else 0)
        self.choosing = [bit == "1" for bit in f"{choosing:0{number}b}"]
        self.said: list[list[set[str]]] = [[set() for _ in self.says] for _ in range(number)]
        for part, gates in enumerate(self.says):
            for action, gate in gates.items():
                for place in batch.indices(values[gate]):
                    self.said[place][part].add(action)
        return _union(here[place] for place in batch.indices(against))

    def _moves(
        self, batch: Any, positions: Sequence[int]
    ) -> Iterator[tuple[str, str, Sequence[int], Sequence[int]]]:
        small = Exploration(self.found.machine, Small(len(self.found.machine.base)))
        for action, places, after in small.successors(list(positions)):
            yield action.move.role, action.move.action, places, after

    def _stuck(self, place: int, freely: bool) -> int:
        """The subsets none of whose parts recommends anything where the role has a choice."""
        speaking = [self.having[n] for n in range(self.parts) if self.said[place][n]]
        if freely:  # the parts left out may be anything, but as much as the whole says they are
            return 0 if speaking else self.every
        return self.every & ~_union(speaking)

    def _allowing(self, place: int, action: str, freely: bool) -> int:
        """The subsets by which the role may make a move."""
        allowed, undecided = 0, self.every
        for having, actions in zip(self.having, self.said[place], strict=True):
            if not actions:
                continue
            if action in actions:
                allowed |= undecided & having
            undecided &= ~having
            if freely:  # this part decides; where it is left out anything may be played
                return allowed | undecided
        return allowed


def _union(sets: Iterable[int]) -> int:
    found = 0
    for some in sets:
        found |= some
    return found
