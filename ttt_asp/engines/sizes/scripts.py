"""Theories and questions about them as scripts of SMT-LIB 2, each of which stands for itself."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ttt_asp.claims.integers import Name
from ttt_asp.engines.sizes.formulas import (
    Axiom,
    Definition,
    Formula,
    Holds,
    Junction,
    Open,
    Theory,
    Truth,
    holding,
)
from ttt_asp.engines.sizes.logic import free
from ttt_asp.engines.sizes.smtlib import Said, asserted, broken, sorted_names, symbol, wrapped
from ttt_asp.engines.sizes.triggers import Triggers
from ttt_asp.errors import Location, internal
from ttt_asp.paths import printable

# An open predicate is declared under its own name and this, and defined as that in its domain.
_ANYWHERE = "?"


@dataclass
class Scripts:
    """Writes questions about a theory.

    Attributes:
        theory: what is known. condition: of the parameters.
    """

    theory: Theory
    condition: Formula
    _spreading: Triggers = field(init=False)
    _written: dict[str | Axiom, Sequence[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._spreading = Triggers(self.theory)

    def text(self, question: Formula) -> tuple[str, bool]:
        """All that matters for a question, and the question, as declarations and assertions.

        Returns:
            with it, whether it is about integers alone: it speaks of no predicate of integers of
            which nothing is known.
        """
        theory = cut(self.theory, [self.condition, question])
        known = theory_text(theory, self.condition, self._lines).removeprefix("(set-logic ALL)\n")
        alone = not any(one.names for one in theory.opens)
        return "\n".join([known, *asserted(self._spreading.spread(question))]), alone

    def _lines(self, one: Said) -> Sequence[str]:
        key = one if isinstance(one, Axiom) else one.predicate
        if key not in self._written:
            said = one
            if not isinstance(one, Open):
                said = replace(one, formula=self._spreading.spread(one.formula))
            self._written[key] = part_lines(said)
        return self._written[key]


def cut(theory: Theory, formulas: Iterable[Formula]) -> Theory:
    """What formulas rest on: all of a theory that can matter for whether they can be so.

    An axiom matters where something chosen does of which it speaks.
    """
    defined = {one.predicate: one for one in theory.definitions}
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
        definitions=tuple(one for one in theory.definitions if one.predicate in needed),
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
    names, ordered = [*theory.parameters, *theory.chosen], _in_order(theory)
    symbols = [*names, *(one.predicate for one in ordered)]
    if len(ordered) < len(theory.opens) + len(theory.definitions):
        raise internal("a theory defines a predicate twice")
    if len({*symbols}) < len(symbols):
        raise internal("a theory has two things of one name")
    lines = ["(set-logic ALL)"]
    lines += [f"(declare-const {symbol(name)} Int)" for name in names]
    lines += ["", "; The sizes in question.", *asserted(condition)]
    for one in ordered:
        lines += ["", *said(one)]
    for axiom in theory.axioms:
        lines += ["", *said(axiom)]
    return "\n".join(lines) + "\n"


def part_lines(one: Said) -> list[str]:
    """The lines of a part of a theory; the rules that it comes from are comments."""
    if isinstance(one, Open):
        return _open(one)
    if isinstance(one, Definition):
        return _definition(one)
    return [*places(one.where), *asserted(one.formula)]


def _definition(one: Definition) -> list[str]:
    if not one.names:
        # a name, not a macro: what is long stands in the text once
        declared = f"(declare-const {symbol(one.predicate)} Bool)"
        head = f"(assert (= {symbol(one.predicate)}"
        lines = wrapped(head, [*broken(one.formula, 1)])
        return [*places(one.where), declared, *lines[:-1], f"{lines[-1]})"]
    head = f"(define-fun {symbol(one.predicate)} ({sorted_names(one.names)}) Bool"
    return [*places(one.where), *wrapped(head, [*broken(one.formula, 1)])]


def _open(one: Open) -> list[str]:
    anywhere = one.predicate + _ANYWHERE
    sorts = " ".join(["Int"] * len(one.names))
    declared = f"(declare-fun {symbol(anywhere)} ({sorts}) Bool)"
    held = Holds(anywhere, tuple(Name(name) for name in one.names))
    within = held if one.domain == Truth(True) else Junction("and", (one.domain, held))
    head = f"(define-fun {symbol(one.predicate)} ({sorted_names(one.names)}) Bool"
    about = f"; {printable(one.atom)}: open, where there is such a thing"
    return [about, declared, *wrapped(head, [*broken(within, 1)])]


@lru_cache(maxsize=2000)
def places(where: tuple[Location, ...]) -> tuple[str, ...]:
    """The rules at some places, as comments; asked of the same ones for many texts."""
    # a comment ends with its line
    return tuple(
        f"; {printable(f'{place}: {place.text.strip()}' if place.text else str(place))}"
        for place in dict.fromkeys(where)
    )


def _in_order(theory: Theory) -> list[Open | Definition]:
    """Open and defined predicates, each after those that it speaks of.

    Raises:
        InternalError: one speaks of itself, or of what is none of them.
    """
    predicates: list[Open | Definition] = [*theory.opens, *theory.definitions]
    known = {one.predicate: one for one in predicates}
    found: dict[str, Open | Definition] = {}
    under_way: set[str] = set()

    def visit(name: str) -> None:
        if name in found:
            return
        if name in under_way or name not in known:
            raise internal(f"{name} is defined by itself, or nowhere")
        under_way.add(name)
        one = known[name]
        for other in holding(one.domain if isinstance(one, Open) else one.formula):
            visit(other.predicate)
        found[name] = one

    for name in known:
        visit(name)
    return [*found.values()]
