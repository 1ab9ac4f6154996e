"""The words of some games, and rules written in them, read and worked out in plain Python.

It shares nothing with the product, and knows no logic programming but this: a rule holds wherever
its body does. A term is a number, a name, or a tuple such as ("cell", 1, 2).
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

import oracle_tactics as ot

# What is true of a word, at a position.
Rows = frozenset[tuple[Any, ...]]
Words = Mapping[str, Rows]
Bound = dict[str, Any]

# --- rules --------------------------------------------------------------------------------------

TOKEN = re.compile(
    r"\s+|%\*.*?\*%|%[^\n]*|(:-|\.\.|!=|<=|>=|[a-z_]\w*'*|[A-Z]\w*|\d+|\"[^\"]*\"|\S)", re.S
)


@dataclass(frozen=True)
class Atom:
    """A word and its arguments; also a function's term, and `+` and the like."""

    name: str
    args: tuple[Any, ...]


@dataclass(frozen=True)
class Variable:
    name: str


@dataclass(frozen=True)
class Literal:
    """An atom, or a comparison, denied or not; true of all that fulfil the condition."""

    atom: Atom
    denied: bool = False
    condition: "tuple[Literal, ...] | None" = None

    @cached_property
    def variables(self) -> frozenset[str]:
        inner = [one.variables for one in self.condition or ()]
        return names(self.atom).union(*inner)


@dataclass(frozen=True)
class Rule:
    head: Atom
    body: tuple[Literal, ...]


COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: rank(a) < rank(b),
    ">": lambda a, b: rank(a) > rank(b),
    "<=": lambda a, b: rank(a) <= rank(b),
    ">=": lambda a, b: rank(a) >= rank(b),
}
COMPUTED: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "\\": lambda a, b: a - b * int(a / b),  # as C has it
    "/": lambda a, b: int(a / b),
}


def rank(term: Any) -> Any:
    """Numbers before names before compounds, these by their length, their name, their parts."""
    if isinstance(term, int):
        return (0, term)
    if isinstance(term, str):
        return (1, len(term), term)
    return (2, len(term), term[0], *map(rank, term[1:]))


def names(term: Any) -> frozenset[str]:
    """The variables of a term; `_` is none."""
    if isinstance(term, Variable):
        return frozenset({term.name})
    if isinstance(term, Atom):
        return frozenset[str]().union(*map(names, term.args))
    return frozenset()


class Reader:
    """Reads rules: atoms, `not`, comparisons, sums, and conditions as in `p(X) : q(X)`."""

    def __init__(self, text: str) -> None:
        self.tokens = [found for found in TOKEN.findall(text) if found][::-1]
        self.unnamed = 0

    def peek(self) -> str:
        return self.tokens[-1] if self.tokens else ""

    def take(self, *wanted: str) -> str:
        token = self.tokens.pop() if self.tokens else ""
        if wanted and token not in wanted:
            raise ValueError(f"expected {wanted}, not {token!r} before {self.tokens[:-9:-1]}")
        return token

    def rules(self) -> list[Rule]:
        found = []
        while self.tokens:
            head, body = self.term(), list[Literal]()
            if self.take(":-", ".") == ":-":
                body.append(self.literal())
                while self.take(",", ";", ".") != ".":
                    body.append(self.literal())
            found.append(Rule(head if isinstance(head, Atom) else Atom(head, ()), tuple(body)))
        return found

    def literal(self) -> Literal:
        single = self.single()
        if self.peek() != ":":
            return single
        self.take()
        condition = []
        if self.peek() not in (";", "."):
            condition.append(self.single())
            while self.peek() == ",":
                self.take()
                condition.append(self.single())
        return Literal(single.atom, single.denied, tuple(condition))

    def single(self) -> Literal:
        denied = self.peek() == "not"
        if denied:
            self.take()
        left = self.term()
        if self.peek() in COMPARED:
            return Literal(Atom(self.take(), (left, self.term())), denied)
        return Literal(left if isinstance(left, Atom) else Atom(left, ()), denied)

    def term(self) -> Any:
        left = self.factor()
        while self.peek() in ("+", "-", ".."):
            left = Atom(self.take(), (left, self.factor()))
        return left

    def factor(self) -> Any:
        left = self.unit()
        while self.peek() in ("*", "\\", "/"):
            left = Atom(self.take(), (left, self.unit()))
        return left

    def unit(self) -> Any:
        token = self.take()
        if token.isdigit():
            return int(token)
        if token == "-":
            return Atom("-", (0, self.unit()))
        if token == "|":
            inner = self.term()
            self.take("|")
            return Atom("|", (inner,))
        if token == "(":
            parts = self.terms()
            return parts[0] if len(parts) == 1 else Atom("", tuple(parts))
        if token == "_":
            self.unnamed += 1
            return Variable(f"_{self.unnamed}")
        if token[0].isupper():
            return Variable(token)
        if self.peek() == "(":
            self.take()
            return Atom(token, tuple(self.terms()))
        return token

    def terms(self) -> list[Any]:
        found = [self.term()]
        while self.take(",", ")") == ",":
            found.append(self.term())
        return found


def value(term: Any, bound: Bound) -> Any:
    """A term's value; LookupError if a variable has none yet."""
    if isinstance(term, Variable):
        return bound[term.name]
    if not isinstance(term, Atom):
        return term
    args = [value(one, bound) for one in term.args]
    if term.name == "|":
        return abs(args[0])
    if term.name in COMPUTED and len(args) == 2:
        return COMPUTED[term.name](*args)
    return (term.name, *args)


def matched(term: Any, given: Any, bound: Bound) -> Bound | None:
    """What is bound besides where a term is to have a value; None if it cannot."""
    if isinstance(term, Variable):
        if term.name not in bound:
            return {**bound, term.name: given}
        return bound if bound[term.name] == given else None
    if isinstance(term, Atom) and term.name not in COMPUTED and term.name != "|":
        if not isinstance(given, tuple) or given[0] != term.name or len(given) <= len(term.args):
            return None
        return matched_all(term.args, given[1:], bound)
    if names(term) <= {*bound}:
        return bound if value(term, bound) == given else None
    if isinstance(term, Atom) and term.name in "+-" and isinstance(given, int):
        left, right = term.args  # solved for the one that is not known, as in left(N-1)
        if names(right) <= {*bound}:
            known = value(right, bound)
            return matched(left, given - known if term.name == "+" else given + known, bound)
        known = value(left, bound)
        return matched(right, given - known if term.name == "+" else known - given, bound)
    raise LookupError(str(term))


def matched_all(terms: Sequence[Any], given: Sequence[Any], bound: Bound) -> Bound | None:
    if len(terms) != len(given):
        return None
    found: Bound | None = bound
    for term, one in zip(terms, given, strict=True):
        found = None if found is None else matched(term, one, found)
    return found


def answers(body: Sequence[Literal], words: Words, bound: Bound) -> Iterator[Bound]:
    """Every way in which a body holds; the literals are taken as soon as they can be."""
    if not body:
        yield bound
        return
    later = [one.variables for one in body]
    for n, literal in enumerate(body):
        rest = [*body[:n], *body[n + 1 :]]
        elsewhere = frozenset[str]().union(*later[:n], *later[n + 1 :])
        known = literal.variables & elsewhere <= {*bound}
        atom = literal.atom
        if literal.condition is not None or literal.denied:
            if known:
                if holds(literal, words, bound):
                    yield from answers(rest, words, bound)
                return
            continue
        if atom.name in COMPARED:
            bounds = compared(atom, bound)
            if bounds is None:
                continue
            for each in bounds:
                yield from answers(rest, words, each)
            return
        try:
            found = [matched_all(atom.args, row, bound) for row in words.get(atom.name, ())]
        except LookupError:
            continue
        for one in found:
            if one is not None:
                yield from answers(rest, words, one)
        return
    raise ValueError(f"unsafe: {body}")


def compared(atom: Atom, bound: Bound) -> list[Bound] | None:
    """What is bound where a comparison holds; None if it cannot be told yet."""
    left, right = atom.args
    if isinstance(right, Atom) and right.name == "..":
        if not names(right) <= {*bound}:
            return None
        low, high = (value(one, bound) for one in right.args)
        found = [matched(left, n, bound) for n in range(low, high + 1)]
        return [one for one in found if one is not None]
    if names(left) <= {*bound} and names(right) <= {*bound}:
        true = COMPARED[atom.name](value(left, bound), value(right, bound))
        return [bound] if true else []
    if atom.name != "=":
        return None
    for one, other in ((left, right), (right, left)):
        if names(other) <= {*bound}:
            try:
                done = matched(one, value(other, bound), bound)
            except LookupError:
                return None
            return [] if done is None else [done]
    return None


def holds(literal: Literal, words: Words, bound: Bound) -> bool:
    """Whether a literal holds that is denied, or has a condition."""
    if literal.condition is not None:
        plain = Literal(literal.atom, literal.denied)
        return all(true(plain, words, one) for one in answers(literal.condition, words, bound))
    return not true(Literal(literal.atom), words, bound)


def true(literal: Literal, words: Words, bound: Bound) -> bool:
    """Whether a literal without a condition holds."""
    if literal.denied:
        return not true(Literal(literal.atom), words, bound)
    return next(answers([literal], words, bound), None) is not None


class Told(Mapping[str, Rows]):
    """The words of a position, each worked out when it is asked for."""

    def __init__(self, makers: Mapping[str, Callable[[], Rows]]) -> None:
        self.makers, self.found = makers, dict[str, Rows]()

    def __getitem__(self, word: str) -> Rows:
        if word not in self.found:
            self.found[word] = self.makers[word]()
        return self.found[word]

    def __iter__(self) -> Iterator[str]:
        return iter(self.makers)

    def __len__(self) -> int:
        return len(self.makers)

    def with_rules(self, rules: Sequence[Rule]) -> "Told":
        """The same with the words that rules define; none of them may rest on itself."""
        more: dict[str, Callable[[], Rows]] = {}
        whole = Told({})
        for name in {rule.head.name for rule in rules}:
            own = [rule for rule in rules if rule.head.name == name]
            more[name] = lambda own=own: frozenset(  # type: ignore[misc]
                tuple(value(one, bound) for one in rule.head.args)
                for rule in own
                for bound in answers(rule.body, whole, {})
            )
        whole.makers, whole.found = {**self.makers, **more}, {**self.found}
        return whole


def read_rules(text: str) -> list[Rule]:
    """The rules of a text, without its comments."""
    return Reader(text).rules()


def read_body(text: str) -> list[Literal]:
    """The literals of a body."""
    (rule,) = read_rules(f"body :- {text}.")
    return list(rule.body)


# --- words --------------------------------------------------------------------------------------

ROLES = frozenset({("x",), ("o",)})
OPPONENTS = frozenset({("x", "o"), ("o", "x")})


Square = tuple[int, int]


def cell(square: Square) -> tuple[str, int, int]:
    return ("cell", *square)


def ones(squares: Any) -> Rows:
    return frozenset((cell(square),) for square in squares)


@lru_cache
def named_lines(board: ot.Board) -> dict[tuple[str, int, int], frozenset[tuple[int, int]]]:
    """The lines by direction and first square: right, down, down and right, down and left."""
    ways = {"row": (0, 1), "col": (1, 0), "diag": (1, 1), "anti": (1, -1)}
    found = {}
    for (r, c), (name, (down, right)) in product(board.squares, ways.items()):
        run = frozenset((r + n * down, c + n * right) for n in range(board.line))
        if run <= board.squares:
            found[name, r, c] = run
    return found


@lru_cache
def grid(board: ot.Board) -> dict[str, Rows]:
    """What is true of a board whatever is on it."""
    lines = named_lines(board)
    return {
        "role": ROLES,
        "opponent": OPPONENTS,
        "square": ones(board.squares),
        "corner": ones(board.corners),
        "edge": ones(board.edges),
        "center": ones(board.centers),
        "opposite": frozenset(
            (cell((r, c)), cell((board.rows + 1 - r, board.cols + 1 - c))) for r, c in board.corners
        ),
        "line": frozenset((name,) for name in lines),
        "part_of": frozenset((cell(s), name) for name, run in lines.items() for s in run),
        "diagonal": frozenset((name,) for name in lines if name[0] in SLANTED),
        "win_length": frozenset({(board.line,)}),
        "on_diagonal": ones(s for name, run in lines.items() if name[0] in SLANTED for s in run),
        "in_line": pairs(lambda c, d: any({c, d} <= run for run in lines.values()), board),
        "adjacent": pairs(lambda c, d: apart(c, d) == (0, 1), board),
        "diagonal_to": pairs(lambda c, d: apart(c, d) == (1, 1), board),
        "knights_move": pairs(lambda c, d: apart(c, d) == (1, 2), board),
    }


SLANTED = ("diag", "anti")


def apart(c: Square, d: Square) -> tuple[int, ...]:
    """How far two squares are from one another along the sides, the shorter way first."""
    return tuple(sorted((abs(c[0] - d[0]), abs(c[1] - d[1]))))


def pairs(true: Callable[[Square, Square], bool], board: ot.Board) -> Rows:
    """The pairs of different squares of which something is true."""
    every = product(board.squares, repeat=2)
    return frozenset((cell(c), cell(d)) for c, d in every if c != d and true(c, d))


def marks_words(board: ot.Board, position: ot.Position) -> Told:
    """The words of games of marks on a grid."""
    lines = named_lines(board)

    def threatens() -> Rows:
        found = set()
        for role, (name, run) in product("xo", lines.items()):
            if not run & position.marks(ot.other(role)):
                found.add((role, name, len(run & position.marks(role))))
        return frozenset(found)

    makers: dict[str, Callable[[], Rows]] = {
        name: lambda rows=rows: rows  # type: ignore[misc]
        for name, rows in grid(board).items()
    }
    makers |= {
        "mover": lambda: frozenset({(position.mover,)}),
        "free": lambda: ones(ot.free(board, position)),
        "marked": lambda: frozenset((p, cell(s)) for p in "xo" for s in position.marks(p)),
        "threatens": threatens,
        "owns": lambda: frozenset((p, n) for p, n, k in threatens() if k == board.line),
        "needs": lambda: frozenset((p, n, board.line - k) for p, n, k in threatens()),
        "threat_answer": lambda: frozenset(
            (p, cell(c), cell(d)) for p in "xo" for c, d in ot.threats(board, position, p)
        ),
        "fork_square": lambda: frozenset(
            (p, cell(c)) for p in "xo" for c in ot.fork(board, position, p)
        ),
    }
    return Told(makers)


CHOCOLATE = (
    *("role", "opponent", "square", "corner", "edge", "center", "opposite"),
    *("adjacent", "diagonal_to", "knights_move"),
)


def chocolate_words(rows: int, cols: int, lengths: Sequence[int], mover: str) -> Told:
    """The words of Chomp, where the rows of the bar are so long."""
    left = [(r, c) for r, length in enumerate(lengths, 1) for c in range(1, length + 1)]
    kinds = grid(ot.Board(rows, cols, 1))
    across, down = lengths[0], sum(1 for length in lengths if length)
    makers: dict[str, Callable[[], Rows]] = {
        name: lambda name=name: kinds[name]  # type: ignore[misc]
        for name in CHOCOLATE
    }
    makers |= {
        "mover": lambda: frozenset({(mover,)}),
        "left": lambda: ones(left),
        "poisoned": lambda: ones([(1, 1)]),
        "row_after": lambda: frozenset(
            (cell((r, c)), c - 1 if r == 1 else across) for r, c in left
        ),
        "column_after": lambda: frozenset(
            (cell((r, c)), r - 1 if c == 1 else down) for r, c in left
        ),
    }
    return Told(makers)


def bricks_words(left: int, mover: str) -> Told:
    """The words of pick-up-bricks."""
    return Told(
        {
            "role": lambda: ROLES,
            "opponent": lambda: OPPONENTS,
            "mover": lambda: frozenset({(mover,)}),
            "true": lambda: frozenset({(("left", left),), (("turn", mover),)}),
        }
    )
