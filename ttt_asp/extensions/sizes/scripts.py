"""Theories and questions about them as scripts of SMT-LIB 2, each complete in itself.

It is the language of solvers: https://smt-lib.org.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ttt_asp.errors import internal, printable
from ttt_asp.extensions.sizes.formulas import (
    Axiom,
    Definition,
    Formula,
    Holds,
    Junction,
    Not,
    Open,
    Quantified,
    Theory,
    free_names,
    predicates_in,
)
from ttt_asp.extensions.sizes.integers import (
    Arithmetic,
    Compare,
    Name,
    Number,
    Term,
    linear,
    term_of,
)
from ttt_asp.extensions.sizes.quantifiers import Triggers

# Words that mean something to solvers, and may be names in a program.
_TAKEN_TEXT = """
    true false and or not xor distinct ite abs div mod let exists forall par match as is select
    store concat extract repeat seq str re set bag map sep fp pi sin cos tan exp sqrt sum
"""
_TAKEN = frozenset(_TAKEN_TEXT.split())


def symbol(name: str) -> str:
    """Return a name as solvers read it, different for different names."""
    if name in _TAKEN:
        name += "."  # no name of a program's has a full stop
    plain = name.replace("_", "a").replace("-", "a").replace(".", "a")
    if plain.isascii() and plain.isalnum() and not plain[0].isdigit():
        return name
    if "|" in name or "\\" in name:
        raise internal(f"{name} is no name that solvers read")
    return f"|{name}|"


# Characters of a line, beyond which a formula is broken into several.
_WIDTH = 96


def asserted(formula: Formula) -> str:
    """Return a formula as an assertion."""
    return applied("assert", [formula_text(formula)])


@lru_cache(maxsize=100_000)
def formula_text(formula: Formula) -> str:
    """Return a formula; if it is long, each part of it has its own lines.

    It is cached, as terms are: the same parts are in many formulas.
    """
    match formula:
        case Compare("=", Arithmetic("\\", (left, Number(by))), Number(value)) if by:
            return _remainder(left, abs(by), value)
        case Compare("=", Number(value), Arithmetic("\\", (left, Number(by)))) if by:
            return _remainder(left, abs(by), value)
        case Compare("!=", left, right):
            return f"(not {formula_text(Compare('=', left, right))})"
        case Compare(operator, left, right):
            return f"({operator} {term_text(left)} {term_text(right)})"
        case Holds(predicate, arguments):
            return applied(symbol(predicate), [term_text(part) for part in arguments])
        case Not(inner):
            return applied("not", [formula_text(inner)])
        case Junction(kind, ()):
            return "true" if kind == "and" else "false"
        case Junction(kind, formulas):
            return applied(kind, [formula_text(part) for part in formulas])
        case Quantified(kind, names, inner):
            return applied(f"{kind} ({sorted_names(names)})", [formula_text(inner)])


@lru_cache(maxsize=20_000)
def term_text(term: Term) -> str:
    r"""Return a term; `/` and `\` round toward zero, as clingo's do, by a number other than 0."""
    match term:
        case Number(value):
            return str(value) if value >= 0 else f"(- {-value})"
        case Name(name):
            return symbol(name)
        case Arithmetic("/" | "\\" as operator, (left, Number(value))) if value:
            return _division(operator, left, value)
        case Arithmetic("/" | "\\"):
            raise internal("a division by what is no number other than 0")
        case Arithmetic(operator, arguments):
            return applied(operator, [term_text(argument) for argument in arguments])


def _division(operator: str, left: Term, by: int) -> str:
    # SMT-LIB's remainders are never negative; of those of clingo the dividend's sign is the sign
    text, size = term_text(left), abs(by)
    word = "div" if operator == "/" else "mod"
    result = f"(ite (>= {text} 0) ({word} {text} {size}) (- ({word} (- {text}) {size})))"
    return f"(- {result})" if operator == "/" and by < 0 else result


def _remainder(left: Term, by: int, wanted: int) -> str:
    """Say that a remainder is a number: shorter and easier for solvers than equal terms."""
    if abs(wanted) >= by:
        return "false"
    sums, number = linear(left)
    text = term_text(term_of((sums, 0)))  # the same in N and N+3, which then is one term
    same = f"(= (mod {text} {by}) {(wanted - number) % by})"
    if not wanted:
        return same
    relation = "<" if wanted > 0 else ">"
    return f"(and ({relation} {term_text(Number(-number))} {text}) {same})"


def applied(head: str, arguments: Sequence[str]) -> str:
    """Return a list with a head; if it is long, each argument has its own lines."""
    if not arguments:
        return head
    text = f"({' '.join([head, *arguments])})"
    if len(text) <= _WIDTH and "\n" not in text:
        return text
    # no name goes over several lines
    return "\n".join([f"({head}", *arguments]).replace("\n", "\n  ") + ")"


def sorted_names(names: Iterable[str]) -> str:
    """Return names with their sort, as a quantifier or a definition has them."""
    return " ".join(f"({symbol(name)} Int)" for name in names)


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
    defined = theory.defined()
    chosen = frozenset(theory.chosen)
    needed: set[str] = set()
    spoken: set[str] = set()

    def need(formula: Formula) -> None:
        spoken.update(free_names(formula) & chosen)
        for atom in predicates_in(formula):
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
    """Write a theory, and a condition on its parameters, as declarations and assertions."""
    names = {*theory.parameters, *theory.chosen, *(opened.predicate for opened in theory.opens)}
    for definition in theory.definitions:
        if any(spoken.predicate not in names for spoken in predicates_in(definition.formula)):
            raise internal(
                f"{definition.predicate} is defined by itself, or by what comes after it"
            )
        names.add(definition.predicate)
    known = theory.parameters, theory.chosen, theory.opens, theory.definitions
    if len(names) < sum(map(len, known)):
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
