"""What both notations of the Game Description Language are read into.

Formulas are terms too: `not`, `or` and `and` are connectives where a formula stands, and plain
function symbols within a term.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from ttt_asp.errors import Diagnostic, Location

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
CONNECTIVES = ("not", "or", "and")


@dataclass(frozen=True, slots=True)
class Term:
    """A term, an atom or a formula.

    Attributes:
        name: in lower case where the notation takes no account of case; without `?`.
        arguments: none of a constant or a variable.
        variable: whether it is one.
        begin, end: where it stands, in characters of the text; it is equal to others elsewhere.
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
        """The same term, standing where another one does."""
        return Term(self.name, self.arguments, self.variable, other.begin, other.end)

    def parts(self) -> Iterator["Term"]:
        """The term and everything in it, in the order of the text."""
        yield self
        for argument in self.arguments:
            yield from argument.parts()

    def variables(self) -> Iterator["Term"]:
        """Every occurrence of a variable."""
        return (part for part in self.parts() if part.variable)


@dataclass(frozen=True, slots=True)
class Rule:
    """A head, and the formulas that together imply it; none of a fact."""

    head: Term
    body: tuple[Term, ...] = ()


@dataclass(frozen=True)
class Description:
    """A file in either notation.

    Attributes:
        label: how people are told of the file. text: what it says.
        rules: in the order of the text.
        spelling: how each name was first written.
    """

    label: str
    text: str
    rules: tuple[Rule, ...] = ()
    spelling: dict[str, str] = field(default_factory=dict)

    @cached_property
    def _starts(self) -> list[int]:
        return [0] + [i + 1 for i, character in enumerate(self.text) if character == "\n"]

    def place(self, begin: int, end: int | None = None) -> Location:
        """The place of some characters, to be shown to people."""
        line = bisect_right(self._starts, begin)
        start = self._starts[line - 1]
        stop = self.text.find("\n", start)
        shown = self.text[start : len(self.text) if stop < 0 else stop].rstrip("\r")
        width = min(begin + 1 if end is None else end, start + len(shown)) - begin
        return Location(self.label, line, begin - start + 1, shown, max(1, width))

    def problem(self, message: str, term: Term, hint: str = "") -> Diagnostic:
        """What is wrong with a term."""
        return Diagnostic(message, self.place(term.begin, term.end), hint)
