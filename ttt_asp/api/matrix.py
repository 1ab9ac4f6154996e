"""The function that lets strategies play each other."""

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Annotated, Unpack

from ttt_asp.analyses.matrix import Matrix, participants, scores
from ttt_asp.api.arguments import Arguments
from ttt_asp.api.groups import SearchArguments
from ttt_asp.api.parameters import Parameter, Plays


def matrix(
    names: Annotated[
        Sequence[Plays],
        Parameter(help="Names or terms; else all of the library.",
                  doc="strategies; none for all of the library.", metavar="[STRATEGY...]",
                  many=True, completes="strategy"),
    ] = (),
    *,
    executor: Annotated[Executor | None, "plays several matches at once."] = None,
    **searched: Unpack[SearchArguments],
) -> Matrix:  # fmt: skip
    """Let every strategy play every one.

    It shows plays won, lost and tied, and the strongest claim that holds of all plays.

    Limits are for each match. Won and lost are the first role's. Exit
    status: 0, 2 wrong input, 3 a match was ended by a limit, or Ctrl-C.

    Examples:
    ttt-asp matrix
    ttt-asp matrix good_for_x careful_o any --csv
    """
    given = Arguments(searched)
    texts = [given.text(name, "STRATEGY") for name in names]
    strategies, unfit = participants(texts, given.game, given.library)
    played = scores(strategies, given.game, given.limits, executor)
    return Matrix(given.game, (*played, *unfit))
