"""Theories and questions about them as scripts of SMT-LIB 2, each complete in itself."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ttt_asp.errors import internal, printable
from ttt_asp.extensions.sizes.formulas import Axiom, Definition, Formula, Open, Theory, atoms_in
from ttt_asp.extensions.sizes.logic import free_names
from ttt_asp.extensions.sizes.smtlib import applied, asserted, formula_text, sorted_names, symbol
from ttt_asp.extensions.sizes.triggers import Triggers


@dataclass
class Scripts:
    """Writer of questions about a theory.

    Attributes:
        theory: what is known. condition: of the parameters.
    """

    theory: Theory
    condition: Formula
    _triggers: Triggers = field(init=False)

    def __post_init__(self) -> None:
        self._triggers = triggers = Triggers(self.theory)
        self.theory = replace(
            self.theory,
            definitions=tuple(
                replace(definition, formula=triggers.spread(definition.formula))
                for definition in self.theory.definitions
            ),
            axioms=tuple(
                replace(axiom, formula=triggers.spread(axiom.formula))
                for axiom in self.theory.axioms
            ),
        )

    def text(self, question: Formula) -> tuple[str, bool]:
        """Write the part of the theory that matters for a question, and the question.

        Returns:
            the declarations and assertions; and whether they are about integers alone, without
            open predicates of integers.
        """
        theory = relevant_part(self.theory, [self.condition, question])
        alone = not any(part.names for part in theory.opens)
        known = theory_text(theory, self.condition)
        return known + asserted(self._triggers.spread(question)), alone


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


def theory_text(theory: Theory, condition: Formula) -> str:
    """Write a theory, and a condition on its parameters, as declarations and assertions.

    Args:
        theory: to be written.
        condition: of the parameters.
    """
    names = [*theory.parameters, *theory.chosen, *(opened.predicate for opened in theory.opens)]
    for definition in theory.definitions:
        if any(spoken.predicate not in names for spoken in atoms_in(definition.formula)):
            raise internal(
                f"{definition.predicate} is defined by itself, or by what comes after it"
            )
        names.append(definition.predicate)
    if len({*names}) < len(names):
        raise internal("a theory has two things of one name")
    lines = [f"(declare-const {symbol(name)} Int)" for name in theory.parameters + theory.chosen]
    lines += ["", "; The sizes in question.", asserted(condition), ""]
    lines += map(_written, (*theory.opens, *theory.definitions, *theory.axioms))
    return "\n".join(lines)


@lru_cache(maxsize=2000)
def _written(part: Open | Definition | Axiom) -> str:
    """Return the text of a part of a theory; the rules that it comes from are comments.

    It is cached: the same parts are in many scripts.
    """
    if isinstance(part, Open):
        name, sorts = symbol(part.predicate), " ".join("Int" for _ in part.names)
        return f"; open, where there is such a thing\n(declare-fun {name} ({sorts}) Bool)\n"
    # a comment ends with its line
    lines = [
        f"; {printable(f'{place}: {place.text.strip()}' if place.text else str(place))}"
        for place in dict.fromkeys(part.where)
    ]
    if isinstance(part, Axiom):
        return "\n".join([*lines, asserted(part.formula), ""])
    name, formula = symbol(part.predicate), formula_text(part.formula)
    if part.names:
        head = f"define-fun {name} ({sorted_names(part.names)}) Bool"
        return "\n".join([*lines, applied(head, [formula]), ""])
    # a constant, not a macro: a long formula stands in the script once
    equal = applied("assert", [applied("=", [name, formula])])
    return "\n".join([*lines, f"(declare-const {name} Bool)", equal, ""])
