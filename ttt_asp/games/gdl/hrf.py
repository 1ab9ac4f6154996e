"""The infix notation: `legal(mark(X,Y)) :- cell(X,Y,b)`, and operations.

It is that of Appendix A of Nakas's paper, which has it from Stanford's Gamemaster:

    RULE       HEAD  or  HEAD :- FORMULA
    OPERATION  ACTION :: FORMULA ==> EFFECTS  or  ACTION :: EFFECTS
    FORMULA    atoms, ~ for not, & for and, | for or, in the order of their strength, parentheses
    EFFECTS    F & ~G: the fluent F becomes true, G false

Names that start with a capital are variables, `_` is one of its own wherever it stands; `%`
starts a comment. Line breaks mean nothing, a full stop after a rule may stand or not.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ttt_asp.errors import wrong
from ttt_asp.games.gdl.syntax import CONNECTIVES, DEEPEST, Description, Rule, Term, fold

_TOKEN = re.compile(r"(?P<skip>[^\S]+|%[^\n]*)|(?P<sign>:-|::|==>|[(),&~|.])|(?P<word>\w+)")


@dataclass(frozen=True, slots=True)
class Operation:
    """What an action does: where the conditions hold, the effects; deleted ones are `not(F)`."""

    action: Term
    conditions: tuple[Term, ...]
    effects: tuple[Term, ...]


def parse_hrf(text: str, label: str) -> tuple[Description, tuple[Operation, ...]]:
    """Read a description in infix notation: its rules, and its operations besides.

    Raises:
        InputError: the first thing that is no rule.
    """
    return _Parser(Description(label, text)).parse()


@dataclass
class _Parser:
    found: Description
    tokens: list[Term] = field(default_factory=list)
    position: int = 0
    depth: int = 0
    unnamed: int = 0

    def parse(self) -> tuple[Description, tuple[Operation, ...]]:
        self._tokenise()
        rules: list[Rule] = []
        operations: list[Operation] = []
        while self.position < len(self.tokens):
            head = self._atom()
            if self._take(":-"):
                rules.append(Rule(head, self._conjuncts()))
            elif self._take("::"):
                first = self._conjuncts()
                effects = self._conjuncts() if self._take("==>") else first
                operations.append(Operation(head, () if effects is first else first, effects))
            else:
                rules.append(Rule(head))
            self._take(".")
        return replace(self.found, rules=tuple(rules)), tuple(operations)

    def _tokenise(self) -> None:
        text, position = self.found.text, 0
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                raise wrong(f"{text[position]!r} means nothing here", self.found.place(position))
            if match["skip"] is None:
                self.tokens.append(Term(match[0], (), False, match.start(), match.end()))
            position = match.end()

    def _peek(self) -> Term:
        if self.position < len(self.tokens):
            return self.tokens[self.position]
        return Term("", (), False, len(self.found.text), len(self.found.text))

    def _take(self, sign: str) -> bool:
        taken = self._peek().name == sign
        self.position += taken
        return taken

    def _conjuncts(self) -> tuple[Term, ...]:
        formula = self._formula()
        return formula.arguments if formula.name == "and" else (formula,)

    def _formula(self) -> Term:
        return self._joined("|", "or", lambda: self._joined("&", "and", self._unit))

    def _joined(self, sign: str, name: str, operand: Callable[[], Term]) -> Term:
        found = [operand()]
        while self._take(sign):
            found.append(operand())
        if len(found) == 1:
            return found[0]
        return Term(name, tuple(found), False, found[0].begin, found[-1].end)

    def _unit(self) -> Term:
        here = self._peek()
        self._deeper(here)
        if self._take("~"):
            inner = self._unit()
            unit = Term("not", (inner,), False, here.begin, inner.end)
        elif self._take("("):
            unit = self._formula()
            self._close(here)
        else:
            unit = self._atom()
        self.depth -= 1
        return unit

    def _atom(self) -> Term:
        atom = self._term()
        if atom.variable:
            raise self.found.wrong("an atom cannot be a variable", atom)
        return atom

    def _term(self) -> Term:
        word = self._peek()
        if not re.match(r"\w", word.name):
            shown = f"`{word.name}`" if word.name else "the end of the file"
            raise self.found.wrong(f"a name is expected here, not {shown}", word)
        self.position += 1
        variable = word.name[0].isupper() or word.name == "_"
        if variable:
            self.unnamed += word.name == "_"
            name = f"_{self.unnamed}" if word.name == "_" else word.name
        else:
            name = fold(word.name)
            self.found.spelling.setdefault(name, word.name)
        if self._peek().name != "(":
            return Term(name, (), variable, word.begin, word.end)
        opening = self._peek()
        self.position += 1
        if variable:
            raise self.found.wrong("a function or a relation has to be a name", word)
        self._deeper(opening)
        inner = self._formula if name in CONNECTIVES else self._term
        arguments = [inner()]
        while self._take(","):
            arguments.append(inner())
        self._close(opening)
        self.depth -= 1
        end = self.tokens[self.position - 1].end
        return Term(name, tuple(arguments), False, word.begin, end)

    def _deeper(self, here: Term) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.found.wrong(f"more than {DEEPEST} parentheses within one another", here)

    def _close(self, opening: Term) -> None:
        if not self._take(")"):
            raise self.found.wrong("this parenthesis is not closed: `)` is missing", opening)
