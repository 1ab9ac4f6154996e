"""Strategies as terms: tactics under the operators; and how they are read.

A term stands in a file, `strategy(NAME,TERM).`, or is typed: then it may have holes, and the signs
that this program prints. Every part of it has a position.
"""

import re
from collections import deque
from collections.abc import Mapping

from clingo.ast import ASTType

from ttt_asp.errors import InputError, Location, nearest, wrong
from ttt_asp.extension import hook
from ttt_asp.lp.scan import mask_comments
from ttt_asp.lp.source import Source, decode
from ttt_asp.records import dataclass

# Operands of an operator, at most: with more its rules are more than a program may have.
MOST = 200
# The least and the greatest number of operands of each operator.
OPERATORS: Mapping[str, tuple[int, int]] = {
    "any": (0, 0),
    "opponent": (1, 1),
    "pick": (2, 2),
    "except": (2, 2),
    "first": (2, MOST),
    "refine": (2, MOST),
    "either": (2, MOST),
    "both": (2, MOST),
}
# The operator of a strategy that is asked, which has no rules.
ASKED = "asked"
# What programs are named by that play; a term has none.
PROGRAM = "program:"
# The paper's signs where it has one; `first` is its prioritized disjunction, `refine` its
# prioritized conjunction.
SIGNS: Mapping[str, str] = {"first": "∇", "refine": "△", "either": "∪", "both": "∩", "except": "∖"}


@dataclass(frozen=True, slots=True)
class Composition:
    """A strategy's term.

    Attributes:
        operator: one of `OPERATORS`, or `tactic` or `strategy` for a name that was looked up,
            or `name` for one that was not yet; or `hole`, or `lines` for `...`; or `ASKED`.
        name: of the tactic or strategy; under `pick` of the order.
        operands: the operator's operands, or the body of a named strategy.
        location: where it stands.
    """

    operator: str
    name: str = ""
    operands: tuple["Composition", ...] = ()
    location: Location | None = None

    def __str__(self) -> str:
        """Return the term as a user would write it, named strategies by name."""
        if self.operator in ("name", "tactic", "strategy", ASKED):
            return self.name
        if self.operator in ("hole", "lines"):
            return "..." if self.operator == "lines" else f"?{self.name}"
        order = [self.name] if self.operator == "pick" else []
        inner = ", ".join([*map(str, self.operands), *order])
        return f"{self.operator}({inner})" if inner else self.operator


def leaves(node: Composition, under: bool = False, kind: str = "tactic") -> list[tuple[str, bool]]:
    """Return the tactics of a resolved composition, or others, and whether under `opponent`."""
    inner = under != (node.operator == "opponent")
    here = [(node.name, under)] if node.operator == kind else []
    return here + [leaf for operand in node.operands for leaf in leaves(operand, inner, kind)]


def orders_of(node: Composition) -> list[tuple[str, bool]]:
    """Return the orders that a resolved composition picks by, each as in `leaves`."""
    return leaves(node, kind="pick")


# How close each sign binds; those of a number join to the left.
_BONDS = {"∇": 1, "△": 2, "∪": 3, "∖": 3, "∩": 4}
INFIX = {sign: name for name, sign in SIGNS.items()}
_LONGEST, _DEEPEST = 10_000, 100
# `?`, `?NAME` and `...`.
_HOLE = re.compile(r"\?(?:[a-z][a-z0-9]*)?|\.\.\.")
_NAME = re.compile(r"_*[a-z][\w']*")
_TOKEN = re.compile(r"\s*([(),;{0}]|[^\s(),;{0}]+|\Z)".format("".join(_BONDS)))
A_TERM = "a name, or a term like first(defeat, any)"


def parse_term(text: str, label: str) -> Composition:
    """Read a composition written on the command line, or in a claims file.

    Args:
        text: a name or a term such as `first(defeat, any)`.
        label: the name of its place in messages.

    Raises:
        InputError: it is no term, or not one of a composition.
    """
    if not text.strip():
        message = "a strategy is missing: its name, or a term like first(defeat, any)"
        raise wrong(message, Location(label))
    data = text.encode("utf-8", "surrogateescape")
    decode(data, label)
    source = Source(label, data, (), ())
    if len(data) > _LONGEST:
        raise wrong(f"a term of more than {_LONGEST} bytes", source.location(0, len(data)))
    return _TermReader(source, mask_comments(data).decode() if "%" in text else text).whole()


def parse_file(source: Source, name: str) -> Composition:
    """Read the one composition of a strategy's file.

    Raises:
        InputError: it has anything but one fact `strategy(NAME,TERM).`
    """
    about = source.statements[:2]
    where = source.location(about[-1].begin) if about else Location(source.label)
    tactic = ("suggests", 3) in source.defined
    hint = "this is a tactic: it belongs into the folder tactics of a folder of strategies"
    message = "a strategy's file has one fact: strategy(NAME, TERM)."
    form = wrong(message, where, hint if tactic else "")
    if len(about) != 1 or len(heads := about[0].heads) != 1 or about[0].node.body:
        raise form
    term, literal = heads[0].term, about[0].node.head
    if term.ast_type != ASTType.Function or literal.ast_type != ASTType.Literal:
        raise form
    if heads[0].signature != ("strategy", 2) or heads[0].first is None:
        raise form
    begin, end = map(source.offset, term.arguments[1].location)
    node = _TermReader(source, mask_comments(source.text)[:end].decode(), begin).whole()
    if (defined := heads[0].first) != name:
        where = source.location(about[0].begin, about[0].end)
        message = f"this file has to define {name}, but defines {defined}"
        raise wrong(message, where, "rename either")
    return node


def has_holes(node: Composition) -> bool:
    """Whether a term as parsed has a hole."""
    return node.operator in ("hole", "lines") or any(map(has_holes, node.operands))


class _TermReader:
    """Reads a term, by precedence climbing.

    Attributes:
        tokens: those not read yet, each with its place in the text; the last is empty.
        end: the end of the text read. open: the number of brackets open there.
    """

    def __init__(self, source: Source, text: str, begin: int = 0) -> None:
        self.source, self.text, self.end, self.open = source, text, begin, 0
        matches = _TOKEN.finditer(text, begin)
        self.tokens = deque((match[1], match.start(1)) for match in matches)

    def whole(self) -> Composition:
        """Read all of the text as one term."""
        node = self._term()
        token, place = self._take()
        if token == ")":
            raise self._wrong("there is one ) too many", place, "leave it out")
        if token:
            raise self._misread(token, place, operand=False)
        return node

    def _take(self) -> tuple[str, int]:
        token, place = self.tokens.popleft()
        self.end = place + len(token)
        return token, place

    def _term(self, level: int = 1) -> Composition:
        """Read an operand, and operands joined to it by signs that bind at least so close."""
        begin, chain = self.tokens[0][1], ""
        node = self._operand()
        while _BONDS.get(self.tokens[0][0], 0) >= level:
            sign, _ = self._take()
            right = self._term(_BONDS[sign] + 1)
            # A ∖ B ∖ C is A without B, and that without C
            left = node.operands if sign == chain != "∖" else (node,)
            node, chain = self._node(INFIX[sign], (*left, right), begin), sign
        return node

    def _operand(self) -> Composition:
        token, begin = self._take()
        if not token:
            raise self._wrong("the term ends too early", begin)
        if token in (",", ")", ";"):
            message = "an operand is missing before this"
            raise self._wrong(message, begin, "a name, or a term like any")
        if token == "(":
            inside = self._operands(begin)
            if len(inside) == 1:
                return inside[0]
            token = self.text[begin : self.end]
        applied = self.tokens[0] == ("(", self.end)
        if _HOLE.fullmatch(token) and not applied:
            name, where = token.strip("?."), self._where(begin, self.end)
            return Composition("lines" if token == "..." else "hole", name, (), where)
        if not _NAME.fullmatch(token):
            raise self._misread(token + "(" * applied, begin, operand=True)
        if applied:
            self._take()
        return self._node(token, self._operands(begin) if applied else (), begin)

    def _operands(self, begin: int) -> tuple[Composition, ...]:
        """Read operands in brackets, after the opening bracket; the term begins at `begin`."""
        self.open += 1
        if self.open > _DEEPEST:
            raise self._wrong(f"more than {_DEEPEST} brackets within one another", self.end - 1)
        terms = [self._term()]
        while (token := self._take())[0] == ",":
            terms.append(self._term())
        if token[0] == ";":
            hint = "either(A,B) is the union of A and B"
            raise self._wrong("a pool is not a strategy", begin, hint)
        if not token[0]:
            message = f"{self.open} ) are" if self.open > 1 else "a ) is"
            hint = f"write {self.text.strip()}{')' * self.open}"
            raise self._wrong(f"{message} missing at the end", len(self.text), hint)
        if token[0] != ")":
            raise self._misread(*token, operand=False)
        self.open -= 1
        return tuple(terms)

    def _node(self, name: str, operands: tuple[Composition, ...], begin: int) -> Composition:
        """Make the node of an operator with its operands, or of a name."""
        where, given = self._where(begin, self.end), len(operands)
        if name not in OPERATORS:
            if operands:
                hint = nearest(name, list(OPERATORS), f"the operators are {', '.join(OPERATORS)}")
                raise wrong(f"there is no operator {name}", where, hint)
            return Composition("name", name, (), where)
        least, greatest = OPERATORS[name]
        lines = name == "first" and [term.operator for term in operands] == ["lines"]
        if not least <= given <= greatest and not lines:
            takes = f"exactly {least}" if least == greatest else f"{least} to {greatest}"
            message = f"{name} takes {takes} operands, not {given}"
            raise wrong(message, where, _form(name, given))
        if name != "pick":
            return Composition(name, "", operands, where)
        *operand, order = operands
        if order.operator != "name":
            message = f"{order} is not an order's name"
            raise wrong(message, order.location, "pick(STRATEGY, ORDER)")
        return Composition(name, order.name, tuple(operand), where)

    def _misread(self, token: str, begin: int, operand: bool) -> InputError:
        """Return an error about a token that stands where an operand should, or behind one."""
        message, hint = f"unexpected {token}", A_TERM
        if meant := hook("meant"):
            message, hint = meant.misread(token, self.text, operand, bool(self.open))
        return self._wrong(message, begin, hint, begin + len(token))

    def _wrong(self, message: str, begin: int, hint: str = "", end: int = 0) -> InputError:
        return wrong(message, self._where(begin, end or begin + 1), hint)

    def _where(self, begin: int, end: int) -> Location:
        return self.source.location(*(len(self.text[:place].encode()) for place in (begin, end)))


def _form(operator: str, given: int) -> str:
    """Return a hint for an operator that has too few or too many operands."""
    if given > MOST:
        return f"put some of them into {operator}(...) of their own"
    if operator in ("any", "pick"):
        return "write any" if operator == "any" else "as pick(any, reading)"
    return f"as {operator}({', '.join(('defend', 'center')[: OPERATORS[operator][0]])})"
