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

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from clingo.ast import AST, AggregateFunction, ASTType, ComparisonOperator, Sign

from ttt_asp.errors import Location
from ttt_asp.extensions.sizes.integers import Number
from ttt_asp.extensions.sizes.rules import (
    AtomLiteral,
    Bound,
    ComparisonLiteral,
    Conditional,
    Count,
    Interval,
    Literal,
    SymbolicRule,
    refusal,
)
from ttt_asp.extensions.sizes.terms import Terms
from ttt_asp.extensions.sizes.values import Structure
from ttt_asp.lp.syntax import nodes_in

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


@dataclass
class Constructs:
    """Reader of rules.

    Attributes:
        terms: reads the terms and atoms in them.
    """

    terms: Terms

    def rules(self, node: AST) -> Iterator[SymbolicRule]:
        """Yield the rules that a rule with pools stands for.

        Raises:
            Unsuited: some part of it is none of the constructs.
        """
        self._refuse_pools(node)
        for unpooled in node.unpool():
            everywhere = frozenset(_global_variables(unpooled))
            yield from Constructs(replace(self.terms, everywhere=everywhere))._rules(unpooled)

    def _rules(self, node: AST) -> Iterator[SymbolicRule]:
        body = tuple(self._literal(literal) for literal in node.body)
        head, where = node.head, self.terms.place(node)
        if head.ast_type == ASTType.Aggregate:
            yield from self._choices(head, body, where)
        elif head.ast_type == ASTType.Literal and head.sign == Sign.NoSign:
            intervals: list[Interval] = []
            atom = self.terms.atom(head.atom, intervals)
            yield SymbolicRule(atom, (*body, *intervals), where)
        else:
            raise self.terms.refused(head, "in a head", "say it by an atom, or by a choice")

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
            inside = Constructs(self.terms.inside())
            atom = inside.terms.atom(element.literal.atom)
            yield SymbolicRule(atom, body, where, inside._condition(element.condition), bound)

    def _literal(self, node: AST) -> Literal:
        """Read a literal of a body."""
        if node.ast_type == ASTType.ConditionalLiteral and node.condition:
            inside = Constructs(self.terms.inside())
            literal = inside._simple(node.literal)
            if not isinstance(literal, AtomLiteral):
                raise self.terms.refused(node, "", "write an atom before the condition")
            return Conditional(literal, inside._condition(node.condition))
        if node.ast_type == ASTType.ConditionalLiteral:
            node = node.literal
        if node.ast_type != ASTType.Literal:
            raise self.terms.refused(node)
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
            raise self.terms.refused(node)
        if node.atom.ast_type == ASTType.SymbolicAtom:
            return AtomLiteral(self.terms.atom(node.atom), node.sign == Sign.NoSign)
        if node.atom.ast_type != ASTType.Comparison:
            raise self.terms.refused(node)
        if node.sign != Sign.NoSign or len(node.atom.guards) > 1:
            raise self.terms.refused(node, "", "write comparisons of two terms each, without `not`")
        (guard,) = node.atom.guards
        left, right = self.terms.term(node.atom.term), self.terms.term(guard.term)
        return ComparisonLiteral(left, _OPERATORS[guard.comparison], right)

    def _condition(self, nodes: Iterable[AST]) -> tuple[AtomLiteral | ComparisonLiteral, ...]:
        """Read the literals after a colon."""
        literals = tuple(self._simple(node) for node in nodes)
        for literal, node in zip(literals, nodes, strict=True):
            if isinstance(literal, AtomLiteral) and not literal.positive:
                raise self.terms.refused(node, "in a condition", "say it by a rule of its own")
        return literals

    def _interval(self, node: AST, left: AST, guard: AST) -> Interval:
        if left.ast_type != ASTType.Variable or _OPERATORS[guard.comparison] != "=":
            raise self.terms.refused(node, "", "say V = a..b of a variable V")
        low, high = self.terms.term(guard.term.left), self.terms.term(guard.term.right)
        return Interval(self.terms.variable(left), low, high)

    def _count(self, atom: AST) -> Count:
        guards = [(side, n) for n, side in enumerate((atom.left_guard, atom.right_guard)) if side]
        if atom.function != AggregateFunction.Count or len(atom.elements) != 1 or len(guards) != 1:
            raise self.terms.refused(atom, "", "say it by a #count of one kind, or by rules")
        [element], [(guard, right)] = atom.elements, guards
        if any(term.ast_type != ASTType.Variable for term in element.terms):
            raise self.terms.refused(atom, "", "count values of variables")
        operator, limit = _OPERATORS[guard.comparison], self.terms.term(guard.term)
        limits = None
        if isinstance(limit, Number):
            limits = _LIMITS[_SWAPPED[operator] if right else operator](limit.value)
        if limits is None or max(limits[0], (limits[1] or 0) + 1) > _WITNESSES:
            raise self.terms.refused(atom, "", "compare the count with 0, 1 or 2")
        inside = Constructs(self.terms.inside())
        counted = Structure("", tuple(inside.terms.variable(term) for term in element.terms))
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
                    raise self.terms.refused(node_within)


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
