"""Every strategy against every strategy."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

from ttt_asp.analyses.jobs import Told, gathered
from ttt_asp.claims.claim import Claim
from ttt_asp.deadline import Expired
from ttt_asp.engines.explicit.exploration import Exploration
from ttt_asp.engines.explicit.explore import explore
from ttt_asp.engines.explicit.graph import graph_of
from ttt_asp.engines.explicit.machine import load
from ttt_asp.engines.explicit.outcomes import count, outcomes
from ttt_asp.engines.limits import Limits
from ttt_asp.errors import Location, wrong
from ttt_asp.games.game import Game, load_game
from ttt_asp.strategies.examples import game_of
from ttt_asp.strategies.library import Library, open_library
from ttt_asp.strategies.strategy import Problem, load_strategy

# Which claim is asked does not matter: how plays end is counted.
_CLAIM = Claim(None, "always", "ties")


@dataclass(frozen=True, slots=True)
class Match:
    """What comes of one strategy against another.

    Attributes:
        roles: the strategy of each role.
        plays: how many plays end how, see `Verdict.plays`; None where that is not known.
        positions: how many positions occur; None where that is not known.
        claim: the strongest claim that holds; empty where none does.
        note: why nothing is known, or that plays get stuck.
    """

    roles: Mapping[str, str]
    plays: Mapping[str, int] | None
    positions: int | None
    claim: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Pair:
    """A match as plain data, to be played anywhere."""

    strategies: tuple[str, str]
    game: str
    const: Mapping[str, str]
    folders: tuple[Path, ...]
    limits: Limits


def matrix(
    names: Sequence[str],
    game: Game,
    library: Library,
    limits: Limits,
    executor: Executor | None = None,
    told: Told | None = None,
) -> Iterator[Match]:
    """Let every strategy play every one, itself included, in either role.

    Args:
        names: strategies, by name or as terms; none for all of the library.
        game: which; of two roles that win, lose or tie.
        library: where names are looked up.
        limits: of each match.
        executor: plays several matches at once; None for one after the other.
        told: called with the numbers of matches that are done, and of all.

    Raises:
        InputError: the game has not two roles, or a strategy is none.
    """
    if len(game.roles) != 2:
        raise wrong(f"{game.name} has {len(game.roles)} roles, not two", Location("--game"))
    chosen = list(names) or _about(game, library)
    first, second = (
        [load_strategy(name, role, game, library) for name in chosen] for role in game.roles
    )
    pairs = [(one, other) for one in first for other in second]
    if executor is not None:
        folders = tuple(folder.resolve() for folder in library.folders)
        tasks = [
            _Pair((one.text, other.text), game.name, game.constants, folders, limits)
            for one, other in pairs
        ]
        yield from gathered(_played, tasks, executor, told)
        return
    for number, pair in enumerate(pairs, 1):
        strategies = dict(zip(game.roles, pair, strict=True))
        yield _match(Problem(game, strategies, _CLAIM), limits)
        if told is not None:
            told(number, len(pairs))


def _played(pair: _Pair) -> Match:
    game = load_game(pair.game, pair.const)
    library = open_library(pair.folders)
    strategies = {
        role: load_strategy(text, role, game, library)
        for role, text in zip(game.roles, pair.strategies, strict=True)
    }
    return _match(Problem(game, strategies, _CLAIM), pair.limits)


def _match(problem: Problem, limits: Limits) -> Match:
    spelt = problem.game.spelt
    texts = {spelt(role): strategy.text for role, strategy in problem.strategies.items()}
    afresh = limits.afresh()
    try:
        found = explore(problem, load(problem, afresh.deadline), afresh)
    except Expired:
        return Match(texts, None, None, "", "unknown: the time limit was reached")
    if found.stopped:
        return Match(texts, None, None, "", f"unknown: {found.stopped}")
    moves = len(found.layers) - 1
    try:
        if not found.layered:
            graph = graph_of(found, afresh.deadline)
            if graph.cyclic:
                return Match(texts, None, found.positions, "", "a play can go on for ever")
            count(found, graph)
            moves = len(graph.longest(found.machine.init))
    except Expired:
        return Match(texts, None, found.positions, "", "unknown: the time limit was reached")
    counted = outcomes(found)
    plays = counted and {spelt(end): number for end, number in counted.items()}
    if found.stuck:
        return Match(texts, plays, found.positions, "", "some plays get stuck")
    return Match(texts, plays, found.positions, spelt(strongest(found, moves)))


def strongest(found: Exploration, moves: int) -> str:
    """The strongest claim that holds of a match; empty where none does.

    Args:
        found: the match, explored.
        moves: how many the longest play has.
    """
    x, o = found.machine.roles
    ends = {"x" if v == (100, 0) else "o" if v == (0, 100) else "tie" for v in found.vectors}
    by_ends = {
        frozenset({"x"}): f"{x} always wins by move {moves}",
        frozenset({"o"}): f"{o} always wins by move {moves}",
        frozenset({"tie"}): "always tie",
        frozenset({"x", "tie"}): f"{x} never loses",
        frozenset({"o", "tie"}): f"{o} never loses",
        frozenset({"x", "o"}): "never tie",
    }
    return by_ends.get(frozenset(ends), "")


def _about(game: Game, library: Library) -> list[str]:
    """The library's strategies that name the game; if none does, those that name no game."""
    names = library.names("strategy")
    games = {name: game_of(library.entries[name].read()) for name in names}
    own = [name for name, found in games.items() if found and found[0] == game.name]
    return own or [name for name, found in games.items() if not found]
