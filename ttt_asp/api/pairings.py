"""Functions that take a game of lines: its pairings, and whether strategies can be stolen."""

from ttt_asp.analyses.ahead.find import find_ahead
from ttt_asp.analyses.ahead.result import Ahead
from ttt_asp.analyses.extra_mark import Stealing, find_stealing
from ttt_asp.analyses.extra_mark_every import find_stealing_every
from ttt_asp.analyses.pairing.find import Pairing, find_pairing
from ttt_asp.analyses.pairing.periodic import GAME, PeriodicPairing, find_periodic
from ttt_asp.api.apart import ends_in_time
from ttt_asp.api.plain_values import Const, const_of, in_arguments
from ttt_asp.claims.problem import free_play
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.claims.sizes import read_sizes
from ttt_asp.deadline import Deadline
from ttt_asp.engines.limits import Limits
from ttt_asp.games.load import load_game


@ends_in_time
@in_arguments
def pairing(
    game: str = DEFAULT_GAME, const: Const | None = None, *, time_limit: float | None = None
) -> Pairing:
    """Two squares for every line of a game, all different; or the lines that have too few.

    Args:
        game: its name, or its file.
        const: values for its constants.
        time_limit: in seconds; None for none.

    Raises:
        InputError: the game has no lines, or not two roles of which one moves first, or the limit
            was reached.
    """
    deadline = Deadline(time_limit)
    return find_pairing(load_game(game, const_of(const), deadline), deadline)


@ends_in_time
@in_arguments
def pairing_ahead(
    ahead: int,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    *,
    time_limit: float | None = None,
    max_positions: int | None = None,
) -> Ahead:
    """Replies to the first moves of a game of lines, after which there is a pairing.

    Args:
        ahead: how many moves the second player may make before.
        game: the game's name, or its file.
        const: values for its constants.
        time_limit: seconds after which the answer is `unknown`.
        max_positions: how many positions may be looked at; None for any number.

    Raises:
        InputError: the game is not one of marking squares in turn, with lines to complete, or the
            limit was reached while it was read.
    """
    deadline = Deadline(time_limit)
    loaded = load_game(game, const_of(const), deadline)
    return find_ahead(loaded, ahead, deadline, None, max_positions)


@ends_in_time
@in_arguments
def periodic_pairing(
    period: int,
    const: Const | None = None,
    *,
    time_limit: float | None = None,
) -> PeriodicPairing:
    """Pairs of neighbours that repeat, one in every line of any board; or why there are none.

    Args:
        period: after how many rows and columns they repeat.
        const: of tictactoe, above all `line`: how many squares in a row are a line.
        time_limit: in seconds; None for none.

    Raises:
        InputError: a period that is none or too large, or the limit was reached.
    """
    deadline = Deadline(time_limit)
    return find_periodic(load_game(GAME, const_of(const), deadline), period, deadline)


@ends_in_time
@in_arguments
def steal(
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    *,
    every: str | None = None,
    time_limit: float | None = None,
) -> Stealing:
    """Prove that the second player has no winning strategy, as an extra mark never hurts the first.

    Args:
        game: its name, or its file.
        const: values for its constants.
        every: which sizes, a condition on its constants: `rows > 0, cols > 0`; None for one size.
        time_limit: in seconds; None for none.

    Returns:
        What was found, true if it is so. If not, the second player may have one or not.

    Raises:
        InputError: it is no game of two roles that mark squares in turn, or the limit was reached.
    """
    limits = Limits(Deadline(time_limit))
    if every is not None:
        sizes, loaded = read_sizes(every, game, const_of(const), limits.deadline)
        return find_stealing_every(sizes, loaded, limits)
    return find_stealing(free_play(load_game(game, const_of(const), limits.deadline)), limits)
