r"""Conditions on sizes, such as `bricks \ 3 != 0`; and the games of the sizes that they allow.

A condition is written like the body of a rule of clingo: comparisons, all of which have to hold.
The constants named in it are its parameters. Unlike clingo's, its numbers are of any size.
"""

import re
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, islice, product
from typing import TypeAlias

from ttt_asp.claims.problem import Problem, Scope
from ttt_asp.deadline import Deadline
from ttt_asp.errors import Argument, Diagnostic, InputError, Location, nearest, wrong
from ttt_asp.extension import is_read
from ttt_asp.extensions.sizes.integers import (
    Arithmetic,
    Compare,
    Name,
    Number,
    Operator,
    Relation,
    Term,
)
from ttt_asp.games.constants import declared_constants
from ttt_asp.games.game import Game
from ttt_asp.games.load import load_game, rules_of
from ttt_asp.lp.dependencies import shortest_path
from ttt_asp.lp.source import Source, decode

# Sizes that are tried, at most, to find the smallest that a condition allows.
TRIES = 20_000

# A size: a number for each parameter, in their order.
Size: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Every(Scope):
    """The sizes that a claim is about.

    Attributes:
        comparisons: of the parameters; all of them have to hold.
    """

    comparisons: tuple[Compare, ...]
    engine: str = field(default="sizes", init=False, repr=False)

    def allows(self, size: Size) -> bool:
        """Whether the condition holds for a size."""
        values = dict(zip(self.parameters, size, strict=True))
        return all(compare.holds(values) for compare in self.comparisons)

    def smallest(self, number: int) -> list[Size]:
        """Return the smallest sizes allowed: by the sum of absolute values, then in order.

        Returns:
            Fewer, or none, if the next one is not among the first `TRIES` sizes of all.
        """
        tried = islice(_sizes(len(self.parameters)), TRIES)
        return list(islice(filter(self.allows, tried), number))

    def largest(self, within: int) -> Size | None:
        """Return the size of largest sum among those allowed with numbers from 0 to a limit.

        Returns:
            The first of several; None if there is none, or if more than `TRIES` would have to be
            tried.
        """
        if (within + 1) ** len(self.parameters) > TRIES:
            return None
        tried = product(range(within + 1), repeat=len(self.parameters))
        return max(filter(self.allows, tried), key=sum, default=None)

    def named(self, size: Size) -> dict[str, str]:
        """Return a size as constants of a game, by name."""
        return dict(zip(self.parameters, map(str, size), strict=True))

    def listed_sizes(self, sizes: Sequence[Size]) -> str:
        """Return sizes as people write them: bricks = 3, 6, 9; or (rows, cols) = (2, 2), (3, 3)."""
        if len(self.parameters) == 1:
            return f"{self.parameters[0]} = {', '.join(str(size[0]) for size in sizes)}"
        return f"({', '.join(self.parameters)}) = {', '.join(map(str, sizes))}"

    def size(self, constants: Mapping[str, int | str]) -> Size:
        """Return the size that constants of a game give."""
        return tuple(int(constants[name]) for name in self.parameters)


def _sizes(number: int) -> Iterator[Size]:
    """Yield all tuples of `number` integers, in the order of their sums of absolute values."""
    for total in count():
        for size in product(range(-total, total + 1), repeat=number - 1):
            if (last := total - sum(map(abs, size))) >= 0:
                yield from ((*size, sign) for sign in sorted({-last, last}))


EVERY = Argument("every")
EXAMPLE = "a comparison of the game's constants, as rows > 1"
_FORM = "a condition is one line of comparisons, without full stop and comments; numbers are whole"
_NUMBER = re.compile(r"0x[0-9A-Fa-f]+|[0-9]+")
_TOKEN = re.compile(rf"\s*({_NUMBER.pattern}|[<>=!]=?|[-+*/\\|(),;.%]|[^-\s<>=!+*/\\|(),;.%]+|\Z)")
# By how close they bind; operators of one kind join to the left.
_OPERATORS: tuple[dict[str, Operator], ...] = (
    {"+": "+", "-": "-"},
    {"*": "*", "/": "/", "\\": "\\"},
)
# The relation of each comparison, and whether its sides have to be exchanged.
_COMPARISONS: dict[str, tuple[Relation, bool]] = {
    **dict.fromkeys(("=", "=="), ("=", False)),
    "!=": ("!=", False),
    "<": ("<", False),
    "<=": ("<=", False),
    ">": ("<", True),
    ">=": ("<=", True),
}
_JOINED = (",", ";")
_DEEP = 100
_DIGITS = 1000


def parse_every(text: str, constants: Collection[str], game: str) -> Every:
    """Read a condition on constants of a game, which may be named in it.

    Raises:
        InputError: it is no condition, or it names something else.
    """
    if not text.strip():
        raise wrong("a condition is missing", Location(EVERY), EXAMPLE)
    reader = _ConditionReader(text, tuple(constants), game)
    comparisons = tuple(reader.comparisons())
    line = " ".join(text.split())
    if not reader.named:
        message = f"{line} names no constant of {game}, so it allows every size, or none"
        raise wrong(message, Location(EVERY), EXAMPLE)
    return Every(line, tuple(reader.named), comparisons)


class _ConditionReader:
    """Reader of a condition, by precedence climbing; its errors have their place in the text.

    Attributes:
        named: the constants named so far.
        tokens: those not read yet, each with its place in the text; the last is empty.
        end: the end of the text read. depth: of the operand that is read.
    """

    def __init__(self, text: str, constants: tuple[str, ...], game: str) -> None:
        data = text.encode("utf-8", "surrogateescape")
        decode(data, EVERY)
        self.source = Source(EVERY, data, (), ())
        self.text, self.constants, self.game = text, constants, game
        self.named: dict[str, None] = {}
        self.tokens = deque((match[1], match.start(1)) for match in _TOKEN.finditer(text))
        self.end = self.depth = 0

    def comparisons(self) -> Iterator[Compare]:
        """Yield the comparisons, those of a chain such as `1 < rows < cols` apart."""
        going_on = True
        while going_on:
            begin = self.tokens[0][1]
            left = self._term()
            if self.tokens[0][0] in ("", *_JOINED):
                message = f"{self.text[begin : self.end]} is not a comparison"
                raise self._wrong(message, begin, EXAMPLE)
            while self.tokens[0][0] in _COMPARISONS:
                operator, exchanged = _COMPARISONS[self._take()]
                right = self._term()
                yield Compare(operator, *((right, left) if exchanged else (left, right)))
                left = right
            if self.tokens[0][0] not in ("", *_JOINED):
                raise self._unexpected()
            going_on = self._take() in _JOINED

    def _take(self) -> str:
        token, begin = self.tokens.popleft()
        self.end = begin + len(token)
        return token

    def _term(self, level: int = 0) -> Term:
        """Read operands, and what operators that bind at least so close make of them."""
        if level == len(_OPERATORS):
            return self._operand()
        term = self._term(level + 1)
        while operator := _OPERATORS[level].get(self.tokens[0][0]):
            self._take()
            begin = self.tokens[0][1]
            right = self._term(level + 1)
            if operator in ("/", "\\") and (not isinstance(right, Number) or not right.value):
                message = f"{operator} is by a number only, not {self.text[begin : self.end]}"
                if isinstance(right, Number):
                    message = f"nothing can be divided by 0 ({operator})"
                raise self._wrong(message, begin, rf"as bricks {operator} 3")
            term = Arithmetic(operator, (term, right))
        return term

    def _operand(self) -> Term:
        token, begin = self.tokens[0]
        if token in ("(", "|", "-"):
            self.depth += 1
            if self.depth > _DEEP:
                raise self._wrong(f"this stands in more than {_DEEP} brackets", begin)
            self._take()
            inner = self._operand() if token == "-" else self._term()
            if token == "(" and self.tokens[0][0] in _COMPARISONS:
                raise self._wrong("a comparison stands in no brackets", begin, "leave them out")
            if token != "-" and self._take() != (")" if token == "(" else token):
                raise self._wrong(f"{token} is not closed", begin)
            self.depth -= 1
            return inner if token == "(" else Arithmetic("-" if token == "-" else "abs", (inner,))
        if _NUMBER.fullmatch(token):
            if len(token) > _DIGITS:
                raise self._wrong(f"a number has {_DIGITS} digits at most", begin)
            return Number(int(self._take(), 16 if token.startswith("0x") else 10))
        if len(token) < 2 and not token.isalpha():
            raise self._unexpected()
        self._take()
        if token not in self.constants:
            listed = ", ".join(self.constants) or "none"
            hint = nearest(token, self.constants, f"its constants are {listed}")
            message = f"{self.game} has no constant {token} to be a parameter"
            raise self._wrong(message, begin, hint)
        self.named[token] = None
        return Name(token)

    def _unexpected(self) -> InputError:
        """Return an error about the next token."""
        token, begin = self.tokens[0]
        self.end = begin + len(token)
        message = f"unexpected {token}" if token else "the condition ends too early"
        return self._wrong(message, begin, _FORM)

    def _wrong(self, message: str, begin: int, hint: str = "") -> InputError:
        end = max(self.end, begin + 1)
        places = (len(self.text[:place].encode("utf-8")) for place in (begin, end))
        return wrong(message, self.source.location(*places), hint)


_WORD = re.compile(r"_*[a-z][\w']*")


def read_scope(
    text: str, name: str, constants: Mapping[str, str], deadline: Deadline
) -> tuple[Every, Game]:
    """Read a condition on the constants of a game, and the game of the smallest size it allows.

    Where that size is too large to be found by trying, it is the game of some other size: then only
    what all sizes have in common matters.

    Raises:
        InputError: it is no condition, or the game has no sizes; or anything wrong with the game.
    """
    if is_read(name):
        load_game(name, {}, deadline)  # what is wrong with the file comes first
        message = f"{name} declares no constants, so there is one size only"
        raise wrong(message, Location(EVERY), "leave it out")
    texts = declared_constants(rules_of(name, deadline)[0])
    names = [key for key, text in texts.items() if _WORD.fullmatch(text) and text not in texts]
    every = parse_every(text, [constant for constant in texts if constant not in names], name)
    for parameter in every.parameters:
        if parameter in constants:
            message = f"{parameter} is a parameter of the condition, and is given a value"
            where = Location.argument("const", f"{parameter}={constants[parameter]}")
            raise wrong(message, where, "leave out one of the two")
    _refuse_dependent(every, texts, constants)
    if smallest := every.smallest(1):
        game = load_size(every, smallest[0], name, constants, deadline)
    else:
        game = load_game(name, constants, deadline, as_written=True)
    return every, game


def at_size(problem: Problem, size: Size, deadline: Deadline) -> Problem:
    """Return a claim about every size as one about a single size.

    Raises:
        InputError: the game has no such size.
    """
    every = sizes_of(problem)
    game = load_size(every, size, problem.game.name, problem.game.constants, deadline)
    return replace(problem, game=game, every=None)


def problem_at(problem: Problem, constants: Mapping[str, int | str], deadline: Deadline) -> Problem:
    """Return a claim about every size as one about the size that these constants give."""
    return at_size(problem, sizes_of(problem).size(constants), deadline)


def sizes_of(problem: Problem) -> Every:
    """Return the sizes that a claim about every size is about."""
    assert isinstance(problem.every, Every)
    return problem.every


def load_size(
    every: Every, size: Size, name: str, constants: Mapping[str, str], deadline: Deadline
) -> Game:
    """Load the game of a size that a condition allows.

    Raises:
        InputError: there is no such game, and the condition has to leave this size out.
    """
    try:
        # what is recognised in a file's own words holds for one size, and is no formula
        return load_game(name, {**constants, **every.named(size)}, deadline, as_written=True)
    except InputError as error:
        here = ", ".join(f"{name}={value}" for name, value in every.named(size).items())
        try:
            load_game(name, {}, deadline, as_written=True)
        except InputError:  # the size is not to blame
            raise error from None
        given = {Argument("const", f"{key}={value}") for key, value in constants.items()}
        places = (diagnostic.location for diagnostic in error.diagnostics)
        if all(where is not None and where.file in given for where in places):
            raise error from None  # nor is it here: no size makes a game with that value
        message = f"the condition allows {here}, and that is no game: {{}}"
        hint = f"say in the condition what leaves it out, as {every.parameters[0]} > 0"
        raise InputError(
            Diagnostic(message.format(diagnostic.message), Location(EVERY), hint)
            for diagnostic in error.diagnostics
        ) from None


def _refuse_dependent(every: Every, texts: Mapping[str, str], given: Mapping[str, str]) -> None:
    """Refuse constants without a value, whose defaults rest on a parameter."""

    def rests_on(name: str) -> list[str]:
        words = [] if name in given else _WORD.findall(texts[name])
        return [word for word in words if word in texts]

    for name in [constant for constant in texts if constant not in every.parameters]:
        if path := shortest_path([name], rests_on, lambda constant: constant in every.parameters):
            message = f"{name} is {texts[name]} by default, and {path[-1]} has no value"
            hint = f"say in the condition what {name} is, or give {name} a value"
            raise wrong(message, Location(EVERY), hint)
