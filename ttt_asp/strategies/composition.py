"""Strategies as terms: tactics under the operators.

A composition is a term that clingo parses, from a file `strategy(NAME,TERM).` or from the
command line, so every part of it has a position.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from clingo import SymbolType
from clingo.ast import AST, ASTType

from ttt_asp.errors import InputError, Location, nearest, wrong
from ttt_asp.lp.source import Source, parse
from ttt_asp.strategies.infix import SIGNS, as_operators, as_signs, mistake, operands_of, place_in

# With more operands the rules of an operator grow beyond what a program may have.
_MOST = 200
# How many operands an operator takes: the least and the greatest number.
OPERATORS: Mapping[str, tuple[int, int]] = {
    "any": (0, 0),
    "opponent": (1, 1),
    "pick": (2, 2),
    "except": (2, 2),
    "first": (2, _MOST),
    "refine": (2, _MOST),
    "either": (2, _MOST),
    "both": (2, _MOST),
}


@dataclass(frozen=True, slots=True)
class Composition:
    """A strategy's term.

    Attributes:
        operator: one of `OPERATORS`, or `tactic` or `strategy` for a name that was looked up,
            or `name` for one that was not yet; or `hole`, or `lines` for `...`.
        name: the tactic's or strategy's name; under `pick` the order's.
        operands: the operator's operands, or the body of a named strategy.
        location: where it stands.
    """

    operator: str
    name: str = ""
    operands: tuple["Composition", ...] = ()
    location: Location | None = None

    def __str__(self) -> str:
        """The term as a user would write it, named strategies by name."""
        if self.operator in ("name", "tactic", "strategy"):
            return self.name
        if self.operator in ("hole", "lines"):
            return "..." if self.operator == "lines" else f"?{self.name}"
        order = [self.name] if self.operator == "pick" else []
        inner = ", ".join([*map(str, self.operands), *order])
        return f"{self.operator}({inner})" if inner else self.operator


# `?`, `?NAME` and `...`; what clingo's parser is given instead is as long.
_HOLE = re.compile(r"\?([a-z][a-z0-9]*)?|\.\.\.")
_NEAR_HOLE = re.compile(r"[\w?.]*(?:\?|\.\.\.)[\w?.]*\(?")
# What clingo's parser is given for signs.
_OTHER_SIGN = re.compile(r"[?&+*-]")
_LIKE = "a name, or a term like first(defeat, any)"
_EARLY = "the term ends too early"
# Names with nothing between them.
_NAMES = re.compile(r"\s*[a-z]\w*(?:\s+[a-z]\w*)+\s*")


def parse_term(text: str, label: str) -> Composition:
    """Read a composition written on the command line, or in a claims file.

    Args:
        text: a name or a term such as `first(defeat, any)`.
        label: how to call the place it comes from, as `<--x>`.

    Raises:
        InputError: it is no term, or not one of a composition.
    """
    if not text.strip():
        what = "a strategy is missing: its name, or a term like first(defeat, any)"
        raise wrong(what, Location(label))
    for word in _NEAR_HOLE.finditer(text):
        if not _HOLE.fullmatch(word[0]):
            hint = "?, or ?name: small letters and digits; or ... in a first"
            raise wrong(f"{word[0]} is no hole", place_in(text, label, *word.span()), hint)
    prefix, lines = "strategy(it,", text.count("\n") + 1
    plain = _HOLE.sub(_stand_in, text)
    if set(SIGNS.values()) & set(text) and (other := _OTHER_SIGN.search(plain)):
        hint = f"the signs are {' '.join(SIGNS.values())}"
        raise wrong(
            f"{other[0]} is no sign of a strategy", place_in(text, label, *other.span()), hint
        )
    try:
        source = parse(
            f"{prefix}{as_operators(plain)}\n).".encode("utf-8", "surrogateescape"), label
        )
    except InputError as error:
        if known := mistake(text, label):
            raise InputError([known]) from None
        words = ", ".join(word for word in text.split() if word not in ("else", "then"))
        form = f"first({words})" if _NAMES.fullmatch(text) else "first(defeat, any)"
        raise InputError(
            replace(
                d,
                location=_within(d.location, len(prefix), text),
                message=as_signs(d.message, text) if d.location.line <= lines else _EARLY,
                hint=d.hint or f"a name, or a term like {form}",
            )
            for d in error.diagnostics
            if d.location
        ) from None
    return _definition(source, len(prefix), text)[0]


def _stand_in(hole: re.Match[str]) -> str:
    return "_l_" if hole[0] == "..." else f"_{hole[1] or ''}"


def parse_file(source: Source, name: str) -> Composition:
    """Read the one composition of a strategy's file.

    Raises:
        InputError: it has anything but one fact `strategy(NAME,TERM).`
    """
    node, defined = _definition(source, 0, "")
    if defined != name:
        where = source.location(source.statements[0].begin, source.statements[0].end)
        raise wrong(
            f"this file has to define {name}, but defines {defined}", where, "rename either"
        )
    return node


def _definition(source: Source, shift: int, shown: str) -> tuple[Composition, str]:
    about = source.statements[:2]
    where = source.location(about[-1].begin) if about else Location(source.label)
    form = wrong("a strategy's file has one fact: strategy(NAME, TERM).", where)
    if shift:
        where = Location(source.label, 1, 1, shown, len(shown))
        form = wrong(f"{shown} is no strategy", where, _LIKE)
    if len(about) != 1 or len(heads := about[0].heads) != 1 or about[0].node.body:
        raise form
    term, literal = heads[0].term, about[0].node.head
    if term.ast_type != ASTType.Function or literal.ast_type != ASTType.Literal:
        raise form
    if heads[0].signature != ("strategy", 2) or heads[0].first is None:
        raise form
    first, second = term.arguments
    return _term(second, source, shift, shown), str(first)


def _term(term: AST, source: Source, shift: int, shown: str) -> Composition:
    begin, end = term.location
    where = source.location(source.offset(begin), source.offset(end))
    if shift:  # the option's own text, without what was put before it
        where = _within(where, shift, shown)
    if (
        shift
        and term.ast_type != ASTType.BinaryOperation
        and where.text[where.column - 1 :][:1] in ("?", ".")
        and (hole := _HOLE.match(where.text, where.column - 1))
    ):
        operator = "lines" if hole[0] == "..." else "hole"
        return Composition(operator, hole[1] or "", (), where)
    name: str | None = None
    arguments: list[AST] = []
    if term.ast_type == ASTType.Function and not term.external:
        name, arguments = term.name, list(term.arguments)
    elif term.ast_type == ASTType.SymbolicTerm and term.symbol.type == SymbolType.Function:
        name = term.symbol.name if term.symbol.positive and not term.symbol.arguments else None
    elif term.ast_type == ASTType.BinaryOperation and set(shown) & set(SIGNS.values()):
        name, arguments = operands_of(term)
    if term.ast_type == ASTType.Pool:
        raise wrong("a pool is not a strategy", where, "either(A,B) is the union of A and B")
    if not name:
        hint = _LIKE
        if term.ast_type == ASTType.Variable:
            hint = f"names begin with a lower-case letter: {term.name[0].lower()}{term.name[1:]}"
        typed = where.text[where.column - 1 :][: where.width]
        said = typed if set(typed) & set(SIGNS.values()) else str(term)
        raise wrong(f"{said} is not a strategy", where, hint)
    order = ""
    if name == "pick" and len(arguments) == OPERATORS[name][0]:
        order = _order(arguments.pop(), source, shift, shown)
    operands = tuple(_term(argument, source, shift, shown) for argument in arguments)
    if name not in OPERATORS:
        if operands:
            hint = nearest(name, list(OPERATORS), f"the operators are {', '.join(OPERATORS)}")
            raise wrong(f"there is no operator {name}", where, hint)
        return Composition("name", name, (), where)
    least, greatest = OPERATORS[name]
    if order:
        return Composition(name, order, operands, where)
    lines = name == "first" and [one.operator for one in operands] == ["lines"]
    if not least <= len(operands) <= greatest and not lines:
        takes = f"exactly {least}" if least == greatest else f"{least} to {greatest}"
        what = f"{name} takes {takes} operands, not {len(operands)}"
        raise wrong(what, where, _form(name, len(operands)))
    return Composition(name, "", operands, where)


def _form(operator: str, given: int) -> str:
    """What to write where an operator has been given another number of operands."""
    if given > _MOST:
        return f"put some of them into {operator}(...) of their own"
    if operator in ("any", "pick"):
        return "write any" if operator == "any" else "as pick(any, reading)"
    return f"as {operator}({', '.join(('defend', 'center')[: OPERATORS[operator][0]])})"


def _order(term: AST, source: Source, shift: int, shown: str) -> str:
    """The second operand of `pick`: the name of an order."""
    node = _term(term, source, shift, shown)
    if node.operator != "name":
        raise wrong(f"{node} is not an order's name", node.location, "pick(STRATEGY, ORDER)")
    return node.name


def _within(where: Location, shift: int, shown: str) -> Location:
    """A place in an option's own text, given the place in what was made of it."""
    lines = shown.split("\n")
    if where.line > len(lines):  # what was put after it
        return Location(where.file, len(lines), len(lines[-1]) + 1, lines[-1])
    column = max(1, where.column - (shift if where.line == 1 else 0))
    text = lines[where.line - 1]
    return replace(where, column=column, text=text, width=min(where.width, len(text)))


def leaves(node: Composition, under: bool = False, kind: str = "tactic") -> list[tuple[str, bool]]:
    """The tactics of a resolved composition, or others, each with whether under `opponent`."""
    inner = under != (node.operator == "opponent")
    own = [(node.name, under)] if node.operator == kind else []
    return own + [leaf for operand in node.operands for leaf in leaves(operand, inner, kind)]


def named(node: Composition) -> list[str]:
    """The named strategies that a resolved composition is made of."""
    return [name for name, _ in leaves(node, kind="strategy")]


def orders(node: Composition) -> list[tuple[str, bool]]:
    """The orders that a resolved composition picks by, each as in `leaves`."""
    return leaves(node, kind="pick")
