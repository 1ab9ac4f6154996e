"""The ground rules of a program, as clingo's observer hears them."""

from collections.abc import Callable, Sequence
from functools import partialmethod

import clingo

from ttt_asp.records import dataclass

# Atoms are clingo's positive numbers, a negated literal is the negative number.
Literal = int


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


class Rules(clingo.Observer):
    """Collects the rules of a program while it is ground.

    Attributes:
        bodies: for each atom the bodies of its rules.
        choices: for each atom under a choice the bodies of these choices.
        foreign: the names of all other constructs.
    """

    def __init__(self, most: int = 0, beyond: Callable[[], None] | None = None) -> None:
        """Begin.

        Args:
            most: a number of rules.
            beyond: called once when there are as many; an error that it raises ends the grounding.
        """
        self._left, self._beyond = most, beyond
        self.bodies: dict[int, list[Body]] = {}
        self.choices: dict[int, list[Body]] = {}
        self.foreign: set[str] = set()

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self._add(choice, head, Body(tuple(body)))

    def weight_rule(
        self,
        choice: bool,
        head: Sequence[int],
        lower_bound: int,
        body: Sequence[tuple[int, int]],
    ) -> None:
        literals = tuple(literal for literal, _ in body)
        weights = tuple(weight for _, weight in body)
        if choice:
            self.foreign.add("a choice under an aggregate")
        self._add(choice, head, Body(literals, weights, lower_bound))

    def _add(self, choice: bool, head: Sequence[int], body: Body) -> None:
        self._left -= 1
        if not self._left and self._beyond is not None:
            self._beyond()
        if not choice and len(head) != 1:
            self.foreign.add("a disjunction" if head else "a constraint")
        rules = self.choices if choice else self.bodies
        for atom in head:
            rules.setdefault(atom, []).append(body)

    def _no_rule(self, *_: object, what: str) -> None:
        self.foreign.add(what)

    minimize = partialmethod(_no_rule, what="#minimize")
    external = partialmethod(_no_rule, what="#external")
    acyc_edge = partialmethod(_no_rule, what="#edge")
    theory_atom = theory_atom_with_guard = partialmethod(_no_rule, what="a theory atom")
