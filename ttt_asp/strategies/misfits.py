"""What a file about positions says that can be true nowhere: terms that meet nothing.

An action that no game has is an error, one of another game a warning; likewise an argument of a
predicate that the predicate never has. `check` finds more, by grounding and by playing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from clingo.ast import AST, ASTType

from ttt_asp.errors import Diagnostic, nearest
from ttt_asp.games.game import Game
from ttt_asp.games.load import game_names, load_game
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Atom, Signature, Statement
from ttt_asp.strategies.shapes import Occurrence, Shapes, inside
from ttt_asp.strategies.term_kinds import Part, Slot, Term, Written, shown

_ROLE = Slot(("role", 1), 0)
_ACTION = Slot(("legal", 2), 1)
_FLUENT = Slot(("base", 1), 0)
# What the arguments of heads have to be, after the name of the tactic or the order.
_HEADS: dict[Signature, tuple[tuple[int, Slot], ...]] = {
    ("suggests", 3): ((1, _ROLE), (2, _ACTION)),
    ("order", 3): ((1, _ACTION),),
}
Needs = tuple[Signature, ...]
# Of a hint: so many terms are listed.
_LISTED = 4


@dataclass(frozen=True, slots=True)
class _Clash:
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


@dataclass(frozen=True, slots=True)
class Misfits:
    """What can be true nowhere.

    Attributes:
        errors: what fits no built-in game either.
        actions: roles and actions of another game. terms: what else fits another game only.
    """

    errors: tuple[Diagnostic, ...]
    actions: tuple[Diagnostic, ...]
    terms: tuple[Diagnostic, ...]


@lru_cache(maxsize=64)  # claims of a file are about the same tactics again and again
def misfits(sources: tuple[Source, ...], game: Game) -> Misfits:
    """What can be true nowhere in files of tactics, orders or lemmas.

    Args:
        sources: the files, otherwise in order.
        game: the game at hand.
    """
    shapes = Shapes(game, sources)
    found: dict[str, list[Diagnostic]] = {"errors": [], "actions": [], "terms": []}
    for source in sources:
        of_heads: list[Diagnostic] = []
        of_bodies: list[Diagnostic] = []
        for statement in source.statements:
            for clash in _clashes(source, statement, shapes):
                elsewhere = _elsewhere(sources, clash)
                where = source.location(clash.begin, clash.end)
                what = clash.what(game.name if elsewhere else "any game")
                said = Diagnostic(game.spelt(what), where, game.spelt(clash.hint()))
                kind = of_heads if clash.of_head else of_bodies
                if not elsewhere:
                    found["errors"].append(said)
                elif not clash.derived:
                    kind.append(said)
            if statement.body:
                found["errors"] += _compared(source, statement, shapes)
        found["actions"] += of_heads
        # a file for another game: one message says it
        found["terms"] += [] if of_heads else of_bodies
    return Misfits(**{kind: tuple(some) for kind, some in found.items()})


def _elsewhere(sources: Sequence[Source], clash: _Clash) -> bool:
    """Whether some built-in game has such terms, with whatever constants."""
    for name in game_names():
        game = load_game(name, {})
        known = game.defined.keys() | {s for source in sources for s in source.defined}
        if known >= set(clash.needs) and Shapes(game, sources, exact=False).meet(
            clash.one, clash.other
        ):
            return True
    return False


def _clashes(source: Source, statement: Statement, shapes: Shapes) -> Iterator[_Clash]:
    """The terms of a rule that cannot be what they have to be."""
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
) -> _Clash:
    name, kind = str(node), "role" if slot == _ROLE else "action"
    term = Written(node, statement)

    def what(game: str) -> str:
        return f"{name} is no {kind} of {game}"

    def hint() -> str:
        known = list(shapes.game.roles) if kind == "role" else shown(shapes.values(slot))
        listed = f"the {kind}s of {shapes.game.name} are {_listed(known)}"
        close = _inner_hint(term, slot, shapes) if kind == "action" else nearest(name, known)
        return close or listed

    return _Clash(*_span(source, node), term, slot, needs, what, hint, True)


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
) -> _Clash:
    name, term = str(node), Written(node, statement)
    which = f" {slot.place + 1}" if atom.arity > 1 else ""

    def what(game: str) -> str:
        return f"{atom.term} is never true: no argument{which} of {atom.name} is {name} in {game}"

    def hint() -> str:
        if node.ast_type == ASTType.SymbolicTerm and (name, 1) in shapes.game.defined:
            return f"{name} is a predicate: {name}(X) says that X is one"
        return _near(name, shown(shapes.values(slot)))

    return _Clash(*_span(source, node), term, slot, needs, what, hint)


_Occurrence = tuple[Term, AST]


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
) -> _Clash:
    def what(game: str) -> str:
        return f"{name} cannot stand in {one[1]} and in {other[1]}: nothing is both in {game}"

    span = _span(source, other[1])
    names = {one[1].name, other[1].name}
    derived = any(name in names for name, _ in source.defined)
    terms = one[0], other[0]
    return _Clash(*span, *terms, needs, what, lambda: "give one another name", False, derived)


def _compared(source: Source, statement: Statement, shapes: Shapes) -> Iterator[Diagnostic]:
    """Atoms taken for functions: marks(P,L) = 2 compares a term with a number."""
    for literal in statement.node.body:
        if literal.ast_type != ASTType.Literal or literal.atom.ast_type != ASTType.Comparison:
            continue
        sides = [literal.atom.term, *(guard.term for guard in literal.atom.guards)]
        for one, other in (*pairwise(sides), *pairwise(sides[::-1])):
            if one.ast_type != ASTType.Function or not one.name or one.external:
                continue
            longer = (one.name, len(one.arguments) + 1)
            known = longer in shapes.game.defined and not shapes.meet(
                Written(one, statement), _FLUENT
            )
            if _is_number(other, shapes.game) or (known and other.ast_type == ASTType.Variable):
                inner = ",".join(map(str, [*one.arguments, other]))
                hint = (
                    f"write {one.name}({inner})" if known else "a term is never equal to a number"
                )
                what = f"{one} is no number: in a comparison it is only a term"
                yield Diagnostic(what, source.location(*_span(source, one)), hint)


def _is_number(node: AST, game: Game) -> bool:
    if node.ast_type == ASTType.SymbolicTerm:
        return str(node).isdigit() or (game.constants.get(str(node), "").lstrip("-").isdigit())
    return node.ast_type in (ASTType.BinaryOperation, ASTType.Interval)


def _span(source: Source, node: AST) -> tuple[int, int]:
    begin, end = node.location
    return source.offset(begin), source.offset(end)


def _listed(known: list[str]) -> str:
    more = ", ..." if len(known) > _LISTED else ""
    return ", ".join(known[:_LISTED]) + more
