"""Ground rules of the position frame, taken from clingo through its observer; and their gates.

The gates are stratified, and a positive recursion is a loop.
"""

from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import field

import clingo

from ttt_asp.deadline import Deadline
from ttt_asp.errors import Diagnostic, Unsuited, wrong
from ttt_asp.lp.dependencies import components
from ttt_asp.positions.gates import FALSE, TRUE, Network
from ttt_asp.programs.program import Program
from ttt_asp.records import dataclass
from ttt_asp.solving.ground import Body, Rules
from ttt_asp.solving.ground import ground as grounded

FACT = 0
# Rules that are ground in less than a second.
MANY = 100_000


@dataclass(frozen=True)
class GroundRules:
    """A ground program without choices but those of its open atoms.

    Attributes:
        bodies: for each atom the bodies of its rules.
        open: the atoms under a choice.
        control: keeps the symbols of the atoms.
    """

    bodies: Mapping[int, Sequence[Body]]
    open: frozenset[int]
    control: clingo.Control = field(repr=False)

    def atoms(self, name: str, arity: int) -> dict[tuple[str, ...], int]:
        """Return the atoms of a predicate by their arguments, `FACT` for those that always hold."""
        symbols = self.control.symbolic_atoms.by_signature(name, arity)
        return {
            tuple(map(str, atom.symbol.arguments)): FACT if atom.is_fact else atom.literal
            for atom in symbols
        }

    def predicates(self, atoms: Iterable[int]) -> list[str]:
        """Return the predicates of some atoms, those of clingo's own left out."""
        wanted = set(atoms)
        symbols = (atom.symbol for atom in self.control.symbolic_atoms if atom.literal in wanted)
        return sorted({f"{symbol.name}/{len(symbol.arguments)}" for symbol in symbols})

    @property
    def size(self) -> dict[str, int]:
        """The numbers of atoms and of rules."""
        rules = sum(map(len, self.bodies.values()))
        return {"atoms": len(self.bodies.keys() | self.open), "rules": rules}


def ground(
    program: Program, deadline: Deadline, beyond: Callable[[], None] | None = None
) -> GroundRules:
    """Ground a program with clingo, which solves nothing here.

    Args:
        program: the position frame's.
        deadline: when to give up.
        beyond: called where there are `MANY` rules, and maybe many more; its errors end the work.

    Raises:
        InputError: clingo reports anything about it, or it has rules that make no circuit.
        Expired: time is up.
    """
    rules = Rules(MANY, beyond)
    program_ground = grounded(program.text, deadline, observer=rules, diagnose=program.diagnostics)
    if rules.foreign:
        constructs = " and ".join(sorted(rules.foreign))
        message = f"the explicit engine cannot evaluate {constructs}"
        raise Unsuited([Diagnostic(message, None, "use engine bounded")])
    return GroundRules(rules.bodies, frozenset(rules.choices), program_ground.control)


@dataclass
class Circuit:
    """The gates of a ground program's atoms.

    Attributes:
        rules: the program. network: the gates.
        gates: of the atoms that were asked for so far, and of those they rest on.
        order: the components of these atoms, each after all that it rests on.
    """

    rules: GroundRules
    network: Network = field(default_factory=Network)
    gates: dict[int, int] = field(default_factory=lambda: {FACT: TRUE})
    order: list[list[int]] = field(default_factory=list, repr=False)

    def build(self, atoms: Iterable[int]) -> None:
        """Make the gates of some atoms; those of open atoms have to be there.

        Raises:
            InputError: an atom rests on its own negation.
        """
        for component in components(atoms, self._inputs, self.gates):
            self._build(component, self.gates)
            self.order.append(component)

    def rebuilt(
        self, atoms: Sequence[Sequence[int]], given: Mapping[int, int]
    ) -> Mapping[int, int]:
        """Return the gates of all atoms where the gates of some change.

        Args:
            atoms: components to build anew, in order.
            given: the new gates of other atoms.
        """
        gates = ChainMap(dict(given), self.gates)
        for component in atoms:
            self._build(component, gates)
        return gates

    def dependents(self, atoms: Iterable[int]) -> list[list[int]]:
        """Return the components with an atom that rests on any of `atoms`, in order."""
        changed = set(atoms)
        found: list[list[int]] = []
        for component in self.order:
            if not all(changed.isdisjoint(self._inputs(atom)) for atom in component):
                changed.update(component)
                found.append(component)
        return found

    def _inputs(self, atom: int) -> Iterator[int]:
        for body in self.rules.bodies.get(atom, ()):
            yield from map(abs, body.literals)

    def _build(self, component: Sequence[int], gates: MutableMapping[int, int]) -> None:
        bodies = self.rules.bodies
        members = {*component, *(-atom for atom in component)}
        inside: list[int] = []
        for one in component:
            for body in bodies.get(one, ()):
                inside += filter(members.__contains__, body.literals)
        if not inside:
            (atom,) = component
            gates[atom] = self._disjunction(bodies.get(atom, ()), gates)
            return
        if any(literal < 0 for literal in inside):
            names = ", ".join(self.rules.predicates(component))
            raise wrong(f"a cycle through negation: {names}", None, "what is true would be unclear")
        loop = self.network.loop(len(component))
        for atom, variable in zip(component, loop.variables, strict=True):
            gates[atom] = variable
        loop.bodies = tuple(self._disjunction(bodies[atom], gates) for atom in component)

    def _disjunction(self, bodies: Sequence[Body], gates: Mapping[int, int]) -> int:
        return self.network.disjunction([self.body(body, gates) for body in bodies])

    def body(self, body: Body, gates: Mapping[int, int]) -> int:
        """Return the gate of a rule's body, given those of atoms."""
        network, inputs = self.network, []
        for x in body.literals:
            gate = gates[x] if x >= 0 else network.negation(gates[-x])
            if gate == FALSE and body.bound is None:
                return FALSE  # where no move is made yet, most bodies are
            inputs.append(gate)
        if body.bound is None:
            return network.conjunction(inputs)
        return network.at_least(body.bound, inputs, body.weights)
