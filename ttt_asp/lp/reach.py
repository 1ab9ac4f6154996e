"""The numbers that variables, arguments and terms of rules can be, as ranges.

Nothing is ground for this. A variable has the numbers that all positive literals with it allow; an
argument of a predicate has those of the facts, where they are known, or of the heads of its rules.
Numbers within terms count as if they were the term: left(5) is a 5. So a range may be too wide, and
is never too narrow.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property, partial
from math import prod
from operator import itemgetter

import clingo
from clingo.ast import (
    AST,
    AggregateFunction,
    ASTType,
    BinaryOperator,
    ComparisonOperator,
    Sign,
    parse_string,
)

from ttt_asp.lp.dependencies import Heads, heads_of
from ttt_asp.lp.ranges import (
    ANYWHERE,
    ENDLESS,
    NOWHERE,
    OTHER,
    Range,
    combined,
    negated,
    numbers,
    of_symbol,
    side,
    total,
)
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Signature, chained, linear, nodes_in, variables
from ttt_asp.records import dataclass

Rows = tuple[tuple[clingo.Symbol, ...], ...]
# A predicate, and one of its arguments; None stands for the whole atom.
Place = tuple[Signature, int | None]

# What holds of these in every play: a fluent is a base(F), and a move is legal.
_SAME = {("true", 1): ("base", 1), ("does", 2): ("legal", 2)}
# Rounds of recursion after which bounds that still grow are taken to have no end.
_ROUNDS = 3
# No aggregate has more tuples: they would take tens of gigabytes in clingo.
_MOST_COUNTED = 10**8
# Of a variable with numbers as small as these no closer range is looked for.
_SMALL = 100
_SWAPPED: Mapping[int, int] = {
    ComparisonOperator.LessThan: ComparisonOperator.GreaterThan,
    ComparisonOperator.LessEqual: ComparisonOperator.GreaterEqual,
    ComparisonOperator.GreaterThan: ComparisonOperator.LessThan,
    ComparisonOperator.GreaterEqual: ComparisonOperator.LessEqual,
}


@dataclass(frozen=True)
class Reach:
    """The ranges of a game's predicates, and of those of more files.

    Attributes:
        sources: all files with rules.
        constants: the values of constants, or the texts of their definitions.
        facts: the rows of predicates that do not depend on the position, as far as known.
    """

    sources: Sequence[Source]
    constants: Mapping[str, str]
    facts: Mapping[str, Rows]
    _found: dict[Place, Range] = field(default_factory=dict, repr=False)
    _unsettled: list[Place] = field(default_factory=list, repr=False)
    _resting: list[str] = field(default_factory=list, repr=False)

    def constant(self, name: str) -> Range:
        """Return what a name can be: a constant's value, or itself."""
        text = self.constants.get(name)
        if text is None:
            return OTHER
        if text.removeprefix("-").isdecimal():
            return numbers(int(text), int(text))
        if name in self._resting:
            return OTHER  # defined by itself: told elsewhere
        nodes: list[AST] = []
        parse_string(f"#const {name} = {text}.", nodes.append)
        self._resting.append(name)
        value = BodyScope(self, ()).value(nodes[-1].value)
        self._resting.remove(name)
        return value

    def of(self, place: Place) -> Range:
        """Return the range of an argument: the least fixpoint over the rules' heads, or wider."""
        place = (_SAME.get(place[0], place[0]), place[1])
        if place not in self._found:
            self._found[place] = NOWHERE
            first = not self._unsettled
            self._unsettled.append(place)
            self._grows(place, False)
            if first:
                self._settle()
        return self._found[place]

    def _settle(self) -> None:
        rounds, known, grown = 0, 0, True
        while grown or known < len(self._unsettled):
            rounds, known = rounds + 1, len(self._unsettled)
            grown = False
            for place in list(self._unsettled):
                grown |= self._grows(place, rounds > _ROUNDS)
        if rounds > _ROUNDS:  # comparisons may bound what was taken to have no end
            for place in 2 * self._unsettled:
                self._found[place] = self._of_rules(place)
        self._unsettled.clear()

    def _grows(self, place: Place, for_ever: bool) -> bool:
        before, now = self._found[place], self._of_rules(place)
        ways, plain = max(before.ways, now.ways), before.plain and now.plain
        after = replace(before | now, ways=ways, plain=plain)
        if for_ever:
            after = Range(
                after.low if after.low >= before.low else -ENDLESS,
                after.high if after.high <= before.high else ENDLESS,
                after.ways if after.ways <= before.ways else ENDLESS,
                after.plain,
            )
        self._found[place] = after
        return after != before

    def _of_rules(self, place: Place) -> Range:
        (name, arity), argument = place
        rows = [row for row in self.facts.get(name, ()) if len(row) == arity]
        if rows:
            terms = rows if argument is None else {(row[argument],) for row in rows}
            within = [of_symbol(symbol) for symbol in set().union(*terms)]
            low = min((inner.low for inner in within), default=ENDLESS)
            high = max((inner.high for inner in within), default=-ENDLESS)
            plain = argument is not None and all(inner.plain for inner in within)
            return Range(low, high, len(terms), plain)
        found = NOWHERE
        for atom, rule in self._heads.get((name, arity), ()):
            scope, term = BodyScope(self, rule.node.body), atom.term
            found |= scope.counted(term if argument is None else term.arguments[argument])
        return found

    @cached_property
    def _heads(self) -> Heads:
        return heads_of(self.sources)


class BodyScope:
    """The variables of a body, or of a condition within one."""

    def __init__(
        self, reach: Reach, literals: Sequence[AST], outer: "BodyScope | None" = None
    ) -> None:
        """Read the positive literals, each of which holds wherever a rule is applied.

        Args:
            reach: of the predicates.
            literals: of a body, or after a colon.
            outer: the body around a condition.
        """
        self.reach, self.outer = reach, outer
        # what each variable can be where it stands alone, the surest first (facts, other atoms,
        # what is computed); linear terms with it, and what these can be
        self._alone: dict[str, list[tuple[int, Callable[[], Range]]]] = {}
        self._within: dict[str, list[tuple[AST, Callable[[], Range], AST | None]]] = {}
        self._compared: dict[str, list[tuple[int, AST]]] = {}
        self._atoms: list[tuple[Signature, AST]] = []
        self._ranges: dict[str, Range] = {}
        for literal in literals:
            if literal.ast_type == ASTType.Literal and literal.sign == Sign.NoSign:
                self._read(literal.atom)

    def _read(self, atom: AST) -> None:
        kind = atom.ast_type
        if kind == ASTType.SymbolicAtom and atom.symbol.ast_type == ASTType.Function:
            function = atom.symbol
            signature = function.name, len(function.arguments)
            self._atoms.append((signature, function))
            rank = 0 if function.name in self.reach.facts else 1
            for number, argument in enumerate(function.arguments):
                self._occurs(argument, partial(self.reach.of, (signature, number)), rank)
        elif kind == ASTType.Comparison:
            left = atom.term
            for guard in atom.guards:
                self._compare(left, guard.comparison, guard.term)
                left = guard.term
        elif kind == ASTType.BodyAggregate:
            for guard in filter(None, (atom.left_guard, atom.right_guard)):
                if guard.comparison == ComparisonOperator.Equal:
                    self._occurs(guard.term, partial(self.aggregate, atom))

    def _compare(self, left: AST, sign: int, right: AST) -> None:
        if sign == ComparisonOperator.Equal:
            self._occurs(left, partial(self.value, right), 2, right)
            self._occurs(right, partial(self.value, left), 2, left)
        elif sign in _SWAPPED:
            for one, order, other in (left, sign, right), (right, _SWAPPED[sign], left):
                if one.ast_type == ASTType.Variable:
                    self._compared.setdefault(one.name, []).append((order, other))

    def _occurs(
        self, term: AST, known: Callable[[], Range], rank: int = 2, other: AST | None = None
    ) -> None:
        kind = term.ast_type
        if kind == ASTType.Variable:
            self._alone.setdefault(term.name, []).append((rank, known))
        elif kind == ASTType.Function and not term.external:
            for argument in term.arguments:
                self._occurs(argument, lambda: replace(known(), plain=False), rank)
        # a pool stands for several rules, each with one of its terms
        elif not any(n.ast_type in (ASTType.Pool, ASTType.Interval) for n in nodes_in(term)):
            rows = [(term, known, other)] if linear(term) else []
            for name in set(variables(term)):  # a term may have a variable a thousand times
                self._within.setdefault(name, []).extend(rows)

    def _gives(self, other: AST | None) -> bool:
        """Whether a linear term gives its variable a value: not so X+1 in Y = X+1, if Y is new."""
        new = other is not None and other.ast_type == ASTType.Variable and other.name != "_"
        if new and other is not None and (self.outer is None or not self.outer.has(other.name)):
            return other.name in self._within or len(self._alone[other.name]) > 1
        return True

    def has(self, name: str) -> bool:
        """Whether a literal here, or in the body around, has the variable."""
        here = name in self._alone or name in self._within
        return here or (self.outer is not None and self.outer.has(name))

    def variable(self, name: str) -> Range:
        """Return what a variable can be where all the literals hold."""
        if name not in self._ranges:
            self._ranges[name] = ANYWHERE  # where it rests on itself, as in X = X+1
            found = self.outer.variable(name) if self.outer else ANYWHERE
            found = self._of_terms(name, self._of_arguments(name, found))
            for sign, term in self._compared.get(name, ()) if found.plain else ():
                found &= side(sign, self.value(term))
            self._ranges[name] = found
        return self._ranges[name]

    def _of_arguments(self, name: str, found: Range) -> Range:
        """Return what is left of a variable's range by the places where it stands alone."""
        for _, known in sorted(self._alone.get(name, ()), key=itemgetter(0)):
            if max(-found.low, found.high) <= _SMALL:
                break  # what others allow matters no more
            found = found & known()
        return found

    def _of_terms(self, name: str, found: Range) -> Range:
        """Return what is left of a variable's range by the linear terms that it stands within."""
        within = self._within.get(name, ()) if found.beyond else ()
        # a product that wraps around has many factors: it bounds X only where gringo cannot but
        # solve it, as nothing else gives X a value
        others = sum(self._gives(other) for _, _, other in within)
        elsewhere = name in self._alone or (self.outer is not None and self.outer.has(name))
        only = others == 1 and not elsewhere
        for term, known, _ in sorted(within, key=lambda row: row[2] is not None):
            if not found.beyond:
                break
            found &= self._solved(term, known(), only)
        return found

    def _solved(self, term: AST, known: Range, factors: bool) -> Range:
        """Return what the variable of a linear term can be if the term is known.

        gringo solves p(2*X+1) for X. Sums have one inverse also where they wrap around.

        Args:
            term: the linear term.
            known: what the term can be.
            factors: whether a product has one inverse too.
        """
        if term.ast_type == ASTType.Variable:
            return known
        if term.ast_type == ASTType.UnaryOperation:
            return self._solved(term.argument, negated(term.operator_type, known), factors)
        left, right, sign = term.left, term.right, term.operator_type
        first = any(variables(left))
        one, number = (left, self.value(right)) if first else (right, self.value(left))
        if sign == BinaryOperator.Plus:
            known = combined(BinaryOperator.Minus, known, number)
        elif sign == BinaryOperator.Minus and first:
            known = combined(BinaryOperator.Plus, known, number)
        elif sign == BinaryOperator.Minus:
            known = combined(sign, number, known)
        elif factors and not number.low <= 0 <= number.high:
            size = max(-known.low, known.high)
            known = numbers(-size, size, known.ways)
        else:
            return ANYWHERE
        return self._solved(one, known, factors)

    def value(self, term: AST) -> Range:
        """Return what a term can be."""
        kind = term.ast_type
        if kind == ASTType.Variable:
            return ANYWHERE if term.name == "_" else self.variable(term.name)
        if kind == ASTType.SymbolicTerm:
            symbol = term.symbol
            named = symbol.type == clingo.SymbolType.Function and not symbol.arguments
            return self.reach.constant(symbol.name) if named else of_symbol(symbol)
        if kind == ASTType.UnaryOperation:
            return negated(term.operator_type, self.value(term.argument))
        if kind == ASTType.BinaryOperation:
            first, chain = chained(term)
            found = self.value(first)
            for node in chain:
                found = combined(node.operator_type, found, self.value(node.right))
            return found
        if kind == ASTType.Interval:
            left, right = self.value(term.left), self.value(term.right)
            return NOWHERE if left.empty or right.empty else numbers(left.low, right.high)
        if kind == ASTType.Function and term.name and not term.arguments:
            return self.reach.constant(term.name)
        parts = [self.value(argument) for argument in term.arguments]
        found = NOWHERE if parts else OTHER
        for part in parts:
            found |= part
        if kind == ASTType.Pool:
            return found
        return replace(found, ways=min(ENDLESS, prod(part.ways for part in parts)), plain=False)

    def counted(self, term: AST) -> Range:
        """Return what a term can be, its ways counted also by the atoms that have its variables."""
        found, kinds = self.value(term), {node.ast_type for node in nodes_in(term)}
        if kinds & {ASTType.Interval, ASTType.Pool}:
            return found
        return replace(found, ways=min(found.ways, self._ways(set(variables(term)))))

    def _ways(self, names: set[str]) -> int:
        """Return the most combinations of values that some variables can have."""
        ways = 1
        rows = [
            (self.reach.of((signature, None)).ways, names & set(variables(function)))
            for signature, function in self._atoms
        ]
        for most, shared in sorted(rows, key=lambda row: row[0]):
            if covered := names & shared:
                ways *= min(most, prod(self.variable(name).ways for name in covered))
                names = names - covered
        return min(ENDLESS, ways * prod(self.variable(name).ways for name in names))

    def element(self, condition: Sequence[AST]) -> "BodyScope":
        """Return the scope of a condition in the body."""
        return BodyScope(self.reach, condition, self)

    def aggregate(self, atom: AST) -> Range:
        """Return the values of `#sum`, `#count`, `#min` or `#max`, with all the partial sums."""
        found = numbers(0, 0) if atom.function < AggregateFunction.Min else OTHER
        several = {ASTType.Interval, ASTType.Pool}
        for element in atom.elements:
            inside = self.element(element.condition)
            weight = inside.value(element.terms[0]) if element.terms else OTHER
            if atom.function in (AggregateFunction.Min, AggregateFunction.Max):
                found |= replace(weight, plain=False)
                continue
            inner = set[str]().union(*map(variables, element.terms))
            tuples = inside._ways({name for name in inner if not self.has(name)})
            for term in element.terms:
                for node in nodes_in(term, several):
                    if node.ast_type in several:
                        tuples *= inside.value(node).ways
            if atom.function == AggregateFunction.Count:
                weight = numbers(1, 1)
            elif atom.function == AggregateFunction.SumPlus and not weight.empty:
                weight = numbers(max(0, weight.low), max(0, weight.high))
            found = combined(BinaryOperator.Plus, found, total(weight, min(_MOST_COUNTED, tuples)))
        return found


def one_variable(reach: Reach, name: str) -> BodyScope:
    """Return a scope in which the only variable is 0 or 1."""
    scope = BodyScope(reach, ())
    scope._ranges[name] = numbers(0, 1)
    return scope
