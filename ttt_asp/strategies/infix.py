"""Terms of strategies as they are typed: with the signs that are printed, and with mistakes.

A term that clingo's parser refuses gets clingo's own message; where it is what people write most
often, a plainer one.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from clingo.ast import AST, ASTType, BinaryOperator

from ttt_asp.errors import Diagnostic, Location

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
# What may be a file; nothing where an operand is due; an operand at the end.
_PATH = re.compile(r"[\w./~-]+")
_GAP = re.compile(r"[(,]\s*(?=,)|,\s*(?=\))")
_ENDED = re.compile(r"[\w)]\s*\Z")


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


def mistake(text: str, label: str) -> Diagnostic | None:
    """What is wrong with a text that is no term, where it is what people write most often.

    Args:
        text: of an option.
        label: how to call the place it comes from, as `<--x>`.
    """
    if file := next((one for one in _PATH.finditer(text) if one[0].endswith(".lp")), None):
        path = Path(file[0])
        folder = path.parent.parent if path.parent.name == "tactics" else path.parent
        where = f", with -S {folder}" if folder != Path() or path.exists() else ""
        what = "a strategy is a name, not a file"
        return Diagnostic(what, place_in(text, label, *file.span()), f"write {path.stem}{where}")
    if gap := _GAP.search(text):
        what = "an operand is missing before this"
        return Diagnostic(what, place_in(text, label, gap.end()), "a name, or a term like any")
    open_ = 0
    for place, sign in enumerate(text):
        open_ += {"(": 1, ")": -1}.get(sign, 0)
        if open_ < 0 and not text[place:].strip(") "):
            return Diagnostic(
                "there is one ) too many", place_in(text, label, place), "leave it out"
            )
    if open_ < 1 or _ENDED.search(text) is None:
        return None
    missing = f"{open_} )" if open_ > 1 else "a )"
    what = f"{missing} {'are' if open_ > 1 else 'is'} missing at the end"
    return Diagnostic(what, place_in(text, label, len(text)), f"write {text.strip()}{')' * open_}")


def place_in(text: str, label: str, begin: int, end: int = 0) -> Location:
    """The place of an offset into an option's own text."""
    line, start = text.count("\n", 0, begin), text.rfind("\n", 0, begin) + 1
    shown = text.split("\n")[line]
    return Location(label, line + 1, begin - start + 1, shown, max(1, end - begin))
