"""Rules as clauses: each alternative one of its own, and the text of a clingo rule.

Text is made of parsed terms and mangled names only, so nothing that a file says can be read by
clingo as anything but a rule about this game, each with its place.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, product

from ttt_asp.errors import Diagnostic, InputError, Location, refuse
from ttt_asp.extensions.gdl.syntax import (
    CONNECTIVES,
    DELETED,
    GIVEN,
    KEYWORDS,
    Description,
    Term,
    constant,
    relation,
    variables,
)
from ttt_asp.lp.dependencies import shortest_path
from ttt_asp.lp.source import Origins

REQUIRED = ("role", "init", "legal", "next", "terminal", "goal")
# What is found by grounding where the file does not say it.
DERIVED = ("base", "input")
# More alternatives than that are no rule that somebody wrote to be read.
MOST = 256


@dataclass(frozen=True, slots=True)
class GdlLiteral:
    """An atom, or its negation."""

    atom: Term
    positive: bool = True

    @property
    def binds(self) -> bool:
        """Whether the literal binds its variables."""
        return self.positive and self.atom.name != "distinct"


@dataclass(frozen=True, slots=True)
class Clause:
    """A head, and the literals that together imply it."""

    head: Term
    body: tuple[GdlLiteral, ...] = ()


def clauses(description: Description) -> list[Clause]:
    """Return the clauses of all rules, in the order of the text.

    Raises:
        InputError: a connective without operands, or a rule with too many alternatives.
    """
    result: list[Clause] = []
    problems: list[Diagnostic] = []
    for rule in description.rules:
        try:
            conjunction = Term("and", rule.body).at(rule.head)
            alternatives = _alternatives(conjunction, True, description) if rule.body else [()]
            result += (Clause(rule.head, tuple(dict.fromkeys(body))) for body in alternatives)
        except InputError as error:
            problems += error.diagnostics
    refuse(problems)
    return result


def _alternatives(
    formula: Term, positive: bool, description: Description
) -> list[tuple[GdlLiteral, ...]]:
    """Return the formula, or its negation, as a disjunction of conjunctions of literals."""
    if formula.variable:
        raise description.wrong("an atom cannot be a variable", formula)
    if formula.name not in CONNECTIVES:
        return [(GdlLiteral(formula, positive),)]
    if not formula.arguments or (formula.name == "not" and len(formula.arguments) > 1):
        wanted = "one formula" if formula.name == "not" else "formulas"
        raise description.wrong(f"`{formula.name}` has to be followed by {wanted}", formula)
    if formula.name == "not":
        return _alternatives(formula.arguments[0], not positive, description)
    parts = [_alternatives(part, positive, description) for part in formula.arguments]
    if (formula.name == "or") == positive:
        alternatives = list(chain.from_iterable(parts))
    else:
        alternatives = [()]
        for part in parts:
            alternatives = [(*literals, *more) for literals, more in product(alternatives, part)]
            if len(alternatives) > MOST:
                break
    if len(alternatives) > MOST:
        hint = "define a relation by several rules"
        raise description.wrong(f"this makes more than {MOST} alternatives", formula, hint)
    return alternatives


def dependencies(rules: Sequence[Clause]) -> dict[str, set[str]]:
    """Return for each relation those in the bodies of its rules."""
    rests_on: dict[str, set[str]] = {}
    for clause in rules:
        rests_on.setdefault(clause.head.name, set()).update(x.atom.name for x in clause.body)
    return rests_on


def state_relations(rests_on: Mapping[str, set[str]]) -> frozenset[str]:
    """Return the relations that depend on the position or on the moves."""
    resting = (n for n in rests_on if way(n, "true", rests_on) or way(n, "does", rests_on))
    return frozenset({"true", "does", "legal", "next", "terminal", "goal", *resting})


def way(start: str, goal: str, rests_on: Mapping[str, set[str]]) -> list[str]:
    """Return a shortest path along dependencies, or the empty list."""
    return shortest_path(
        [start], lambda name: sorted(rests_on.get(name, ())), lambda name: name == goal
    )


_DOC = (
    "%*! A game in the Game Description Language, translated. gdl_NAME: a relation of its own. *%"
)


def predicate(name: str) -> str:
    """Return the name of a relation in the translation."""
    if name == DELETED:
        return "deleted"
    return name if name in KEYWORDS and name != "input" else relation(name)


def translate(
    description: Description, rules: Sequence[Clause], facts: Iterable[str]
) -> tuple[str, Origins]:
    """Return the rules of a game, and where each came from.

    Args:
        description: the file.
        rules: its clauses, checked.
        facts: further facts, which were derived, as text.

    Returns:
        The text, and for the byte offset at which each rule starts its place in the file.
    """
    whole = Location(description.label)
    parts = [(f"{_DOC}\n", whole)]
    before = ""
    for clause in rules:
        apart = "\n" if before not in ("", clause.head.name) else ""
        before = clause.head.name
        parts.append((apart + rule(clause), description.place(clause.head.begin, clause.head.end)))
    # elsewhere it is an error that no head matches an atom, which clingo remarks on; but in a game
    # it is no mistake to ask for, say, the successor of the last number
    literals = chain.from_iterable(clause.body for clause in rules)
    atoms = [literal.atom for literal in literals]
    defined: list[str] = []
    for name, arity in sorted({atom.signature for atom in atoms if atom.name not in GIVEN}):
        named = predicate(name)
        defined += [f"#defined {named}/{arity}.", f"#defined {named}/{arity + 1}."]  # when lifted
    parts.append(("\n".join(["", *facts, *defined]), whole))
    begins = accumulate((len(text) + 1 for text, _ in parts), initial=0)
    origins = tuple(zip(begins, (place for _, place in parts), strict=False))
    return "\n".join(text for text, _ in parts) + "\n", origins


def rule(clause: Clause) -> str:
    """Return a clause as a rule."""
    atoms = (clause.head, *(x.atom for x in clause.body))
    named = variables(chain.from_iterable(atom.variables() for atom in atoms))
    body = ", ".join(_literal(x, named) for x in clause.body)
    head = _atom(clause.head, named)
    return f"{head} :- {body}." if body else f"{head}."


def _literal(literal: GdlLiteral, named: dict[str, str]) -> str:
    atom = literal.atom
    if atom.name == "distinct":
        left, right = (_term(argument, named) for argument in atom.arguments)
        return f"{left} {'!=' if literal.positive else '='} {right}"
    return f"{'' if literal.positive else 'not '}{_atom(atom, named)}"


def _atom(atom: Term, named: dict[str, str]) -> str:
    arguments = ",".join(_term(argument, named) for argument in atom.arguments)
    return predicate(atom.name) + (f"({arguments})" if arguments else "")


def _term(term: Term, named: dict[str, str]) -> str:
    if term.variable:
        return named[term.name]
    if not term.arguments:
        return constant(term.name)
    arguments = ",".join(_term(argument, named) for argument in term.arguments)
    return f"{function(term.name)}({arguments})"


@lru_cache(maxsize=4096)
def function(name: str) -> str:
    """Return the name of a function in the translation."""
    name = constant(name)
    return f"n'{name}" if name.isdigit() else name  # a number cannot be a function in clingo
