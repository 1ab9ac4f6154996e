"""What a file about positions says that can be true nowhere: terms that meet nothing.

An action that no game has is an error, one of another game a warning; likewise an argument of a
predicate that the predicate never has. `check` finds more, by grounding and by playing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from clingo.ast import AST, ASTType

from ttt_asp.errors import Diagnostic
from ttt_asp.games.game import Game
from ttt_asp.games.load import game_names, load_game
from ttt_asp.lp.source import Source
from ttt_asp.lp.syntax import Statement
from ttt_asp.strategies.clashes import Clash, clashes, span
from ttt_asp.strategies.domains import Domains, Place, Written

_FLUENT = Place(("base", 1), 0)


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
    domains = Domains(game, sources)
    found: dict[str, list[Diagnostic]] = {"errors": [], "actions": [], "terms": []}
    for source in sources:
        of_heads: list[Diagnostic] = []
        of_bodies: list[Diagnostic] = []
        for statement in source.statements:
            for clash in clashes(source, statement, domains):
                elsewhere = _elsewhere(sources, clash)
                where = source.location(clash.begin, clash.end)
                what = f"{clash.what} {game.name if elsewhere else 'any game'}"
                said = Diagnostic(game.spelt(what), where, game.spelt(clash.hint))
                kind = of_heads if clash.of_head else of_bodies
                if not elsewhere:
                    found["errors"].append(said)
                elif not clash.derived:
                    kind.append(said)
            if statement.body:
                found["errors"] += _compared(source, statement, domains)
        found["actions"] += of_heads
        # a file for another game: one message says it
        found["terms"] += [] if of_heads else of_bodies
    return Misfits(**{kind: tuple(some) for kind, some in found.items()})


def _elsewhere(sources: Sequence[Source], clash: Clash) -> bool:
    """Whether some built-in game has such terms, with whatever constants."""
    for name in game_names():
        game = load_game(name, {})
        known = game.defined.keys() | {s for source in sources for s in source.defined}
        if known >= set(clash.needs) and Domains(game, sources, exact=False).meet(
            clash.one, clash.other
        ):
            return True
    return False


def _compared(source: Source, statement: Statement, domains: Domains) -> Iterator[Diagnostic]:
    """Atoms taken for functions: marks(P,L) = 2 compares a term with a number."""
    for literal in statement.node.body:
        if literal.ast_type != ASTType.Literal or literal.atom.ast_type != ASTType.Comparison:
            continue
        sides = [literal.atom.term, *(guard.term for guard in literal.atom.guards)]
        for one, other in (*pairwise(sides), *pairwise(sides[::-1])):
            if one.ast_type != ASTType.Function or not one.name or one.external:
                continue
            longer = (one.name, len(one.arguments) + 1)
            known = longer in domains.game.defined and not domains.meet(
                Written(one, statement), _FLUENT
            )
            if _is_number(other, domains.game) or (known and other.ast_type == ASTType.Variable):
                inner = ",".join(map(str, [*one.arguments, other]))
                hint = (
                    f"write {one.name}({inner})" if known else "a term is never equal to a number"
                )
                what = f"{one} is no number: in a comparison it is only a term"
                yield Diagnostic(what, source.location(*span(source, one)), hint)


def _is_number(node: AST, game: Game) -> bool:
    if node.ast_type == ASTType.SymbolicTerm:
        return str(node).isdigit() or (game.constants.get(str(node), "").lstrip("-").isdigit())
    return node.ast_type in (ASTType.BinaryOperation, ASTType.Interval)
