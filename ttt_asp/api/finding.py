"""The function that looks for strategies."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Unpack

from ttt_asp.analyses.fill.fill import fill as fill_task
from ttt_asp.analyses.fill.result import Fillings, Wanted
from ttt_asp.analyses.fill.task import questions_of, read_task
from ttt_asp.api import parameters as p
from ttt_asp.api.given import LISTENER, Given
from ttt_asp.api.groups import Asked
from ttt_asp.api.parameters import Parameter
from ttt_asp.api.reading import amount, in_lines, words
from ttt_asp.claims.claims_file import read_claims
from ttt_asp.errors import Location, wrong

# How many fillings are shown where all are counted.
_SHOWN = 10


def fill(
    claim: Annotated[
        str,
        Parameter("", "A claim, or a file of claims about one strategy.",
                  "a sentence such as `x never loses`, or a file of claims, whose name ends in "
                  "`.toml`, about strategies with holes; that says who plays what then.",
                  "CLAIM|FILE.toml", many=True, completes="claims", read=words),
    ],
    roles: p.Roles = None,
    *,
    pool: Annotated[
        Sequence[str] | None,
        p.pool("Tactics for the holes.",
               "names of tactics, and `any`, that may be put into holes; None for "
               f"{p.FITTING}."),
    ] = None,
    refine: Annotated[
        bool, Parameter("--refine", "A hole may be refine(TACTIC, TACTIC) too.")
    ] = False,
    either: Annotated[
        bool, Parameter("--either", "A hole may be either(TACTIC, TACTIC) too.")
    ] = False,
    by_lines: Annotated[
        bool,
        Parameter("--cost", "What --shortest counts.", "let `shortest` count lines, not tactics.",
                  "tactics|lines", "tactics", read=in_lines),
    ] = False,
    lines: Annotated[
        int,
        Parameter("--lines", "... is N lines at most.", "how many lines `...` stands for at most.",
                  "N", read=amount("lines", 1, 8)),
    ] = 8,
    shortest: Annotated[
        bool, Parameter("--shortest", "Name as few tactics as possible, and prove it.")
    ] = False,
    every: Annotated[bool, Parameter("--all", "Count all fillings.")] = False,
    limit: Annotated[
        int | None,
        Parameter("--limit", "Show N fillings.", "how many are shown, and proved.", "N",
                  "1, or 10 of --all", read=amount("fillings", 1, 5)),
    ] = None,
    **asked: Unpack[Asked],
) -> Fillings:  # fmt: skip
    """Find tactics for the holes of a strategy that prove a claim.

    A hole is ? (a tactic), ?NAME (the same wherever NAME stands) or ... in a
    first (any number of lines).

    Returns:
        The fillings; `none`, which is proved; or `unknown`, with the best so far.

    Examples:
    ttt-asp fill "o never loses" --o "first(..., any)" --shortest
    ttt-asp fill "x never loses" --x "first(defend, ?, ?, any)" --all
    """
    for number, name in ((lines, "lines"), (1 if limit is None else limit, "limit")):
        if number < 1:
            raise wrong(f"{number} is not a number from 1 on", Location.argument(name))
    given = Given(asked)
    limits, question = given.limits, given.question(claim, roles)
    pairs = [name for name, on in (("refine", refine), ("either", either)) if on]
    options = pool, pairs, lines, by_lines, limits.deadline
    if claim.endswith(".toml"):
        questions, places = questions_of(read_claims(Path(claim)), question.folders)
        task = read_task(questions, *options, places)
    else:
        task = read_task([question], *options)
    LISTENER.get().posed(task)
    return fill_task(task, Wanted(shortest, every, limit or (_SHOWN if every else 1)), limits)
