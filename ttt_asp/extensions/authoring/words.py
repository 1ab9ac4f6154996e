"""The words of a game: the actions, fluents and relations that tactics may speak of there."""

from collections.abc import Iterable
from dataclasses import dataclass

import clingo

from ttt_asp.extensions.authoring.domains import ACTION, ANYTHING, NUMBER, Domains
from ttt_asp.games.game import Game
from ttt_asp.lp.dependencies import GAME
from ttt_asp.lp.syntax import signatures

# What a game's file says to the prover, and tactics have no use for.
_OF_THE_PROVER = signatures(
    "drawn/4 glyph/2 horizon/1 input/2 invalid/1 lemma/1 place/3 target/3 to_move/2"
)
# How many constants, or numbers that are no interval, are written out in a pool.
_LISTED = 6


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a game, as rules have them.

    Attributes:
        actions, fluents: each a term for all with one function, `mark(cell(1..3,1..3))`; `_` is any
            term, `N` any number, and in pools `...` stands for more.
        relations: the further predicates of the game's own file, `line/1`.
    """

    actions: tuple[str, ...]
    fluents: tuple[str, ...]
    relations: tuple[str, ...]


def words_of(game: Game) -> Words:
    """Return the words of a game; of actions as far as rules tell them without being ground."""
    own = sorted(game.rules.defined - GAME - _OF_THE_PROVER)
    return Words(
        tuple(_terms(Domains(game).of(ACTION))),
        tuple(_terms(fluent for (fluent,) in game.facts.get("base", ()))),
        tuple(f"{name}/{arity}" for name, arity in own),
    )


def _terms(symbols: Iterable[clingo.Symbol]) -> list[str]:
    """Return a term for all symbols with the same function, in the order of the first ones."""
    groups: dict[tuple[str, int] | None, list[clingo.Symbol]] = {}
    for symbol in sorted(set(symbols)):
        compound = symbol.type == clingo.SymbolType.Function and symbol.arguments
        groups.setdefault((symbol.name, len(symbol.arguments)) if compound else None, []).append(
            symbol
        )
    terms = []
    for functor, group in groups.items():
        if functor is None:
            terms += _plain(group)
        else:
            columns = zip(*(symbol.arguments for symbol in group), strict=True)
            terms.append(f"{functor[0]}({','.join(map(_pool, columns))})")
    return terms


def _pool(symbols: Iterable[clingo.Symbol]) -> str:
    """Return a term that stands for several, as clingo writes it."""
    terms = _terms(symbols)
    return terms[0] if len(terms) == 1 else f"({';'.join(terms)})"


def _plain(symbols: list[clingo.Symbol]) -> list[str]:
    """Return constants and numbers; an interval of numbers as one term."""
    if ANYTHING in symbols:
        return ["_"]
    if NUMBER in symbols:
        return ["N"]
    numbers = [s.number for s in symbols if s.type == clingo.SymbolType.Number]
    others = [str(s) for s in symbols if s.type != clingo.SymbolType.Number]
    if len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1:
        shown = [f"{numbers[0]}..{numbers[-1]}", *others]
    else:
        shown = [*map(str, numbers), *others]
    return shown if len(shown) <= _LISTED else [*shown[: _LISTED - 1], "..."]
