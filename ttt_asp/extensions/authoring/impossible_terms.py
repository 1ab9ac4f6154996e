"""Atoms and actions in users' files that are never true, as their terms meet no others.

An action that no game has is an error, one of another game a warning; likewise an argument of a
predicate that the predicate never has. `check` finds more, by playing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from clingo.ast import AST, ASTType

from ttt_asp.errors import Diagnostic, nearest
from ttt_asp.extensions.authoring.domains import (
    ACTION,
    Domains,
    Occurrence,
    Place,
    Term,
    Written,
    variables_in,
)
from ttt_asp.games.game import Game
from ttt_asp.games.load import game_names, load_game
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Atom, Signature, Statement

_FLUENT = Place(("base", 1), 0)
_ROLE = Place(("role", 1), 0)
# What the arguments of heads have to be, after the name of the tactic or the order.
_HEADS: dict[Signature, tuple[tuple[int, Place], ...]] = {
    ("suggests", 3): ((1, _ROLE), (2, ACTION)),
    ("order", 3): ((1, ACTION),),
}
_Occurrence = tuple[Term, AST]
# Terms that a hint lists, at most.
_LISTED = 4


@dataclass(frozen=True, slots=True)
class _Clash:
    """Two terms of a rule that have to be equal, and cannot be.

    Attributes:
        node: the wrong term. terms: the two terms.
        message: the problem, before a game's name or "any game". hint: the remedy.
        of_head: whether it is the role or the action of a recommendation.
        derived: whether it is about a helper of the file's own; in a game that the file is not for,
            it then only follows from the other messages.
    """

    node: AST
    terms: tuple[Term, Term]
    message: str
    hint: str
    of_head: bool = False
    derived: bool = False


@dataclass(frozen=True, slots=True)
class Misfits:
    """All atoms and actions in some files that can never be true.

    Attributes:
        errors: those that fit no built-in game either.
        actions: roles and actions of another game. terms: others that fit another game only.
    """

    errors: tuple[Diagnostic, ...]
    actions: tuple[Diagnostic, ...]
    terms: tuple[Diagnostic, ...]


@lru_cache(maxsize=64)  # claims of a file are about the same tactics again and again
def impossible_terms(sources: tuple[Source, ...], game: Game) -> Misfits:
    """Find atoms and actions that can never be true in files of tactics, orders or lemmas.

    Args:
        sources: the files, otherwise in order.
        game: the game at hand.
    """
    domains = Domains(game, sources)

    @cache
    def games() -> list[Domains]:  # the built-in ones, whatever their constants
        return [Domains(load_game(name, {}), sources, exact=False) for name in game_names()]

    problems: dict[str, list[Diagnostic]] = {"errors": [], "actions": [], "terms": []}
    for source in sources:
        of_heads: list[Diagnostic] = []
        of_bodies: list[Diagnostic] = []
        for statement in source.statements:
            for clash in _clashes(source, statement, domains):
                elsewhere = _elsewhere(games(), statement, clash)
                where = source.location(*_span(source, clash.node))
                message = f"{clash.message} {game.name if elsewhere else 'any game'}"
                problem = Diagnostic(game.spelt(message), where, game.spelt(clash.hint))
                kind = of_heads if clash.of_head else of_bodies
                if not elsewhere:
                    problems["errors"].append(problem)
                elif not clash.derived:
                    kind.append(problem)
            if statement.body:
                problems["errors"] += _compared_atoms(source, statement, domains)
        problems["actions"] += of_heads
        # a file for another game: one message says it
        problems["terms"] += [] if of_heads else of_bodies
    return Misfits(**{kind: tuple(diagnostics) for kind, diagnostics in problems.items()})


def _elsewhere(games: Sequence[Domains], statement: Statement, clash: _Clash) -> bool:
    """Whether the terms of a clash can be equal in some game."""
    needs = {a.signature for a in statement.body if a.name not in ("suggests", "order")}
    signatures = {signature for source in games[0].sources for signature in source.defined}
    return any(
        domains.game.defined.keys() | signatures >= needs and domains.meet(*clash.terms)
        for domains in games
    )


def _compared_atoms(source: Source, statement: Statement, domains: Domains) -> Iterator[Diagnostic]:
    """Report atoms taken for functions: marks(P,L) = 2 compares a term with a number."""
    for literal in statement.node.body:
        if literal.ast_type != ASTType.Literal or literal.atom.ast_type != ASTType.Comparison:
            continue
        sides = [literal.atom.term, *(guard.term for guard in literal.atom.guards)]
        for term, other in (*pairwise(sides), *pairwise(sides[::-1])):
            if term.ast_type != ASTType.Function or not term.name or term.external:
                continue
            longer = (term.name, len(term.arguments) + 1)
            known = longer in domains.game.defined and not domains.meet(
                Written(term, statement), _FLUENT
            )
            if _is_number(other, domains.game) or (known and other.ast_type == ASTType.Variable):
                inner = ",".join(map(str, [*term.arguments, other]))
                hint = (
                    f"write {term.name}({inner})" if known else "a term is never equal to a number"
                )
                message = f"{term} is no number: in a comparison it is only a term"
                yield Diagnostic(message, source.location(*_span(source, term)), hint)


def _is_number(node: AST, game: Game) -> bool:
    if node.ast_type == ASTType.SymbolicTerm:
        return str(node).isdigit() or (game.constants.get(str(node), "").lstrip("-").isdigit())
    return node.ast_type in (ASTType.BinaryOperation, ASTType.Interval)


def _clashes(source: Source, statement: Statement, domains: Domains) -> Iterator[_Clash]:
    """Yield the terms of a rule that can never be equal to what they meet."""
    places = domains.occurrences(statement) if statement.body else []
    reported: set[str] = set()
    for name, first, other in _pairs(places):
        if name not in reported and not domains.meet(first[0], other[0]):
            reported.add(name)
            yield _variable_clash(source, name, first, other)
    for atom in statement.body:
        for number, node in enumerate(_arguments(atom)):
            place, term = Place(atom.signature, number), Written(node, statement)
            if node.ast_type != ASTType.Variable and not domains.meet(term, place):
                names = {name for name, _ in variables_in(node, place)}
                if reported.isdisjoint(names):
                    which = f" {number + 1}" if atom.arity > 1 else ""
                    no = f"no argument{which} of {atom.name} is {node} in"
                    message, hint = f"{atom.term} is never true: {no}", _hint(node, place, domains)
                    yield _Clash(node, (term, place), message, hint)
                reported |= names
    for atom in statement.heads:
        for number, place in _HEADS.get(atom.signature, ()):
            node = atom.term.arguments[number]
            term, inner = Written(node, statement), list(variables_in(node, place))
            mine = {name: (part, atom.term) for name, part in inner}
            if not reported.isdisjoint(mine):
                continue
            if not domains.meet(term, place):
                message = f"{node} is no {'role' if place == _ROLE else 'action'} of"
                hint = _head_hint(term, place, domains)
                yield _Clash(node, (term, place), message, hint, True)
                continue
            for name, first, other in _pairs([*places, *((n, t, atom.term) for n, t in inner)]):
                if name in mine and other == mine[name] and not domains.meet(first[0], other[0]):
                    yield _variable_clash(source, name, first, other)


def _arguments(atom: Atom) -> list[AST]:
    if atom.term.ast_type != ASTType.Function or atom.name in ("suggests", "order"):
        return []
    return list(atom.term.arguments)


def _hint(node: AST, place: Place, domains: Domains) -> str:
    name = str(node)
    if node.ast_type == ASTType.SymbolicTerm and (name, 1) in domains.game.defined:
        return f"{name} is a predicate: {name}(X) says that X is one"
    return _nearest_hint(name, domains.shown(place))


def _head_hint(term: Written, place: Place, domains: Domains) -> str:
    """Return a hint: names near to a role, or to the wrong part of an action; else all names."""
    node, game = term.node, domains.game
    if place == _ROLE:
        roles = list(game.roles)
        return nearest(str(node), roles) or f"the roles of {game.name} are {_listed(roles)}"
    for number, argument in enumerate(node.arguments if node.ast_type == ASTType.Function else ()):
        part = Place(ACTION.signature, ACTION.argument, ((node.name, len(node.arguments), number),))
        if not domains.meet(Written(argument, term.rule), part):
            if near := _nearest_hint(str(argument), domains.shown(part)):
                return near
            break
    return f"the actions of {game.name} are {_listed(domains.shown(place))}"


def _nearest_hint(name: str, known: list[str]) -> str:
    functors = list(dict.fromkeys(term.split("(")[0] for term in known))
    close = "" if "(" in name else nearest(name, functors)
    return close or nearest(name, known, f"such as {_listed(known)}" if known else "")


def _pairs(places: Sequence[Occurrence]) -> Iterator[tuple[str, _Occurrence, _Occurrence]]:
    """Yield the variables of a rule, each with its first place and another one."""
    first: dict[str, _Occurrence] = {}
    for name, term, atom in places:
        if name in first:
            yield name, first[name], (term, atom)
        first.setdefault(name, (term, atom))


def _variable_clash(source: Source, name: str, first: _Occurrence, other: _Occurrence) -> _Clash:
    message = f"{name} cannot stand in {first[1]} and in {other[1]}: nothing is both in"
    names = {first[1].name, other[1].name}
    derived = any(name in names for name, _ in source.defined)
    terms = first[0], other[0]
    return _Clash(other[1], terms, message, "give one another name", False, derived)


def _span(source: Source, node: AST) -> tuple[int, int]:
    """Return the byte offsets at which a term begins and ends."""
    begin, end = node.location
    return source.offset(begin), source.offset(end)


def _listed(known: list[str]) -> str:
    more = ", ..." if len(known) > _LISTED else ""
    return ", ".join(known[:_LISTED]) + more
