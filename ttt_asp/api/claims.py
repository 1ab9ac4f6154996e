"""The function that proves claims."""

from collections.abc import Sequence
from typing import Annotated

from ttt_asp.api import parameters as p
from ttt_asp.api.listener import LISTENER
from ttt_asp.api.plain_values import question_of
from ttt_asp.claims.question import DEFAULT_GAME
from ttt_asp.deadline import Deadline
from ttt_asp.engines.answer import answer, pose, shown_at
from ttt_asp.engines.registry import DEFAULT
from ttt_asp.limits import MAX_POSITIONS, Limits
from ttt_asp.verdict import Verdict


def prove(
    claim: p.ClaimOrFile,
    roles: p.Roles = None,
    *,
    x: p.X = None,
    o: p.O = None,
    game: p.Game = DEFAULT_GAME,
    const: p.Const = None,
    position: p.Position = None,
    every: p.Every = None,
    horizon: p.Horizon = None,
    engine: p.Engine = DEFAULT,
    lemmas: p.Lemmas = (),
    find_lemmas: p.FindLemmas = None,
    rounds: p.Rounds = 1,
    time_limit: p.TimeLimit = None,
    max_positions: p.MaxPositions = MAX_POSITIONS,
    max_memory: p.MaxMemory = None,
    stop_at_first: p.StopAtFirst = False,
    count: p.Count = None,
    cross_check: p.CrossCheck = True,
    symmetry: p.Symmetry = True,
    scratch: p.Scratch = None,
    strategies: p.Folders = (),
    clingo_options: Annotated[
        Sequence[str], "options for clingo's search, as `--configuration=trendy`."
    ] = (),
) -> Verdict:
    """Prove or refute what strategies guarantee.

    Returns:
        The verdict, true in a condition only when the claim is proved; `unknown` when a limit
        was reached or Ctrl-C was pressed.
    """
    limits = Limits(
        Deadline(time_limit, max_memory),
        tuple(clingo_options),
        max_positions,
        max_memory,
        stop_at_first,
        count,
        cross_check,
        LISTENER.get().tell,
        rounds,
        find_lemmas,
        symmetry,
        scratch,
    )
    asked = question_of(claim, roles, x, o, game, const, strategies, horizon, tuple(lemmas), every,
                        position)  # fmt: skip
    posed, heard = pose(asked, engine, limits), LISTENER.get()
    if isinstance(posed, Verdict):
        return posed
    heard.posed(posed)
    found = answer(posed, engine, limits)
    heard.loaded(shown_at(posed, found).strategies.values())
    return found
