r"""The constructs of clingo's language that have a meaning for every size; all else is refused.

* `p(t)` in a body: the atom holds. A term is a number, a constant, a variable or `_`, a function of
  terms, or computed from integers by `+ - *`, by `/` and `\` with a number, and by `|t|`.
* `not p(t)`: the atom does not hold. Each variable in it has a value by another literal.
* `s < t`, and `<= > >= = !=`: so are the values, in clingo's order of terms. `V = t` gives V that
  value where V has none.
* `V = s..t`: V is an integer, from s to t.
* `p(t) : c`, `not p(t) : c`: so it is for all values of the variables of c with which c holds: one
  or more literals `p(t)` and `s < t`.
* `1 < #count { V,W : c }`, and `<= > >= = !=` with 0, 1 or 2: so is the number of different values
  of V,W with which c holds.
* A head `p(t)`: it holds where the body does; with `s..t` in it, for each integer between them.
* A head `{ p(t) : c }`: where body and c hold, it holds or not; `1 = { ... }` exactly one holds for
  each value of the body's variables, `1 >= { ... }` at most one.
* A pool `(s;t)` outside conditions, counts and negation: a rule with s, and one with t.

Each variable has a value by some `p(t)`, where it stands alone or in `k*V+n`, or by an equation.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

import clingo
from clingo.ast import AST, AggregateFunction, ASTType, ComparisonOperator, Sign

from ttt_asp.claims.integers import Arithmetic, Name, Number, Operator
from ttt_asp.engines.sizes.linear import computed
from ttt_asp.engines.sizes.refusals import Refusal
from ttt_asp.engines.sizes.rules import (
    UNNAMED,
    Atom,
    Bound,
    Comparison,
    Conditional,
    Count,
    Interval,
    Literal,
    Rule,
)
from ttt_asp.engines.sizes.safety import refuse_unbound
from ttt_asp.engines.sizes.values import Structure, Value
from ttt_asp.errors import Location

_OPERATORS = {
    ComparisonOperator.Equal: "=",
    ComparisonOperator.NotEqual: "!=",
    ComparisonOperator.LessThan: "<",
    ComparisonOperator.LessEqual: "<=",
    ComparisonOperator.GreaterThan: ">",
    ComparisonOperator.GreaterEqual: ">=",
}
# What is on the left of a count says how many there are: at least, and at most.
_LIMITS: Mapping[str, Callable[[int], tuple[int, int | None]]] = {
    "<": lambda number: (number + 1, None),
    "<=": lambda number: (number, None),
    ">": lambda number: (0, number - 1),
    ">=": lambda number: (0, number),
    "=": lambda number: (number, number),
    "!=": lambda number: (number, number),
}
# Three, as exactly two are two and not three.
_WITNESSES = 3
_SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
# How many are chosen, by the guards: `{ ... } 1` has the left one `1 >=`.
_BOUNDS: Mapping[tuple[str, ...], Bound] = {(): "any", ("= 1",): "one", (">= 1",): "at most one"}
_ARITHMETIC: Mapping[int, Operator] = {3: "+", 4: "-", 5: "*", 6: "/", 7: "\\"}
_NAMED = {
    ASTType.Interval: ("an interval", "say V = a..b by itself, in a rule's body"),
    ASTType.Pool: ("a pool", "write several rules"),
}


@dataclass
class Constructs:
    """Reads rules.

    Attributes:
        constants: the terms that constants stand for. every: constants without a value.
        place: where a part of a rule stands in the author's file.
    """

    constants: Mapping[str, AST]
    every: Sequence[str]
    place: Callable[[AST], Location]
    _fresh: Iterator[int] = field(default_factory=lambda: count(1))
    _everywhere: frozenset[str] = frozenset()
    _scope: str = ""

    def rules(self, node: AST) -> Iterator[Rule]:
        """The rules that a rule with pools stands for.

        Raises:
            Refusal: it has what is none of the constructs.
        """
        self._refuse_pools(node)
        for one in node.unpool():
            yield from replace(self, _everywhere=frozenset(_global(one)))._rules(one)

    def _rules(self, node: AST) -> Iterator[Rule]:
        body = tuple(self._literal(one) for one in node.body)
        head, where = node.head, self.place(node)
        if head.ast_type == ASTType.Aggregate:
            found = [*self._choices(head, body, where)]
        elif head.ast_type == ASTType.Literal and head.sign == Sign.NoSign:
            intervals: list[Interval] = []
            atom = self._atom(head.atom, intervals)
            found = [Rule(atom, (*body, *intervals), where)]
        else:
            raise self._refused(head, "in a head", "say it by an atom, or by a choice")
        for rule in found:
            refuse_unbound(rule, self.every)
            yield rule

    def _choices(self, head: AST, body: tuple[Literal, ...], where: Location) -> Iterator[Rule]:
        guards = [guard for guard in (head.left_guard, head.right_guard) if guard is not None]
        said = [f"{_OPERATORS[guard.comparison]} {guard.term}" for guard in guards]
        bound = _BOUNDS.get(tuple(said))
        if bound is None or (guards and len(head.elements) > 1):
            what = "only choices of any number, of one, or of at most one of a kind, are translated"
            raise Refusal(what, "leave the bounds out", where)
        for element in head.elements:
            if element.literal.sign != Sign.NoSign:
                raise Refusal("a negated atom cannot be chosen", "leave `not` out", where)
            inside = self._inside()
            atom = inside._atom(element.literal.atom)
            yield Rule(atom, body, where, inside._condition(element.condition), bound)

    def _literal(self, node: AST) -> Literal:
        """A literal of a body."""
        if node.ast_type == ASTType.ConditionalLiteral and node.condition:
            inside = self._inside()
            literal = inside._simple(node.literal)
            if not isinstance(literal, Atom):
                raise self._refused(node, "", "write an atom before the condition")
            return Conditional(literal, inside._condition(node.condition))
        if node.ast_type == ASTType.ConditionalLiteral:
            node = node.literal
        if node.ast_type != ASTType.Literal:
            raise self._refused(node)
        if node.atom.ast_type == ASTType.BodyAggregate and node.sign == Sign.NoSign:
            return self._count(node.atom)
        if node.atom.ast_type == ASTType.Comparison and node.sign == Sign.NoSign:
            left, (guard, *more) = node.atom.term, node.atom.guards
            if guard.term.ast_type == ASTType.Interval and not more:
                return self._interval(node, left, guard)
        return self._simple(node)

    def _simple(self, node: AST) -> Atom | Comparison:
        """A literal that is neither a count nor an interval, nor under a condition."""
        if node.ast_type != ASTType.Literal or node.sign == Sign.DoubleNegation:
            raise self._refused(node)
        if node.atom.ast_type == ASTType.SymbolicAtom:
            return Atom(self._atom(node.atom), node.sign == Sign.NoSign)
        if node.atom.ast_type != ASTType.Comparison:
            raise self._refused(node)
        if node.sign != Sign.NoSign or len(node.atom.guards) > 1:
            raise self._refused(node, "", "write comparisons of two terms each, without `not`")
        (guard,) = node.atom.guards
        left, right = self._term(node.atom.term), self._term(guard.term)
        return Comparison(left, _OPERATORS[guard.comparison], right)

    def _condition(self, nodes: Iterable[AST]) -> tuple[Atom | Comparison, ...]:
        """Literals after a colon."""
        found = tuple(self._simple(node) for node in nodes)
        for one, node in zip(found, nodes, strict=True):
            if isinstance(one, Atom) and not one.positive:
                raise self._refused(node, "in a condition", "say it by a rule of its own")
        return found

    def _interval(self, node: AST, left: AST, guard: AST) -> Interval:
        if left.ast_type != ASTType.Variable or _OPERATORS[guard.comparison] != "=":
            raise self._refused(node, "", "say V = a..b of a variable V")
        low, high = self._term(guard.term.left), self._term(guard.term.right)
        return Interval(self._variable(left), low, high)

    def _count(self, atom: AST) -> Count:
        guards = [(one, n) for n, one in enumerate((atom.left_guard, atom.right_guard)) if one]
        if atom.function != AggregateFunction.Count or len(atom.elements) != 1 or len(guards) != 1:
            raise self._refused(atom, "", "say it by a #count of one kind, or by rules")
        [element], [(guard, right)] = atom.elements, guards
        if any(term.ast_type != ASTType.Variable for term in element.terms):
            raise self._refused(atom, "", "count values of variables")
        operator, limit = _OPERATORS[guard.comparison], self._term(guard.term)
        limits = None
        if isinstance(limit, Number):
            limits = _LIMITS[_SWAPPED[operator] if right else operator](limit.value)
        if limits is None or max(limits[0], (limits[1] or 0) + 1) > _WITNESSES:
            raise self._refused(atom, "", "compare the count with 0, 1 or 2")
        inside = self._inside()
        counted = Structure("", tuple(inside._variable(term) for term in element.terms))
        return Count(counted, inside._condition(element.condition), *limits, operator == "!=")

    def _atom(self, node: AST, intervals: list[Interval] | None = None) -> Structure:
        if node.ast_type != ASTType.SymbolicAtom or node.symbol.ast_type != ASTType.Function:
            raise self._refused(node, "", "say it by an atom without a sign")
        arguments = tuple(self._term(one, intervals) for one in node.symbol.arguments)
        return Structure(node.symbol.name, arguments)

    def _inside(self) -> "Constructs":
        """What reads a condition: variables that are in it alone are not those of another one."""
        return replace(self, _scope=f"@{next(self._fresh)}")

    def _variable(self, node: AST) -> Name:
        if node.name == "_":
            return self._unnamed()
        return Name(node.name if node.name in self._everywhere else node.name + self._scope)

    def _unnamed(self) -> Name:
        return Name(f"{UNNAMED}{next(self._fresh)}")

    def _term(self, node: AST, intervals: list[Interval] | None = None) -> Value:
        """A term; intervals stand in it only where a list for them is given."""
        kind = node.ast_type
        if kind == ASTType.Variable:
            return self._variable(node)
        if kind == ASTType.SymbolicTerm:
            return self._symbol(node, node.symbol)
        if kind == ASTType.Function and not node.external:
            if node.name and not node.arguments:
                return self._symbol(node, clingo.Function(node.name))
            inner = tuple(self._term(one, intervals) for one in node.arguments)
            return Structure(node.name, inner)
        if kind == ASTType.Interval and intervals is not None:
            low, high = self._term(node.left), self._term(node.right)
            intervals.append(Interval(self._unnamed(), low, high))
            return intervals[-1].variable
        if kind == ASTType.UnaryOperation and str(node)[0] in "-|":
            operator: Operator = "abs" if str(node)[0] == "|" else "-"
            return self._computed(node, operator, [self._term(node.argument)])
        if kind == ASTType.BinaryOperation and int(node.operator_type) in _ARITHMETIC:
            arguments = [self._term(node.left), self._term(node.right)]
            return self._computed(node, _ARITHMETIC[int(node.operator_type)], arguments)
        raise self._refused(node, "", "say it by + - * / \\ and |X|")

    def _symbol(self, node: AST, symbol: clingo.Symbol) -> Value:
        if symbol.type == clingo.SymbolType.Number:
            return Number(symbol.number)
        if symbol.type != clingo.SymbolType.Function:
            raise self._refused(node, "", "say it by numbers and names")
        if not symbol.arguments and symbol.name in self.every:
            return Name(symbol.name)
        if not symbol.arguments and symbol.name in self.constants:
            return self._term(self.constants[symbol.name])
        return Structure(symbol.name, tuple(self._symbol(node, one) for one in symbol.arguments))

    def _computed(self, node: AST, operator: Operator, arguments: Sequence[Value]) -> Value:
        terms = tuple(one for one in arguments if not isinstance(one, Structure))
        if len(terms) < len(arguments):
            what = f"`{node}` computes with what is no number"
            raise Refusal(what, "compute with numbers only", self.place(node))
        if (found := computed(operator, terms)) is None:
            raise Refusal(f"`{node}` divides by 0", "divide by another number", self.place(node))
        if all(isinstance(one, Number) for one in terms):
            return found
        # kept as written: X-X is 0 only where X is a number
        return Arithmetic(operator, terms)

    def _refuse_pools(self, node: AST) -> None:
        """Refuse pools where they stand for something else than several rules."""
        plain = ASTType.SymbolicAtom, ASTType.Comparison
        parts = [one for one in node.body if one.ast_type != ASTType.Literal
                 or one.sign != Sign.NoSign or one.atom.ast_type not in plain]  # fmt: skip
        if node.head.ast_type != ASTType.Literal:
            parts.append(node.head)
        for pool in (one for part in parts for one in _within(part)):
            if pool.ast_type == ASTType.Pool:
                raise self._refused(pool)

    def _refused(self, node: AST, where: str = "", hint: str = "say it by rules") -> Refusal:
        name, advice = _NAMED.get(node.ast_type, (f"`{node}`", hint))
        what = f"{name} {where}".rstrip()
        return Refusal(f"not for every size: {what}", advice, self.place(node))


def _global(node: AST) -> Iterator[str]:
    """The variables of a rule that stand outside conditions."""
    parts = [] if node.head.ast_type == ASTType.Aggregate else [node.head]
    for literal in node.body:
        if literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.BodyAggregate:
            parts += filter(None, (literal.atom.left_guard, literal.atom.right_guard))
        elif literal.ast_type == ASTType.Literal:
            parts.append(literal)
    for one in (one for part in parts for one in _within(part)):
        if one.ast_type == ASTType.Variable:
            yield one.name


def _within(node: AST) -> Iterator[AST]:
    """A node, and all that it is made of."""
    yield node
    for key in node.child_keys:
        child = getattr(node, key)
        for one in child if hasattr(child, "__len__") else [child]:
            if isinstance(one, AST):
                yield from _within(one)
