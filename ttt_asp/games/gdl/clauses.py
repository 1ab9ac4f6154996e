"""Rules without `or` and nested `not`: each alternative becomes a clause of its own."""

from collections.abc import Iterator
from dataclasses import dataclass

from ttt_asp.errors import Diagnostic, InputError
from ttt_asp.games.gdl.syntax import CONNECTIVES, Description, Term

# More alternatives than that are no rule that somebody wrote to be read.
MOST = 256


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom, or its negation."""

    atom: Term
    positive: bool = True

    @property
    def binds(self) -> bool:
        """Whether it says of its variables what they stand for."""
        return self.positive and self.atom.name != "distinct"


@dataclass(frozen=True, slots=True)
class Clause:
    """A head, and the literals that together imply it."""

    head: Term
    body: tuple[Literal, ...] = ()


def clauses(description: Description) -> list[Clause]:
    """The clauses of all rules, in the order of the text.

    Raises:
        InputError: a connective without operands, or a rule with too many alternatives.
    """
    found: list[Clause] = []
    problems: list[Diagnostic] = []
    for rule in description.rules:
        try:
            conjunction = Term("and", rule.body).at(rule.head)
            alternatives = _alternatives(conjunction, True, description) if rule.body else [()]
            found += (Clause(rule.head, tuple(dict.fromkeys(body))) for body in alternatives)
        except InputError as error:
            problems += error.diagnostics
    if problems:
        raise InputError(problems)
    return found


def _alternatives(
    formula: Term, positive: bool, description: Description
) -> list[tuple[Literal, ...]]:
    """The formula, or its negation, as a disjunction of conjunctions of literals."""
    if formula.variable:
        raise InputError([description.problem("an atom cannot be a variable", formula)])
    if formula.name not in CONNECTIVES:
        return [(Literal(formula, positive),)]
    if not formula.arguments or (formula.name == "not" and len(formula.arguments) > 1):
        wanted = "one formula" if formula.name == "not" else "formulas"
        message = f"`{formula.name}` has to be followed by {wanted}"
        raise InputError([description.problem(message, formula)])
    if formula.name == "not":
        return _alternatives(formula.arguments[0], not positive, description)
    parts = [_alternatives(part, positive, description) for part in formula.arguments]
    if (formula.name == "or") == positive:
        found = [alternative for part in parts for alternative in part]
    else:
        found = [()]
        for part in parts:
            found = [(*one, *other) for one in found for other in part]
            if len(found) > MOST:
                break
    if len(found) > MOST:
        message = f"this makes more than {MOST} alternatives"
        hint = "define a relation by several rules"
        raise InputError([description.problem(message, formula, hint)])
    return found


def relaxed(found: list[Clause], state: frozenset[str]) -> Iterator[Clause]:
    """Clauses without their negated literals about the position: more follows from them."""
    for clause in found:
        body = tuple(x for x in clause.body if x.positive or x.atom.name not in state)
        yield Clause(clause.head, body)
