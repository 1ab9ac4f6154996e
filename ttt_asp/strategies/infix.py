"""Terms of strategies with the signs that are printed: A ∇ B △ C."""

import re
from collections.abc import Mapping

from clingo.ast import AST, ASTType, BinaryOperator

# The paper's signs where it has one; `first` is its prioritised disjunction, `refine` its
# prioritised conjunction.
SIGNS: Mapping[str, str] = {"first": "∇", "refine": "△", "either": "∪", "both": "∩", "except": "∖"}
# For each sign an operator that clingo's parser knows, as long; △ binds closer than ∇.
_INFIX = {
    BinaryOperator.Or: ("first", "?"),
    BinaryOperator.And: ("refine", "&"),
    BinaryOperator.Plus: ("either", "+"),
    BinaryOperator.Multiplication: ("both", "*"),
    BinaryOperator.Minus: ("except", "-"),
}
_PARSED = {ord(SIGNS[name]): sign for name, sign in _INFIX.values()}


def as_operators(text: str) -> str:
    """A term with operators of clingo's for signs."""
    return text.translate(_PARSED)


def as_signs(message: str, text: str) -> str:
    """What clingo's parser says of `as_operators(text)`, with the sign that was typed."""
    signs = {sign: SIGNS[name] for name, sign in _INFIX.values() if SIGNS[name] in text}
    found = re.fullmatch(r"syntax error, unexpected (\S)", message)
    return f"unexpected {signs[found[1]]}" if found and found[1] in signs else message


def operands_of(term: AST) -> tuple[str | None, list[AST]]:
    """The operator and the operands of A ∇ B ∇ C; None for one that is no strategy's."""
    sign, arguments = term.operator_type, [term.right]
    while term.left.ast_type == ASTType.BinaryOperation and term.left.operator_type == sign:
        term = term.left
        arguments.append(term.right)
        if sign == BinaryOperator.Minus:  # of two operands each: A without B, and that without C
            return "except", [term, arguments[0]]
    name, _ = _INFIX.get(sign, (None, ""))
    return name, [term.left, *reversed(arguments)]
