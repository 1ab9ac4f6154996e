r"""Conditions as people write them: `rows = cols, rows > 1`, or `bricks \ 3 != 0`.

A condition is written like the body of a rule of clingo: comparisons, all of which have to hold.
The constants named in it are its parameters. Unlike clingo's, its numbers are of any size.
"""

import re
from collections import deque
from collections.abc import Collection, Iterator

from ttt_asp.errors import Argument, InputError, Location, nearest, wrong
from ttt_asp.extensions.sizes.every_size import Every
from ttt_asp.extensions.sizes.integers import (
    Arithmetic,
    Compare,
    Name,
    Number,
    Operator,
    Relation,
    Term,
)
from ttt_asp.lp.source import Source, decode

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
