r"""The constructs of clingo's language that have a meaning for every size; all else is refused.

* `p(t)` in a body: the atom holds. A term is a number, a constant, a variable or `_`, a function of
  terms, or computed from integers by `+ - *`, by `/` and `\` with a number, and by `|t|`.
* `not p(t)`: the atom does not hold. Another literal gives each variable in it a value.
* `s < t`, and `<= > >= = !=`: the values compare so, in clingo's order of terms. `V = t` gives V
  that value where it has none.
* `V = s..t`: V is an integer, from s to t.
* `p(t) : c`, `not p(t) : c`: it holds for all values of the variables of c with which c holds. c is
  one or more literals `p(t)` and `s < t`.
* `1 < #count { V,W : c }`, and `<= > >= = !=` with 0, 1 or 2: the number of different values
  of V,W with which c holds compares so.
* A head `p(t)`: it holds where the body does; with `s..t` in it, for each integer between them.
* A head `{ p(t) : c }`: where body and c hold, it holds or not; `1 = { ... }` exactly one holds for
  each value of the body's variables, `1 >= { ... }` at most one.
* A pool `(s;t)` outside conditions, counts and negation: a rule with s, and one with t.

Each variable gets its value from some `p(t)`, in which it stands alone or in `k*V+n`, or from an
equation.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Self

import clingo
from clingo.ast import AST, AggregateFunction, ASTType, ComparisonOperator, Sign

from ttt_asp.errors import Location, Unsuited
from ttt_asp.extensions.sizes.integers import Arithmetic, Name, Number, Operator, computed
from ttt_asp.extensions.sizes.rules import (
    UNNAMED,
    AtomLiteral,
    Bound,
    ComparisonLiteral,
    Conditional,
    Count,
    Interval,
    Literal,
    Structure,
    SymbolicRule,
    Value,
    refusal,
)
from ttt_asp.lp.syntax import nodes_in

_ARITHMETIC: Mapping[int, Operator] = {3: "+", 4: "-", 5: "*", 6: "/", 7: "\\"}
_NAMED = {
    ASTType.Interval: ("an interval", "say V = a..b by itself, in a rule's body"),
    ASTType.Pool: ("a pool", "write several rules"),
}


@dataclass
class Terms:
    """Reader of terms and atoms.

    Attributes:
        constants: the terms that constants stand for. every: constants without a value.
        place: where a part of a rule stands in the author's file.
        everywhere: the variables of the rule that stand outside conditions.
    """

    constants: Mapping[str, AST]
    every: Sequence[str]
    place: Callable[[AST], Location]
    everywhere: frozenset[str] = frozenset()
    _fresh: Iterator[int] = field(default_factory=lambda: count(1))
    _scope: str = ""

    def atom(self, node: AST, intervals: list[Interval] | None = None) -> Structure:
        """Read an atom; intervals may stand in it only where a list for them is given."""
        if node.ast_type != ASTType.SymbolicAtom or node.symbol.ast_type != ASTType.Function:
            raise self.refused(node, "", "say it by an atom without a sign")
        arguments = tuple(self.term(argument, intervals) for argument in node.symbol.arguments)
        return Structure(node.symbol.name, arguments)

    def inside(self) -> Self:
        """Return a reader of a condition: variables in it alone are not those of another one."""
        return replace(self, _scope=f"@{next(self._fresh)}")

    def variable(self, node: AST) -> Name:
        """Read a variable; `_` is another one each time."""
        if node.name == "_":
            return self._unnamed()
        return Name(node.name if node.name in self.everywhere else node.name + self._scope)

    def _unnamed(self) -> Name:
        return Name(f"{UNNAMED}{next(self._fresh)}")

    def term(self, node: AST, intervals: list[Interval] | None = None) -> Value:
        """Read a term; intervals may stand in it only where a list for them is given."""
        kind = node.ast_type
        if kind == ASTType.Variable:
            return self.variable(node)
        if kind == ASTType.SymbolicTerm:
            return self._symbol(node, node.symbol)
        if kind == ASTType.Function and not node.external:
            if node.name and not node.arguments:
                return self._symbol(node, clingo.Function(node.name))
            inner = tuple(self.term(argument, intervals) for argument in node.arguments)
            return Structure(node.name, inner)
        if kind == ASTType.Interval and intervals is not None:
            low, high = self.term(node.left), self.term(node.right)
            intervals.append(Interval(self._unnamed(), low, high))
            return intervals[-1].variable
        if kind == ASTType.UnaryOperation and str(node)[0] in "-|":
            operator: Operator = "abs" if str(node)[0] == "|" else "-"
            return self._computed(node, operator, [self.term(node.argument)])
        if kind == ASTType.BinaryOperation and int(node.operator_type) in _ARITHMETIC:
            arguments = [self.term(node.left), self.term(node.right)]
            return self._computed(node, _ARITHMETIC[int(node.operator_type)], arguments)
        raise self.refused(node, "", "say it by + - * / \\ and |X|")

    def _symbol(self, node: AST, symbol: clingo.Symbol) -> Value:
        if symbol.type == clingo.SymbolType.Number:
            return Number(symbol.number)
        if symbol.type != clingo.SymbolType.Function:
            raise self.refused(node, "", "say it by numbers and names")
        if not symbol.arguments and symbol.name in self.every:
            return Name(symbol.name)
        if not symbol.arguments and symbol.name in self.constants:
            return self.term(self.constants[symbol.name])
        return Structure(symbol.name, tuple(self._symbol(node, part) for part in symbol.arguments))

    def _computed(self, node: AST, operator: Operator, arguments: Sequence[Value]) -> Value:
        terms = tuple(term for term in arguments if not isinstance(term, Structure))
        if len(terms) < len(arguments):
            message = f"`{node}` computes with what is no number"
            raise refusal(message, "compute with numbers only", self.place(node))
        if (result := computed(operator, terms)) is None:
            raise refusal(f"`{node}` divides by 0", "divide by another number", self.place(node))
        if all(isinstance(term, Number) for term in terms):
            return result
        # kept as written: X-X is 0 only where X is a number
        return Arithmetic(operator, terms)

    def refused(self, node: AST, where: str = "", hint: str = "say it by rules") -> Unsuited:
        """Return a refusal of a node that is none of the constructs."""
        name, advice = _NAMED.get(node.ast_type, (f"`{node}`", hint))
        construct = f"{name} {where}".rstrip()
        return refusal(f"not for every size: {construct}", advice, self.place(node))


_OPERATORS = {
    ComparisonOperator.Equal: "=",
    ComparisonOperator.NotEqual: "!=",
    ComparisonOperator.LessThan: "<",
    ComparisonOperator.LessEqual: "<=",
    ComparisonOperator.GreaterThan: ">",
    ComparisonOperator.GreaterEqual: ">=",
}
# The least and the most that a count may be, given the comparison and number on its left.
_LIMITS: Mapping[str, Callable[[int], tuple[int, int | None]]] = {
    "<": lambda number: (number + 1, None),
    "<=": lambda number: (number, None),
    ">": lambda number: (0, number - 1),
    ">=": lambda number: (0, number),
    "=": lambda number: (number, number),
    "!=": lambda number: (number, number),
}
# The most witnesses that a count needs: exactly two means two, and not three.
_WITNESSES = 3
_SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
# The number of chosen elements, by the guards: `{ ... } 1` has the left one `1 >=`.
_BOUNDS: Mapping[tuple[str, ...], Bound] = {(): "any", ("= 1",): "one", (">= 1",): "at most one"}


class Constructs(Terms):
    """Reader of rules."""

    def rules(self, node: AST) -> Iterator[SymbolicRule]:
        """Yield the rules that a rule with pools stands for.

        Raises:
            Unsuited: some part of it is none of the constructs.
        """
        self._refuse_pools(node)
        for unpooled in node.unpool():
            everywhere = frozenset(_global_variables(unpooled))
            yield from replace(self, everywhere=everywhere)._rules(unpooled)

    def _rules(self, node: AST) -> Iterator[SymbolicRule]:
        body = tuple(self._literal(literal) for literal in node.body)
        head, where = node.head, self.place(node)
        if head.ast_type == ASTType.Aggregate:
            yield from self._choices(head, body, where)
        elif head.ast_type == ASTType.Literal and head.sign == Sign.NoSign:
            intervals: list[Interval] = []
            atom = self.atom(head.atom, intervals)
            yield SymbolicRule(atom, (*body, *intervals), where)
        else:
            raise self.refused(head, "in a head", "say it by an atom, or by a choice")

    def _choices(
        self, head: AST, body: tuple[Literal, ...], where: Location
    ) -> Iterator[SymbolicRule]:
        guards = [guard for guard in (head.left_guard, head.right_guard) if guard is not None]
        bounds = [f"{_OPERATORS[guard.comparison]} {guard.term}" for guard in guards]
        bound = _BOUNDS.get(tuple(bounds))
        if bound is None or (guards and len(head.elements) > 1):
            message = (
                "only choices of any number, of one, or of at most one of a kind, are translated"
            )
            raise refusal(message, "leave the bounds out", where)
        for element in head.elements:
            if element.literal.sign != Sign.NoSign:
                raise refusal("a negated atom cannot be chosen", "leave `not` out", where)
            inside = self.inside()
            atom = inside.atom(element.literal.atom)
            yield SymbolicRule(atom, body, where, inside._condition(element.condition), bound)

    def _literal(self, node: AST) -> Literal:
        """Read a literal of a body."""
        if node.ast_type == ASTType.ConditionalLiteral and node.condition:
            inside = self.inside()
            literal = inside._simple(node.literal)
            if not isinstance(literal, AtomLiteral):
                raise self.refused(node, "", "write an atom before the condition")
            return Conditional(literal, inside._condition(node.condition))
        if node.ast_type == ASTType.ConditionalLiteral:
            node = node.literal
        if node.ast_type != ASTType.Literal:
            raise self.refused(node)
        if node.atom.ast_type == ASTType.BodyAggregate and node.sign == Sign.NoSign:
            return self._count(node.atom)
        if node.atom.ast_type == ASTType.Comparison and node.sign == Sign.NoSign:
            left, (guard, *more) = node.atom.term, node.atom.guards
            if guard.term.ast_type == ASTType.Interval and not more:
                return self._interval(node, left, guard)
        return self._simple(node)

    def _simple(self, node: AST) -> AtomLiteral | ComparisonLiteral:
        """Read a literal that is neither a count nor an interval, nor under a condition."""
        if node.ast_type != ASTType.Literal or node.sign == Sign.DoubleNegation:
            raise self.refused(node)
        if node.atom.ast_type == ASTType.SymbolicAtom:
            return AtomLiteral(self.atom(node.atom), node.sign == Sign.NoSign)
        if node.atom.ast_type != ASTType.Comparison:
            raise self.refused(node)
        if node.sign != Sign.NoSign or len(node.atom.guards) > 1:
            raise self.refused(node, "", "write comparisons of two terms each, without `not`")
        (guard,) = node.atom.guards
        left, right = self.term(node.atom.term), self.term(guard.term)
        return ComparisonLiteral(left, _OPERATORS[guard.comparison], right)

    def _condition(self, nodes: Iterable[AST]) -> tuple[AtomLiteral | ComparisonLiteral, ...]:
        """Read the literals after a colon."""
        literals = tuple(self._simple(node) for node in nodes)
        for literal, node in zip(literals, nodes, strict=True):
            if isinstance(literal, AtomLiteral) and not literal.positive:
                raise self.refused(node, "in a condition", "say it by a rule of its own")
        return literals

    def _interval(self, node: AST, left: AST, guard: AST) -> Interval:
        if left.ast_type != ASTType.Variable or _OPERATORS[guard.comparison] != "=":
            raise self.refused(node, "", "say V = a..b of a variable V")
        low, high = self.term(guard.term.left), self.term(guard.term.right)
        return Interval(self.variable(left), low, high)

    def _count(self, atom: AST) -> Count:
        guards = [(side, n) for n, side in enumerate((atom.left_guard, atom.right_guard)) if side]
        if atom.function != AggregateFunction.Count or len(atom.elements) != 1 or len(guards) != 1:
            raise self.refused(atom, "", "say it by a #count of one kind, or by rules")
        [element], [(guard, right)] = atom.elements, guards
        if any(term.ast_type != ASTType.Variable for term in element.terms):
            raise self.refused(atom, "", "count values of variables")
        operator, limit = _OPERATORS[guard.comparison], self.term(guard.term)
        limits = None
        if isinstance(limit, Number):
            limits = _LIMITS[_SWAPPED[operator] if right else operator](limit.value)
        if limits is None or max(limits[0], (limits[1] or 0) + 1) > _WITNESSES:
            raise self.refused(atom, "", "compare the count with 0, 1 or 2")
        inside = self.inside()
        counted = Structure("", tuple(inside.variable(term) for term in element.terms))
        return Count(counted, inside._condition(element.condition), *limits, operator == "!=")

    def _refuse_pools(self, node: AST) -> None:
        """Refuse pools that do not stand for several rules."""
        plain = ASTType.SymbolicAtom, ASTType.Comparison
        parts = [literal for literal in node.body if literal.ast_type != ASTType.Literal
                 or literal.sign != Sign.NoSign or literal.atom.ast_type not in plain]  # fmt: skip
        if node.head.ast_type != ASTType.Literal:
            parts.append(node.head)
        for part in parts:
            for node_within in nodes_in(part):
                if node_within.ast_type == ASTType.Pool:
                    raise self.refused(node_within)


def _global_variables(node: AST) -> Iterator[str]:
    """Yield the variables of a rule that stand outside conditions."""
    parts = [] if node.head.ast_type == ASTType.Aggregate else [node.head]
    for literal in node.body:
        if literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.BodyAggregate:
            parts += filter(None, (literal.atom.left_guard, literal.atom.right_guard))
        elif literal.ast_type == ASTType.Literal:
            parts.append(literal)
    for part in parts:
        for term in nodes_in(part):
            if term.ast_type == ASTType.Variable:
                yield term.name
