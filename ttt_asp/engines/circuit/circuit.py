"""Ground rules as gates: stratified, a positive recursion as a loop."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ttt_asp.engines.circuit.gates import TRUE, Network
from ttt_asp.engines.circuit.ground import FACT, Body, GroundRules
from ttt_asp.errors import wrong


@dataclass
class Circuit:
    """The gates of a ground program's atoms.

    Attributes:
        rules: the program. network: the gates.
        gates: of the atoms that were asked for so far, and of those they rest on.
    """

    rules: GroundRules
    network: Network = field(default_factory=Network)
    gates: dict[int, int] = field(default_factory=lambda: {FACT: TRUE})

    def build(self, atoms: Iterable[int]) -> None:
        """Make the gates of some atoms; those of open atoms have to be there.

        Raises:
            InputError: an atom rests on its own negation.
        """
        for component in components(atoms, self.rules.bodies, self.gates):
            self._build(component, self.gates)

    def rebuilt(self, atoms: Sequence[Sequence[int]], given: Mapping[int, int]) -> dict[int, int]:
        """Gates of the same atoms were others different.

        Args:
            atoms: components to build anew, in order.
            given: gates of atoms that are to be taken as these.
        """
        gates = _Over(self.gates, given)
        for component in atoms:
            self._build(component, gates)
        return gates.own

    def dependents(self, atoms: Iterable[int]) -> list[list[int]]:
        """The components with an atom that rests on any of `atoms`, in order."""
        found = set(atoms)
        order: list[list[int]] = []
        for component in self._components():
            used = (
                abs(x) for a in component for b in self.rules.bodies.get(a, ()) for x in b.literals
            )
            if not found.isdisjoint(used):
                found.update(component)
                order.append(component)
        return order

    def _components(self) -> list[list[int]]:
        known = {FACT: TRUE}
        return list(components(self.gates, self.rules.bodies, known))

    def _build(self, component: Sequence[int], gates: "dict[int, int] | _Over") -> None:
        bodies = self.rules.bodies
        members = set(component)
        inside = [x for a in component for b in bodies.get(a, ()) for x in b.literals
                  if abs(x) in members]  # fmt: skip
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

    def _disjunction(self, bodies: Sequence[Body], gates: "dict[int, int] | _Over") -> int:
        network = self.network
        found = []
        for body in bodies:
            inputs = [gates[x] if x >= 0 else network.negation(gates[-x]) for x in body.literals]
            if body.bound is None:
                found.append(network.conjunction(inputs))
            else:
                found.append(network.at_least(body.bound, inputs, body.weights))
        return network.disjunction(found)


class _Over(dict[int, int]):
    """Gates of some atoms laid over those of all."""

    def __init__(self, below: Mapping[int, int], given: Mapping[int, int]) -> None:
        super().__init__(given)
        self.below = below
        self.given = given

    def __missing__(self, atom: int) -> int:
        return self.below[atom]

    @property
    def own(self) -> dict[int, int]:
        """What was laid over."""
        return dict(self)


def components(
    atoms: Iterable[int], bodies: Mapping[int, Sequence[Body]], known: Mapping[int, int]
) -> Iterator[list[int]]:
    """The strongly connected components that some atoms rest on, what they rest on first.

    Tarjan's algorithm without recursion.

    Args:
        atoms: where to start.
        bodies: the rules.
        known: atoms that are left out, with all below them.
    """
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    done: set[int] = set()
    path: list[int] = []
    for root in atoms:
        if root in index or root in known:
            continue
        work = [(root, _inputs(root, bodies))]
        index[root] = low[root] = len(index)
        path.append(root)
        while work:
            atom, inputs = work[-1]
            for other in inputs:
                if other in known:
                    continue
                if other not in index:
                    index[other] = low[other] = len(index)
                    path.append(other)
                    work.append((other, _inputs(other, bodies)))
                    break
                if other not in done:
                    low[atom] = min(low[atom], index[other])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[atom])
                if low[atom] == index[atom]:
                    start = path.index(atom) if path[-1] != atom else len(path) - 1
                    component = path[start:]
                    del path[start:]
                    done.update(component)
                    yield component


def _inputs(atom: int, bodies: Mapping[int, Sequence[Body]]) -> Iterator[int]:
    return (abs(literal) for body in bodies.get(atom, ()) for literal in body.literals)
