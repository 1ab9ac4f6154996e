"""Reading of terms and atoms: integers, names, and terms that are computed or made of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

import clingo
from clingo.ast import AST, ASTType

from ttt_asp.errors import Location, Unsuited
from ttt_asp.extensions.sizes.integers import Arithmetic, Name, Number, Operator
from ttt_asp.extensions.sizes.linear import computed
from ttt_asp.extensions.sizes.rules import UNNAMED, Interval, refusal
from ttt_asp.extensions.sizes.values import Structure, Value

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

    def inside(self) -> "Terms":
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
