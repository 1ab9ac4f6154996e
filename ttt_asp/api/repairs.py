"""Functions that change strategies: the smallest repair, the shortest list."""

from collections.abc import Sequence

from ttt_asp.analyses.fill.given_list import GivenList
from ttt_asp.analyses.fill.pool import pool_of
from ttt_asp.analyses.repair.exceptions import exceptions as find_exceptions
from ttt_asp.analyses.repair.repair import MOST_EDITS
from ttt_asp.analyses.repair.repair import repair as find_repair
from ttt_asp.analyses.repair.result import Exceptions, Repair
from ttt_asp.analyses.shorten import Shortened
from ttt_asp.analyses.shorten import shorten as find_shortest
from ttt_asp.api.apart import ends_in_time
from ttt_asp.api.plain_values import Const, Folders, Roles, in_arguments, library_of, question_of
from ttt_asp.claims.question import DEFAULT_GAME, Question, read
from ttt_asp.deadline import Deadline
from ttt_asp.engines.limits import MAX_POSITIONS, Limits


@ends_in_time
@in_arguments
def repair(
    claim: str,
    roles: Roles | None = None,
    of: str | None = None,
    *,
    x: str | None = None,
    o: str | None = None,
    tactics: Sequence[str] | None = None,
    edits: int = MOST_EDITS,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    position: str | None = None,
    strategies: Folders = (),
    time_limit: float | None = None,
    max_positions: int | None = MAX_POSITIONS,
) -> Repair:
    """The smallest number of edits of a strategy's list that make a claim true.

    Args:
        claim: as for `prove`, and refuted or incomplete.
        roles: a strategy for each role, as for `prove`; so are `x` and `o`.
        of: whose strategy; None for the one role that has any, else the one that the claim names.
        x: short for `roles={"x": ...}`.
        o: short for `roles={"o": ...}`.
        tactics: that edits may put in; None for all that fit the game, but books; and `any`.
        edits: how many are tried.
        game: the game's name, or its file.
        const: values for its constants.
        position: where play begins, as `x../.o./..x`, `__o_xox_x` or fluents in braces; None for
            where the rules say.
        strategies: a folder of strategies, or several, searched first.
        time_limit: in seconds; None for none.
        max_positions: how many positions may be kept.

    Returns:
        The repair; its `answer` is `unknown` where a limit was reached.

    Raises:
        InputError: anything wrong with what was given, or a limit was reached before it was known
            whether there is anything to repair.
        InternalError: an engine refutes what the search has proved.
    """
    limits = Limits(Deadline(time_limit), max_positions=max_positions)
    question = question_of(claim, roles, x, o, game, const, strategies, position=position)
    given = _given(question, of, limits)
    pool = pool_of(tactics, [given.problem.game], library_of(strategies), option="tactics")
    return find_repair(given, pool, edits, limits)


@ends_in_time
@in_arguments
def exceptions(
    claim: str,
    roles: Roles | None = None,
    of: str | None = None,
    *,
    x: str | None = None,
    o: str | None = None,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    position: str | None = None,
    strategies: Folders = (),
    time_limit: float | None = None,
    max_positions: int | None = MAX_POSITIONS,
) -> Exceptions:
    """The fewest positions at which a strategy has to be overruled for a claim to be true.

    Args:
        claim: as for `prove`, and refuted or incomplete.
        roles: a strategy for each role, as for `prove`; so are `x` and `o`.
        of: whose strategy; None for the one role that has any, else the one that the claim names.
        x: short for `roles={"x": ...}`.
        o: short for `roles={"o": ...}`.
        game: the game's name, or its file.
        const: values for its constants.
        position: where play begins, as `x../.o./..x`, `__o_xox_x` or fluents in braces; None for
            where the rules say.
        strategies: a folder of strategies, or several, searched first.
        time_limit: in seconds; None for none.
        max_positions: how many positions may be kept.

    Returns:
        The exceptions; their `answer` is `unknown` where a limit was reached.

    Raises:
        InputError: anything wrong with what was given, or a limit was reached before it was known
            whether there is anything to repair.
        InternalError: an engine refutes what the search has proved.
    """
    limits = Limits(Deadline(time_limit), max_positions=max_positions)
    question = question_of(claim, roles, x, o, game, const, strategies, position=position)
    return find_exceptions(_given(question, of, limits), limits)


@ends_in_time
@in_arguments
def shorten(
    claim: str,
    roles: Roles | None = None,
    of: str | None = None,
    *,
    x: str | None = None,
    o: str | None = None,
    tactics: Sequence[str] | None = None,
    by_lines: bool = False,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    position: str | None = None,
    strategies: Folders = (),
    time_limit: float | None = None,
    max_positions: int | None = MAX_POSITIONS,
) -> Shortened:
    """The shortest lists that keep a proved claim.

    Args:
        claim: as for `prove`, and proved.
        roles: a strategy for each role, as for `prove`; so are `x` and `o`.
        of: whose strategy; None for the one role that has any, else the one that the claim names.
        x: short for `roles={"x": ...}`.
        o: short for `roles={"o": ...}`.
        tactics: that the second list may have besides the strategy's own lines; None for all that
            fit the game, but books; and `any`.
        by_lines: whether lines are to be few, instead of the tactics that they name.
        game: the game's name, or its file.
        const: values for its constants.
        position: where play begins, as `x../.o./..x`, `__o_xox_x` or fluents in braces; None for
            where the rules say.
        strategies: a folder of strategies, or several, searched first.
        time_limit: in seconds; None for none.
        max_positions: how many positions may be kept.

    Raises:
        InputError: anything wrong with what was given, the claim is not proved, or a limit was
            reached before that was known.
        InternalError: an engine refutes what the search has proved.
    """
    limits = Limits(Deadline(time_limit), max_positions=max_positions)
    question = question_of(claim, roles, x, o, game, const, strategies, position=position)
    given = _given(question, of, limits)
    library, games = library_of(strategies), [given.problem.game]
    pool = pool_of(tactics, games, library, by_lines=by_lines, option="tactics")
    return find_shortest(given, pool, limits)


def _given(question: Question, of: str | None, limits: Limits) -> GivenList:
    return GivenList.of(question, read(question, limits.deadline), of)
