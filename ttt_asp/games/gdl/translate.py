"""Clauses as the text of clingo rules, each with the place it came from.

Text is made of parsed terms and mangled names only, so nothing that a file says can be read by
clingo as anything but a rule about this game.
"""

from collections.abc import Iterable

from ttt_asp.errors import Location
from ttt_asp.games.gdl.clauses import Clause, Literal
from ttt_asp.games.gdl.mangle import constant, relation, variables
from ttt_asp.games.gdl.operations import DELETED
from ttt_asp.games.gdl.syntax import KEYWORDS, Description, Term
from ttt_asp.lp.source import Origins

_DOC = (
    "%*! A game in the Game Description Language, translated. gdl_NAME: a relation of its own. *%"
)


def predicate(name: str) -> str:
    """The name of a relation in the translation."""
    if name == DELETED:
        return "deleted"
    return name if name in KEYWORDS and name != "input" else relation(name)


def translate(
    description: Description, found: Iterable[Clause], facts: Iterable[str]
) -> tuple[str, Origins]:
    """The rules of a game, and where each came from.

    Args:
        description: the file.
        found: its clauses, checked.
        facts: more facts, as text: what was derived.

    Returns:
        The text, and for the byte offset at which each rule starts its place in the file.
    """
    lines = [_DOC, ""]
    length = len(_DOC) + 2
    origins = [(0, Location(description.label))]
    before = ""
    for clause in found:
        if before not in ("", clause.head.name):
            lines.append("")
            length += 1
        before = clause.head.name
        text = rule(clause)
        origins.append((length, description.place(clause.head.begin, clause.head.end)))
        lines.append(text)
        length += len(text) + 1
    lines += ["", *facts]
    origins.append((length + 1, Location(description.label)))
    return "\n".join(lines) + "\n", tuple(origins)


def rule(clause: Clause) -> str:
    """A clause as a rule."""
    atoms = (clause.head, *(x.atom for x in clause.body))
    named = variables([v.name for atom in atoms for v in atom.variables()])
    body = ", ".join(_literal(x, named) for x in clause.body)
    head = _atom(clause.head, named)
    return f"{head} :- {body}." if body else f"{head}."


def _literal(literal: Literal, named: dict[str, str]) -> str:
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
    name = constant(term.name)
    if name.isdigit():  # a number cannot be a function in clingo
        name = f"n'{name}"
    return f"{name}({','.join(_term(argument, named) for argument in term.arguments)})"
