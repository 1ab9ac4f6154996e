"""Theories and questions about them as scripts of SMT-LIB 2, each of which stands for itself."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ttt_asp.engines.sizes.formulas import Axiom, Definition, Formula, Open, Theory, holding
from ttt_asp.engines.sizes.logic import free
from ttt_asp.engines.sizes.smtlib import Said, asserted, broken, sorted_names, symbol, wrapped
from ttt_asp.engines.sizes.triggers import Triggers
from ttt_asp.errors import Location, internal
from ttt_asp.paths import printable


@dataclass
class Scripts:
    """Writes questions about a theory.

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
        """All that matters for a question, and the question, as declarations and assertions.

        Returns:
            with it, whether it is about integers alone: it speaks of no predicate of integers of
            which nothing is known.
        """
        theory = relevant_part(self.theory, [self.condition, question])
        known = theory_text(theory, self.condition, self._lines).removeprefix("(set-logic ALL)\n")
        alone = not any(one.names for one in theory.opens)
        return "\n".join([known, *asserted(self._triggers.spread(question))]), alone

    def _lines(self, one: Said) -> Sequence[str]:
        key = one if isinstance(one, Axiom) else one.predicate
        if key not in self._written:
            said = one
            if not isinstance(one, Open):
                said = replace(one, formula=self._triggers.spread(one.formula))
            self._written[key] = part_lines(said)
        return self._written[key]


def relevant_part(theory: Theory, formulas: Iterable[Formula]) -> Theory:
    """What formulas rest on: all of a theory that can matter for whether they can be so.

    An axiom matters where something chosen does of which it speaks.
    """
    defined = {definition.predicate: definition for definition in theory.definitions}
    chosen = frozenset(theory.chosen)
    needed: set[str] = set()
    spoken: set[str] = set()

    def need(formula: Formula) -> None:
        spoken.update(free(formula) & chosen)
        for atom in holding(formula):
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
            if axiom not in axioms and free(axiom.formula) & spoken:
                axioms[axiom] = None
                need(axiom.formula)
    return replace(
        theory,
        chosen=tuple(name for name in theory.chosen if name in spoken),
        opens=tuple(one for one in theory.opens if one.predicate in needed),
        definitions=tuple(
            definition for definition in theory.definitions if definition.predicate in needed
        ),
        axioms=tuple(axioms),
    )


def theory_text(
    theory: Theory, condition: Formula, said: Callable[[Said], Sequence[str]] | None = None
) -> str:
    """A theory, its parameters such that a condition holds, as declarations and assertions.

    Args:
        theory: to be written.
        condition: of the parameters.
        said: the lines of a part of the theory; None for those of `part_lines`.
    """
    said = said or part_lines
    names = [*theory.parameters, *theory.chosen, *(one.predicate for one in theory.opens)]
    for definition in theory.definitions:
        if any(spoken.predicate not in names for spoken in holding(definition.formula)):
            raise internal(
                f"{definition.predicate} is defined by itself, or by what comes after it"
            )
        names.append(definition.predicate)
    if len({*names}) < len(names):
        raise internal("a theory has two things of one name")
    lines = ["(set-logic ALL)"]
    lines += [f"(declare-const {symbol(name)} Int)" for name in theory.parameters + theory.chosen]
    lines += ["", "; The sizes in question.", *asserted(condition)]
    parts: list[Said] = [*theory.opens, *theory.definitions, *theory.axioms]
    for part in parts:
        lines += ["", *said(part)]
    return "\n".join(lines) + "\n"


def part_lines(one: Said) -> list[str]:
    """The lines of a part of a theory; the rules that it comes from are comments."""
    if isinstance(one, Open):
        about = f"; {printable(one.atom)}: open, where there is such a thing"
        return [
            about,
            f"(declare-fun {symbol(one.predicate)} ({' '.join('Int' for _ in one.names)}) Bool)",
        ]
    if isinstance(one, Definition):
        return _definition(one)
    return [*places(one.where), *asserted(one.formula)]


def _definition(definition: Definition) -> list[str]:
    if not definition.names:
        # a name, not a macro: what is long stands in the text once
        declared = f"(declare-const {symbol(definition.predicate)} Bool)"
        head = f"(assert (= {symbol(definition.predicate)}"
        lines = wrapped(head, [*broken(definition.formula, 1)])
        return [*places(definition.where), declared, *lines[:-1], f"{lines[-1]})"]
    head = f"(define-fun {symbol(definition.predicate)} ({sorted_names(definition.names)}) Bool"
    return [*places(definition.where), *wrapped(head, [*broken(definition.formula, 1)])]


@lru_cache(maxsize=2000)
def places(where: tuple[Location, ...]) -> tuple[str, ...]:
    """The rules at some places, as comments; asked of the same ones for many texts."""
    # a comment ends with its line
    return tuple(
        f"; {printable(f'{place}: {place.text.strip()}' if place.text else str(place))}"
        for place in dict.fromkeys(where)
    )
