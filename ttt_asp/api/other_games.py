"""Functions about two games: whether they are the same, and strategies that travel."""

from ttt_asp.analyses.same_game.across import Across
from ttt_asp.analyses.same_game.across import across as find_across
from ttt_asp.analyses.same_game.same import SameGame
from ttt_asp.analyses.same_game.same import same_game as find_same
from ttt_asp.analyses.same_game.transfer import Transfer, name_there
from ttt_asp.analyses.same_game.transfer import transfer as write_there
from ttt_asp.api.apart import ends_in_time
from ttt_asp.api.plain_values import Const, Folders, const_of, in_arguments, library_of
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.deadline import Deadline
from ttt_asp.engines.limits import MAX_POSITIONS, Limits
from ttt_asp.games.load import load_game
from ttt_asp.games.other import load_other


@ends_in_time
@in_arguments
def same_game(
    game: str,
    other: str,
    const: Const | None = None,
    other_const: Const | None = None,
    *,
    time_limit: float | None = None,
    max_positions: int | None = MAX_POSITIONS,
) -> SameGame:
    """Find out whether two games are the same, whatever their rules call things.

    Args:
        game: its name, or its file.
        other: likewise.
        const: values for the first one's constants.
        other_const: values for the second one's.
        time_limit: in seconds; None for none.
        max_positions: how many pairs of positions may be kept.

    Raises:
        InputError: anything wrong with what was given, or several roles choose at once.
    """
    limits = Limits(Deadline(time_limit), max_positions=max_positions)
    first = load_game(game, const_of(const), limits.deadline)
    second = load_other("--other", other, const_of(other_const), limits.deadline)
    return find_same(first, second, limits)


@ends_in_time
@in_arguments
def analogies_with(
    strategy: str,
    other: str,
    *,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    other_const: Const | None = None,
    strategies: Folders = (),
    time_limit: float | None = None,
) -> Across:
    """Which things of another game play the roles of a game's things in a strategy.

    Args:
        strategy: or a tactic, or a term.
        other: the other game's name, or its file; the games have to be the same.
        game: the game's name, or its file.
        const: values for its constants.
        other_const: values for the other one's.
        strategies: a folder of strategies, or several, searched first.
        time_limit: in seconds; None for none.

    Raises:
        InputError: anything wrong with what was given, the games are not the same, part of the
            strategy has no like in the other one, or a limit was reached.
    """
    limits = Limits(Deadline(time_limit))
    first = load_game(game, const_of(const), limits.deadline)
    second = load_other("--other", other, const_of(other_const), limits.deadline)
    return find_across(first, second, strategy, library_of(strategies), limits)


@ends_in_time
@in_arguments
def transfer(
    strategy: str,
    other: str,
    name: str | None = None,
    *,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    other_const: Const | None = None,
    strategies: Folders = (),
    time_limit: float | None = None,
) -> Transfer:
    """Write a strategy in the words of another game that is the same; nothing is written to disk.

    Args:
        strategy: or a tactic, or a term.
        other: the other game's name, or its file.
        name: what it is to be called there; None for `STRATEGY_of_GAME`, or
            `transferred`.
        game: the game's name, or its file.
        const: values for its constants.
        other_const: values for the other one's.
        strategies: a folder of strategies, or several, searched first.
        time_limit: in seconds; None for none.

    Raises:
        InputError: anything wrong with what was given, the games are not the same, part of the
            strategy has no like in the other one, or a limit was reached.
    """
    limits = Limits(Deadline(time_limit))
    first = load_game(game, const_of(const), limits.deadline)
    second = load_other("--other", other, const_of(other_const), limits.deadline)
    called = name or name_there(strategy, second)
    return write_there(first, second, strategy, called, library_of(strategies), limits)
