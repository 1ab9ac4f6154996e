"""Functions that look for strategies."""

from collections.abc import Sequence
from pathlib import Path

from ttt_asp.analyses.fill.fill import fill as fill_task
from ttt_asp.analyses.fill.ledger import Wanted
from ttt_asp.analyses.fill.result import Fillings
from ttt_asp.analyses.fill.task import questions_of, read_task
from ttt_asp.api.apart import ends_in_time
from ttt_asp.api.plain_values import Const, Folders, Roles, folders_of, in_arguments, question_of
from ttt_asp.claims.claims_file import read_claims
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.deadline import Deadline
from ttt_asp.engines.limits import MAX_POSITIONS, Limits
from ttt_asp.errors import Location, wrong


@ends_in_time
@in_arguments
def fill(
    claim: str,
    roles: Roles | None = None,
    *,
    x: str | None = None,
    o: str | None = None,
    game: str = DEFAULT_GAME,
    const: Const | None = None,
    position: str | None = None,
    pool: Sequence[str] | None = None,
    refine: bool = False,
    either: bool = False,
    lines: int = 8,
    shortest: bool = False,
    every: bool = False,
    limit: int = 1,
    by_lines: bool = False,
    time_limit: float | None = None,
    max_positions: int | None = MAX_POSITIONS,
    strategies: Folders = (),
) -> Fillings:
    """Find tactics for the holes of a strategy, so that a claim is proved.

    Args:
        claim: a sentence such as `x never loses`, or a file of claims, whose name ends in `.toml`,
            about strategies with holes; that says who plays what then.
        roles: a strategy for each role; in a term `?` is a hole, `?NAME` the same one wherever
            the name stands, `...` in a `first` any number of lines.
        x: short for `roles={"x": ...}`.
        o: short for `roles={"o": ...}`.
        game: the game's name, or its file.
        const: values for constants that the game declares.
        position: where play begins, as `x../.o./..x`, `__o_xox_x` or fluents in braces; None for
            where the rules say.
        pool: names of tactics, and `any`, that may be put into holes; None for all that fit.
        refine: whether `refine` of two tactics may be put into a hole too.
        either: whether `either` of two may.
        lines: how many lines `...` stands for at most.
        shortest: look for fillings that name the fewest tactics, and prove that none has fewer.
        every: count all fillings.
        limit: how many are shown, and proved.
        by_lines: let `shortest` count lines, not tactics.
        time_limit: seconds after which the answer is `unknown`, with the best so far.
        max_positions: how many positions may be kept.
        strategies: a folder of strategies, or several, searched before all others.

    Returns:
        The fillings; `none`, which is proved; or `unknown`.

    Raises:
        InputError: anything wrong with what was given, each with its place.
        InternalError: an engine refutes what the search has proved.
    """
    for number, name in ((lines, "lines"), (limit, "limit")):
        if number < 1:
            raise wrong(f"{number} is not a number from 1 on", Location(name))
    limits = Limits(Deadline(time_limit), max_positions=max_positions)
    pairs = [name for name, on in (("refine", refine), ("either", either)) if on]
    given = pool, pairs, lines, by_lines, limits.deadline
    if claim.endswith(".toml"):
        questions, places = questions_of(read_claims(Path(claim)), folders_of(strategies))
        task = read_task(questions, *given, places)
    else:
        asked = question_of(claim, roles, x, o, game, const, strategies, position=position)
        task = read_task([asked], *given)
    return fill_task(task, Wanted(shortest, every, limit), limits)
