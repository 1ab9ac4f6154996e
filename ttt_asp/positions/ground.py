"""Ground rules of the position frame, taken from clingo through its observer."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field

import clingo

from ttt_asp.deadline import Deadline
from ttt_asp.errors import Diagnostic, Unsuited
from ttt_asp.programs.assembly import Program
from ttt_asp.records import dataclass
from ttt_asp.solving.ground import ground as grounded
from ttt_asp.solving.rules import Body, Rules

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
