"""Functions that take strategies: what they recommend, and how they differ."""

from collections.abc import Sequence
from concurrent.futures import Executor

from ttt_asp.analyses.analogies import Analogies
from ttt_asp.analyses.analogies import analogies as find_analogies
from ttt_asp.analyses.compare.compare import Comparison
from ttt_asp.analyses.compare.compare import compare as compare_strategies
from ttt_asp.analyses.matrix import Matrix, pairs_of, scores
from ttt_asp.analyses.suggestion import Suggestion
from ttt_asp.analyses.suggestion import suggest as suggest_at
from ttt_asp.api.apart import ends_in_time
from ttt_asp.api.plain_values import (
    Const,
    Folders,
    const_of,
    in_arguments,
    library_of,
    role_or_first,
)
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.deadline import Deadline
from ttt_asp.engines.limits import MAX_POSITIONS, Limits
from ttt_asp.games.begin import begin_at
from ttt_asp.games.load import load_game
from ttt_asp.strategies.strategy import load_strategy


@ends_in_time
@in_arguments
def suggest(
    strategy: str,
    position: str,
    role: str | None = None,
    *,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    strategies: Folders = (),
    time_limit: float | None = None,
) -> Suggestion:
    """What a strategy recommends at a position.

    Args:
        strategy: or a tactic, or a term.
        position: rows from the top, as `x../.o./..x`.
        role: who is to move; None where it follows from the position.
        game: the game's name, or its file.
        const: values for its constants.
        strategies: a folder of strategies, or several, searched first.
        time_limit: in seconds; None for none.

    Raises:
        InputError: anything wrong with what was given, or a limit was reached.
    """
    deadline = Deadline(time_limit)
    loaded = load_game(game, const_of(const), deadline)
    chosen = load_strategy(strategy, "strategy", loaded, library_of(strategies))
    return suggest_at(loaded, chosen, position, role, deadline)


@ends_in_time
@in_arguments
def compare(
    a: str,
    b: str,
    against: str = "any",
    *,
    role: str | None = None,
    claims: Sequence[str] = (),
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    position: str | None = None,
    strategies: Folders = (),
    time_limit: float | None = None,
    max_positions: int | None = MAX_POSITIONS,
) -> Comparison:
    """Where two strategies of a role differ, and whether it matters.

    Args:
        a: a strategy.
        b: the other one.
        against: what all other roles play.
        role: who plays them; None for the first role.
        claims: that count; none for what a role may want most.
        game: the game's name, or its file.
        const: values for its constants.
        position: where play begins, as `x../.o./..x`, `__o_xox_x` or fluents in braces; None for
            where the rules say.
        strategies: a folder of strategies, or several, searched first.
        time_limit: in seconds; None for none.
        max_positions: how many positions may be kept.

    Raises:
        InputError: anything wrong with what was given, or a limit was reached.
    """
    limits = Limits(Deadline(time_limit), max_positions=max_positions)
    library = library_of(strategies)
    loaded = begin_at(load_game(game, const_of(const), limits.deadline), position)
    who = role_or_first(role, loaded)
    return compare_strategies(loaded, who, (a, b), against, library, limits, claims)


@ends_in_time
@in_arguments
def analogies(
    strategy: str,
    *,
    role: str | None = None,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    strategies: Folders = (),
    time_limit: float | None = None,
) -> Analogies:
    """Which elements of the board play the same role in a strategy.

    Args:
        strategy: or a tactic, or a term.
        role: whose; None for the first role.
        game: the game's name, or its file.
        const: values for its constants.
        strategies: a folder of strategies, or several, searched first.
        time_limit: in seconds; None for none.

    Raises:
        InputError: anything wrong with what was given, or a limit was reached.
    """
    deadline = Deadline(time_limit)
    loaded = load_game(game, const_of(const), deadline)
    who = role_or_first(role, loaded)
    chosen = load_strategy(strategy, "strategy", loaded, library_of(strategies))
    return find_analogies(loaded, who, chosen, deadline)


@ends_in_time
@in_arguments
def matrix(
    names: Sequence[str] = (),
    *,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    position: str | None = None,
    strategies: Folders = (),
    executor: Executor | None = None,
    time_limit: float | None = None,
    max_positions: int | None = MAX_POSITIONS,
) -> Matrix:
    """Every strategy against every one.

    Args:
        names: strategies; none for all of the library.
        game: the game's name, or its file.
        const: values for its constants.
        position: where play begins, as `x../.o./..x`, `__o_xox_x` or fluents in braces; None for
            where the rules say.
        strategies: a folder of strategies, or several, searched first.
        executor: plays several matches at once.
        time_limit: of each match, in seconds; None for none.
        max_positions: how many positions of a match may be kept.

    Raises:
        InputError: anything wrong with what was given.
    """
    limits = Limits(Deadline(time_limit), max_positions=max_positions)
    loaded = begin_at(load_game(game, const_of(const), limits.deadline), position)
    library = library_of(strategies)
    pairs, unfit = pairs_of(names, loaded, library)
    return Matrix(loaded, (*scores(pairs, loaded, library, limits, executor), *unfit))
