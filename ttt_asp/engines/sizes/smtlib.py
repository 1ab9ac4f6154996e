"""Theories as text of SMT-LIB 2, the language of solvers: https://smt-lib.org."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

from ttt_asp.claims.integers import Arithmetic, Compare, Name, Number, Term
from ttt_asp.engines.sizes.formulas import (
    Axiom,
    Definition,
    Formula,
    Holds,
    Junction,
    Not,
    Open,
    Quantified,
    Theory,
    Truth,
    holding,
)
from ttt_asp.engines.sizes.linear import linear, term_of
from ttt_asp.engines.sizes.symbols import symbol
from ttt_asp.errors import Location, internal
from ttt_asp.paths import printable

# Characters of a line, beyond which a formula is broken into several.
_WIDTH = 96
# What a theory is made of.
Said: TypeAlias = Open | Definition | Axiom
# An open predicate is declared under its own name and this, and defined as that in its domain.
_ANYWHERE = "?"


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


def asserted(formula: Formula) -> list[str]:
    """A formula as lines of an assertion."""
    return _list("(assert", [*_broken(formula, 1)])


def formula_text(formula: Formula) -> str:
    """A formula on one line."""
    match formula:
        case Truth(value):
            return "true" if value else "false"
        case Compare("=", Arithmetic("\\", (left, Number(by))), Number(value)) if by:
            return _remainder(left, abs(by), value)
        case Compare("=", Number(value), Arithmetic("\\", (left, Number(by)))) if by:
            return _remainder(left, abs(by), value)
        case Compare("!=", left, right):
            return f"(not {formula_text(Compare('=', left, right))})"
        case Compare(operator, left, right):
            return f"({operator} {term_text(left)} {term_text(right)})"
        case Holds(predicate, arguments):
            return _applied(symbol(predicate), [term_text(one) for one in arguments])
        case Not(inner):
            return f"(not {formula_text(inner)})"
        case Junction(kind, ()):
            return "true" if kind == "and" else "false"
        case Junction(kind, formulas):
            return _applied(kind, [formula_text(one) for one in formulas])
        case Quantified(kind, names, inner):
            return f"({kind} ({_bound(names)}) {formula_text(inner)})"


def term_text(term: Term) -> str:
    r"""A term; `/` and `\` round towards zero, as clingo's do, by a number other than 0."""
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
            return _applied(operator, [term_text(one) for one in arguments])


def _division(operator: str, left: Term, by: int) -> str:
    # SMT-LIB's remainders are never negative; of those of clingo the dividend's sign is the sign
    text, size = term_text(left), abs(by)
    word = "div" if operator == "/" else "mod"
    found = f"(ite (>= {text} 0) ({word} {text} {size}) (- ({word} (- {text}) {size})))"
    return f"(- {found})" if operator == "/" and by < 0 else found


def _remainder(left: Term, by: int, wanted: int) -> str:
    """That a remainder is a number: shorter, and sooner understood, than a term that is equal."""
    if abs(wanted) >= by:
        return "false"
    sums, number = linear(left)
    text = term_text(term_of((sums, 0)))  # the same in N and N+3, which then is one term
    same = f"(= (mod {text} {by}) {(wanted - number) % by})"
    if not wanted:
        return same
    relation = "<" if wanted > 0 else ">"
    return f"(and ({relation} {term_text(Number(-number))} {text}) {same})"


def _applied(head: str, arguments: Sequence[str]) -> str:
    return f"({head} {' '.join(arguments)})" if arguments else head


def _bound(names: Iterable[str]) -> str:
    return " ".join(f"({symbol(name)} Int)" for name in names)


def _definition(one: Definition) -> list[str]:
    if not one.names:
        # a name, not a macro: what is long stands in the text once
        declared = f"(declare-const {symbol(one.predicate)} Bool)"
        head = f"(assert (= {symbol(one.predicate)}"
        lines = _list(head, [*_broken(one.formula, 1)])
        return [*places(one.where), declared, *lines[:-1], f"{lines[-1]})"]
    head = f"(define-fun {symbol(one.predicate)} ({_bound(one.names)}) Bool"
    return [*places(one.where), *_list(head, [*_broken(one.formula, 1)])]


def _open(one: Open) -> list[str]:
    anywhere = one.predicate + _ANYWHERE
    sorts = " ".join(["Int"] * len(one.names))
    declared = f"(declare-fun {symbol(anywhere)} ({sorts}) Bool)"
    held = Holds(anywhere, tuple(Name(name) for name in one.names))
    within = held if one.domain == Truth(True) else Junction("and", (one.domain, held))
    head = f"(define-fun {symbol(one.predicate)} ({_bound(one.names)}) Bool"
    about = f"; {printable(one.atom)}: open, where there is such a thing"
    return [about, declared, *_list(head, [*_broken(within, 1)])]


@lru_cache(maxsize=2000)
def places(where: tuple[Location, ...]) -> tuple[str, ...]:
    """The rules at some places, as comments; asked of the same ones for many texts."""
    # a comment ends with its line
    return tuple(
        f"; {printable(f'{place}: {place.text.strip()}' if place.text else str(place))}"
        for place in dict.fromkeys(where)
    )


def _list(head: str, lines: Sequence[str]) -> list[str]:
    if len(lines) == 1 and len(head) + len(lines[0]) < _WIDTH:
        return [f"{head} {lines[0].strip()})"]
    return [head, *lines[:-1], f"{lines[-1]})"]


def _broken(formula: Formula, depth: int) -> Iterable[str]:
    """The lines of a formula, that one formula of a junction stands on each if it is long."""
    pad, text = "  " * depth, formula_text(formula)
    inner: Sequence[Formula]
    match formula:
        case Junction(kind, inner):
            head = str(kind)
        case Not(one):
            head, inner = "not", (one,)
        case Quantified(quantifier, names, one):
            head, inner = f"{quantifier} ({_bound(names)})", (one,)
        case _:
            head, inner = "", ()
    if not inner or len(pad) + len(text) <= _WIDTH:
        yield pad + text
        return
    yield f"{pad}({head}"
    lines = [line for one in inner for line in _broken(one, depth + 1)]
    yield from lines[:-1]
    yield f"{lines[-1]})"


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
