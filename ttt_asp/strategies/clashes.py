"""Two terms of a rule that have to be equal, and cannot be; said with what is near to them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clingo.ast import AST, ASTType

from ttt_asp.errors import nearest
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Atom, Signature, Statement
from ttt_asp.strategies.domains import (
    ACTION,
    Domains,
    Occurrence,
    Place,
    Term,
    Written,
    inside,
)

_ROLE = Place(("role", 1), 0)
# What the arguments of heads have to be, after the name of the tactic or the order.
_HEADS: dict[Signature, tuple[tuple[int, Place], ...]] = {
    ("suggests", 3): ((1, _ROLE), (2, ACTION)),
    ("order", 3): ((1, ACTION),),
}
Needs = tuple[Signature, ...]
_Occurrence = tuple[Term, AST]
# Of a hint: so many terms are listed.
_LISTED = 4


@dataclass(frozen=True, slots=True)
class Clash:
    """Two terms that have to be equal, and cannot be.

    Attributes:
        begin, end: byte offsets of what is wrong.
        one, other: the terms. needs: the predicates that a game has to have for this to make sense.
        what: says what is wrong, before a game's name or "any game". hint: what to do.
        of_head: it is the role or the action of what is recommended.
        derived: it is about a helper of the file's own, so that in another game than those that the
            file is for it only follows from what else is said.
    """

    begin: int
    end: int
    one: Term
    other: Term
    needs: Needs
    what: str
    hint: str
    of_head: bool = False
    derived: bool = False


def clashes(source: Source, statement: Statement, domains: Domains) -> Iterator[Clash]:
    """The terms of a rule that cannot be what they have to be.

    Args:
        source: where it stands.
        statement: the rule.
        domains: of terms, in the game at hand and in the files.
    """
    needs = tuple(a.signature for a in statement.body if a.name not in ("suggests", "order"))
    places = domains.occurrences(statement) if statement.body else []
    said: set[str] = set()
    for name, one, other in _pairs(places):
        if name not in said and not domains.meet(one[0], other[0]):
            said.add(name)
            yield _variable(source, needs, name, one, other)
    for atom in statement.body:
        for number, node in enumerate(_arguments(atom)):
            place, term = Place(atom.signature, number), Written(node, statement)
            if node.ast_type != ASTType.Variable and not domains.meet(term, place):
                names = {name for name, _ in inside(node, place)}
                if said.isdisjoint(names):
                    which = f" {number + 1}" if atom.arity > 1 else ""
                    no = f"no argument{which} of {atom.name} is {node} in"
                    what, hint = f"{atom.term} is never true: {no}", _hint(node, place, domains)
                    yield Clash(*span(source, node), term, place, needs, what, hint)
                said |= names
    for atom in statement.heads:
        for number, place in _HEADS.get(atom.signature, ()):
            node = atom.term.arguments[number]
            term, inner = Written(node, statement), list(inside(node, place))
            mine = {name: (part, atom.term) for name, part in inner}
            if not said.isdisjoint(mine):
                continue
            if not domains.meet(term, place):
                what = f"{node} is no {'role' if place == _ROLE else 'action'} of"
                hint = _head_hint(term, place, domains)
                yield Clash(*span(source, node), term, place, needs, what, hint, True)
                continue
            for name, one, other in _pairs([*places, *((n, t, atom.term) for n, t in inner)]):
                if name in mine and other == mine[name] and not domains.meet(one[0], other[0]):
                    yield _variable(source, needs, name, one, other)


def _arguments(atom: Atom) -> list[AST]:
    if atom.term.ast_type != ASTType.Function or atom.name in ("suggests", "order"):
        return []
    return list(atom.term.arguments)


def _hint(node: AST, place: Place, domains: Domains) -> str:
    name = str(node)
    if node.ast_type == ASTType.SymbolicTerm and (name, 1) in domains.game.defined:
        return f"{name} is a predicate: {name}(X) says that X is one"
    return _near(name, domains.shown(place))


def _head_hint(term: Written, place: Place, domains: Domains) -> str:
    """What is near to a role, or to that part of an action that fits nothing; else all."""
    node, game = term.node, domains.game
    if place == _ROLE:
        roles = list(game.roles)
        return nearest(str(node), roles) or f"the roles of {game.name} are {_listed(roles)}"
    for number, argument in enumerate(node.arguments if node.ast_type == ASTType.Function else ()):
        part = Place(ACTION.signature, ACTION.argument, ((node.name, len(node.arguments), number),))
        if not domains.meet(Written(argument, term.rule), part):
            if near := _near(str(argument), domains.shown(part)):
                return near
            break
    return f"the actions of {game.name} are {_listed(domains.shown(place))}"


def _near(name: str, known: list[str]) -> str:
    functors = list(dict.fromkeys(one.split("(")[0] for one in known))
    close = "" if "(" in name else nearest(name, functors)
    return close or nearest(name, known, f"such as {_listed(known)}" if known else "")


def _pairs(
    places: Sequence[Occurrence],
) -> Iterator[tuple[str, _Occurrence, _Occurrence]]:
    """The variables of a rule with two places that they stand in, the second of several."""
    first: dict[str, _Occurrence] = {}
    for name, term, atom in places:
        if name in first:
            yield name, first[name], (term, atom)
        first.setdefault(name, (term, atom))


def _variable(
    source: Source, needs: Needs, name: str, one: _Occurrence, other: _Occurrence
) -> Clash:
    what = f"{name} cannot stand in {one[1]} and in {other[1]}: nothing is both in"
    names = {one[1].name, other[1].name}
    derived = any(name in names for name, _ in source.defined)
    where, terms = span(source, other[1]), (one[0], other[0])
    return Clash(*where, *terms, needs, what, "give one another name", False, derived)


def span(source: Source, node: AST) -> tuple[int, int]:
    """Where a term begins and ends, as byte offsets."""
    begin, end = node.location
    return source.offset(begin), source.offset(end)


def _listed(known: list[str]) -> str:
    more = ", ..." if len(known) > _LISTED else ""
    return ", ".join(known[:_LISTED]) + more
