r"""Conditions as people write them: `rows = cols, rows > 1`, or `bricks \ 3 != 0`.

A condition is written like the body of a rule of clingo: comparisons, all of which have to hold.
The constants named in it are its parameters. Unlike clingo's, its numbers are of any size.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from clingo.ast import AST, ASTType, BinaryOperator, ComparisonOperator, Sign, UnaryOperator

from ttt_asp.claims.every_size import Every
from ttt_asp.claims.integers import Arithmetic, Compare, Name, Number, Operator, Relation, Term
from ttt_asp.errors import Argument, Diagnostic, InputError, Location, nearest, wrong
from ttt_asp.lp.source import Source, line_starts, locate, parse
from ttt_asp.lp.syntax import span

EVERY = Argument("every")
EXAMPLE = "a comparison of the game's constants, as rows > 1"
_FRAME = (b":-\n", b"\n.")
_DEEP = 100
# Numbers that are too large for clingo; they are read here, and clingo takes them for names.
_LONG = re.compile(rb"(?<!\w)[1-9]\d{9,}(?!\w)")
_DIGITS = 1000


def parse_every(text: str, constants: Collection[str], game: str) -> Every:
    """Read a condition.

    Args:
        text: the condition.
        constants: those that may be named in it.
        game: the name of their game, for messages.

    Raises:
        InputError: it is no condition, or it names something else.
    """
    if not text.strip():
        raise wrong("a condition is missing", Location(EVERY), EXAMPLE)
    reader = _Reader(text.encode("utf-8", "surrogateescape"), tuple(constants), game)
    comparisons = tuple(reader.comparisons())
    if not reader.named:
        message = f"{_line(text)} names no constant of {game}, so it allows every size, or none"
        raise wrong(message, Location(EVERY), EXAMPLE)
    return Every(_line(text), tuple(reader.named), comparisons)


def _line(text: str) -> str:
    return " ".join(text.split())


_ONE_LINE = "a condition is one line of comparisons, without full stop and comments"
_DOT = re.compile(rb"(?<![.])[.](?![.])")
# clingo's operators; of comparisons also whether the sides have to be exchanged.
_OPERATORS: dict[int, Operator] = {
    BinaryOperator.Plus: "+",
    BinaryOperator.Minus: "-",
    BinaryOperator.Multiplication: "*",
    BinaryOperator.Division: "/",
    BinaryOperator.Modulo: "\\",
}
_COMPARISONS: dict[int, tuple[Relation, bool]] = {
    ComparisonOperator.Equal: ("=", False),
    ComparisonOperator.NotEqual: ("!=", False),
    ComparisonOperator.LessThan: ("<", False),
    ComparisonOperator.LessEqual: ("<=", False),
    ComparisonOperator.GreaterThan: ("<", True),
    ComparisonOperator.GreaterEqual: ("<=", True),
}


class _Reader:
    """Reader of a condition, whose errors have their place in the text.

    Attributes:
        named: the constants named so far.
    """

    def __init__(self, text: bytes, constants: tuple[str, ...], game: str) -> None:
        self.text, self.constants, self.game = text, constants, game
        self.named: dict[str, None] = {}
        self.whole = text.join(_FRAME)
        self.starts = line_starts(self.whole)

    def comparisons(self) -> Iterator[Compare]:
        """Yield the comparisons, those of a chain such as `1 < rows < cols` apart."""
        source = self._parsed()
        rule, *others = source.statements
        if others or source.comments:
            raise wrong(_ONE_LINE, Location(EVERY), EXAMPLE)
        for literal in rule.node.body:
            if literal.ast_type != ASTType.Literal:
                raise self._wrong(literal, "this is not a comparison", EXAMPLE)
            atom = literal.atom
            if atom.ast_type != ASTType.Comparison:
                raise self._wrong(literal, f"{self._text_of(literal)} is not a comparison", EXAMPLE)
            if literal.sign != Sign.NoSign:
                hint = "say what is to hold: != for not =, < for not >="
                raise self._wrong(literal, "a condition has no `not`", hint)
            left = self._expression(atom.term)
            for guard in atom.guards:
                right = self._expression(guard.term)
                operator, exchanged = _COMPARISONS[guard.comparison]
                yield Compare(operator, *((right, left) if exchanged else (left, right)))
                left = right

    def _parsed(self) -> Source:
        try:
            return parse(_LONG.sub(lambda number: b"n" * len(number[0]), self.whole), EVERY)
        except InputError as error:
            if dot := _DOT.search(self.text):
                where = locate(EVERY, self.text, line_starts(self.text), *dot.span())
                raise wrong(f"{_ONE_LINE}; numbers are whole", where, EXAMPLE) from None
            raise InputError(map(self._moved, error.diagnostics)) from None

    def _moved(self, diagnostic: Diagnostic) -> Diagnostic:
        """Move a message about the whole rule to the condition: to its end, if it is behind it."""
        lines = self.text.decode("utf-8", "replace").splitlines()
        if diagnostic.location is None or not diagnostic.location.line:
            return replace(diagnostic, location=Location(EVERY))
        if diagnostic.location.line - 1 > len(lines):
            end = Location(EVERY, len(lines), len(lines[-1]) + 1, lines[-1])
            return Diagnostic("the condition ends too early", end, EXAMPLE)
        return replace(
            diagnostic,
            location=replace(diagnostic.location, line=max(1, diagnostic.location.line - 1)),
        )

    def _wrong(self, node: AST, message: str, hint: str = "") -> InputError:
        begin, end = (offset - len(_FRAME[0]) for offset in span(node, self.starts))
        where = locate(EVERY, self.text, line_starts(self.text), begin, end)
        return wrong(message, where, hint)

    def _text_of(self, node: AST) -> str:
        begin, end = span(node, self.starts)
        return self.whole[begin:end].decode("utf-8", "replace")

    def _expression(self, node: AST, depth: int = 0) -> Term:
        kind = node.ast_type
        if depth > _DEEP:
            raise self._wrong(node, f"this stands in more than {_DEEP} brackets")
        if kind == ASTType.SymbolicTerm:
            return self._leaf(node)
        if kind == ASTType.Variable:
            hint = f"its constants are {self._listed()}"
            message = "is a variable; a condition is about constants of"
            raise self._wrong(node, f"{self._text_of(node)} {message} {self.game}", hint)
        if kind == ASTType.UnaryOperation and node.operator_type != UnaryOperator.Negation:
            absolute = node.operator_type == UnaryOperator.Absolute
            operand = self._expression(node.argument, depth + 1)
            return Arithmetic("abs" if absolute else "-", (operand,))
        if kind == ASTType.BinaryOperation and node.operator_type in _OPERATORS:
            operator = _OPERATORS[node.operator_type]
            if operator in ("/", "\\"):
                self._divisor(node.right, operator)
            sides = (node.left, node.right)
            return Arithmetic(operator, tuple(self._expression(side, depth + 1) for side in sides))
        if kind in (ASTType.Interval, ASTType.Pool):
            hint = "1 <= rows, rows <= 5, in place of rows = 1..5"
            raise self._wrong(
                node, f"{self._text_of(node)} is several numbers: compare with one", hint
            )
        hint = r"+, -, *, / and \ are, with numbers, and |...|"
        raise self._wrong(
            node, f"{self._text_of(node)} is no arithmetic that a condition may have", hint
        )

    def _leaf(self, node: AST) -> Term:
        if (number := self._number(node)) is not None:
            return Number(number)
        name = self._text_of(node)
        if name not in self.constants:
            hint = nearest(name, self.constants, f"its constants are {self._listed()}")
            raise self._wrong(node, f"{self.game} has no constant {name} to be a parameter", hint)
        self.named[name] = None
        return Name(name)

    def _number(self, node: AST) -> int | None:
        """Return the number that a term is, None for other terms; clingo's would wrap around."""
        text = self._text_of(node)
        if node.ast_type != ASTType.SymbolicTerm or not text[0].isdigit():
            return None
        if len(text) > _DIGITS:
            raise self._wrong(node, f"a number has {_DIGITS} digits at most")
        return int(text, 0)

    def _divisor(self, node: AST, operator: str) -> None:
        number, hint = self._number(node), rf"as bricks {operator} 3"
        if number is None:
            message = f"{operator} is by a number only, not {self._text_of(node)}"
            raise self._wrong(node, message, hint)
        if number == 0:
            raise self._wrong(node, f"nothing can be divided by 0 ({operator})", hint)

    def _listed(self) -> str:
        return ", ".join(self.constants) or "none"
