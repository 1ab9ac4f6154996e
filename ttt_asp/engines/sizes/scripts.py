"""Theories and questions about them as scripts of SMT-LIB 2, each complete in itself."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ttt_asp.engines.sizes.formulas import Axiom, Definition, Formula, Open, Theory, atoms_in
from ttt_asp.engines.sizes.logic import free_names
from ttt_asp.engines.sizes.smtlib import TheoryPart, asserted, broken, sorted_names, symbol, wrapped
from ttt_asp.engines.sizes.triggers import Triggers
from ttt_asp.errors import Location, internal
from ttt_asp.paths import printable


@dataclass
class Scripts:
    """Writer of questions about a theory.

    Attributes:
        theory: what is known. condition: of the parameters.
    """

    theory: Theory
    condition: Formula
    _triggers: Triggers = field(init=False)
    _written: dict[str | Axiom, Sequence[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._triggers = Triggers(self.theory)

    def text(self, question: Formula) -> tuple[str, bool]:
        """Write the part of the theory that matters for a question, and the question.

        Returns:
            the declarations and assertions; and whether they are about integers alone, without
            open predicates of integers.
        """
        theory = relevant_part(self.theory, [self.condition, question])
        known = theory_text(theory, self.condition, self._lines).removeprefix("(set-logic ALL)\n")
        alone = not any(part.names for part in theory.opens)
        return "\n".join([known, *asserted(self._triggers.spread(question))]), alone

    def _lines(self, part: TheoryPart) -> Sequence[str]:
        key = part if isinstance(part, Axiom) else part.predicate
        if key not in self._written:
            spread = part
            if not isinstance(part, Open):
                spread = replace(part, formula=self._triggers.spread(part.formula))
            self._written[key] = part_lines(spread)
        return self._written[key]


def relevant_part(theory: Theory, formulas: Iterable[Formula]) -> Theory:
    """Return the part of a theory that can matter for whether formulas are satisfiable.

    An axiom matters where a chosen constant in it does.
    """
    defined = {definition.predicate: definition for definition in theory.definitions}
    chosen = frozenset(theory.chosen)
    needed: set[str] = set()
    spoken: set[str] = set()

    def need(formula: Formula) -> None:
        spoken.update(free_names(formula) & chosen)
        for atom in atoms_in(formula):
            if atom.predicate not in needed:
                needed.add(atom.predicate)
                if atom.predicate in defined:
                    need(defined[atom.predicate].formula)

    for formula in formulas:
        need(formula)
    axioms: dict[Axiom, None] = {}
    before = -1
    while len(axioms) > before:
        before = len(axioms)
        for axiom in theory.axioms:
            if axiom not in axioms and free_names(axiom.formula) & spoken:
                axioms[axiom] = None
                need(axiom.formula)
    return replace(
        theory,
        chosen=tuple(name for name in theory.chosen if name in spoken),
        opens=tuple(opened for opened in theory.opens if opened.predicate in needed),
        definitions=tuple(
            definition for definition in theory.definitions if definition.predicate in needed
        ),
        axioms=tuple(axioms),
    )


def theory_text(
    theory: Theory, condition: Formula, writer: Callable[[TheoryPart], Sequence[str]] | None = None
) -> str:
    """Write a theory, and a condition on its parameters, as declarations and assertions.

    Args:
        theory: to be written.
        condition: of the parameters.
        writer: returns the lines of a part of the theory; None for those of `part_lines`.
    """
    writer = writer or part_lines
    names = [*theory.parameters, *theory.chosen, *(opened.predicate for opened in theory.opens)]
    for definition in theory.definitions:
        if any(spoken.predicate not in names for spoken in atoms_in(definition.formula)):
            raise internal(
                f"{definition.predicate} is defined by itself, or by what comes after it"
            )
        names.append(definition.predicate)
    if len({*names}) < len(names):
        raise internal("a theory has two things of one name")
    lines = ["(set-logic ALL)"]
    lines += [f"(declare-const {symbol(name)} Int)" for name in theory.parameters + theory.chosen]
    lines += ["", "; The sizes in question.", *asserted(condition)]
    parts: list[TheoryPart] = [*theory.opens, *theory.definitions, *theory.axioms]
    for part in parts:
        lines += ["", *writer(part)]
    return "\n".join(lines) + "\n"


def part_lines(part: TheoryPart) -> list[str]:
    """Return the lines of a part of a theory; the rules that it comes from are comments."""
    if isinstance(part, Open):
        about = f"; {printable(part.atom)}: open, where there is such a thing"
        return [
            about,
            f"(declare-fun {symbol(part.predicate)} ({' '.join('Int' for _ in part.names)}) Bool)",
        ]
    if isinstance(part, Definition):
        return _definition(part)
    return [*places(part.where), *asserted(part.formula)]


def _definition(definition: Definition) -> list[str]:
    if not definition.names:
        # a constant, not a macro: a long formula stands in the script once
        declared = f"(declare-const {symbol(definition.predicate)} Bool)"
        head = f"(assert (= {symbol(definition.predicate)}"
        lines = wrapped(head, [*broken(definition.formula, 1)])
        return [*places(definition.where), declared, *lines[:-1], f"{lines[-1]})"]
    head = f"(define-fun {symbol(definition.predicate)} ({sorted_names(definition.names)}) Bool"
    return [*places(definition.where), *wrapped(head, [*broken(definition.formula, 1)])]


@lru_cache(maxsize=2000)
def places(where: tuple[Location, ...]) -> tuple[str, ...]:
    """Return rules as comments; they are cached, as many scripts have the same ones."""
    # a comment ends with its line
    return tuple(
        f"; {printable(f'{place}: {place.text.strip()}' if place.text else str(place))}"
        for place in dict.fromkeys(where)
    )
