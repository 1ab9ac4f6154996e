"""The function that lets strategies play each other."""

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Annotated

from ttt_asp.analyses.matrix import Matrix, pairs_of, scores
from ttt_asp.api import parameters as p
from ttt_asp.api.parameters import Parameter
from ttt_asp.api.plain_values import const_of, library_of, limits_of
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.games.begin import begin_at
from ttt_asp.games.load import load_game
from ttt_asp.limits import MAX_POSITIONS


def matrix(
    names: Annotated[
        Sequence[str],
        Parameter(help="Names or terms; else all of the library.",
                  said="strategies; none for all of the library.", metavar="[STRATEGY...]",
                  many=True, completes="strategy"),
    ] = (),
    *,
    game: p.Game = DEFAULT_GAME,
    const: p.Const = None,
    position: p.Position = None,
    strategies: p.Folders = (),
    executor: Annotated[Executor | None, "plays several matches at once."] = None,
    time_limit: p.TimeLimit = None,
    max_positions: p.MaxPositions = MAX_POSITIONS,
) -> Matrix:  # fmt: skip
    """Let every strategy play every one.

    Limits are for each match.
    """
    limits = limits_of(time_limit, max_positions)
    loaded = begin_at(load_game(game, const_of(const), limits.deadline), position)
    library = library_of(strategies)
    pairs, unfit = pairs_of(names, loaded, library)
    return Matrix(loaded, (*scores(pairs, loaded, library, limits, executor), *unfit))
