"""Rules, read from clingo's syntax trees."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

import clingo
from clingo.ast import AST, AggregateFunction, ASTType, ComparisonOperator, Sign

from ttt_asp.engines.sizes.formulas import Name, Number, Term
from ttt_asp.engines.sizes.linear import computed
from ttt_asp.engines.sizes.refusals import Refusal
from ttt_asp.engines.sizes.rules import (
    Atom,
    Bound,
    Comparison,
    Conditional,
    Count,
    Element,
    Interval,
    Literal,
    Rule,
)
from ttt_asp.engines.sizes.values import Structure, Text, Value
from ttt_asp.errors import Location

_OPERATORS = {
    ComparisonOperator.Equal: "=",
    ComparisonOperator.NotEqual: "!=",
    ComparisonOperator.LessThan: "<",
    ComparisonOperator.LessEqual: "<=",
    ComparisonOperator.GreaterThan: ">",
    ComparisonOperator.GreaterEqual: ">=",
}
_SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
# How many are chosen, by the guards: `{ ... } 1` has the left one `1 >=`.
_BOUNDS: Mapping[tuple[str, ...], Bound] = {(): "any", ("= 1",): "one", (">= 1",): "at most one"}
_ARITHMETIC = {"+", "-", "*", "/", "\\"}


class Reader:
    """From syntax trees to rules."""

    def __init__(self, constants: Mapping[str, AST], every: Sequence[str]) -> None:
        self.constants = constants
        self.every = every
        self.fresh = count(1)

    def rules(self, node: AST, where: Location) -> Iterator[Rule]:
        for one in node.unpool():
            body, head = self.body(one.body), one.head
            if head.ast_type == ASTType.Aggregate:
                yield from self.choices(head, body, where)
            elif head.ast_type == ASTType.Literal and head.sign == Sign.NoSign:
                more: list[Literal] = []
                term = self.atom(head.atom, more)
                yield Rule(term, (*body, *more), where)
            else:
                what = f"`{head}` in a head has no translation for every size"
                raise Refusal(what, "say it by an atom, or by a choice")

    def choices(self, head: AST, body: tuple[Literal, ...], where: Location) -> Iterator[Rule]:
        guards = [guard for guard in (head.left_guard, head.right_guard) if guard is not None]
        said = [f"{_OPERATORS[guard.comparison]} {guard.term}" for guard in guards]
        bound = _BOUNDS.get(tuple(said))
        if bound is None or (guards and len(head.elements) > 1):
            what = "only choices of any number, of one, or of at most one of a kind, are translated"
            raise Refusal(what, "leave the bounds out")
        for element in head.elements:
            more: list[Literal] = []
            if element.literal.sign != Sign.NoSign:
                raise Refusal("a negated atom cannot be chosen", "leave `not` out")
            term = self.atom(element.literal.atom, more)
            yield Rule(term, body, where, (*self.body(element.condition), *more), bound)

    def body(self, literals: Sequence[AST]) -> tuple[Literal, ...]:
        found: list[Literal] = []
        for literal in literals:
            found += self.literal(literal)
        return tuple(found)

    def literal(self, node: AST) -> list[Literal]:
        if node.ast_type == ASTType.ConditionalLiteral:
            if not node.condition:
                return self.literal(node.literal)
            [*before, last] = self.literal(node.literal)
            return [Conditional(last, (*self.body(node.condition), *before))]
        if node.ast_type != ASTType.Literal:
            raise Refusal(f"`{node}` has no translation", "say it by rules")
        atom, kind = node.atom, node.atom.ast_type
        more: list[Literal] = []
        positive = node.sign != Sign.Negation
        if kind == ASTType.BooleanConstant:
            return [Comparison((Number(atom.value), Number(1)), ("=",), positive)]
        if kind == ASTType.SymbolicAtom:
            term = self.atom(atom, more)
            return [*more, Atom(term, positive, node.sign == Sign.DoubleNegation)]
        if kind == ASTType.Comparison:
            terms = [self.term(atom.term, more), *(self.term(g.term, more) for g in atom.guards)]
            operators = tuple(_OPERATORS[guard.comparison] for guard in atom.guards)
            return [*more, Comparison(tuple(terms), operators, positive)]
        if kind in (ASTType.BodyAggregate, ASTType.Aggregate):
            return [*self.count(atom, positive)]
        raise Refusal(f"`{node}` has no translation", "say it by rules")

    def count(self, atom: AST, positive: bool) -> Iterator[Literal]:
        plain = atom.ast_type == ASTType.Aggregate
        if not plain and atom.function != AggregateFunction.Count:
            what = f"`{atom}` has no translation for every size"
            raise Refusal(what, "say it by a #count, or by rules")
        elements: list[Element] = []
        more: list[Literal] = []
        for element in atom.elements:
            condition = self.body(element.condition)
            if plain:
                [*inner, last] = self.literal(element.literal)
                condition = (*condition, *inner, last)
                if not isinstance(last, Atom):
                    raise Refusal("only atoms are counted", "write #count")
                elements.append(Element(last.term, condition))
            else:
                inner = list[Literal]()
                terms = tuple(self.term(term, inner) for term in element.terms)
                elements.append(Element(Structure("", terms), (*condition, *inner)))
        guards = []
        if (left := atom.left_guard) is not None:
            guards.append((self.term(left.term, more), _OPERATORS[left.comparison]))
        if (right := atom.right_guard) is not None:
            operator = _SWAPPED[_OPERATORS[right.comparison]]
            guards.append((self.term(right.term, more), operator))
        yield from more
        yield Count(tuple(elements), tuple(guards), positive)

    def atom(self, node: AST, more: list[Literal]) -> Structure:
        if node.ast_type != ASTType.SymbolicAtom or node.symbol.ast_type != ASTType.Function:
            raise Refusal(f"`{node}` has no translation", "say it by an atom without a sign")
        arguments = tuple(self.term(one, more) for one in node.symbol.arguments)
        return Structure(node.symbol.name, arguments)

    def term(self, node: AST, more: list[Literal]) -> Value:
        kind = node.ast_type
        if kind == ASTType.Variable:
            return Name(f"_{next(self.fresh)}" if node.name == "_" else node.name)
        if kind == ASTType.SymbolicTerm:
            return self.symbol(node.symbol, more)
        if kind == ASTType.Function and node.name and not node.arguments and not node.external:
            return self.symbol(clingo.Function(node.name), more)
        if kind == ASTType.Function and not node.external:
            return Structure(node.name, tuple(self.term(one, more) for one in node.arguments))
        if kind == ASTType.Interval:
            variable = Name(f"_{next(self.fresh)}")
            low, high = self.term(node.left, more), self.term(node.right, more)
            more.append(Interval(variable, low, high))
            return variable
        if kind == ASTType.UnaryOperation and str(node)[0] in "-|":
            inner = [self.term(node.argument, more)]
            return _arithmetic("abs" if str(node)[0] == "|" else "-", inner, node)
        if kind == ASTType.BinaryOperation:
            inner = [self.term(node.left, more), self.term(node.right, more)]
            operator = {0: "^", 1: "?", 2: "&", 3: "+", 4: "-", 5: "*", 6: "/", 7: "\\", 8: "**"}
            return _arithmetic(operator.get(int(node.operator_type), "**"), inner, node)
        raise Refusal(f"`{node}` has no translation for every size", "say it by + - * / \\ and |X|")

    def symbol(self, symbol: clingo.Symbol, more: list[Literal]) -> Value:
        if symbol.type == clingo.SymbolType.Number:
            return Number(symbol.number)
        if symbol.type == clingo.SymbolType.String:
            return Text(symbol.string)
        if symbol.type == clingo.SymbolType.Function:
            if not symbol.arguments and symbol.name in self.every:
                return Name(symbol.name)
            if not symbol.arguments and symbol.name in self.constants:
                return self.term(self.constants[symbol.name], more)
            inner = tuple(self.symbol(one, more) for one in symbol.arguments)
            return Structure(symbol.name, inner)
        raise Refusal(f"`{symbol}` has no translation for every size", "say it by numbers")


def _arithmetic(operator: str, arguments: Sequence[Value], node: AST) -> Value:
    """What is computed of integers."""
    terms: list[Term] = []
    for one in arguments:
        if isinstance(one, Text | Structure):
            raise Refusal(f"`{node}` computes with what is no number", "compute with numbers only")
        terms.append(one)
    if operator not in {*_ARITHMETIC, "abs"}:
        if len(terms) == 2 and all(isinstance(one, Number) for one in terms):
            powers = [one.value for one in terms if isinstance(one, Number)]
            if operator == "**" and powers[1] >= 0:
                return Number(powers[0] ** powers[1])
        raise Refusal(f"`{node}` has no translation for every size", "say it by + - * / \\ and |X|")
    found = computed(operator, tuple(terms))
    if found is None:
        raise Refusal(f"`{node}` divides by 0", "divide by another number")
    return found
