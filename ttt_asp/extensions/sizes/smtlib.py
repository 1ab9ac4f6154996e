"""Formulas as text of SMT-LIB 2, the language of solvers: https://smt-lib.org."""

from collections.abc import Iterable, Sequence

from ttt_asp.errors import internal
from ttt_asp.extensions.sizes.formulas import (
    Formula,
    Holds,
    Junction,
    Not,
    Quantified,
)
from ttt_asp.extensions.sizes.integers import Arithmetic, Compare, Name, Number, Term
from ttt_asp.extensions.sizes.linear import linear, term_of

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


def formula_text(formula: Formula) -> str:
    """Return a formula; if it is long, each part of it has its own lines."""
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
