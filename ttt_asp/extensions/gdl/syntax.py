"""Terms, rules and descriptions, into which both notations of the language are read.

Formulas are terms too: `not`, `or` and `and` are connectives where a formula stands, and plain
function symbols within a term.

Names of the language are written as names of clingo's, and read back. Public games write
`not-filled`, `01` and `XPlayer`; clingo's names start with a lower-case letter and have letters,
digits, `_` and `'`. Names that clingo accepts stay as they are, so that tactics read naturally. In
others each foreign character becomes its code between primes (`a+b` is `a'2b'b`), the commonest,
`-`, two primes (`not-filled` is `not''filled`); and where a name still cannot stand as it is, as
`01` and the reserved words, `n'` precedes it. Primes come in pairs but for that one, so every name
can be read back. Numbers as people write them are clingo's numbers. The prefix `gdl_`
keeps the game's own relations apart from those of the vocabulary and of the frames. No name in a
term may begin with it, as a role's name is part of the predicates of its strategy.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from ttt_asp.errors import Diagnostic, InputError, Location
from ttt_asp.lp.scan import LARGEST

# `ask` is the constant by which a generated program is told its question.
_RESERVED = ("not", "ask")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,9}")
_STRANGE = re.compile(r"[^a-z0-9_]")
_PREFIX = "gdl_"


def fold(name: str) -> str:
    """Return a name with A to Z in lower case: the language ignores case."""
    return re.sub(r"[A-Z]+", lambda match: match[0].lower(), name)


@lru_cache(maxsize=4096)
def constant(name: str) -> str:
    """Return a name that stands in terms, as clingo accepts it.

    Args:
        name: folded.
    """
    if _NUMBER.fullmatch(name) and int(name) <= LARGEST:
        return name
    escaped = _escaped(name)
    reserved = escaped in _RESERVED or f"{escaped}_".startswith(_PREFIX)
    plain = re.match(r"_*[a-z]", escaped) and not reserved
    return escaped if plain else f"n'{escaped}"


def relation(name: str) -> str:
    """Return the name of one of the game's own relations, as clingo accepts it."""
    return _PREFIX + _escaped(name)


def variables(terms: Iterable["Term"]) -> dict[str, str]:
    """Return names of clingo variables for the variables of one rule, all different.

    T is the situation in generated programs, and is not among them.
    """
    named: dict[str, str] = {}
    for name in (term.name for term in terms):
        if name not in named:
            plain = re.sub(r"[^a-zA-Z0-9_]", "_", name)
            plain = plain[:1].upper() + plain[1:]
            plain = plain if re.match(r"[A-Z]", plain) else f"V{plain}"
            while plain == "T" or plain in named.values():
                plain += "'"
            named[name] = plain
    return named


def _escaped(name: str) -> str:
    def escape(match: re.Match[str]) -> str:
        return "''" if match[0] == "-" else f"'{ord(match[0]):x}'"

    return _STRANGE.sub(escape, name)


# Far beyond what people write, far below what overflows a stack here or in clingo.
DEEPEST = 50
LARGEST_FILE = 500_000

# The relations that the language itself knows, and their numbers of arguments.
KEYWORDS = {
    "role": 1,
    "base": 1,
    "input": 2,
    "init": 1,
    "true": 1,
    "legal": 2,
    "does": 2,
    "next": 1,
    "terminal": 0,
    "goal": 2,
    "distinct": 2,
}
# Those of them that are given, and no rule's head.
GIVEN = ("true", "does", "distinct")
CONNECTIVES = ("not", "or", "and")
# What operations of the infix notation make false; a relation whose name no file can have.
DELETED = "deleted!"


@dataclass(frozen=True, slots=True)
class Term:
    """A term, an atom or a formula.

    Attributes:
        name: in lower case where the notation ignores case; without `?`.
        arguments: none of a constant or a variable.
        variable: whether it is one.
        begin, end: where it stands, in characters of the text; not compared.
    """

    name: str
    arguments: tuple["Term", ...] = ()
    variable: bool = False
    begin: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)

    @property
    def signature(self) -> tuple[str, int]:
        """The name and the number of arguments."""
        return self.name, len(self.arguments)

    def at(self, other: "Term") -> "Term":
        """Return the same term at the place of another one."""
        return Term(self.name, self.arguments, self.variable, other.begin, other.end)

    def parts(self) -> Iterator["Term"]:
        """Yield the term and everything in it, in the order of the text."""
        yield self
        for argument in self.arguments:
            yield from argument.parts()

    def variables(self) -> Iterator["Term"]:
        """Yield every occurrence of a variable."""
        return (part for part in self.parts() if part.variable)


@dataclass(frozen=True, slots=True)
class GdlRule:
    """A head, and the formulas that together imply it; none of a fact."""

    head: Term
    body: tuple[Term, ...] = ()


@dataclass(frozen=True)
class Description:
    """A file in either notation.

    Attributes:
        label: the name of the file in messages. text: its text.
        rules: its rules, in the order of the text.
        spelling: how each name was first written.
    """

    label: str
    text: str
    rules: tuple[GdlRule, ...] = ()
    spelling: dict[str, str] = field(default_factory=dict)

    @cached_property
    def _starts(self) -> list[int]:
        return [0] + [i + 1 for i, character in enumerate(self.text) if character == "\n"]

    def place(self, begin: int, end: int | None = None) -> Location:
        """Return the place of some characters, to be shown to people."""
        line = bisect_right(self._starts, begin)
        start = self._starts[line - 1]
        stop = self.text.find("\n", start)
        shown = self.text[start : len(self.text) if stop < 0 else stop].rstrip("\r")
        width = min(begin + 1 if end is None else end, start + len(shown)) - begin
        return Location(self.label, line, begin - start + 1, shown, max(1, width))

    def problem(self, message: str, term: Term, hint: str = "") -> Diagnostic:
        """Return a message about a term, with its place."""
        return Diagnostic(message, self.place(term.begin, term.end), hint)

    def wrong(self, message: str, term: Term, hint: str = "") -> InputError:
        """Return the same message as an error."""
        return InputError([self.problem(message, term, hint)])
