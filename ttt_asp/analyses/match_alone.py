"""Match-ups one by one: each is ground and explored by itself."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path

from ttt_asp.analyses.jobs import gathered
from ttt_asp.analyses.score import Score, played
from ttt_asp.claims.problem import Match
from ttt_asp.deadline import Expired, Stop
from ttt_asp.errors import InputError
from ttt_asp.games.game import Game
from ttt_asp.limits import Limits
from ttt_asp.positions.explore import explore
from ttt_asp.positions.graph import graph_of
from ttt_asp.positions.machine import load
from ttt_asp.positions.outcomes import count
from ttt_asp.reached import Reached
from ttt_asp.strategies.library import Library, open_library
from ttt_asp.strategies.strategy import Strategy, load_strategy

# Who meets whom: the first role's strategy and the second role's.
Pair = tuple[Strategy, Strategy]


@dataclass(frozen=True, slots=True)
class _Pair:
    """A match as plain data, to be played anywhere."""

    strategies: tuple[str, str]
    game: Game
    folders: tuple[Path, ...]
    limits: Limits


def scores_alone(
    pairs: Sequence[Pair],
    game: Game,
    library: Library,
    limits: Limits,
    executor: Executor | None = None,
    done: int = 0,
    of: int | None = None,
) -> Iterator[Score]:
    """Let strategies play each other, each match from its own grounding on.

    Args:
        pairs: who plays whom.
        game: which.
        library: where their names were looked up.
        limits: of each match; `progress` is told how many matches are done.
        executor: plays several matches at once; None for one after the other.
        done: how many matches were done before.
        of: how many there are in all; None for so many as there are pairs.
    """
    total = len(pairs) if of is None else of
    if executor is not None:
        quiet = replace(limits, progress=None)  # a process cannot be told
        folders = tuple(folder.resolve() for folder in library.folders)
        tasks = [_Pair((one.text, other.text), game, folders, quiet) for one, other in pairs]

        def tell(reached: Reached) -> None:
            limits.tell(reached.what, done + (reached.done or 0), total)

        limits.tell("matches", done, total)
        yield from gathered(_one, tasks, executor, tell, "matches")
        return
    for number, pair in enumerate(pairs, done):
        limits.tell("matches", number, total)
        strategies = dict(zip(game.roles, pair, strict=True))
        yield _score(Match(game, strategies), limits)


def _one(pair: _Pair) -> Score:
    game, library = pair.game, open_library(pair.folders)
    strategies = {
        role: load_strategy(text, role, game, library)
        for role, text in zip(game.roles, pair.strategies, strict=True)
    }
    return _score(Match(game, strategies), pair.limits)


def _score(match: Match, limits: Limits) -> Score:
    spelt = match.game.spelt
    texts = {spelt(role): strategy.text for role, strategy in match.strategies.items()}
    afresh = replace(limits.afresh(), count=True)
    try:
        limits.tell("grounding")
        found = explore(match, load(match, afresh.deadline), afresh)
    except InputError as error:  # a strategy that does not fit the game, or fails in it
        return Score(texts, None, None, "", error.diagnostics[0].message)
    except Expired as error:
        return _stopped(texts, None, error.stop)
    if found.stopped:
        return _stopped(texts, None, found.stopped)
    moves = len(found.layers) - 1
    try:
        if not found.layered:
            graph = graph_of(found, afresh.deadline)
            if graph.cyclic:
                return Score(texts, None, found.positions, "", "a play can go on for ever")
            count(found, graph)
            moves = len(graph.longest(found.machine.init))
    except Expired as error:
        return _stopped(texts, found.positions, error.stop)
    assert found.outcomes is not None
    return played(texts, match.game, found.positions, found.outcomes, found.stuck_plays, moves)


def _stopped(texts: Mapping[str, str], positions: int | None, stop: Stop) -> Score:
    return Score(texts, None, positions, "", f"unknown: {stop}", stop.kind)
