"""Clauses as people would say them, those of one form together."""

from collections.abc import Sequence

from ttt_asp.engines.induction.candidates import Clause, Literal
from ttt_asp.lp.scan import read_term

# How many squares, or pairs of them, are told of one form.
SHOWN = 6
_NAMES = ("C", "D")


def words(clauses: Sequence[Clause]) -> list[str]:
    """A line for each form of clause, with what it is said of.

    Args:
        clauses: of one or two literals.
    """
    forms: dict[str, list[tuple[str, ...]]] = {}
    for clause in clauses:
        literals = sorted(clause)  # a false one comes first
        parts = [_split(literal, name) for literal, name in zip(literals, _NAMES, strict=False)]
        signs = [sign for sign, _ in literals]
        form = _form(list(zip(signs, (text for text, _ in parts), strict=True)))
        forms.setdefault(form, []).append(tuple(what for _, what in parts if what))
    lines = []
    for form, places in forms.items():
        shown = _places(places)
        more = len(shown) - SHOWN
        text = ", ".join(shown[:SHOWN]) + (f" and {more} more" if more > 0 else "")
        lines.append(f"{form}: {text}" if text else form)
    return lines


def _places(places: Sequence[tuple[str, ...]]) -> list[str]:
    known = set(places)
    found: dict[str, None] = {}
    for one in places:
        if len(one) == 2 and one[::-1] in known:
            found[" and ".join(sorted(one))] = None
        else:
            found[" to ".join(one)] = None
    return [text for text in found if text]


def _split(literal: Literal, name: str) -> tuple[str, str]:
    """A feature with its last argument, if that is a place, as a variable; and that place."""
    symbol = read_term(literal[1])
    if symbol.name == "says":
        tactic, role = symbol.arguments
        return f"{tactic} recommends nothing to {role}", ""
    if not symbol.arguments:
        return literal[1], ""
    arguments = [*map(str, symbol.arguments[:-1]), name]
    return f"{symbol.name}({','.join(arguments)})", str(symbol.arguments[-1])


def _form(literals: Sequence[tuple[bool, str]]) -> str:
    if len(literals) == 1:
        ((positive, text),) = literals
        return text if positive or "recommends nothing" in text else f"never {text}"
    (one, first), (two, second) = literals
    if one:
        return f"{first} or {second}"
    return f"if {first} then {second}" if two else f"never both {first} and {second}"
