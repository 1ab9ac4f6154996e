"""What the command line asks about strategies, as functions of plain values.

Each takes names and terms, as `prove` does, and returns a frozen dataclass of plain data.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from ttt_asp.api import DEFAULT_GAME, pose
from ttt_asp.deadline import Deadline, Expired
from ttt_asp.engines.limits import MAX_POSITIONS, Limits
from ttt_asp.errors import Location, wrong
from ttt_asp.games.game import Game, load_game
from ttt_asp.games.roles import role_of
from ttt_asp.strategies.library import Library, open_library
from ttt_asp.strategies.strategy import load_strategy

if TYPE_CHECKING:
    from ttt_asp.analyses.analogies import Analogies
    from ttt_asp.analyses.compare.compare import Comparison
    from ttt_asp.analyses.explain.explain import Explanation
    from ttt_asp.analyses.matrix import Match
    from ttt_asp.analyses.play_graph import Walk

Const = Mapping[str, int | str]
Folders = Sequence[str | PathLike[str]]


def explain(
    claim: str,
    roles: Mapping[str, str],
    of: str | None = None,
    *,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    strategies: Folders = (),
    time_limit: float | None = None,
    max_positions: int | None = MAX_POSITIONS,
) -> "Explanation":
    """Which tactics of a strategy the proof of a claim needs.

    Args:
        claim: as for `prove`, and proved.
        roles: a strategy for each role, as for `prove`.
        of: whose strategy; None for that of the claim.
        game: the game's name.
        const: values for its constants.
        strategies: folders of strategies, searched first.
        time_limit: in seconds; None for none.
        max_positions: how many positions may be kept.

    Raises:
        InputError: anything wrong with what was given, or a limit was reached.
    """
    from ttt_asp.analyses.explain.explain import explain
    from ttt_asp.engines.explicit.blunder import keeper

    limits = Limits(Deadline(time_limit), max_positions=max_positions)
    library = _library(strategies)
    with _in_time(limits.deadline):
        problem = pose(claim, roles, game, _texts(const), None, library, limits.deadline)
        asked = role_of(of, problem.game) if of else keeper(problem) or problem.game.roles[0]
        return explain(problem, asked, limits)


def compare(
    a: str,
    b: str,
    against: str = "any",
    *,
    role: str | None = None,
    claims: Sequence[str] = (),
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    strategies: Folders = (),
    time_limit: float | None = None,
    max_positions: int | None = MAX_POSITIONS,
) -> "Comparison":
    """Where two strategies of a role differ, and whether it matters.

    Args:
        a: a strategy.
        b: the other one.
        against: what all other roles play.
        role: who plays them; None for the first role.
        claims: that count; none for what a role may want most.
        game: the game's name.
        const: values for its constants.
        strategies: folders of strategies, searched first.
        time_limit: in seconds; None for none.
        max_positions: how many positions may be kept.

    Raises:
        InputError: anything wrong with what was given, or a limit was reached.
    """
    from ttt_asp.analyses.compare.compare import compare

    limits = Limits(Deadline(time_limit), max_positions=max_positions)
    library = _library(strategies)
    with _in_time(limits.deadline):
        loaded = load_game(game, _texts(const), limits.deadline)
        return compare(loaded, _role(role, loaded), (a, b), against, library, limits, claims)


def analogies(
    strategy: str,
    *,
    role: str | None = None,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    strategies: Folders = (),
    time_limit: float | None = None,
) -> "Analogies":
    """Which elements of the board play the same role in a strategy.

    Args:
        strategy: or a tactic.
        role: whose; None for the first role.
        game: the game's name.
        const: values for its constants.
        strategies: folders of strategies, searched first.
        time_limit: in seconds; None for none.

    Raises:
        InputError: anything wrong with what was given, or a limit was reached.
    """
    from ttt_asp.analyses.analogies import analogies

    deadline = Deadline(time_limit)
    with _in_time(deadline):
        loaded = load_game(game, _texts(const), deadline)
        who = _role(role, loaded)
        chosen = load_strategy(strategy, who, loaded, _library(strategies))
        return analogies(loaded, who, chosen, deadline)


def matrix(
    names: Sequence[str] = (),
    *,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    strategies: Folders = (),
    executor: Executor | None = None,
    time_limit: float | None = None,
    max_positions: int | None = MAX_POSITIONS,
) -> "Iterator[Match]":
    """Every strategy against every one, each match as it is asked for.

    Args:
        names: strategies; none for all of the library.
        game: the game's name.
        const: values for its constants.
        strategies: folders of strategies, searched first.
        executor: plays several matches at once.
        time_limit: of each match, in seconds; None for none.
        max_positions: how many positions of a match may be kept.

    Raises:
        InputError: anything wrong with what was given.
    """
    from ttt_asp.analyses.matrix import matrix

    limits = Limits(Deadline(time_limit), max_positions=max_positions)
    loaded = load_game(game, _texts(const), limits.deadline)
    return matrix(names, loaded, _library(strategies), limits, executor)


def walk(
    roles: Mapping[str, str],
    *,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    strategies: Folders = (),
    time_limit: float | None = None,
) -> "Walk":
    """All plays of a match-up, as a graph.

    Args:
        roles: a strategy for each role, as for `prove`.
        game: the game's name.
        const: values for its constants.
        strategies: folders of strategies, searched first.
        time_limit: in seconds; None for none.

    Raises:
        InputError: anything wrong with what was given, or a limit was reached.
    """
    from ttt_asp.analyses.play_graph import walk

    limits = Limits(Deadline(time_limit))
    library = _library(strategies)
    with _in_time(limits.deadline):
        problem = pose("always tie", roles, game, _texts(const), None, library, limits.deadline)
        return walk(problem, limits)


@contextmanager
def _in_time(deadline: Deadline) -> Iterator[None]:
    """Say that time was up as everything else is said that keeps a question from an answer."""
    try:
        yield
    except Expired:
        raise wrong(deadline.reason, Location("time_limit")) from None


def _texts(const: Const | None) -> dict[str, str]:
    return {name: str(value) for name, value in (const or {}).items()}


def _library(folders: Folders) -> Library:
    return open_library([Path(folder) for folder in folders])


def _role(role: str | None, game: Game) -> str:
    return role_of(role, game) if role else game.roles[0]
