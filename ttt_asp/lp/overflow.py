"""Refusals of rules that might reach a number which clingo cannot hold.

clingo's numbers have 32 bits. It says nothing where they wrap around, and sums that are assigned
have wrapped values too; dividing the least number by -1 ends the process. So whatever a rule
computes has to stay within `LARGEST`, as far as can be told without grounding it.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from clingo.ast import AST, AggregateFunction, ASTType, BinaryOperator

from ttt_asp.errors import Diagnostic
from ttt_asp.lp.ranges import ENDLESS, Range, combined
from ttt_asp.lp.reach import BodyScope, Reach, one_variable
from ttt_asp.lp.scan import LARGEST
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Statement, chained, linear, span, variables

# A rule without any of these computes nothing.
_COMPUTES = re.compile(rb"[+*/\\|&?^~]|(?<!:)-|\.\.|#")
_SUMS = AggregateFunction.Sum, AggregateFunction.SumPlus
_DIVIDING = BinaryOperator.Division, BinaryOperator.Modulo
# What is computed in a rule: the node, what is wrong with it, and what to do.
_Finding = tuple[AST, str, str]


def overflows(
    sources: Iterable[Source], reach: Reach, wanted: Callable[[Statement], bool] = lambda _: True
) -> Iterator[Diagnostic]:
    """Report what rules compute that clingo might not hold.

    Args:
        sources: the files.
        reach: the ranges of their predicates, and of all that they use.
        wanted: whether a rule is in question.
    """
    for source in sources:
        for statement in source.statements:
            computes = _COMPUTES.search(source.text, statement.begin, statement.end)
            if statement.kind == ASTType.Rule and computes and wanted(statement):
                yield from _in_rule(source, statement, reach)


def _in_rule(source: Source, statement: Statement, reach: Reach) -> Iterator[Diagnostic]:
    rule, findings = statement.node, list[_Finding]()
    try:
        body = BodyScope(reach, rule.body)
        for literal in (rule.head, *rule.body):
            findings += _in_literal(literal, body)
    except RecursionError:
        message = "this rule has too many operators, or rests on too many rules, to be checked"
        yield source.problem(message, statement, "split it, by helpers with few rules")
        return
    for node, message, hint in findings:
        begin, end = span(node, source.line_starts)
        yield Diagnostic(message, source.location(begin, end), hint)


def _in_literal(literal: AST, scope: BodyScope) -> Iterator[_Finding]:
    kind = literal.ast_type
    if kind == ASTType.ConditionalLiteral:
        yield from _in_element([], [literal.literal, *literal.condition], literal.condition, scope)
        return
    atom = literal.atom
    kind = atom.ast_type
    if kind == ASTType.SymbolicAtom:
        yield from _in_terms([atom.symbol], scope)
    elif kind == ASTType.Comparison:
        yield from _in_terms([atom.term, *(guard.term for guard in atom.guards)], scope)
    elif kind in (ASTType.Aggregate, ASTType.BodyAggregate):
        guards = filter(None, (atom.left_guard, atom.right_guard))
        yield from _in_terms([guard.term for guard in guards], scope)
        for element in atom.elements:
            if kind == ASTType.Aggregate:
                literals = [element.literal, *element.condition]
                yield from _in_element([], literals, literals, scope)
            else:
                yield from _in_element(element.terms, element.condition, element.condition, scope)
        if kind == ASTType.BodyAggregate and atom.function in _SUMS:
            yield from _beyond(atom, "this sum", scope.aggregate(atom))


def _in_element(
    terms: Iterable[AST], literals: Iterable[AST], condition: list[AST], scope: BodyScope
) -> Iterator[_Finding]:
    """Look at terms and literals that a condition holds with."""
    inside = scope.element(condition)
    yield from _in_terms(terms, inside)
    for literal in literals:
        yield from _in_literal(literal, inside)


def _in_terms(terms: Iterable[AST], scope: BodyScope) -> Iterator[_Finding]:
    for term in terms:
        yield from _in_term(term, scope)


def _in_term(term: AST, scope: BodyScope) -> Iterator[_Finding]:
    kind = term.ast_type
    if kind == ASTType.BinaryOperation:
        yield from _in_chain(term, scope)
    elif kind in (ASTType.Function, ASTType.Pool):
        yield from _in_terms(term.arguments, scope)
    elif kind in (ASTType.UnaryOperation, ASTType.Interval):
        ends = [term.argument] if kind == ASTType.UnaryOperation else [term.left, term.right]
        inner = list(_in_terms(ends, scope))
        yield from inner or _beyond(term, f"`{term}`", scope.value(term))


def _in_chain(term: AST, scope: BodyScope) -> Iterator[_Finding]:
    """Look at A+B-C+..., from the left; what is wrong within a part says enough."""
    first, chain = chained(term)
    inner = list(_in_terms([first, *(node.right for node in chain)], scope))
    yield from inner
    found = scope.value(first)
    # gringo works out A and B of a term A*X+B, which are what it comes to at 0 and at 1
    at_0_and_1 = one_variable(scope.reach, *variables(term)) if linear(term) else None
    factors = at_0_and_1.value(first) if at_0_and_1 else found
    for node in [] if inner else chain:
        sign, right = node.operator_type, scope.value(node.right)
        if sign in _DIVIDING and right.low <= -1 <= right.high:
            # clingo dies of the least number divided by -1
            yield node, f"the divisor in `{node}` can be -1", "divide by another number, or use 0-X"
            return
        if sign == BinaryOperator.Power and not right.empty and right.low < 0:
            yield node, f"the exponent in `{node}` can be below 0", "exponents are 0 or more"
            return
        found = combined(sign, found, right)
        if at_0_and_1:
            factors = combined(sign, factors, at_0_and_1.value(node.right))
        if found.beyond or factors.beyond:
            yield from _beyond(node, f"`{node}`", found if found.beyond else factors)
            return


def _beyond(node: AST, name: str, found: Range) -> Iterator[_Finding]:
    if not found.beyond:
        return
    end = f"numbers in rules end at {LARGEST:,}"
    if max(-found.low, found.high) < ENDLESS:
        most = found.low if -found.low > found.high else found.high
        yield node, f"{name} can reach {most:,}; {end}", "compute with smaller numbers"
    else:
        hint = "say by atoms, or by X = 1..100, which numbers its variables can be"
        yield node, f"nothing here says how large {name} can be; {end}", hint
