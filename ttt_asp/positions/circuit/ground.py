"""Ground rules: what clingo makes of the position frame, taken through its observer."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import clingo

from ttt_asp.deadline import Deadline
from ttt_asp.errors import Diagnostic, Unsuited
from ttt_asp.programs.assembly import Program
from ttt_asp.solving.ground import ground as grounded

# Atoms are clingo's positive numbers, a negated literal is the negative number.
Literal = int
FACT = 0


@dataclass(frozen=True, slots=True)
class Body:
    """A rule's body: at least `bound` of the weights of its true literals; plain if None.

    Attributes:
        literals: of a plain body, all of which have to be true.
        weights: one for each literal, of a body with a bound.
        bound: None for a plain body.
    """

    literals: tuple[Literal, ...]
    weights: tuple[int, ...] = ()
    bound: int | None = None


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
        """The atoms of a predicate by their arguments, `FACT` for those that always hold."""
        found = self.control.symbolic_atoms.by_signature(name, arity)
        return {
            tuple(map(str, atom.symbol.arguments)): FACT if atom.is_fact else atom.literal
            for atom in found
        }

    def predicates(self, atoms: Iterable[int]) -> list[str]:
        """The predicates of some atoms, those of clingo's own left out."""
        wanted = set(atoms)
        symbols = (atom.symbol for atom in self.control.symbolic_atoms if atom.literal in wanted)
        return sorted({f"{symbol.name}/{len(symbol.arguments)}" for symbol in symbols})

    @property
    def size(self) -> dict[str, int]:
        """The numbers of atoms and of rules."""
        rules = sum(map(len, self.bodies.values()))
        return {"atoms": len(self.bodies.keys() | self.open), "rules": rules}


class _Rules(clingo.Observer):
    """Collects rules; whatever the circuit has no gates for is remembered as foreign."""

    def __init__(self) -> None:
        self.bodies: dict[int, list[Body]] = {}
        self.open: set[int] = set()
        self.foreign: set[str] = set()

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        if choice:
            self.open.update(head)
        elif len(head) == 1:
            self.bodies.setdefault(head[0], []).append(Body(tuple(body)))
        else:
            self.foreign.add("a disjunction" if head else "a constraint")

    def weight_rule(
        self,
        choice: bool,
        head: Sequence[int],
        lower_bound: int,
        body: Sequence[tuple[int, int]],
    ) -> None:
        if choice or len(head) != 1:
            self.foreign.add("a choice under an aggregate" if choice else "a disjunction")
            return
        literals = tuple(literal for literal, _ in body)
        weights = tuple(weight for _, weight in body)
        self.bodies.setdefault(head[0], []).append(Body(literals, weights, lower_bound))

    def minimize(self, priority: int, literals: Sequence[tuple[int, int]]) -> None:
        self.foreign.add("#minimize")

    def external(self, atom: int, value: clingo.TruthValue) -> None:
        self.foreign.add("#external")

    def theory_atom(self, atom_id_or_zero: int, term_id: int, elements: Sequence[int]) -> None:
        self.foreign.add("a theory atom")

    def acyc_edge(self, node_u: int, node_v: int, condition: Sequence[int]) -> None:
        self.foreign.add("#edge")


def ground(program: Program, deadline: Deadline) -> GroundRules:
    """Ground a program with clingo, which solves nothing here.

    Args:
        program: the position frame's.
        deadline: when to give up.

    Raises:
        InputError: clingo has anything to say about it, or it has what is no circuit.
        Expired: time is up.
    """
    rules = _Rules()
    found = grounded(program.text, deadline, observer=rules, said=program.diagnostics)
    if rules.foreign:
        what = " and ".join(sorted(rules.foreign))
        message = f"the explicit engine cannot evaluate {what}"
        raise Unsuited([Diagnostic(message, None, "use --engine bounded")])
    return GroundRules(rules.bodies, frozenset(rules.open), found.control)
