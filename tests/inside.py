"""What tests of answers ask of the kernel that neither a command nor a function of Python tells.

They import it from here: where the inside moves, this file follows, and no test does.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import clingo

from ttt_asp.claims.problem import free_play
from ttt_asp.deadline import Deadline
from ttt_asp.games.facts import static_facts
from ttt_asp.games.game import Game
from ttt_asp.games.load import game_names, load_game
from ttt_asp.games.notation import Notation
from ttt_asp.limits import Limits
from ttt_asp.lp.dependencies import closure
from ttt_asp.paths import ASP, STRATEGIES
from ttt_asp.positions.explore import explore
from ttt_asp.positions.machine import load_machine
from ttt_asp.positions.position import facts_along
from ttt_asp.strategies.library import Library, open_library
from ttt_asp.strategies.strategy import load_strategy
from ttt_asp.strategies.terms import parse_term

__all__ = ["ASP", "LIBRARY", "STRATEGIES", "Game", "game_names"]
LIBRARY = open_library()


def game_of(name: str = "tictactoe", const: Mapping[str, object] | None = None) -> Game:
    """A game; InputError where something is wrong with it."""
    return load_game(name, {key: str(value) for key, value in (const or {}).items()})


def library_of(folders: Sequence[Path] = ()) -> Library:
    """The library, with folders to search first; InputError where one is missing."""
    return open_library(folders)


def facts_of(game: Game, predicate: str, arity: int) -> Sequence[tuple[clingo.Symbol, ...]]:
    """The facts of a predicate that no position changes; none where the game has none."""
    sources = closure([game.rules], game.vocabulary, frozenset({(predicate, arity)}))
    return [*static_facts(sources, game.constants).get(predicate, ())]


def reached_in(game: Game) -> list[frozenset[str]]:
    """The positions that plays come to, whatever anybody does."""
    play = free_play(game)
    found = explore(play, load_machine(play, Deadline()), Limits(), strict=False)
    layers = [found.form.unpacked(layer) for layer in found.layers]
    return [found.machine.unpack(position) for layer in layers for position in layer]


def symmetries_of(game: Game) -> int:
    """How many symmetries plays are folded by, whatever anybody does."""
    play = free_play(game)
    found = explore(play, load_machine(play, Deadline()), Limits(), strict=False, fold=True)
    return found.symmetries


def spelt_out(term: str) -> str:
    """A term in full, whatever signs it is written with; InputError where it is none."""
    return str(parse_term(term, "it"))


def board_of(game: Game, position: frozenset[str]) -> str:
    """A position as rows of its board."""
    return str(Notation(game).write(position))


def atoms_along(
    game: Game, terms: Mapping[str, str], positions: Iterable[frozenset[str]]
) -> list[dict[str, set[tuple[str, ...]]]]:
    """What strategies of the library derive at positions: by the predicate's name, arguments."""
    strategies = {role: load_strategy(term, role, game, LIBRARY) for role, term in terms.items()}
    told = list[dict[str, set[tuple[str, ...]]]]()
    for found in facts_along(game, strategies, list(positions)):
        atoms: dict[str, set[tuple[str, ...]]] = {}
        for (name, _), rows in found.items():  # a name may have several numbers of arguments
            atoms.setdefault(name, set()).update(tuple(map(str, one)) for one in rows)
        told.append(atoms)
    return told
