"""Two terms of a rule that have to be equal, and cannot be; said with what is near to them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from clingo.ast import AST, ASTType

from ttt_asp.errors import nearest
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Atom, Signature, Statement
from ttt_asp.strategies.shapes import Occurrence, Shapes, inside
from ttt_asp.strategies.term_kinds import Part, Slot, Term, Written, shown

_ROLE = Slot(("role", 1), 0)
_ACTION = Slot(("legal", 2), 1)
# What the arguments of heads have to be, after the name of the tactic or the order.
_HEADS: dict[Signature, tuple[tuple[int, Slot], ...]] = {
    ("suggests", 3): ((1, _ROLE), (2, _ACTION)),
    ("order", 3): ((1, _ACTION),),
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
        what: says what is wrong, given a game's name or "any game". hint: what to do.
        of_head: it is the role or the action of what is recommended.
        derived: it is about a helper of the file's own, so that in another game than those that the
            file is for it only follows from what else is said.
    """

    begin: int
    end: int
    one: Term
    other: Term
    needs: Needs
    what: Callable[[str], str]
    hint: Callable[[], str]
    of_head: bool = False
    derived: bool = False


def clashes(source: Source, statement: Statement, shapes: Shapes) -> Iterator[Clash]:
    """The terms of a rule that cannot be what they have to be.

    Args:
        source: where it stands.
        statement: the rule.
        shapes: of terms, in the game at hand and in the files.
    """
    needs = tuple(a.signature for a in statement.body if a.name not in ("suggests", "order"))
    places = shapes.occurrences(statement) if statement.body else []
    said: set[str] = set()
    for name, one, other in _pairs(places):
        if name not in said and not shapes.meet(one[0], other[0]):
            said.add(name)
            yield _variable(source, needs, name, one, other)
    for atom in statement.body:
        for place, node in enumerate(_arguments(atom)):
            slot = Slot(atom.signature, place)
            if node.ast_type != ASTType.Variable and not shapes.meet(
                Written(node, statement), slot
            ):
                names = {name for name, _ in inside(node, slot)}
                if said.isdisjoint(names):
                    yield _argument(source, statement, needs, atom, node, slot, shapes)
                said |= names
    for atom in statement.heads:
        for place, slot in _HEADS.get(atom.signature, ()):
            node = atom.term.arguments[place]
            inner = list(inside(node, slot))
            mine = {name: (term, atom.term) for name, term in inner}
            if not said.isdisjoint(mine):
                continue
            if not shapes.meet(Written(node, statement), slot):
                yield _head(source, statement, needs, node, slot, shapes)
                continue
            for name, one, other in _pairs([*places, *((n, t, atom.term) for n, t in inner)]):
                if name in mine and other == mine[name] and not shapes.meet(one[0], other[0]):
                    yield _variable(source, needs, name, one, other)


def _arguments(atom: Atom) -> list[AST]:
    if atom.term.ast_type != ASTType.Function or atom.name in ("suggests", "order"):
        return []
    return list(atom.term.arguments)


def _head(
    source: Source,
    statement: Statement,
    needs: Needs,
    node: AST,
    slot: Slot,
    shapes: Shapes,
) -> Clash:
    name, kind = str(node), "role" if slot == _ROLE else "action"
    term = Written(node, statement)

    def what(game: str) -> str:
        return f"{name} is no {kind} of {game}"

    def hint() -> str:
        known = list(shapes.game.roles) if kind == "role" else shown(shapes.values(slot))
        listed = f"the {kind}s of {shapes.game.name} are {_listed(known)}"
        close = _inner_hint(term, slot, shapes) if kind == "action" else nearest(name, known)
        return close or listed

    return Clash(*span(source, node), term, slot, needs, what, hint, True)


def _inner_hint(term: Written, slot: Term, shapes: Shapes) -> str:
    """What is near to that part of a term that fits nothing."""
    node = term.node
    if node.ast_type != ASTType.Function:
        return ""
    for place, argument in enumerate(node.arguments):
        part = Part(slot, node.name, len(node.arguments), place)
        inner = Written(argument, term.rule)
        if not shapes.meet(inner, part):
            known = shown(shapes.values(part))
            return _near(str(argument), known)
    return ""


def _near(name: str, known: list[str]) -> str:
    functors = list(dict.fromkeys(one.split("(")[0] for one in known))
    close = "" if "(" in name else nearest(name, functors)
    return close or nearest(name, known, f"such as {_listed(known)}" if known else "")


def _argument(
    source: Source,
    statement: Statement,
    needs: Needs,
    atom: Atom,
    node: AST,
    slot: Slot,
    shapes: Shapes,
) -> Clash:
    name, term = str(node), Written(node, statement)
    which = f" {slot.place + 1}" if atom.arity > 1 else ""

    def what(game: str) -> str:
        return f"{atom.term} is never true: no argument{which} of {atom.name} is {name} in {game}"

    def hint() -> str:
        if node.ast_type == ASTType.SymbolicTerm and (name, 1) in shapes.game.defined:
            return f"{name} is a predicate: {name}(X) says that X is one"
        return _near(name, shown(shapes.values(slot)))

    return Clash(*span(source, node), term, slot, needs, what, hint)


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
    def what(game: str) -> str:
        return f"{name} cannot stand in {one[1]} and in {other[1]}: nothing is both in {game}"

    terms = one[0], other[0]
    names = {one[1].name, other[1].name}
    derived = any(name in names for name, _ in source.defined)
    begin, end = span(source, other[1])
    return Clash(begin, end, *terms, needs, what, lambda: "give one another name", False, derived)


def span(source: Source, node: AST) -> tuple[int, int]:
    """Where a term begins and ends, as byte offsets."""
    begin, end = node.location
    return source.offset(begin), source.offset(end)


def _listed(known: list[str]) -> str:
    more = ", ..." if len(known) > _LISTED else ""
    return ", ".join(known[:_LISTED]) + more
