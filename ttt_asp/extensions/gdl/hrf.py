"""The infix notation: `legal(mark(X,Y)) :- cell(X,Y,b)`, and operations.

Appendix A of Nakas's paper gives it, after Stanford's Gamemaster:

    RULE       HEAD  or  HEAD :- FORMULA
    OPERATION  ACTION :: FORMULA ==> EFFECTS  or  ACTION :: EFFECTS
    FORMULA    atoms, ~ for not, & for and, | for or, in the order of their strength, parentheses
    EFFECTS    F & ~G: the fluent F becomes true, G false

Names that start with a capital are variables, and each `_` is a different one; `%`
starts a comment. Line breaks mean nothing, a full stop after a rule may stand or not.

Fluents stand without `true`, an action belongs to the role in control, and an operation lists what
an action changes: every fluent that it does not delete stays as it is. All this becomes plain rules
of the Game Description Language.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from ttt_asp.errors import Diagnostic, refuse, wrong
from ttt_asp.extensions.gdl.syntax import (
    CONNECTIVES,
    DEEPEST,
    DELETED,
    KEYWORDS,
    Description,
    GdlRule,
    Term,
    fold,
)

# The last token is the empty text at the end.
_TOKEN = re.compile(r"(?P<skip>\s+|%[^\n]*)|:-|::|==>|[(),&~|.]|\w+|\Z|(?P<strange>.)")
# Variables whose names no file can have.
_ACTOR = Term("_actor", (), True)
_FLUENT = Term("_fluent", (), True)


def parse_hrf(text: str, label: str) -> Description:
    """Read a description in infix notation, as rules only.

    Raises:
        InputError: the first text that is no rule; or a fluent that is a relation too, an effect
            that is no fluent, or an action that belongs to no role.
    """
    parser = _Parser(Description(label, text))
    rules, operations = parser.parse()
    work = _Rewriter(parser.file, rules, operations)
    refuse(work.problems())
    return replace(parser.file, rules=tuple(work.rules()))


@dataclass
class _Parser:
    file: Description
    tokens: list[Term] = field(default_factory=list)
    position: int = 0
    depth: int = 0
    unnamed: int = 0

    def parse(self) -> tuple[list[GdlRule], list[GdlRule]]:
        """Return the rules, and a rule for each effect of an operation."""
        self._tokenise()
        rules: list[GdlRule] = []
        operations: list[GdlRule] = []
        while self._peek().name:
            head = self._atom()
            if self._take(":-"):
                rules.append(GdlRule(head, self._conjuncts()))
            elif self._take("::"):
                first = self._conjuncts()
                effects = self._conjuncts() if self._take("==>") else first
                asked = () if effects is first else first
                given = tuple(term for term in asked if term.signature != ("true", 0))
                body = (_term("does", _ACTOR, head, here=head), *given)
                operations += (GdlRule(_effect_head(effect), body) for effect in effects)
            else:
                rules.append(GdlRule(head))
            self._take(".")
        return rules, operations

    def _tokenise(self) -> None:
        for match in _TOKEN.finditer(self.file.text):
            if match["strange"]:
                place = self.file.place(match.start())
                raise wrong(f"{match['strange']!r} means nothing here", place)
            if not match["skip"]:
                self.tokens.append(Term(match[0], (), False, match.start(), match.end()))

    def _peek(self) -> Term:
        return self.tokens[self.position]

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
        operands = [operand()]
        while self._take(sign):
            operands.append(operand())
        whole = Term(name, tuple(operands), False, operands[0].begin, operands[-1].end)
        return whole if len(operands) > 1 else operands[0]

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
            raise self.file.wrong("an atom cannot be a variable", atom)
        return atom

    def _term(self) -> Term:
        word = self._peek()
        if not re.match(r"\w", word.name):
            shown = f"`{word.name}`" if word.name else "the end of the file"
            raise self.file.wrong(f"a name is expected here, not {shown}", word)
        self.position += 1
        variable = word.name[0].isupper() or word.name == "_"
        if variable:
            self.unnamed += word.name == "_"
            name = f"_{self.unnamed}" if word.name == "_" else word.name
        else:
            name = fold(word.name)
            self.file.spelling.setdefault(name, word.name)
        if self._peek().name != "(":
            return Term(name, (), variable, word.begin, word.end)
        opening = self._peek()
        self.position += 1
        if variable:
            raise self.file.wrong("a function or a relation has to be a name", word)
        self._deeper(opening)
        inner = self._formula if name in CONNECTIVES else self._term
        arguments = [inner()]
        while self._take(","):
            arguments.append(inner())
        self._close(opening)
        self.depth -= 1
        return Term(name, tuple(arguments), False, word.begin, self.tokens[self.position - 1].end)

    def _deeper(self, here: Term) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.file.wrong(f"more than {DEEPEST} parentheses within one another", here)

    def _close(self, opening: Term) -> None:
        if not self._take(")"):
            raise self.file.wrong("this parenthesis is not closed: `)` is missing", opening)


@dataclass
class _Rewriter:
    description: Description
    plain: list[GdlRule]
    operations: list[GdlRule]

    def __post_init__(self) -> None:
        self.relations = {r.head.signature for r in self.plain if r.head.name not in KEYWORDS}
        # the fluents by signature, each where it first stands in the file
        self.fluents: dict[tuple[str, int], Term] = {}
        atoms: list[Term] = []
        for rule in self.plain:
            for formula in (rule.head, *rule.body):
                atoms += _atoms(formula)
        known = {(name, 1) for name in ("base", "init", "next", "true")}
        of_rules = [atom.arguments[0] for atom in atoms if atom.signature in known]
        for fluent in (*of_rules, *(rule.head.arguments[0] for rule in self.operations)):
            self.fluents.setdefault(fluent.signature, fluent)

    def problems(self) -> Iterator[Diagnostic]:
        """Report rules and operations that contradict each other."""
        for rule in self.operations:
            if rule.head.arguments[0].name in (*CONNECTIVES, *KEYWORDS):
                message = "an effect is a fluent, or ~ and a fluent"
                yield self.description.problem(message, rule.head)
        for name, arity in sorted(self.relations & self.fluents.keys()) if self.operations else []:
            message = f"{name}/{arity} is a fluent and a relation that rules define"
            yield self.description.problem(message, self.fluents[name, arity], "rename one of them")
        roles = sum(rule.head.name == "role" for rule in self.plain)
        if ("control", 1) not in self.fluents and roles != 1:
            for rule in self.plain:
                if rule.head.signature == ("legal", 1):
                    message = "legal(A) belongs to the role in control, but there is no control(R)"
                    yield self.description.problem(message, rule.head, "or write legal(R,A)")

    def rules(self) -> Iterator[GdlRule]:
        """Return the rules, then the rules made of the operations."""
        for rule in (*self.plain, *self.operations):
            head, body = rule.head, tuple(map(self._formula, rule.body))
            if head.signature == ("legal", 1):
                owner = _term("role", _ACTOR, here=head)
                if ("control", 1) in self.fluents:
                    owner = _term("true", _term("control", _ACTOR, here=head), here=head)
                head, body = _term("legal", _ACTOR, *head.arguments, here=head), (owner, *body)
            yield GdlRule(head, body)
        if self.operations:
            here = self.operations[0].body[0].arguments[1]
            stays = [_term("true", _FLUENT, here=here)]
            if any(rule.head.name == DELETED for rule in self.operations):
                stays.append(_term("not", _term(DELETED, _FLUENT, here=here), here=here))
            yield GdlRule(_term("next", _FLUENT, here=here), tuple(stays))

    def _formula(self, formula: Term) -> Term:
        if formula.name in CONNECTIVES:
            return replace(formula, arguments=tuple(map(self._formula, formula.arguments)))
        known = formula.name in KEYWORDS or formula.signature in self.relations
        if known or formula.signature not in self.fluents:
            return formula
        return _term("true", formula, here=formula)


def _atoms(formula: Term) -> Iterator[Term]:
    if formula.name in CONNECTIVES:
        for part in formula.arguments:
            yield from _atoms(part)
    else:
        yield formula


def _effect_head(effect: Term) -> Term:
    """Return the head of a rule for an effect."""
    if effect.name == "not" and effect.arguments:
        return _term(DELETED, effect.arguments[0], here=effect)
    return _term("next", effect, here=effect)


def _term(name: str, *arguments: Term, here: Term) -> Term:
    return Term(name, arguments, False, here.begin, here.end)
