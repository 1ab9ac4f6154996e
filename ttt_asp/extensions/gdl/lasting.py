"""Fluents that no move changes, as the walls of a maze.

A fluent all of whose rules for `next` say no more than that it stays holds at every position that
play comes to if it holds at the first one, and at none if it does not. So the other rules may ask
whether it holds at the first one: clingo knows that when it grounds them, however many there are.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ttt_asp.extensions.gdl.clauses import Clause, GdlLiteral, function
from ttt_asp.extensions.gdl.syntax import Term, constant
from ttt_asp.lp.syntax import Signature


def lasting(rules: Sequence[Clause]) -> set[Signature]:
    """Return the names and arities of fluents that hold wherever play comes, or nowhere."""
    following = [clause for clause in rules if clause.head.name == "next"]
    if any(clause.head.arguments[0].variable for clause in following):
        return set()
    changed = {c.head.arguments[0].signature for c in following if not _stays(c)}
    return {c.head.arguments[0].signature for c in following} - changed


def as_at_first(rules: Sequence[Clause], kinds: set[Signature]) -> list[Clause]:
    """Return the rules, which ask of lasting fluents whether they hold at the first position.

    Args:
        rules: those of a game.
        kinds: the names and arities of its lasting fluents.
    """

    def asked(literal: GdlLiteral) -> GdlLiteral:
        if literal.atom.name != "true":
            return literal
        (fluent,) = literal.atom.arguments
        if fluent.variable or fluent.signature not in kinds:
            return literal
        return replace(literal, atom=replace(literal.atom, name="init"))

    return [
        clause if _stays(clause) else replace(clause, body=tuple(map(asked, clause.body)))
        for clause in rules
    ]


def refusals(kinds: set[Signature]) -> Iterator[str]:
    """Yield rules that tell positions which differ in lasting fluents from the first one."""
    for name, arity in sorted(kinds):
        arguments = ",".join(f"A{number}" for number in range(arity))
        fluent = f"{function(name)}({arguments})" if arity else constant(name)
        why = f"no move changes where {constant(name)} holds; here it is not as at the beginning"
        for one, other in (("true", "init"), ("init", "true")):
            yield f'impossible("{why}") :- {one}({fluent}), not {other}({fluent}).'


def _stays(clause: Clause) -> bool:
    """Whether a rule says of a kind of fluent that it stays, and no more."""
    if clause.head.name != "next" or len(clause.body) != 1:
        return False
    (before,), fluent = clause.body, clause.head.arguments[0]
    names = [argument.name for argument in fluent.arguments if argument.variable]
    every = len(set(names)) == len(fluent.arguments)
    return before == GdlLiteral(Term("true", (fluent,))) and every
